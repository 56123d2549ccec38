// Package baseline keeps fingerprints on disk, one readable file each, made to be reviewed and committed. A file is replaced
// as a whole or not at all, by one writer at a time, and a file that we cannot read is never replaced. It does not know where
// fingerprints come from.
package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
)

// Folder is where baselines are kept if nobody says otherwise.
const Folder = ".domsight/baselines"

// Format is the version of the files we write. Older ones are read, newer ones refused.
const Format = 1

// Baseline is one file.
type Baseline struct {
	Format      int                      `json:"format"`
	Name        string                   `json:"name"`
	SavedAt     time.Time                `json:"saved_at"`
	Samples     int                      `json:"samples"`         // how many captures it was learnt from
	Noise       fingerprint.Noise        `json:"noise,omitempty"` // what varies by itself; yours to edit
	Fingerprint *fingerprint.Fingerprint `json:"fingerprint"`
}

// Store is a folder of baselines. It is made when the first one is saved.
type Store struct{ dir string }

// At is the store in a folder; "" for the usual one.
func At(dir string) *Store {
	if dir == "" {
		dir = filepath.FromSlash(Folder)
	}
	return &Store{dir}
}

// Dir is the store's folder.
func (s *Store) Dir() string { return s.dir }

const longestName = 100

// CheckName refuses names that could not be files in the store, or that would lead out of it.
func CheckName(name string) error {
	allowed := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" ._-+@", r)
	}
	switch {
	case name == "":
		return fault.New(fault.BadArgument, "a baseline needs a name")
	case len(name) > longestName:
		return fault.Newf(fault.BadArgument, "the name of a baseline has at most %d bytes", longestName)
	case strings.ContainsFunc(name, func(r rune) bool { return !allowed(r) }), strings.Trim(name, " .") != name:
		return fault.Newf(fault.BadArgument, "%q is not a name for a baseline", name).Nextf("use letters, digits, spaces and ._-+@, no dot or space at either end")
	}
	return nil
}

func (s *Store) path(name string) string { return filepath.Join(s.dir, name+".json") }

// Load reads a baseline.
func (s *Store) Load(name string) (*Baseline, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		known := "none is saved yet"
		if names, _ := s.List(); len(names) > 0 {
			known = "there are: " + strings.Join(names[:min(len(names), 20)], ", ")
		}
		return nil, fault.Newf(fault.BaselineNotFound, "there is no baseline %q", name).
			Nextf("configure {action: \"save_baseline\", name: %q} saves the page as it is now; %s", name, known)
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.NotAllowed, "the baseline cannot be read").Nextf("make %s readable", s.path(name))
	}
	return s.parse(name, data)
}

// parse is strict: what we do not understand we would lose when we write the file again.
func (s *Store) parse(name string, data []byte) (*Baseline, error) {
	damaged := func(what string) error {
		return fault.Newf(fault.BadArgument, "baseline %q is damaged: %s", name, what).
			Nextf("restore %s from version control, or delete it; it is left as it is", s.path(name))
	}
	var version struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return nil, damaged(locate(data, err))
	}
	if version.Format > Format {
		return nil, fault.Newf(fault.BadArgument, "baseline %q was written by a newer domsight (format %d, this one reads %d)", name, version.Format, Format).
			Nextf("update domsight; %s is left as it is", s.path(name))
	}
	b := &Baseline{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(b); err != nil {
		return nil, damaged(locate(data, err))
	}
	if b.Format < 1 || b.Fingerprint == nil || b.Fingerprint.Structure.Landmarks == nil {
		return nil, damaged("it holds no fingerprint")
	}
	for i, m := range b.Noise {
		if err := m.Check(); err != nil {
			return nil, damaged(fmt.Sprintf("noise %d: %v", i+1, err))
		}
	}
	return b, nil
}

// locate says where in the file a mistake is.
func locate(data []byte, err error) string {
	offset := int64(-1)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = e.Offset
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = e.Offset
	}
	if offset < 0 || offset > int64(len(data)) {
		return err.Error()
	}
	before := data[:offset]
	return fmt.Sprintf("line %d, column %d: %v", bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n')-1, err)
}

// List names the baselines, sorted.
func (s *Store) List() ([]string, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fault.Wrap(err, fault.NotAllowed, "the folder of baselines cannot be read").Nextf("make %s readable", s.dir)
	}
	names := []string{}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".json"); ok && !e.IsDir() && CheckName(name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Update saves what change makes of the baseline of that name, which is nil if there is none. If change returns nil, nothing
// is saved. Writers wait for each other, also those in other processes.
func (s *Store) Update(name string, change func(old *Baseline) (*Baseline, error)) (*Baseline, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	unlock, err := s.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	old, err := s.Load(name)
	if err != nil && fault.Of(err) != fault.BaselineNotFound {
		return nil, err
	}
	b, err := change(old)
	if err != nil || b == nil {
		return old, err
	}
	b.Format, b.Name = Format, name
	return b, s.write(name, b)
}

// Delete removes a baseline, readable or not.
func (s *Store) Delete(name string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	err = os.Remove(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		_, err = s.Load(name) // says which there are
		return err
	}
	return s.unwritable(err)
}

// lock keeps other writers out until the returned function is called.
func (s *Store) lock() (func(), error) {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return nil, s.unwritable(err)
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(s.dir, ".lock")).Lock()
	return unlock, s.unwritable(err)
}

// write replaces a file as a whole: the new one is complete on disk before the old one goes.
func (s *Store) write(name string, b *Baseline) (err error) {
	data, err := tidy(b)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the baseline cannot be written as JSON")
	}
	f, err := os.CreateTemp(s.dir, ".new-*")
	if err != nil {
		return s.unwritable(err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the old baseline is untouched
		}
	}()
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), s.path(name))
	}
	return s.unwritable(err)
}

func (s *Store) unwritable(err error) error {
	if err == nil {
		return nil
	}
	return (&fault.Error{Code: fault.NotAllowed, Message: "the baseline cannot be saved; the one from before is still there", Cause: err}).
		Nextf("make room in %s and let domsight write there, or start it elsewhere", s.dir)
}
