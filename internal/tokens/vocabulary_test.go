package tokens

import (
	"flag"
	"os"
	"testing"

	"github.com/tiktoken-go/tokenizer"
)

var update = flag.Bool("update", false, "write vocabulary.bin anew")

const lastEntry = 199_997

func o200k(t testing.TB) tokenizer.Codec {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	return codec
}

// TestVocabulary builds the filter from the real vocabulary: what is committed must be just that.
func TestVocabulary(t *testing.T) {
	codec := o200k(t)
	filter := make([]byte, filterBits/8)
	for id := range uint(lastEntry + 1) {
		entry, err := codec.Decode([]uint{id})
		if err != nil {
			t.Fatal(err)
		}
		if len(entry) == 1 {
			continue
		}
		hash := uint64(seed)
		for i := range len(entry) {
			hash = add(hash, entry[i])
		}
		for probe := range uint32(probes) {
			at, mask := position(hash, probe)
			filter[at] |= mask
		}
	}
	if *update {
		if err := os.WriteFile("vocabulary.bin", filter, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(filter) != vocabulary {
		t.Error("vocabulary.bin is not the filter of o200k: run go test ./internal/tokens -update")
	}
}
