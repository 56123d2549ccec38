package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/fingerprint"
)

// BaselineRow is one baseline, or why it cannot be read.
type BaselineRow struct {
	Name           string
	Fingerprint    *fingerprint.Fingerprint
	SavedAt        time.Time
	Samples, Masks int
	Err            error
}

// BaselineSaved says what was saved, and where.
func BaselineSaved(at Where, dir string, b BaselineRow) string {
	f := b.Fingerprint
	text := fmt.Sprintf("%s\nSaved baseline %s in %s: hash %s, %d interactive, from %s", at, quote(b.Name), plain(dir), f.Hash, len(f.Structure.Interactive), samples(b.Samples))
	if b.Masks > 0 {
		text += fmt.Sprintf("; %d masks for what varies by itself, to be read and edited in the file", b.Masks)
	}
	return counted(text)
}

// Baselines lists those that are saved.
func Baselines(dir string, rows []BaselineRow) string {
	if len(rows) == 0 {
		return "no baseline is saved in " + plain(dir) + "\nnext: configure {action: \"save_baseline\", name: \"...\"} saves the page as it is"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d baselines in %s\n", len(rows), plain(dir))
	for i, row := range rows {
		if i == mostTabs {
			fmt.Fprintf(&b, "and %d more\n", len(rows)-mostTabs)
			break
		}
		if row.Err != nil {
			fmt.Fprintf(&b, "%s: %s\n", quote(row.Name), clip(row.Err.Error(), 200))
			continue
		}
		f := row.Fingerprint
		fmt.Fprintf(&b, "%s: hash %s, %s, %s, %s", quote(row.Name), f.Hash, f.Depth, row.SavedAt.Format("2006-01-02 15:04"), plain(clip(f.URL, 100)))
		if row.Masks > 0 {
			fmt.Fprintf(&b, ", %d masks", row.Masks)
		}
		b.WriteByte('\n')
	}
	return counted(strings.TrimSuffix(b.String(), "\n"))
}

func samples(n int) string {
	if n <= 1 {
		return "1 sample"
	}
	return fmt.Sprintf("%d samples", n)
}
