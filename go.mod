module github.com/domsight/domsight

go 1.26.8
