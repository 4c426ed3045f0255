package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/directive"
)

// isVetTool reports whether the arguments are those that the go command gives
// to a vet tool: -V=full and -flags, by which it asks for what the cache keys
// on and for the flags, or else a file with the description of a package.
func isVetTool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vetTool does the work of a vet tool on one package, by way of package
// unitchecker, and exits: with 1 if there are findings, unless they are wanted
// as JSON, in which case a failure is 1.
//
// The go command runs the tool on each package of the program, the standard
// library included. So packages out of scope get an empty result right away.
// For the others, unitchecker wants the types of what they import from the
// results for those packages; they are taken from the compiler's export data.
func vetTool(args []string, stderr io.Writer) int {
	flag.String(configFlag, "", "the configuration: the text of "+errlint.ConfigName+", not its name")
	unit, err := readUnit(args)
	if err != nil {
		return vetFailure(stderr, err)
	}
	if unit != nil && unit.outOfScope() && unit.hasExportData() {
		if err := writeVetx(unit.VetxOutput, nil); err != nil {
			return vetFailure(stderr, err)
		}
		return exitClean
	}
	// Any rule may be switched by a flag, so all are there; those that the
	// configuration leaves out are switched off by flags that come first.
	cfg, err := vetConfig(args, unit)
	if err != nil {
		return vetFailure(stderr, err)
	}
	enabled := errlint.Analyzers(cfg)
	if len(enabled) == 0 {
		return vetFailure(stderr, errors.New("no rule is enabled"))
	}
	all := errlint.Analyzers(cfg.WithAll())
	var off []string
	for _, a := range all {
		if !slices.ContainsFunc(enabled, func(e *analysis.Analyzer) bool { return e.Name == a.Name }) {
			off = append(off, "-"+a.Name+"=false")
		}
	}
	if unit != nil && unit.hasExportData() {
		file, err := unit.withTypes()
		if err != nil {
			return vetFailure(stderr, err)
		}
		args = append(slices.Clone(args[:len(args)-1]), file)
	}
	for i, a := range all {
		all[i] = labelled(a)
	}
	// Package unitchecker has these as its only parameters.
	os.Args = slices.Concat(os.Args[:1], off, args)
	unitchecker.Main(all...)
	return exitClean // not reached: Main exits
}

// labelled returns an analyzer whose messages end, as in the text format, with the name to be written in a directive that suppresses them. The go
// command makes its text from the messages in the JSON, so they have it there, too.
func labelled(a *analysis.Analyzer) *analysis.Analyzer {
	return directive.Filter(a, func(_ *token.FileSet, d *analysis.Diagnostic) bool {
		d.Message += " (" + path.Join(a.Name, d.Category) + ")"
		return true
	})
}

func vetFailure(stderr io.Writer, err error) int {
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(stderr, "errlint: %s\n", strings.TrimSuffix(line, "\n"))
	}
	return 1
}

// configFlag is the flag that holds the configuration. The go command's cache
// keys on the flags, and knows of no file that a vet tool reads.
const configFlag = "config"

// vetConfig returns the configuration that is in the arguments. A file that is
// found, but not in the arguments, is an error: to leave it out silently would
// give other findings than any other way to run errlint.
func vetConfig(args []string, u *unit) (errlint.Config, error) {
	if text, ok := flagValue(args, configFlag); ok {
		return errlint.ParseConfig("-"+configFlag, []byte(text))
	}
	if u == nil || u.outOfScope() {
		return errlint.Config{}, nil
	}
	file, err := errlint.FindConfig(u.Dir)
	if err != nil {
		return errlint.Config{}, err
	}
	if file != "" {
		return errlint.Config{}, fmt.Errorf(`go vet does not read %s: pass its text, -config="$(cat %[1]s)", or -config= for the defaults`, file)
	}
	return errlint.Config{}, nil
}

// flagValue returns the value of a flag, the last one set; false if it is not
// set. The flags in general cannot be parsed before the configuration is known,
// for they set options in analyzers that are made from it.
func flagValue(args []string, name string) (value string, ok bool) {
	for i, arg := range args {
		arg = strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
		if v, found := strings.CutPrefix(arg, name+"="); found && args[i] != arg {
			value, ok = v, true
		} else if arg == name && args[i] != arg && i+1 < len(args) {
			value, ok = args[i+1], true
		}
	}
	return value, ok
}

// A unit is a package, as the go command describes it.
type unit struct {
	unitchecker.Config
	file string // the description
}

// readUnit returns the unit that the last argument names; nil if it names none.
func readUnit(args []string) (*unit, error) {
	file := args[len(args)-1]
	if !strings.HasSuffix(file, ".cfg") {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	u := &unit{file: file}
	if err := json.Unmarshal(text, &u.Config); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return u, nil
}

// outOfScope reports whether the package belongs to another module or to the
// standard library.
func (u *unit) outOfScope() bool {
	if u.Module != nil {
		return u.Module.Version != ""
	}
	if u.ModulePath != "" {
		return u.ModuleVersion != ""
	}
	return u.standard()
}

func (u *unit) standard() bool {
	root := os.Getenv("GOROOT") // set by the go command
	return root != "" && strings.HasPrefix(u.Dir, filepath.Join(root, "src")+string(filepath.Separator))
}

// hasExportData reports whether the go command has the compiler make export
// data of what the unit imports, as it does up to Go 1.27 at least. Package
// unitchecker can do without: then each unit has to provide its types.
func (u *unit) hasExportData() bool {
	if len(u.PackageFile) > 0 {
		return true
	}
	for _, path := range u.ImportMap {
		if path != "unsafe" && path != "C" {
			return false
		}
	}
	return u.PackageFile != nil // it imports nothing, and the list is empty, not missing
}

// vetxHeader begins the result for a package, in the form that package
// unitchecker has for it: a magic number, and the lengths of the types and the
// facts that follow.
type vetxHeader struct {
	Magic        [4]byte
	Types, Facts uint32
}

// writeVetx writes a result that has types, or nothing, and no facts.
func writeVetx(name string, types []byte) error {
	header := vetxHeader{[4]byte([]byte("vetx")), uint32(len(types)), 0}
	text, err := binary.Append(nil, binary.LittleEndian, header)
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, types...), 0o666)
}

// vetxHasTypes reports whether a result has types: whether unitchecker has
// made it, and not this program for a package out of scope.
func vetxHasTypes(name string) (bool, error) {
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var header vetxHeader
	if err := binary.Read(f, binary.LittleEndian, &header); err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	return header.Types > 0, nil
}

// withTypes writes a description of the unit in which the results for packages
// out of scope have types, and returns the name of the file. It lies beside the
// first description, in a directory that the go command removes in the end.
func (u *unit) withTypes() (string, error) {
	dir := filepath.Dir(u.file)
	fset := token.NewFileSet()
	imported := make(map[string]*types.Package)
	for i, path := range slices.Sorted(maps.Keys(u.PackageVetx)) {
		export := u.PackageFile[path]
		if ok, err := vetxHasTypes(u.PackageVetx[path]); err != nil {
			return "", err
		} else if ok || export == "" {
			continue
		}
		text, err := readTypes(fset, imported, path, export)
		if err != nil {
			return "", fmt.Errorf("types of %s: %w", path, err)
		}
		u.PackageVetx[path] = filepath.Join(dir, fmt.Sprintf("errlint%d.vetx", i))
		if err := writeVetx(u.PackageVetx[path], text); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(u.Config)
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "errlint.cfg")
	return name, os.WriteFile(name, text, 0o666)
}

// readTypes reads export data and returns the types in it in the form that
// unitchecker wants.
func readTypes(fset *token.FileSet, imported map[string]*types.Package, path, export string) ([]byte, error) {
	f, err := os.Open(export)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	//lint:ignore SA1019 The go command writes archives until Go 1.27, and this is how to read either.
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	pkg, err := gcexportdata.Read(r, fset, imported, path)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := gcexportdata.Write(&text, fset, pkg); err != nil {
		return nil, err
	}
	return text.Bytes()[1:], nil // without the letter that names the format
}
