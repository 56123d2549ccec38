package tokens

import _ "embed"

// vocabulary is a Bloom filter of the entries of o200k, every single byte excepted: entries are too many to carry, and their
// hashes are enough to recognise them. TestVocabulary writes it.
//
//go:embed vocabulary.bin
var vocabulary string

const (
	filterBits   = 3 << 20
	probes       = 8
	longestEntry = 32 // longer ones are runs of one sign, and are met as whole pieces
	seed         = 0x51ED270B27220D5B
	multiplier   = 0x9E3779B97F4A7C15
)

func add(hash uint64, c byte) uint64 { return (hash ^ uint64(c)) * multiplier }

// known says whether s is an entry; one in 1,500 that is not passes as well.
func known(s string) bool {
	hash := uint64(seed)
	for i := range len(s) {
		hash = add(hash, s[i])
	}
	return contains(hash)
}

func contains(hash uint64) bool {
	for probe := range uint32(probes) {
		if at, mask := position(hash, probe); vocabulary[at]&mask == 0 {
			return false
		}
	}
	return true
}

// position is where the filter keeps the given probe of a hash.
func position(hash uint64, probe uint32) (at uint64, mask byte) {
	bit := uint64(uint32(hash>>32)+probe*uint32(hash>>8|1)) * filterBits >> 32
	return bit >> 3, 1 << (bit & 7)
}
