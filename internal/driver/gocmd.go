package driver

import (
	"cmp"
	"context"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A loadError is a failure of the go command, in its own words.
type loadError struct {
	text string
	err  error
}

func (e *loadError) Error() string { return e.text }
func (e *loadError) Unwrap() error { return e.err }

// A goCommand is the go command in a directory and an environment. Its methods are all the driver's questions to it. It builds
// nothing, and runs nothing that the code contains, except in queryCgo.
type goCommand struct {
	dir     string   // absolute
	env     []string // of the go command
	tags    []string
	tests   bool
	overlay map[string][]byte

	goenv goEnv
}

// load asks for packages, with the information that mode selects. Errors begin with what.
func (g *goCommand) load(ctx context.Context, what string, mode packages.LoadMode, tests bool, patterns []string, flags ...string) ([]*packages.Package, error) {
	cfg := &packages.Config{
		Context: ctx,
		Dir:     g.dir,
		Env:     g.env,
		Mode:    packages.NeedName | mode,
		Overlay: g.overlay,
		Tests:   tests,
		// The state of the repository is not needed, and to get it would run programs that its configuration names.
		BuildFlags: append(flags, "-buildvcs=false"),
	}
	if len(g.tags) > 0 {
		cfg.BuildFlags = append(cfg.BuildFlags, "-tags="+strings.Join(g.tags, ","))
	}
	roots, err := packages.Load(cfg, patterns...)
	if err != nil {
		// go/packages: "err: exit status 1: stderr: go: errors parsing go.mod: …"
		text := err.Error()
		if _, after, ok := strings.Cut(text, "stderr: "); ok {
			text = after
		}
		return nil, &loadError{text: what + cmp.Or(oneLine(text), err.Error()), err: err}
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.Dir == "" && p.Name == "" && len(p.Errors) > 0 {
			p.GoFiles = nil // go/packages gives a missing package the file that imports it
		}
	})
	return roots, nil
}

// queryPackages asks for the packages that match the patterns, and all that they
// depend on. It gets no types, and asks for nothing that
// would make the go command build a package: not even for type sizes, which
// go/packages takes as a request for the output of cgo. With exports, it also asks for the files with export data, and reports whether it has
// got these; see queryExports.
func (g *goCommand) queryPackages(ctx context.Context, patterns []string, exports bool) (roots []*packages.Package, exported bool, err error) {
	const mode = packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	if exports {
		// Whatever is wrong, the question below is answered with.
		if roots, err := g.load(ctx, "", mode|packages.NeedExportFile, g.tests, patterns, "-n"); err == nil && len(roots) > 0 {
			complete := true
			packages.Visit(roots, nil, func(p *packages.Package) { complete = complete && len(p.Errors) == 0 })
			if complete {
				return roots, true, nil
			}
		}
		// When it is asked for export data, go/packages does not tell all that is wrong.
	}
	roots, err = g.load(ctx, "", mode, g.tests, patterns)
	return roots, false, err
}

// queryExports asks for the files with export data of packages
// and their dependencies, as far as the go command has them.
//
// The flag -n keeps the go command from compiling what it does not have: it
// prints the commands that it would run, and runs none.
func (g *goCommand) queryExports(ctx context.Context, paths []string) (map[string]string, error) {
	roots, err := g.load(ctx, "export data of dependencies: ", packages.NeedExportFile|packages.NeedImports|packages.NeedDeps, false, paths, "-n")
	files := make(map[string]string)
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.ExportFile != "" {
			files[p.PkgPath] = p.ExportFile
		}
	})
	return files, err
}

// queryCgo asks for the Go files that cgo generates for packages that use it, and
// for the imports of these. It returns the packages by ID. Nothing is compiled.
func (g *goCommand) queryCgo(ctx context.Context, patterns []string) (map[string]*packages.Package, error) {
	roots, err := g.load(ctx, "output of cgo: ", packages.NeedFiles|packages.NeedCompiledGoFiles|packages.NeedImports|packages.NeedDeps, g.tests, patterns)
	byID := make(map[string]*packages.Package)
	packages.Visit(roots, nil, func(p *packages.Package) { byID[p.ID] = p })
	return byID, err
}

// oneLine returns a message of the go command as a single line.
func oneLine(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if b.Len() > 0 {
			if s := b.String(); !strings.HasSuffix(s, ":") && !strings.HasSuffix(s, ";") {
				b.WriteByte(';')
			}
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return strings.TrimPrefix(b.String(), "go: ")
}
