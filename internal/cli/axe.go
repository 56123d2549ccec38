package cli

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/domsight/domsight/internal/fault"
)

// axe-core is not ours to ship: npm brings it, once, and what it brings must be what we know.
const (
	axePackage = "axe-core@4.14.0"
	axeFile    = "package/axe.min.js"
	axeSum     = "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878" // SHA-256 of that file
	axeMost    = 4 << 20
)

// axeSource returns axe-core, from the user's cache or else from npm. say tells what takes time.
func axeSource(ctx context.Context, cache string, say func(string)) (string, error) {
	kept := filepath.Join(cache, "domsight", strings.ReplaceAll(axePackage, "@", "-")+".js")
	if data, err := os.ReadFile(kept); err == nil && sum(data) == axeSum {
		return string(data), nil
	}
	say("fetching " + axePackage + " with npm")
	data, err := fetchAxe(ctx)
	if err != nil {
		return "", err
	}
	if got := sum(data); got != axeSum {
		return "", fault.Newf(fault.NotAllowed, "what npm brought is not %s as we know it: its checksum is %s, not %s", axePackage, got, axeSum).
			Nextf("check where npm fetches from (npm config get registry); nothing was kept")
	}
	if err := keepFile(kept, data); err != nil {
		say(fmt.Sprintf("axe-core cannot be kept for the next time: %v", err))
	}
	return string(data), nil
}

func sum(data []byte) string {
	hash := sha256.Sum256(data)
	return hex.EncodeToString(hash[:])
}

// fetchAxe has npm download the package and takes the one file out of it. None of its scripts run.
func fetchAxe(ctx context.Context) ([]byte, error) {
	dir, err := os.MkdirTemp("", "domsight-axe-")
	if err != nil {
		return nil, fault.Wrap(err, fault.NotAllowed, "there is no place for a download")
	}
	defer os.RemoveAll(dir)
	npm := exec.CommandContext(ctx, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", dir, axePackage)
	npm.Dir = dir
	if out, err := npm.CombinedOutput(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, fault.New(fault.NotAllowed, "--axe needs npm the first time, and there is none").Nextf("install npm, or leave --axe out: --audit needs nothing")
		}
		return nil, (&fault.Error{Code: fault.NotAllowed, Message: "npm could not fetch " + axePackage, Cause: fmt.Errorf("%w: %s", err, strings.TrimSpace(string(out)))}).
			Nextf("check the network, or leave --axe out: --audit needs nothing")
	}
	archives, _ := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if len(archives) != 1 {
		return nil, fault.New(fault.Internal, "npm brought no package")
	}
	return unpack(archives[0], axeFile)
}

// unpack returns one file of a .tgz.
func unpack(archive, name string) ([]byte, error) {
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the package cannot be opened")
	}
	for files := tar.NewReader(zip); ; {
		header, err := files.Next()
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, "the package has no "+name)
		}
		if header.Name == name {
			return io.ReadAll(io.LimitReader(files, axeMost))
		}
	}
}

// keepFile writes a file as a whole or not at all.
func keepFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
