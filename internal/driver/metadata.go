package driver

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/cache"
)

// metadata returns the packages that match the patterns, with all that they depend on. The survey may be nil.
//
// The go command says what these are, and takes longer for it than everything else
// takes when little has changed. But it looks only at what a [survey] looks at. So its
// answer is kept under a digest of that.
//
// What it says of errors is not kept: they may have causes anywhere.
func (r *run) metadata(ctx context.Context, s *survey) ([]*packages.Package, error) {
	if s != nil {
		if text, ok := r.opts.Cache.Get(s.key); ok {
			if roots, ok := s.decode(text); ok {
				s.sound = true
				return roots, nil
			}
		}
	}
	r.opts.Stats.phase("asking the go command for packages")
	roots, err := r.queryMetadata(ctx)
	if err != nil || s == nil {
		return roots, err
	}
	if text, ok := s.encode(roots); ok {
		r.background.Go(func() {
			// The answer may be about files that have changed since, or go.mod, which the go command itself may have changed.
			if again := r.survey(ctx); again != nil && again.key == s.key {
				r.opts.Cache.Put(s.key, text)
				s.sound = true
			}
		})
	}
	return roots, nil
}

// A storedRun is the result of a run, as it is kept for when nothing at all has changed.
type storedRun struct {
	Result
	Own  int      // packages
	Dirs []string // of the modules that it is about, which have to be there
}

// runKey returns the key of the result of a run: the question, the answer of which a survey tells, and the contents of all files.
func (s *survey) runKey() cache.Key {
	h := s.r.baseKey("run")
	h.Write(s.key[:])
	h.Write(s.contents[:])
	writeString(h, s.r.opts.ConfigKey)
	for _, a := range s.r.all {
		writeString(h, a.Name)
	}
	return cache.Key(h.Sum(nil))
}

// lookup returns the result of a run, if nothing has changed since it was kept.
func (s *survey) lookup() (*Result, bool) {
	text, ok := s.r.opts.Cache.Get(s.runKey())
	if !ok {
		return nil, false
	}
	var stored storedRun
	if json.Unmarshal(text, &stored) != nil {
		return nil, false
	}
	for _, name := range stored.Dirs {
		dir, ok := s.local(name)
		if !ok {
			return nil, false
		}
		if _, err := os.Stat(dir); err != nil {
			return nil, false
		}
	}
	s.r.opts.Stats.hits(stored.Own)
	return stored.mapFiles(s.local)
}

// keep keeps the result of a run, if all that went into it is sound.
func (s *survey) keep(res *Result) {
	g := s.r.graph
	stored := storedRun{}
	dirs := make(map[string]bool)
	for _, n := range g.nodes {
		if n.kind == own && (!n.resolved && n.target || n.resolved && (!n.solid || n.noInput || n.usesC || len(n.loop) > 0)) {
			return
		}
		if n.kind == own && n.resolved {
			stored.Own++
		}
		if m := n.meta.Module; m != nil && m.Replace == nil && m.Dir != "" && !dirs[m.Dir] {
			dirs[m.Dir] = true
			name, ok := s.portable(m.Dir)
			if !ok {
				return
			}
			stored.Dirs = append(stored.Dirs, name)
		}
	}
	slices.Sort(stored.Dirs)
	portable, ok := res.mapFiles(s.portable)
	if !ok {
		return
	}
	stored.Result = *portable
	if text, err := json.Marshal(stored); err == nil && !bytes.Contains(text, []byte(`\ufffd`)) {
		s.r.opts.Cache.Put(s.runKey(), text)
	}
}

// mapFiles returns the result with other names of files. It reports false if there is a file that to has no name for.
func (res *Result) mapFiles(to func(string) (string, bool)) (*Result, bool) {
	out := *res
	mapped, ok := result{Findings: res.Findings, Hidden: res.Hidden, Problems: res.Problems}.mapFiles(to)
	out.Findings, out.Hidden, out.Problems = mapped.Findings, mapped.Hidden, mapped.Problems
	return &out, ok
}

// A survey is a look at all that the go command's answer depends on: its environment,
// the files that say which modules there are, and of each directory where it finds a package that is not
// in the module cache or part of Go, which files are there and what their headers say.
//
// The directories are those that match the patterns, and those that the files in them import, whether
// or not these exist and build constraints select the files; and so on.
type survey struct {
	r       *run
	key     cache.Key
	modules []localModule // main modules first
	vendor  string        // the directory of vendored packages; empty if there is none

	// Directories that can be elsewhere on another machine, and what they are called in the cache.
	bases []base

	dirs     map[string]*surveyed // by name
	files    map[string]*source   // by name, those that were read completely
	contents digest               // of those

	sound bool // what was found out of it may be kept
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
	subdirs []string // where a wildcard may lead from there
	files   []surveyedFile
	imports []string
	read    map[string]*source // the files that were read completely
	done    bool               // it has been read
	err     error
}

type surveyedFile struct {
	name string // in the directory
	sum  digest // of the header
}

// errNoSurvey says that the go command's answer depends on more than a survey sees.
var errNoSurvey = errors.New("no survey")

// survey returns nil if the go command has to be asked each time.
func (r *run) survey(ctx context.Context) *survey {
	if r.opts.Cache == nil || len(r.opts.Overlay) > 0 {
		return nil
	}
	s := &survey{r: r, dirs: make(map[string]*surveyed), files: make(map[string]*source)}
	h := r.baseKey("metadata")
	if s.environment(h) != nil || s.workspace(h) != nil || s.question(h) != nil {
		return nil
	}
	walk, dirs, err := s.matched()
	if err != nil || s.look(ctx, walk, dirs) != nil {
		return nil
	}
	contents := sha256.New()
	for _, dir := range slices.Sorted(maps.Keys(s.dirs)) {
		if files := s.dirs[dir].files; len(files) > 0 {
			name, ok := s.portable(dir)
			if !ok {
				return nil
			}
			writeString(h, name)
			for _, f := range files {
				writeString(h, f.name)
				h.Write(f.sum[:])
				if src := s.files[filepath.Join(dir, f.name)]; src != nil {
					contents.Write(src.sum[:])
				}
			}
			writeString(h, "")
		}
	}
	for _, dir := range s.boundaries() {
		name, _ := s.portable(dir)
		writeString(h, name)
	}
	s.key, s.contents = cache.Key(h.Sum(nil)), digest(contents.Sum(nil))
	return s
}

// boundaries returns the directories that make a part of a module one of its own, by a go.mod there, among those that
// were looked at and those above them; sorted.
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
			if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !info.IsDir() {
				found = append(found, dir)
			}
		}
	}
	slices.Sort(found)
	return found
}

// environment writes what the environment says.
func (s *survey) environment(h hash.Hash) error {
	env := s.r.goenv
	if !answersAlone(env.GOFLAGS) || env.GO111MODULE == "off" || env.GOMOD == "" || env.GOMOD == os.DevNull && env.GOWORK == "" {
		return errNoSurvey
	}
	for _, name := range slices.Sorted(maps.Keys(env.settings)) {
		writeString(h, name)
		writeString(h, env.settings[name])
	}
	for _, tag := range s.r.opts.Tags {
		writeString(h, tag)
	}
	writeString(h, fmt.Sprint("tests ", s.r.opts.Tests, " cgo ", s.r.opts.Cgo))
	return nil
}

// answersAlone reports whether GOFLAGS has no flag that makes the answer depend on other
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

// workspace finds the modules whose files can be edited, and writes the files that say which there are.
func (s *survey) workspace(h hash.Hash) error {
	env := s.r.goenv
	var mains []string // directories
	var replaced []*modfile.Replace
	root := filepath.Dir(env.GOMOD) // of relative replacements, and of vendored packages
	hashFile := func(name string) ([]byte, error) {
		text, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		writeString(h, fmt.Sprint(err == nil))
		writeString(h, string(text))
		return text, nil
	}
	if env.GOWORK != "" && env.GOWORK != "off" {
		root = filepath.Dir(env.GOWORK)
		s.bases = append(s.bases, base{root, "work"})
		text, err := hashFile(env.GOWORK)
		if err != nil {
			return err
		}
		if _, err := hashFile(env.GOWORK + ".sum"); err != nil {
			return err
		}
		work, err := modfile.ParseWork(env.GOWORK, text, nil)
		if err != nil {
			return err
		}
		for _, use := range work.Use {
			mains = append(mains, resolve(root, use.Path))
		}
		for _, rep := range work.Replace {
			rep.New.Path = localPath(root, rep.New.Path, rep.New.Version)
		}
		replaced = append(replaced, work.Replace...)
	} else {
		mains = append(mains, root)
	}
	add := func(path, dir string, main bool) {
		s.modules = append(s.modules, localModule{path, dir, main})
		s.bases = append(s.bases, base{dir, fmt.Sprint("module ", len(s.modules))})
	}
	for _, dir := range mains {
		name := filepath.Join(dir, "go.mod")
		text, err := hashFile(name)
		if err != nil {
			return err
		}
		if _, err := hashFile(filepath.Join(dir, "go.sum")); err != nil {
			return err
		}
		mod, err := modfile.Parse(name, text, nil)
		if err != nil {
			return err
		}
		if mod.Module == nil {
			return errNoSurvey
		}
		add(mod.Module.Mod.Path, dir, true)
		for _, rep := range mod.Replace {
			rep.New.Path = localPath(dir, rep.New.Path, rep.New.Version)
		}
		replaced = append(replaced, mod.Replace...)
	}
	for _, rep := range replaced {
		if rep.New.Version == "" {
			if _, err := hashFile(filepath.Join(rep.New.Path, "go.mod")); err != nil {
				return err
			}
			add(rep.Old.Path, rep.New.Path, false)
		}
	}
	vendor := filepath.Join(root, "vendor")
	text, err := hashFile(filepath.Join(vendor, "modules.txt"))
	if err != nil {
		return err
	}
	if len(text) > 0 {
		s.vendor = vendor
	}
	for _, m := range s.modules {
		if inside(env.GOROOT, m.dir) || inside(env.GOMODCACHE, m.dir) {
			return errNoSurvey
		}
	}
	s.bases = append(s.bases, base{env.GOMODCACHE, "modcache"}, base{env.GOROOT, "goroot"})
	// Of directories in one another, the inner one has the name. It does not matter which of
	// several names of one directory it is, but it must be the same each time.
	slices.SortStableFunc(s.bases, func(a, b base) int { return cmp.Compare(len(b.dir), len(a.dir)) })
	return nil
}

// localPath returns the directory that replaces a module, if one does.
func localPath(dir, path, version string) string {
	if version != "" {
		return path
	}
	return resolve(dir, path)
}

// resolve returns what a name means in a directory.
func resolve(dir, name string) string {
	if name = filepath.FromSlash(name); filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// question writes what the go command is asked.
func (s *survey) question(h hash.Hash) error {
	dir, ok := s.portable(s.r.dir)
	if !ok {
		return errNoSurvey
	}
	writeString(h, dir)
	for _, pattern := range s.r.opts.Patterns {
		if filepath.IsAbs(pattern) {
			if pattern, ok = s.portable(pattern); !ok {
				return errNoSurvey
			}
		}
		writeString(h, pattern)
	}
	writeString(h, "")
	return nil
}

// portable returns a name of a file or directory that means the same on any machine.
func (s *survey) portable(name string) (string, bool) {
	for _, b := range s.bases {
		if rel, ok := strings.CutPrefix(name, b.dir); ok && (rel == "" || os.IsPathSeparator(rel[0])) {
			return b.name + ":" + filepath.ToSlash(rel), true
		}
	}
	return "", false
}

// local returns the name on this machine.
func (s *survey) local(name string) (string, bool) {
	tag, rel, ok := strings.Cut(name, ":")
	i := slices.IndexFunc(s.bases, func(b base) bool { return b.name == tag })
	if !ok || i < 0 || rel != "" && (rel[0] != '/' || !filepath.IsLocal(filepath.FromSlash(rel[1:]))) {
		return "", false
	}
	return s.bases[i].dir + filepath.FromSlash(rel), true
}

// matched returns the directories that patterns match: walk has those below which all may match.
func (s *survey) matched() (walk, dirs []string, err error) {
	for _, pattern := range s.r.opts.Patterns {
		if strings.Contains(pattern, "=") || strings.HasSuffix(pattern, ".go") {
			return nil, nil, errNoSurvey
		}
		// What comes before a wildcard, less its last element.
		prefix, _, wild := strings.Cut(pattern, "...")
		if wild {
			prefix = prefix[:strings.LastIndexAny(prefix, `/\`)+1]
		}
		switch {
		case isDirPattern(pattern):
			dir := resolve(s.r.dir, prefix)
			if _, ok := s.portable(dir); !ok {
				return nil, nil, errNoSurvey
			}
			if wild {
				walk = append(walk, dir)
			} else {
				dirs = append(dirs, dir)
			}
		case wild:
			if s.vendor != "" {
				return nil, nil, errNoSurvey
			}
			prefix = strings.TrimSuffix(prefix, "/")
			for _, m := range s.modules {
				if prefix == "" || within(prefix, m.path) {
					walk = append(walk, m.dir)
				}
			}
			walk = append(walk, s.dirsOf(prefix)...)
		case !strings.Contains(pattern, ".") && !slices.ContainsFunc(s.modules, func(m localModule) bool { return within(m.path, pattern) }):
			return nil, nil, errNoSurvey // the standard library, or a word with a meaning: "all", "std", "tool"
		default:
			dirs = append(dirs, s.dirsOf(pattern)...)
		}
	}
	return walk, dirs, nil
}

// within reports whether an import path is another one or below it.
func within(parent, path string) bool {
	rest, ok := strings.CutPrefix(path, parent)
	return ok && (rest == "" || rest[0] == '/')
}

// dirsOf returns the directories where the go command may look for a package, existing or not, but for
// those that nobody edits.
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

// look looks at directories, and at those that the files in them import; walk has those to be looked at with all below them.
func (s *survey) look(ctx context.Context, walk, dirs []string) error {
	var queue []string // to be read, each once
	walked := make(map[string]bool)
	var add func(dir string, walk bool)
	descend := func(d *surveyed) {
		for _, sub := range d.subdirs {
			if !s.otherModule(sub) {
				add(sub, true)
			}
		}
	}
	add = func(dir string, walk bool) {
		walk = walk && !walked[dir]
		if walk {
			walked[dir] = true
		}
		switch d := s.dirs[dir]; {
		case d == nil:
			s.dirs[dir] = new(surveyed)
			queue = append(queue, dir)
		case walk && d.done:
			descend(d)
		}
	}
	for _, dir := range walk {
		add(dir, true)
	}
	for _, dir := range dirs {
		add(dir, false)
	}
	seen := make(map[string]bool) // import paths
	for len(queue) > 0 {
		batch := queue
		queue = nil
		type job struct {
			dir string
			out *surveyed
		}
		jobs := make([]job, len(batch))
		for i, dir := range batch {
			jobs[i] = job{dir, s.dirs[dir]}
		}
		parallel(ctx, jobs, func(j job) { *j.out = s.read(j.dir) })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, j := range jobs {
			if j.out.err != nil {
				return j.out.err
			}
			maps.Copy(s.files, j.out.read)
			j.out.read, j.out.done = nil, true
			if walked[j.dir] {
				descend(j.out)
			}
			for _, path := range j.out.imports {
				if !seen[path] {
					seen[path] = true
					for _, dir := range s.dirsOf(path) {
						add(dir, false)
					}
				}
			}
		}
	}
	return nil
}

// otherModule reports whether a directory belongs to a module of its own, where no wildcard leads.
func (s *survey) otherModule(dir string) bool {
	if slices.ContainsFunc(s.modules, func(m localModule) bool { return m.main && m.dir == dir }) {
		return false
	}
	info, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil && !info.IsDir()
}

// sourceExts are the extensions of the files that a package can consist of; see fileListForExt in go/build.
var sourceExts = []string{".go", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90",
	".s", ".S", ".sx", ".swig", ".swigcxx", ".syso"}

// read reads a directory.
func (s *survey) read(dir string) surveyed {
	var out surveyed
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return out
	case err != nil:
		return surveyed{err: err}
	}
	out.read = make(map[string]*source)
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
			continue
		}
		full := filepath.Join(dir, name)
		if e.IsDir() {
			if name != "testdata" && name != "vendor" {
				out.subdirs = append(out.subdirs, full)
			}
			continue
		}
		if !slices.Contains(sourceExts, filepath.Ext(name)) {
			continue
		}
		if !e.Type().IsRegular() {
			if info, err := os.Stat(full); err == nil && info.IsDir() {
				continue // a link to one
			} else if err != nil || !info.Mode().IsRegular() {
				return surveyed{err: cmp.Or(err, errNoSurvey)}
			}
		}
		text, err := os.ReadFile(full)
		if err != nil {
			return surveyed{err: err}
		}
		f := surveyedFile{name: name}
		if strings.HasSuffix(name, ".go") {
			head, imports := header(text)
			f.sum = sha256.Sum256(head)
			out.imports = append(out.imports, imports...)
		} else {
			f.sum = sha256.Sum256(text)
		}
		out.files = append(out.files, f)
		if s.r.opts.Tests || !strings.HasSuffix(name, "_test.go") {
			out.read[full] = newSource(text)
		}
	}
	return out
}

// A storedList is the go command's answer.
type storedList struct {
	Roots    []int // in Packages
	Packages []storedPackage
	Modules  []storedModule
}

type storedPackage struct {
	ID      string
	Name    string
	PkgPath string         `json:",omitempty"` // if it is not the ID
	Dir     string         `json:",omitempty"`
	Go      []string       `json:",omitempty"` // files, in Dir
	Other   []string       `json:",omitempty"`
	Ignored []string       `json:",omitempty"`
	Imports []int          `json:",omitempty"` // in Packages; of those that are imported by their IDs
	Mapped  map[string]int `json:",omitempty"` // the others, by the path that is imported
	Module  int            `json:",omitempty"` // in Modules, from 1
}

type storedModule struct {
	Path, Version string
	Dir           string        `json:",omitempty"`
	GoMod         string        `json:",omitempty"`
	GoVersion     string        `json:",omitempty"`
	Main          bool          `json:",omitempty"`
	Replace       *storedModule `json:",omitempty"`
}

// encode returns an answer as an entry of the cache. It reports false if it is not to be kept.
func (s *survey) encode(roots []*packages.Package) ([]byte, bool) {
	var (
		list    storedList
		ok      = true
		ids     = make(map[string]int)
		modules = make(map[*packages.Module]int)
		all     []*packages.Package
	)
	packages.Visit(roots, nil, func(p *packages.Package) {
		if _, known := ids[p.ID]; !known {
			ids[p.ID] = len(all)
			all = append(all, p)
		}
	})
	name := func(file string) string {
		if file == "" {
			return ""
		}
		name, known := s.portable(file)
		ok = ok && known
		return name
	}
	var module func(m *packages.Module) *storedModule
	module = func(m *packages.Module) *storedModule {
		ok = ok && m.Error == nil
		out := &storedModule{Path: m.Path, Version: m.Version, Dir: name(m.Dir), GoVersion: m.GoVersion, Main: m.Main}
		// It may be in the module cache's own files, whatever replaces the module.
		out.GoMod = name(m.GoMod)
		if m.Replace != nil {
			out.Replace = module(m.Replace)
		}
		return out
	}
	for _, p := range all {
		if len(p.Errors) > 0 {
			return nil, false
		}
		sp := storedPackage{ID: p.ID, Name: p.Name, Dir: name(p.Dir)}
		if p.PkgPath != p.ID {
			sp.PkgPath = p.PkgPath
		}
		if !isTestMain(p) { // that is nowhere
			files := func(names []string) (bases []string) {
				for _, name := range names {
					ok = ok && filepath.Dir(name) == p.Dir
					bases = append(bases, filepath.Base(name))
				}
				return bases
			}
			sp.Go, sp.Other, sp.Ignored = files(p.GoFiles), files(p.OtherFiles), files(p.IgnoredFiles)
		}
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			if imp := p.Imports[path]; imp.ID == path {
				sp.Imports = append(sp.Imports, ids[path])
			} else {
				if sp.Mapped == nil {
					sp.Mapped = make(map[string]int)
				}
				sp.Mapped[path] = ids[imp.ID]
			}
		}
		if m := p.Module; m != nil {
			if modules[m] == 0 {
				list.Modules = append(list.Modules, *module(m))
				modules[m] = len(list.Modules)
			}
			sp.Module = modules[m]
		}
		list.Packages = append(list.Packages, sp)
	}
	for _, p := range roots {
		list.Roots = append(list.Roots, ids[p.ID])
	}
	text, err := json.Marshal(list)
	return text, ok && err == nil && len(roots) > 0 && !bytes.Contains(text, []byte(`\ufffd`))
}

// decode reads an entry of the cache. It reports false if the entry is of no use, such as for a module that
// is not in the module cache any more.
func (s *survey) decode(text []byte) ([]*packages.Package, bool) {
	var list storedList
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, false
	}
	ok := true
	name := func(name string) string {
		if name == "" {
			return ""
		}
		file, known := s.local(name)
		ok = ok && known
		return file
	}
	var module func(m storedModule) *packages.Module
	module = func(m storedModule) *packages.Module {
		out := &packages.Module{Path: m.Path, Version: m.Version, Dir: name(m.Dir), GoMod: name(m.GoMod), GoVersion: m.GoVersion, Main: m.Main}
		if m.Replace != nil {
			out.Replace = module(*m.Replace)
		}
		if out.Dir != "" && out.Replace == nil {
			_, err := os.Stat(out.Dir)
			ok = ok && err == nil
		}
		return out
	}
	var modules []*packages.Module
	for _, m := range list.Modules {
		modules = append(modules, module(m))
	}
	all := make([]*packages.Package, len(list.Packages))
	for i, sp := range list.Packages {
		all[i] = &packages.Package{ID: sp.ID, Name: sp.Name, PkgPath: cmp.Or(sp.PkgPath, sp.ID), Dir: name(sp.Dir)}
	}
	known := func(i int) bool {
		ok = ok && 0 <= i && i < len(all)
		return ok
	}
	for i, sp := range list.Packages {
		p := all[i]
		files := func(bases []string) (names []string) {
			for _, base := range bases {
				ok = ok && base == path.Base(base) && filepath.IsLocal(base)
				names = append(names, filepath.Join(p.Dir, base))
			}
			return names
		}
		p.GoFiles, p.OtherFiles, p.IgnoredFiles = files(sp.Go), files(sp.Other), files(sp.Ignored)
		p.Imports = make(map[string]*packages.Package, len(sp.Imports)+len(sp.Mapped))
		for _, imp := range sp.Imports {
			if known(imp) {
				p.Imports[all[imp].ID] = all[imp]
			}
		}
		for path, imp := range sp.Mapped {
			if known(imp) {
				p.Imports[path] = all[imp]
			}
		}
		if sp.Module != 0 {
			if ok = ok && 0 < sp.Module && sp.Module <= len(modules); ok {
				p.Module = modules[sp.Module-1]
			}
		}
	}
	var roots []*packages.Package
	for _, i := range list.Roots {
		if known(i) {
			roots = append(roots, all[i])
		}
	}
	return roots, ok && len(roots) > 0
}
