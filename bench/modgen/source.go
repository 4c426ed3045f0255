package modgen

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

func lower(s string) string { return strings.ToLower(s) }

// title returns the identifier of a package as part of another.
func (p *Package) title() string { return p.noun + p.ident[len(p.noun):] }

// A source is a file in the making.
type source struct {
	*Package
	*random
	std  map[string]bool // packages of the standard library that are imported
	body bytes.Buffer
}

// source returns the text of the package's file.
func (p *Package) source() []byte {
	s := &source{Package: p, random: newRandom(uint64(p.Index) + 1<<32), std: make(map[string]bool)}
	if p.Name == "main" {
		s.command()
	} else {
		s.library()
	}
	var file bytes.Buffer
	if p.Name == "main" {
		fmt.Fprintf(&file, "// Command %s looks at %ss.\n", p.ident, lower(p.noun))
	} else {
		fmt.Fprintf(&file, "// Package %s keeps %ss.\n", p.ident, lower(p.noun))
	}
	fmt.Fprintf(&file, "package %s\n\nimport (\n", p.Name)
	for _, name := range slices.Sorted(maps.Keys(s.std)) {
		fmt.Fprintf(&file, "\t%q\n", name)
	}
	if len(p.Imports) > 0 {
		file.WriteString("\n")
		var paths []string
		for _, dep := range p.Imports {
			paths = append(paths, dep.ImportPath())
		}
		slices.Sort(paths)
		for _, path := range paths {
			fmt.Fprintf(&file, "\t%q\n", path)
		}
	}
	file.WriteString(")\n")
	file.Write(s.body.Bytes())
	return file.Bytes()
}

// emit adds a declaration, in which PKG stands for the package, NOUN for what it keeps and
// noun for that in lower case; and DEP for a package that it imports, as an identifier,
// and TITLE for that as a part of another. It also imports packages of the standard library.
func (s *source) emit(dep *Package, std, text string) {
	for _, name := range strings.Fields(std) {
		s.std[name] = true
	}
	pairs := []string{"PKG", s.ident, "NOUN", s.noun, "noun", lower(s.noun)}
	if dep != nil {
		pairs = append(pairs, "DEP", dep.ident, "TITLE", dep.title())
	}
	s.body.WriteString("\n" + strings.NewReplacer(pairs...).Replace(strings.Trim(text, "\n")) + "\n")
}

func (s *source) library() {
	s.emit(nil, "errors strconv", declarations)
	if len(s.Imports) == 0 {
		k := kinds[s.intn(len(kinds))]
		s.emit(nil, k.std, k.get)
		s.emit(nil, "context fmt", put)
	} else {
		s.emit(s.Imports[0], "context errors fmt", getBelow)
		s.emit(s.Imports[len(s.Imports)-1], "context fmt", putBelow)
		for _, dep := range s.Imports[1:max(1, len(s.Imports)-1)] {
			u := uses[s.intn(len(uses))]
			s.emit(dep, u.std, u.text)
		}
		if s.intn(6) == 0 {
			k := kinds[s.intn(len(kinds))]
			s.emit(nil, k.std, strings.NewReplacer("// Get", "// Read", "func Get", "func Read", "get noun", "read noun").Replace(k.get))
		}
	}
	if s.intn(6) == 0 {
		s.emit(nil, "context", cache)
	}
	if s.intn(8) == 0 {
		f := faults[s.intn(len(faults))]
		s.emit(nil, f.std, f.text)
	}
	// About a hundred lines, whatever there is by now.
	for i := range fillers {
		if bytes.Count(s.body.Bytes(), []byte("\n")) > 80 {
			break
		}
		f := fillers[(s.Index+i)%len(fillers)]
		s.emit(nil, f.std, f.text)
	}
}

func (s *source) command() {
	s.emit(nil, "context fmt os", commandMain)
	for _, dep := range s.Imports {
		s.emit(dep, "context errors fmt", commandUse)
	}
	var calls strings.Builder
	for _, dep := range s.Imports {
		fmt.Fprintf(&calls, "\tif err := show%s(ctx, name); err != nil {\n\t\treturn err\n\t}\n", dep.title())
	}
	s.emit(nil, "context", "// show shows all that goes by a name.\nfunc show(ctx context.Context, name string) error {\n"+calls.String()+"\treturn nil\n}")
}

// A fragment is a part of a file.
type fragment struct {
	std  string // packages of the standard library that it needs
	text string
}

const declarations = `
// Errors that callers can tell apart.
var (
	ErrNotFound = errors.New("PKG: not found")
	ErrRefused  = errors.New("PKG: refused")
)

// An Error says which noun something failed for.
type Error struct {
	Key string
	Err error
}

func (e *Error) Error() string { return "PKG " + strconv.Quote(e.Key) + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// A NOUN is what is kept under a key.
type NOUN struct {
	Key   string ` + "`json:\"key\"`" + `
	Text  string ` + "`json:\"text\"`" + `
	Count int    ` + "`json:\"count\"`" + `
}

// check returns what keeps a noun from being kept.
func (v *NOUN) check() error {
	if v == nil || v.Key == "" {
		return ErrRefused
	}
	if v.Count < 0 {
		return &Error{Key: v.Key, Err: ErrRefused}
	}
	return nil
}
`

// kinds are ways to get something from outside of the program.
var kinds = []struct{ std, get string }{
	{"context errors fmt io/fs os", `
// Get returns the noun that a file has.
//
// Errors:
//   - [ErrNotFound] if there is no such file
//   - [ErrRefused] if it is empty
func Get(ctx context.Context, key string) (*NOUN, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("get noun: %w", err)
	}
	text, err := os.ReadFile(key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("get noun %q: %w", key, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("get noun %q: %w", key, err)
	}
	if len(text) == 0 {
		return nil, ErrRefused
	}
	return &NOUN{Key: key, Text: string(text)}, nil
}
`},
	{"context encoding/json errors fmt os", `
// Get decodes the noun in a file.
//
// Errors:
//   - [*Error] if the file cannot be read
//   - [ErrRefused] if it is not valid
func Get(_ context.Context, key string) (v *NOUN, err error) {
	f, err := os.Open(key)
	if err != nil {
		return nil, &Error{Key: key, Err: err}
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	v = new(NOUN)
	if err := json.NewDecoder(f).Decode(v); err != nil {
		return nil, fmt.Errorf("get noun %q: %w", key, errors.Join(ErrRefused, err))
	}
	if err := v.check(); err != nil {
		return nil, err
	}
	return v, nil
}
`},
	{"context fmt io net/http", `
// Get asks a server for the noun.
//
// Errors:
//   - [ErrNotFound] and [ErrRefused] as the server says
//   - [*Error] if it says anything else
func Get(ctx context.Context, key string) (*NOUN, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/"+key, nil)
	if err != nil {
		return nil, fmt.Errorf("get noun %q: %w", key, err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, &Error{Key: key, Err: err}
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, ErrNotFound
	default:
		return nil, ErrRefused
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return nil, fmt.Errorf("get noun %q: %w", key, err)
	}
	return &NOUN{Key: key, Text: string(text), Count: len(text)}, nil
}
`},
	{"context errors fmt strconv strings", `
// Get reads the noun from its key, which is a word and a number.
//
// Errors:
//   - [ErrRefused] if the key is not of that form
//   - [ErrNotFound] if the number is 0
func Get(_ context.Context, key string) (*NOUN, error) {
	word, number, ok := strings.Cut(key, ":")
	if !ok {
		return nil, fmt.Errorf("get noun %q: no colon: %w", key, ErrRefused)
	}
	n, err := strconv.Atoi(number)
	if errors.Is(err, strconv.ErrRange) {
		return nil, ErrRefused
	}
	if err != nil {
		return nil, fmt.Errorf("get noun %q: %w", key, errors.Join(ErrRefused, err))
	}
	if n == 0 {
		return nil, ErrNotFound
	}
	return &NOUN{Key: key, Text: word, Count: n}, nil
}
`},
}

const put = `
// Put keeps a noun.
//
// Errors:
//   - [ErrRefused] if it is not valid
//   - [*Error] that says for which key
func Put(ctx context.Context, key, text string) error {
	v := &NOUN{Key: key, Text: text, Count: len(text)}
	if err := v.check(); err != nil {
		return fmt.Errorf("put noun %q: %w", key, err)
	}
	if err := ctx.Err(); err != nil {
		return &Error{Key: key, Err: err}
	}
	return nil
}
`

const getBelow = `
// Get returns the noun that goes with the key.
//
// Errors:
//   - [ErrNotFound] if there is none
//   - [ErrRefused] and [*Error] if it is not valid
//   - those of [DEP.Get]
func Get(ctx context.Context, key string) (*NOUN, error) {
	base, err := DEP.Get(ctx, key)
	if errors.Is(err, DEP.ErrNotFound) {
		return nil, fmt.Errorf("get noun %q: %w", key, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("get noun %q: %w", key, err)
	}
	v := &NOUN{Key: base.Key, Text: base.Text, Count: base.Count + 1}
	if err := v.check(); err != nil {
		return nil, err
	}
	return v, nil
}
`

const putBelow = `
// Put keeps a noun, and what goes with it.
//
// Errors:
//   - [ErrRefused] and [*Error] if it is not valid
//   - those of [DEP.Put]
func Put(ctx context.Context, key, text string) error {
	v := &NOUN{Key: key, Text: text, Count: len(text)}
	if err := v.check(); err != nil {
		return fmt.Errorf("put noun %q: %w", key, err)
	}
	if err := DEP.Put(ctx, v.Key, v.Text); err != nil {
		return fmt.Errorf("put noun %q: %w", key, err)
	}
	return nil
}
`

// uses are what a package does with others that it imports.
var uses = []fragment{
	{"context errors fmt", `
// FromTITLE returns the noun that another package's key stands for.
//
// Errors:
//   - [ErrNotFound] if there is no such key
//   - [ErrRefused] if it was refused there, with the reason: one of [DEP.Get]
func FromTITLE(ctx context.Context, key string) (*NOUN, error) {
	v, err := DEP.Get(ctx, key)
	var detail *DEP.Error
	switch {
	case err == nil:
		return &NOUN{Key: v.Key, Text: v.Text, Count: v.Count}, nil
	case errors.Is(err, DEP.ErrNotFound):
		return nil, ErrNotFound
	case errors.As(err, &detail):
		return nil, fmt.Errorf("from %s: %w", detail.Key, ErrRefused)
	default:
		return nil, fmt.Errorf("from %s: %w", key, errors.Join(ErrRefused, err))
	}
}
`},
	{"context errors fmt", `
// SyncTITLE copies nouns to another package, all that it can.
//
// Errors:
//   - those of [DEP.Put], joined
func SyncTITLE(ctx context.Context, list []*NOUN) error {
	var errs []error
	for _, v := range list {
		if err := DEP.Put(ctx, v.Key, v.Text); err != nil {
			errs = append(errs, fmt.Errorf("sync %s: %w", v.Key, err))
		}
	}
	return errors.Join(errs...)
}
`},
	{"context fmt sync", `
// CountTITLE adds up what another package has under some keys, at the same time.
//
// Errors:
//   - those of [DEP.Get]
func CountTITLE(ctx context.Context, keys ...string) (int, error) {
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		total int
		first error
	)
	for _, key := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			v, err := DEP.Get(ctx, key)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				first = err
				return
			}
			total += v.Count
		}()
	}
	wg.Wait()
	if first != nil {
		return 0, fmt.Errorf("count %d keys: %w", len(keys), first)
	}
	return total, nil
}
`},
	{"context errors time", `
// retryTITLE asks another package again while it refuses.
func retryTITLE(ctx context.Context, key string, times int) (text string, err error) {
	for range times {
		v, err := DEP.Get(ctx, key)
		if err == nil {
			return v.Text, nil
		}
		if !errors.Is(err, DEP.ErrRefused) {
			return "", &Error{Key: key, Err: err}
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
	return "", ErrNotFound
}

// TITLEText returns a text of another package.
//
// Errors:
//   - [ErrRefused] if it is not there, with the reason: [*Error] or one of [DEP.Get]
func TITLEText(ctx context.Context, key string) (string, error) {
	text, err := retryTITLE(ctx, key, 3)
	if errors.Is(err, ErrNotFound) {
		return "", ErrRefused
	}
	if err != nil {
		return "", errors.Join(ErrRefused, err)
	}
	return text, nil
}
`},
	{"context", `
// EachTITLE calls f for each key that another package knows.
//
// Errors:
//   - [*Error] with that of f or one of [DEP.Get]
func EachTITLE(ctx context.Context, keys []string, f func(text string) error) error {
	for _, key := range keys {
		v, err := DEP.Get(ctx, key)
		if err != nil {
			return &Error{Key: key, Err: err}
		}
		if err := f(v.Text); err != nil {
			return &Error{Key: key, Err: err}
		}
	}
	return nil
}
`},
}

const cache = `
// A Source has nouns.
type Source interface {
	// Lookup returns a noun.
	//
	// Errors:
	//   - [ErrNotFound] if there is none
	Lookup(ctx context.Context, key string) (*NOUN, error)
}

// A Cache remembers the nouns of a source.
type Cache struct {
	from  Source
	known map[string]*NOUN
}

// Lookup returns a noun.
//
// Errors:
//   - [ErrNotFound] if there is none
func (c *Cache) Lookup(ctx context.Context, key string) (*NOUN, error) {
	if v, ok := c.known[key]; ok {
		return v, nil
	}
	if c.from == nil {
		return nil, ErrNotFound
	}
	return c.from.Lookup(ctx, key)
}
`

// fillers make a package as long as it should be.
var fillers = []fragment{
	{"sort", `
// Sort sorts nouns by their keys, and those of one key by count.
func Sort(list []*NOUN) {
	sort.Slice(list, func(i, j int) bool {
		if list[i].Key != list[j].Key {
			return list[i].Key < list[j].Key
		}
		return list[i].Count < list[j].Count
	})
}
`},
	{"strings", `
// Words counts the words of nouns.
func Words(list []*NOUN) map[string]int {
	count := make(map[string]int)
	for _, v := range list {
		for _, word := range strings.Fields(strings.ToLower(v.Text)) {
			count[word]++
		}
	}
	return count
}
`},
	{"", `
// Filter returns what f says yes to.
func Filter[T any](list []T, f func(T) bool) []T {
	var kept []T
	for _, v := range list {
		if f(v) {
			kept = append(kept, v)
		}
	}
	return kept
}
`},
	{"io fmt", `
// Print writes nouns, one in a line.
func Print(w io.Writer, list []*NOUN) error {
	for _, v := range list {
		if _, err := fmt.Fprintf(w, "%s\t%d\n", v.Key, v.Count); err != nil {
			return fmt.Errorf("print noun %q: %w", v.Key, err)
		}
	}
	return nil
}
`},
}

// faults are what linters look for.
var faults = []fragment{
	{"fmt os", `
// Remove removes the file of a noun.
func Remove(name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("remove noun: %v", err)
	}
	return nil
}
`},
	{"", `
// Check returns what is wrong with a noun.
func Check(v *NOUN) error {
	return v.check()
}
`},
	{"os", `
// Touch makes a file for a noun.
func Touch(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	f.Close()
	return nil
}
`},
}

const commandMain = `
func main() {
	ctx := context.Background()
	for _, name := range os.Args[1:] {
		if err := show(ctx, name); err != nil {
			fmt.Fprintln(os.Stderr, "PKG:", err)
			os.Exit(1)
		}
	}
}
`

const commandUse = `
// showTITLE prints what a package has under a name.
func showTITLE(ctx context.Context, name string) error {
	v, err := DEP.Get(ctx, name)
	if errors.Is(err, DEP.ErrNotFound) {
		fmt.Printf("%s: nothing\n", name)
		return nil
	}
	var detail *DEP.Error
	if errors.As(err, &detail) {
		return fmt.Errorf("show %s: %w", detail.Key, err)
	}
	if err != nil {
		return fmt.Errorf("show %s: %w", name, err)
	}
	fmt.Printf("%s: %s (%d)\n", v.Key, v.Text, v.Count)
	return DEP.Put(ctx, v.Key, v.Text)
}
`
