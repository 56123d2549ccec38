package tokens

import (
	_ "embed"
	"encoding/binary"
)

// vocabulary recognises the entries of o200k of two to longestEntry bytes: a cuckoo filter. Each entry has left 16 bits of its
// hash in one of two buckets, and a bucket is a word of four such marks. TestVocabulary writes it.
//
//go:embed vocabulary.bin
var vocabulary []byte

const (
	buckets      = 7 << 13
	longestEntry = 32 // longer ones are runs of one sign
	seed         = 0x51ED270B27220D5B
	multiplier   = 0x9E3779B97F4A7C15
)

// known says whether s is an entry; one in 8,000 that is not passes as well.
func known(s string) bool {
	hash := uint64(seed)
	for i := range len(s) {
		hash = add(hash, s[i])
	}
	return contains(hash)
}

func add(hash uint64, c byte) uint64 { return (hash ^ uint64(c)) * multiplier }

func contains(hash uint64) bool {
	one, other, mark := place(hash)
	return has(binary.LittleEndian.Uint64(vocabulary[8*one:]), mark) || has(binary.LittleEndian.Uint64(vocabulary[8*other:]), mark)
}

// place is where an entry with this hash may stand, and as what.
func place(hash uint64) (one, other uint64, mark uint16) {
	return hash >> 32 * buckets >> 32, hash << 16 >> 32 * buckets >> 32, uint16(hash>>4) | 1
}

// has says whether one of the four marks of a bucket is mark: whether one of four sixteen-bit fields is zero.
func has(bucket uint64, mark uint16) bool {
	const ones, highs = 0x0001_0001_0001_0001, 0x8000_8000_8000_8000
	fields := bucket ^ uint64(mark)*ones
	return (fields-ones)&^fields&highs != 0
}
