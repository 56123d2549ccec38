package tokens

import (
	"os"
	"testing"
)

func BenchmarkX(b *testing.B) {
	for _, f := range []string{"/tmp/t/en.txt", "/tmp/t/ja.txt", "/tmp/t/hu.txt","/tmp/t/snap.txt"} {
		t, _ := os.ReadFile(f)
		s := string(t)
		b.Run(f[7:], func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Estimate(s)
			}
		})
	}
}
