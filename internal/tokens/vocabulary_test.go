package tokens

import (
	"bytes"
	"encoding/binary"
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
	var filled [buckets][4]uint64 // hashes
	for id := range uint(lastEntry + 1) {
		entry, err := codec.Decode([]uint{id})
		if err != nil {
			t.Fatal(err)
		}
		if len(entry) < 2 || len(entry) > longestEntry {
			continue
		}
		hash := uint64(seed)
		for i := range len(entry) {
			hash = add(hash, entry[i])
		}
		if !insert(&filled, hash) {
			t.Fatal("the filter is too small")
		}
	}
	filter := make([]byte, 0, 8*buckets)
	for _, bucket := range filled {
		for _, hash := range bucket {
			var mark uint16
			if hash != 0 {
				_, _, mark = place(hash)
			}
			filter = binary.LittleEndian.AppendUint16(filter, mark)
		}
	}
	if *update {
		if err := os.WriteFile("vocabulary.bin", filter, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(filter, vocabulary) {
		t.Error("vocabulary.bin is not the filter of o200k: run go test ./internal/tokens -update")
	}
}

// insert puts hash into one of its two buckets; where both are full it takes the place of another, which moves to its own
// other bucket, and so on.
func insert(filled *[buckets][4]uint64, hash uint64) bool {
	at, _, _ := place(hash)
	for try := range 500 {
		one, other, _ := place(hash)
		for _, bucket := range []uint64{one, other} {
			for slot, held := range filled[bucket] {
				if held == 0 || held == hash {
					filled[bucket][slot] = hash
					return true
				}
			}
		}
		if at = one + other - at; try == 0 {
			at = other
		}
		hash, filled[at][try%4] = filled[at][try%4], hash
	}
	return false
}
