package session

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/fault"
)

// Upload gives a file input its files.
func (t *Tab) Upload(ctx context.Context, what string, files []string) (*effect.Receipt, error) {
	if what == "" || len(files) == 0 {
		return nil, needed("upload", "ref and files")
	}
	paths, names := make([]string, len(files)), make([]string, len(files))
	for i, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			return nil, fault.Wrap(err, fault.BadArgument, "that is no path")
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, fault.Newf(fault.BadArgument, "there is no file %s", short(file, 200)).Nextf("give the full path of a file on the machine where domsight runs")
		case info.IsDir():
			return nil, fault.Newf(fault.BadArgument, "%s is a folder", short(file, 200)).Nextf("name the files in it")
		}
		paths[i], names[i] = path, filepath.Base(path)
	}
	return t.act(ctx, "upload", what, func(ctx context.Context, a *acting) error {
		if a.hands == nil {
			return fault.New(fault.NotAllowed, "this browser connection cannot give files to a page").Nextf("use a browser that domsight starts or attaches to")
		}
		if err := a.do(ctx, "begin", nil, &struct{}{}); err != nil { // so that the hands are there
			return err
		}
		a.pressed = time.Now()
		if err := a.hands.Upload(ctx, a.frame, "kit.fileField", map[string]int{"key": a.key()}, paths); err != nil {
			return err
		}
		a.deed("gave %s to %s", strings.Join(names, ", "), a.label())
		a.receipt.ValueChanged, a.receipt.Value = true, strings.Join(names, ", ")
		return nil
	})
}
