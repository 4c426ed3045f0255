package errlint

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/confignames"
	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/pack"
	"github.com/errlint/errlint/internal/strictyaml"
)

// ConfigName is the name of a configuration file.
const ConfigName = ".errlint.yml"

// otherNames are what a configuration file is likely to be called by mistake.
var otherNames = [...]string{".errlint.yaml", "errlint.yml", "errlint.yaml"}

// A ConfigError is a mistake in a configuration file.
type ConfigError struct {
	File string
	strictyaml.Problem
	cause error // what Message is the text of; nil if it is no error's
}

// Unwrap returns the error that the message is the text of, such as that of the file that could not be read; nil if there is none.
func (e *ConfigError) Unwrap() error { return e.cause }

// Error returns the mistake on one line: its place, the key, and the message.
func (e *ConfigError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.File, e.Line, e.Column, e.Problem)
}

// ConfigErrors are the mistakes in one configuration file, ordered by place.
type ConfigErrors []*ConfigError

// Error returns all mistakes, each on its line.
func (es ConfigErrors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the mistakes.
func (es ConfigErrors) Unwrap() []error {
	errs := make([]error, len(es))
	for i, e := range es {
		errs[i] = e
	}
	return errs
}

// A place is where a key of a configuration stands.
type place struct {
	file string
	strictyaml.Place
}

// Place returns where a key stands, or else the nearest key above it:
// "wrapcause.parsers[2]". It returns "" if c was not read from a text, and for
// a key that a preset sets.
func (c Config) Place(key string) (file string, line, column int) {
	for ; key != ""; key = key[:max(0, strings.LastIndexAny(key, ".["))] {
		if at, ok := c.places[key]; ok {
			return at.file, at.Line, at.Column
		}
	}
	return "", 0, 0
}

// Names returns the names of packages, functions and so on that the text of c
// sets itself, and those of the presets that it names. Those in the files that
// it extends may be of another module.
func (c Config) Names() ([]confignames.Name, error) {
	if c.file == "" {
		return nil, nil
	}
	names, err := confignames.Of(c)
	for i := range names {
		_, set := c.places[names[i].Key]
		names[i].Inherited = !set
	}
	return slices.DeleteFunc(names, func(n confignames.Name) bool {
		return !n.Inherited && c.places[n.Key].file != c.file
	}), err
}

// ParseConfig reads a configuration from its text; file is what errors call
// it. If anything is wrong with the text, the error is a [ConfigErrors] that
// lists all that is, each a [*ConfigError]. The text may name presets, but no files to extend.
func ParseConfig(file string, text []byte) (Config, error) {
	var c Config
	if err := c.read(file, text, -1); err != nil {
		return Config{}, err
	}
	return c, nil
}

// ReadConfig reads the configuration from a file, and those that it extends; "" stands for none. What
// the presets set counts where these do not. The error is a [ConfigErrors], of [*ConfigError], if the file can be read, but not understood.
func ReadConfig(file string, presets ...string) (Config, error) {
	var c Config
	for _, name := range presets {
		if err := c.preset(name); err != nil {
			return Config{}, err
		}
	}
	if file == "" {
		return c, nil
	}
	text, err := readRegular(file)
	if err != nil {
		return Config{}, fmt.Errorf("read the configuration: %w", err)
	}
	if err := c.read(file, text, 0); err != nil {
		return Config{}, err
	}
	return c, nil
}

// maxExtends is how many files may extend each other, one by one.
const maxExtends = 10

// read sets in c what the text of a file sets, or what that extends. Depth is
// the number of files that extend each other so far, -1 if none may.
func (c *Config) read(file string, text []byte, depth int) error {
	var own Config
	doc := strictyaml.Parse(text)
	if err := own.decode(file, doc); err != nil {
		return err
	}
	// mistake makes an error about what has been named into one about the key.
	mistake := func(key string, err error) error {
		if _, ok := errors.AsType[ConfigErrors](err); ok || err == nil {
			return err
		}
		file, line, column := own.Place(key)
		return ConfigErrors{{file, strictyaml.Problem{Line: line, Column: column, Key: key, Message: err.Error()}, err}}
	}
	for i, name := range own.Extends {
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(file), filepath.FromSlash(name))
		}
		err := c.extend(name, depth)
		if err := mistake(fmt.Sprintf("extends[%d]", i), err); err != nil {
			return err
		}
	}
	for i, name := range own.Preset {
		err := c.preset(name)
		if err := mistake(fmt.Sprintf("preset[%d]", i), err); err != nil {
			return err
		}
	}
	c.Extends, c.Preset = nil, nil
	c.file = file
	if err := c.decode(file, doc); err != nil {
		return err
	}
	if name, isFile := own.ErrCode.DocumentFile(); isFile {
		if depth >= 0 && !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(file), filepath.FromSlash(name))
		}
		var err error
		c.ErrCode.Document, err = readRegular(name)
		return mistake("errcode.documented", err)
	}
	return nil
}

// preset sets in c what a preset sets.
func (c *Config) preset(name string) error {
	if c.places == nil && setPreset(c, name) {
		return nil // the rest does the same, and reads YAML for it, in each run
	}
	text, err := Preset(name)
	if err != nil {
		return err
	}
	return c.decode("", strictyaml.Parse(text))
}

// another returns a copy of a map, which a preset adds to.
func another[M ~map[K]V, K comparable, V any](m M) M {
	out := make(M)
	maps.Copy(out, m)
	return out
}

// extend sets in c what a file sets that another one extends.
func (c *Config) extend(name string, depth int) error {
	if depth < 0 {
		return errors.New("a configuration that is not in a file of its own extends nothing; hand over all of its text")
	}
	if depth == maxExtends {
		return fmt.Errorf("more than %d files extend each other", maxExtends)
	}
	text, err := readRegular(name)
	if err != nil {
		return err
	}
	return c.read(name, text, depth+1)
}

// decode sets in c what the text sets; that of a preset has no file.
func (c *Config) decode(file string, text strictyaml.Document) error {
	places, problems, err := text.Decode(c)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	var errs ConfigErrors
	for _, p := range problems {
		errs = append(errs, &ConfigError{file, p, nil})
	}
	if errs != nil {
		return errs
	}
	delete(places, "")
	for key, at := range places {
		switch {
		case file == "":
			delete(c.places, key)
		case c.places == nil:
			c.places = map[string]place{key: {file, at}}
		default:
			c.places[key] = place{file, at}
		}
	}
	return nil
}

// presets are the files of the presets.
//
//go:embed presets/*.yml
var presets embed.FS

// Presets returns the names of the presets, sorted.
func Presets() []string {
	files, err := presets.ReadDir("presets")
	if err != nil {
		return nil // impossible: it is embedded
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".yml"))
	}
	return names
}

// Preset returns the text of a preset, which is a configuration.
func Preset(name string) ([]byte, error) {
	if !slices.Contains(Presets(), name) {
		hint := nearest.Hint(name, Presets())
		if hint == "" {
			hint = "; the presets are " + strings.Join(Presets(), ", ")
		}
		return nil, fmt.Errorf("unknown preset %q%s", name, hint)
	}
	return presets.ReadFile("presets/" + name + ".yml")
}

// errNotRegular is the error of reading a configuration from a directory, or
// from a pipe or a device, which might never end.
var errNotRegular = errors.New("not a regular file")

func readRegular(file string) ([]byte, error) {
	// Opening a pipe blocks; so ask first.
	if info, err := os.Stat(file); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: file, Err: errNotRegular}
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// One byte more than is allowed, so that the decoder sees the excess.
	return io.ReadAll(io.LimitReader(f, strictyaml.MaxSize+1))
}

// FindConfig returns the configuration file for a run in dir, an absolute
// path: the file [ConfigName] in dir or in the nearest directory above it, up
// to the root of the workspace (where go.work is) or else of the module (go.mod).
// It returns "" if there is none. The error says that there is a file whose
// name is not quite that, or that a directory cannot be read.
func FindConfig(dir string) (string, error) {
	root, ok := WorkspaceRoot(dir)
	for ; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, ConfigName)
		if ok, err := exists(file); ok || err != nil {
			return file, err
		}
		for _, name := range otherNames {
			other := filepath.Join(dir, name)
			if ok, err := exists(other); err != nil {
				return "", err
			} else if ok {
				return "", fmt.Errorf("%s: a configuration file is named %s", other, ConfigName)
			}
		}
		if !ok || dir == root {
			return "", nil
		}
	}
}

// ModuleRoot returns the nearest directory at or above dir, an absolute path,
// with a file go.mod or go.work; false if there is none.
func ModuleRoot(dir string) (root string, ok bool) { return nearestWith(dir, "go.mod", "go.work") }

// WorkspaceRoot returns the nearest directory at or above dir, an absolute
// path, with a file go.work, unless the environment variable GOWORK is "off",
// or else that with a file go.mod; false if there is neither.
func WorkspaceRoot(dir string) (root string, ok bool) {
	if os.Getenv("GOWORK") != "off" {
		if root, ok := nearestWith(dir, "go.work"); ok {
			return root, true
		}
	}
	return nearestWith(dir, "go.mod")
}

func nearestWith(dir string, names ...string) (string, bool) {
	for {
		for _, name := range names {
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
				return dir, true
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

// exists reports whether there is such a file, be it a symbolic link that
// leads nowhere: that is a mistake, and not to be passed over.
func exists(file string) (bool, error) {
	_, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for the configuration: %w", err)
	}
	return true, nil
}

// SchemaURL is the $id of the JSON schema.
const SchemaURL = "https://raw.githubusercontent.com/errlint/errlint/main/docs/errlint.schema.json"

const templateHead = `# yaml-language-server: $schema=` + SchemaURL + `
#
# Configuration of errlint. Every option is here, with its default; to set one,
# remove the "#" before it. "errlint explain RULE" says what a rule finds.

`

// Key returns a text that is another one for configurations that mean something else.
func (c Config) Key() string {
	c.file, c.places = "", nil
	return string(pack.Pack(c))
}

// Template returns the text of a configuration file that means c, in which
// every option has its documentation as a comment.
func Template(c Config) ([]byte, error) {
	text, err := strictyaml.Template(c)
	if err != nil {
		return nil, fmt.Errorf("write the configuration: %w", err)
	}
	return append([]byte(templateHead), text...), nil
}
