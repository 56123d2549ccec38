// Package tokens says how many tokens of a language model a text costs. It counts as o200k does: the text is cut into the
// same pieces, and each piece into entries of the vocabulary. Of the vocabulary it keeps only a filter that answers "is this
// an entry", now and then wrongly with yes; and it takes the longest entry first, where the real thing merges pairs in an
// order of its own. So a count is an estimate, a good one. It knows nothing of what a text is for.
package tokens

// Estimate is the number of tokens of s, within one percent or so on texts of some length.
func Estimate(s string) int {
	whole, split := count(s)
	return whole + split
}

// AtMost is a number of tokens that s does not exceed: for promises. It is at most a few percent above the truth on texts of
// some length.
func AtMost(s string) int {
	whole, split := count(s)
	return whole + split + whole/margin.whole + split/margin.split + margin.least
}

// margin is what AtMost adds: one for so many pieces of the vocabulary, one for so many tokens of pieces that had to be split.
// Fitted on 6 MB of interface texts in 50 languages, code and snapshots; guarded by TestAtMost.
var margin = struct{ whole, split, least int }{128, 10, 3}

// count returns the tokens of s: those that are a whole piece, and those of pieces that had to be split.
func count(s string) (whole, split int) {
	for i := 0; i < len(s); {
		end := piece(s, i)
		if end-i == 1 || end-i <= longestEntry && known(s[i:end]) {
			whole++
		} else {
			split += entries(s[i:end])
		}
		i = end
	}
	return whole, split
}

// entries cuts s into entries of the vocabulary, always the longest first.
func entries(s string) (n int) {
	for len(s) > 0 {
		longest, hash := 1, uint64(seed)
		for i := 0; i < len(s) && i < longestEntry; i++ {
			if hash = add(hash, s[i]); i > 0 && contains(hash) {
				longest = i + 1
			}
		}
		s = s[longest:]
		n++
	}
	return n
}
