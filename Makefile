# Needs Go and make; everything else installs itself. `make` alone says what there is.
SHELL       := /bin/sh
.SHELLFLAGS := -euc
export GOFLAGS := -buildvcs=false
export GOBIN   := $(CURDIR)/bin

TSC   := engine/node_modules/.package-lock.json
MCP   := internal/mcpserver/conformance/node_modules/.package-lock.json
TOOLS := bin/.tools

.PHONY: help demo test check golden bench build generate setup lint types race conformance
.DEFAULT_GOAL := help

help: ## what you are reading
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: ## watch an agent look at a shop and buy something
	@go run ./cmd/domsight demo

test: setup ## all tests, in a real browser
	@echo "test: two modules, real browser"
	go test -timeout 10m ./...
	go test -C tools ./...

check: lint types test race conformance ## all that .ci/run asks for

golden: setup ## write the goldens anew; their diff is the review
	go test $$(grep -rl --include='*_test.go' '"update"' internal | xargs -n1 dirname | sort -u | sed 's,^,./,') -update

bench: setup ## measure; adds a line to docs/bench.jsonl
	go run ./internal/bench

build: ## the binary, as bin/domsight
	go build -buildvcs=auto -trimpath -o bin/domsight ./cmd/domsight

generate: ## bundle the page side, rewrite generated documents
	go generate ./...

setup: ## install a browser, if none is found
	@go run ./cmd/domsight setup

lint: $(TOOLS)
	@echo "lint: gofmt, go vet, staticcheck, govulncheck"
	@unformatted=$$(gofmt -l cmd internal tools); test -z "$$unformatted" || { echo "run gofmt -w on:"; echo "$$unformatted"; exit 1; }
	go vet ./...
	go vet -C tools ./...
	bin/staticcheck ./...
	@bin/govulncheck ./... || echo "warning: govulncheck did not pass; see above"

types: $(TSC)
	@echo "types: tsc --strict"
	@engine/node_modules/.bin/tsc --strict --noEmit -p engine
	@engine/node_modules/.bin/tsc --strict --noEmit -p extension

# The race detector needs a C compiler, and time: it watches the rooms where goroutines meet.
race: setup
	@if command -v gcc >/dev/null; then \
	  echo "race: the rooms where goroutines meet"; \
	  go test -race -timeout 10m ./internal/cdp ./internal/browser ./internal/session ./internal/bridge ./internal/mcpserver; \
	else echo "race: left out, there is no gcc"; fi

conformance: setup $(MCP)
	@echo "conformance: the protocol's own tests, of both eras"
	go test -tags conformance -run TestConformance ./internal/mcpserver

$(MCP): internal/mcpserver/conformance/package-lock.json
	@echo "installing the protocol's tests (npm ci)"
	@cd internal/mcpserver/conformance && npm ci --no-audit --no-fund --loglevel=error

$(TSC): engine/package-lock.json
	@command -v npm >/dev/null || { echo "make check needs npm for the type checker: install nodejs and npm"; exit 1; }
	@echo "installing the type checker (npm ci)"
	@cd engine && npm ci --no-audit --no-fund --loglevel=error

$(TOOLS): tools/go.mod tools/go.sum
	@echo "building the linters (staticcheck, govulncheck): about a minute the first time"
	@go install -C tools tool
	@touch $@
