package driver

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/errlint/errlint/internal/cache"
	"golang.org/x/mod/modfile"
)

// A survey is everything that the answer of go list depends on: the environment,
// the files that define the modules, and, for each directory with a package that is neither
// in the module cache nor part of Go, the names and headers of its files.
//
// The directories are those that match the patterns and, transitively, those of the
// packages that their files import, whether or not these exist and build constraints
// select the files.
type survey struct {
	q        *request
	question cache.Key // what is asked, without what there is in directories
	key      cache.Key // of the question, and of what the answer depends on
	contents digest    // of the files in the directories

	modules []localModule // main modules first
	vendor  string        // the directory of vendored packages; empty if there is none

	// bases are the directories that differ between machines, with the names that they have in the cache.
	bases []base

	files *files
	dirs  map[string]*surveyed // by name

	// lost is set if the go command's answer depends on more than a survey sees, or something cannot be read.
	lost bool
}

// A localModule is one whose files can be edited.
type localModule struct {
	path, dir string
	main      bool
}

// A base is a directory, and its name in the cache.
type base struct{ dir, name string }

// A surveyed directory.
type surveyed struct {
	subdirs []string // those that a wildcard matches
	goMod   bool     // it has a go.mod
	files   []surveyedFile
	lost    bool // not everything can be read
}

type surveyedFile struct {
	name    string // in the directory
	sum     digest // of the header
	imports []string
	whole   *source // nil for tests that are not analysed
}

// survey makes a survey. It returns nil if the go command has to be asked each time.
func (q *request) survey(ctx context.Context, files *files) *survey {
	if q.opts.Cache == nil {
		return nil
	}
	s := &survey{q: q, files: files, dirs: make(map[string]*surveyed)}
	h := q.baseKey("metadata")
	if s.environment(h); s.lost {
		return nil
	}
	s.workspace(h)
	s.patterns(h)
	s.question = cache.Key(h.Sum(nil))
	if walk, dirs := s.matched(); !s.lost {
		s.look(ctx, walk, dirs)
	}
	if s.lost {
		return nil
	}
	contents := sha256.New()
	for _, dir := range slices.Sorted(maps.Keys(s.dirs)) {
		if files := s.dirs[dir].files; len(files) > 0 {
			name, ok := s.portable(dir)
			if !ok {
				return nil
			}
			writeStrings(h, name)
			for _, f := range files {
				writeStrings(h, f.name)
				h.Write(f.sum[:])
				if f.whole != nil {
					contents.Write(f.whole.sum[:])
				}
			}
			writeStrings(h, "")
		}
	}
	for _, dir := range s.boundaries() {
		name, _ := s.portable(dir)
		writeStrings(h, name)
	}
	s.key, s.contents = cache.Key(h.Sum(nil)), digest(contents.Sum(nil))
	return s
}

// boundaries returns the roots of nested modules, which have a go.mod of their own, among the surveyed directories and
// those above them; sorted.
func (s *survey) boundaries() []string {
	var found []string
	seen := make(map[string]bool)
	for _, m := range s.modules {
		seen[m.dir] = true
	}
	for dir := range s.dirs {
		for ; !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			if _, ok := s.portable(dir); !ok {
				break
			}
			if s.hasGoMod(dir) {
				found = append(found, dir)
			}
		}
	}
	slices.Sort(found)
	return found
}

// hasGoMod reports whether a directory has a go.mod.
func (s *survey) hasGoMod(dir string) bool {
	if d := s.dirs[dir]; d != nil {
		return d.goMod
	}
	_, err := s.files.read(filepath.Join(dir, "go.mod"))
	return err == nil
}

// environment writes the settings of the go command.
func (s *survey) environment(h hash.Hash) {
	env := s.q.goenv
	s.lost = !answersAlone(env.GOFLAGS) || env.GO111MODULE == "off" || env.GOMOD == "" || env.GOMOD == os.DevNull && env.GOWORK == ""
	for _, name := range slices.Sorted(maps.Keys(env.settings)) {
		writeStrings(h, name, env.settings[name])
	}
	writeStrings(h, s.q.opts.Tags...)
	writeStrings(h, fmt.Sprint("tests ", s.q.opts.Tests, " cgo ", s.q.opts.Cgo))
}

// answersAlone reports whether no flag in GOFLAGS makes the answer depend on other
// files.
func answersAlone(goflags string) bool {
	known := []string{"asan", "asmflags", "buildvcs", "cover", "covermode", "gcflags", "json", "ldflags", "mod", "modcacherw", "msan", "p", "race", "tags", "trimpath", "v"}
	for f := range strings.FieldsSeq(goflags) {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		if !slices.Contains(known, name) {
			return false
		}
	}
	return true
}

// workspace finds the modules whose files can be edited, and writes the files that define them.
func (s *survey) workspace(h hash.Hash) {
	env := s.q.goenv
	var mains []string // directories
	var replaced []localModule
	replaces := func(dir string, list []*modfile.Replace) {
		for _, rep := range list {
			if rep.New.Version == "" {
				replaced = append(replaced, localModule{path: rep.Old.Path, dir: resolve(dir, rep.New.Path)})
			}
		}
	}
	root := filepath.Dir(env.GOMOD) // of relative replacements, and of vendored packages
	hashFile := func(name string) []byte {
		text, err := s.files.read(name)
		s.lost = s.lost || err != nil && !errors.Is(err, fs.ErrNotExist)
		writeStrings(h, fmt.Sprint(err == nil), string(text))
		return text
	}
	if env.GOWORK != "" && env.GOWORK != "off" {
		root = filepath.Dir(env.GOWORK)
		s.bases = append(s.bases, base{root, "work"})
		text := hashFile(env.GOWORK)
		hashFile(env.GOWORK + ".sum")
		work, err := modfile.ParseWork(env.GOWORK, text, nil)
		if err != nil {
			s.lost = true
			return
		}
		for _, use := range work.Use {
			mains = append(mains, resolve(root, use.Path))
		}
		replaces(root, work.Replace)
	} else {
		mains = append(mains, root)
	}
	for _, dir := range mains {
		name := filepath.Join(dir, "go.mod")
		text := hashFile(name)
		hashFile(filepath.Join(dir, "go.sum"))
		mod, err := modfile.Parse(name, text, nil)
		if err != nil || mod.Module == nil {
			s.lost = true
			return
		}
		s.modules = append(s.modules, localModule{mod.Module.Mod.Path, dir, true})
		replaces(dir, mod.Replace)
	}
	for _, m := range replaced {
		hashFile(filepath.Join(m.dir, "go.mod"))
	}
	s.modules = append(s.modules, replaced...)
	if vendor := filepath.Join(root, "vendor"); len(hashFile(filepath.Join(vendor, "modules.txt"))) > 0 {
		s.vendor = vendor
	}
	for i, m := range s.modules {
		s.lost = s.lost || inside(env.GOROOT, m.dir) || inside(env.GOMODCACHE, m.dir)
		s.bases = append(s.bases, base{m.dir, fmt.Sprint("module ", i)})
	}
	s.bases = append(s.bases, base{env.GOMODCACHE, "modcache"}, base{env.GOROOT, "goroot"})
	// Inner directories come first, for a file is named after the innermost base. A directory
	// may have several names; which one is used does not matter, but it must be the same each time.
	slices.SortStableFunc(s.bases, func(a, b base) int { return cmp.Compare(len(b.dir), len(a.dir)) })
}

// resolve returns the absolute name of a file that is named relative to a directory.
func resolve(dir, name string) string {
	if name = filepath.FromSlash(name); filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// patterns writes the question to the go command.
func (s *survey) patterns(h hash.Hash) {
	known := true
	name := noting(s.portable, &known)
	writeStrings(h, name(s.q.dir))
	for _, pattern := range s.q.opts.Patterns {
		if filepath.IsAbs(pattern) {
			pattern = name(pattern)
		}
		writeStrings(h, pattern)
	}
	writeStrings(h, "")
	s.lost = s.lost || !known
}

// portable returns a name for a file or directory that is valid on any machine. It reports false if the file is in none of the bases.
func (s *survey) portable(name string) (string, bool) {
	for _, b := range s.bases {
		if rel, ok := strings.CutPrefix(name, b.dir); ok && (rel == "" || os.IsPathSeparator(rel[0])) {
			return b.name + ":" + filepath.ToSlash(rel), true
		}
	}
	return "", false
}

// local is the inverse of portable.
func (s *survey) local(name string) (string, bool) {
	tag, rel, ok := strings.Cut(name, ":")
	i := slices.IndexFunc(s.bases, func(b base) bool { return b.name == tag })
	if !ok || i < 0 || rel != "" && (rel[0] != '/' || !filepath.IsLocal(filepath.FromSlash(rel[1:]))) {
		return "", false
	}
	return s.bases[i].dir + filepath.FromSlash(rel), true
}

// matched returns the directories that the patterns match; walk has those of wildcards, which match below them, too.
func (s *survey) matched() (walk, dirs []string) {
	for _, pattern := range s.q.opts.Patterns {
		s.lost = s.lost || strings.Contains(pattern, "=") || strings.HasSuffix(pattern, ".go")
		// What comes before a wildcard, less its last element.
		prefix, _, wild := strings.Cut(pattern, "...")
		if wild {
			prefix = prefix[:strings.LastIndexAny(prefix, `/\`)+1]
		}
		switch {
		case isDirPattern(pattern):
			dir := resolve(s.q.dir, prefix)
			_, known := s.portable(dir)
			s.lost = s.lost || !known || wild && !isDir(dir) // see matches
			if wild {
				walk = append(walk, dir)
			} else {
				dirs = append(dirs, dir)
			}
		case wild:
			s.lost = s.lost || s.vendor != ""
			prefix = strings.TrimSuffix(prefix, "/")
			for _, m := range s.modules {
				if prefix == "" || within(prefix, m.path) {
					walk = append(walk, m.dir)
				}
			}
			walk = append(walk, s.dirsOf(prefix)...)
		case !strings.Contains(pattern, ".") && !slices.ContainsFunc(s.modules, func(m localModule) bool { return within(m.path, pattern) }):
			s.lost = true // the standard library, or a reserved name: "all", "std", "tool"
		default:
			dirs = append(dirs, s.dirsOf(pattern)...)
		}
	}
	return walk, dirs
}

// within reports whether an import path is another one or below it.
func within(parent, path string) bool {
	rest, ok := strings.CutPrefix(path, parent)
	return ok && (rest == "" || rest[0] == '/')
}

// dirsOf returns the directories where the go command may look for a package, existing or not, except
// the module cache and GOROOT, whose files do not change.
func (s *survey) dirsOf(importPath string) []string {
	var dirs []string
	for _, m := range s.modules {
		if within(m.path, importPath) {
			dirs = append(dirs, m.dir+filepath.FromSlash(importPath[len(m.path):]))
		}
	}
	if s.vendor != "" {
		dirs = append(dirs, filepath.Join(s.vendor, filepath.FromSlash(importPath)))
	}
	return dirs
}

// look surveys directories and, transitively, those of the packages that their files import. It descends into those in walk.
func (s *survey) look(ctx context.Context, walk, dirs []string) {
	added := s.overlaid()
	// list lists directories, and returns those that are new.
	list := func(names []string) (found []string) {
		for _, dir := range names {
			if s.dirs[dir] == nil {
				s.dirs[dir] = new(surveyed)
				found = append(found, dir)
			}
		}
		parallel(ctx, len(found), func(i int) { *s.dirs[found[i]] = listDir(found[i], added[found[i]]) })
		for _, dir := range found {
			s.lost = s.lost || s.dirs[dir].lost
		}
		s.lost = s.lost || ctx.Err() != nil
		return found
	}
	begin := make(map[string]bool)
	for _, dir := range walk {
		begin[dir] = true
	}
	for _, m := range s.modules {
		begin[m.dir] = begin[m.dir] || m.main
	}
	for batch := list(walk); len(batch) > 0 && !s.lost; {
		var below []string
		for _, dir := range batch {
			if s.dirs[dir].goMod && !begin[dir] {
				delete(s.dirs, dir) // another module, which no wildcard matches
			} else {
				below = append(below, s.dirs[dir].subdirs...)
			}
		}
		batch = list(below)
	}
	seen := make(map[string]bool) // import paths
	list(dirs)
	for batch := slices.Collect(maps.Keys(s.dirs)); len(batch) > 0 && !s.lost; {
		s.read(ctx, batch)
		var imported []string
		for _, dir := range batch {
			for _, f := range s.dirs[dir].files {
				for _, path := range f.imports {
					if !seen[path] {
						seen[path] = true
						imported = append(imported, s.dirsOf(path)...)
					}
				}
			}
		}
		batch = list(imported)
	}
}

// overlaid returns the names of the files that are overlaid, by directory.
func (s *survey) overlaid() map[string][]string {
	added := make(map[string][]string)
	for _, name := range slices.Sorted(maps.Keys(s.files.overlay)) {
		added[filepath.Dir(name)] = append(added[filepath.Dir(name)], filepath.Base(name))
	}
	return added
}

// sourceExts are the extensions of the files that a package can consist of; see fileListForExt in go/build.
var sourceExts = []string{".go", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90",
	".s", ".S", ".sx", ".swig", ".swigcxx", ".syso"}

// listDir lists a directory, in which some files are overlaid. It does not read the files.
func listDir(dir string, overlaid []string) surveyed {
	var out surveyed
	entries, err := os.ReadDir(dir)
	if err != nil {
		return surveyed{lost: !errors.Is(err, fs.ErrNotExist)}
	}
	names := slices.Clone(overlaid)
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || slices.Contains(overlaid, name) {
			continue
		}
		full := filepath.Join(dir, name)
		if e.IsDir() {
			if name != "testdata" && name != "vendor" {
				out.subdirs = append(out.subdirs, full)
			}
			continue
		}
		if name != "go.mod" && !slices.Contains(sourceExts, filepath.Ext(name)) {
			continue
		}
		if !e.Type().IsRegular() {
			if info, err := os.Stat(full); err == nil && info.IsDir() {
				continue // a link to one
			} else if err != nil || !info.Mode().IsRegular() {
				return surveyed{lost: true}
			}
		}
		names = append(names, name)
	}
	if len(overlaid) > 0 {
		names = slices.Sorted(slices.Values(names))
	}
	for _, name := range names {
		switch {
		case name == "go.mod":
			out.goMod = true
		case slices.Contains(sourceExts, filepath.Ext(name)) && name[0] != '.' && name[0] != '_':
			out.files = append(out.files, surveyedFile{name: name})
		}
	}
	return out
}

// read reads the files in directories in parallel, file by file: one directory may hold most files of a module.
func (s *survey) read(ctx context.Context, dirs []string) {
	var names []string
	var files []*surveyedFile
	for _, dir := range dirs {
		for i := range s.dirs[dir].files {
			f := &s.dirs[dir].files[i]
			names, files = append(names, filepath.Join(dir, f.name)), append(files, f)
		}
	}
	var lost atomic.Bool
	parallel(ctx, len(files), func(i int) {
		if s.readFile(names[i], files[i]) != nil {
			lost.Store(true)
		}
	})
	s.lost = s.lost || lost.Load() || ctx.Err() != nil
}

// headSize is how much is read of a test file that is not analyzed, in bytes; and all of it, if its heading is longer. Of the 1,753 files of tests
// in Go 1.26.8 five have a longer one.
const headSize = 4 << 10

// readFile reads a file that a package may consist of.
func (s *survey) readFile(full string, f *surveyedFile) error {
	source, analyzed := strings.HasSuffix(full, ".go"), s.q.opts.Tests || !strings.HasSuffix(full, "_test.go")
	limit := int64(whole)
	if !analyzed {
		limit = headSize
	}
	return s.files.use(full, limit, func(text []byte, complete bool) (more bool) {
		head := text
		if source {
			h := header(text)
			if !h.settled && !complete {
				return true
			}
			head, f.imports = h.text, h.imports
		}
		f.sum = sha256.Sum256(head)
		if analyzed {
			f.whole = s.files.learn(full, text, head, nil)
		}
		return false
	})
}
