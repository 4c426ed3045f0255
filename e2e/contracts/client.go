package main

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// A named is an error that a client asks for.
type named struct {
	kind string // sentinel, type, code
	pkg  string
	name string
	ptr  bool
	code string
}

func (e named) String() string {
	s := e.pkg + "." + e.name
	if e.ptr {
		s = "*" + s
	}
	if e.kind == "code" {
		return strconv.Quote(e.code) + " (" + s + ")"
	}
	return s
}

// parse reads an error as errlint writes it.
func parse(text, kind string) (named, error) {
	e := named{kind: kind}
	if strings.HasPrefix(text, `"`) {
		e.kind = "code"
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return e, fmt.Errorf("error %s: %w", text, err)
		}
		if e.code, err = strconv.Unquote(quoted); err != nil {
			return e, fmt.Errorf("error %s: %w", text, err)
		}
		text = strings.TrimSuffix(strings.TrimPrefix(text[len(quoted):], " ("), ")")
	}
	text, e.ptr = strings.CutPrefix(text, "*")
	dot := strings.LastIndexByte(text, '.')
	if dot < 0 {
		return e, fmt.Errorf("error %s has no package", text)
	}
	e.pkg, e.name = text[:dot], text[dot+1:]
	return e, nil
}

// value is an expression that is such an error, where alias names its package.
func (e named) value(alias string) string {
	switch name := alias + "." + e.name; {
	case e.kind == "sentinel":
		return name
	case e.ptr:
		return "new(" + name + ")"
	default:
		return "*new(" + name + ")"
	}
}

// A client is a program whose parts each call one function of a library, and ask what it returns as a caller of it might.
type client struct {
	aliases map[string]string // of packages
	body    bytes.Buffer
}

func newClient() *client { return &client{aliases: make(map[string]string)} }

func (c *client) pkg(path string) string {
	if c.aliases[path] == "" {
		c.aliases[path] = "p" + strconv.Itoa(len(c.aliases))
	}
	return c.aliases[path]
}

// is is a condition that is true if err is e, or wraps it.
func (c *client) is(e named) string {
	star := map[bool]string{true: "*"}[e.ptr]
	switch e.kind {
	case "sentinel":
		return fmt.Sprintf("errors.Is(err, %s.%s)", c.pkg(e.pkg), e.name)
	case "code":
		return fmt.Sprintf("code(err, %q)", e.code)
	}
	return fmt.Sprintf("errors.As(err, new(%s%s.%s))", star, c.pkg(e.pkg), e.name)
}

// bare is a condition that is true if err is e itself.
func (c *client) bare(e named) string {
	if e.kind == "sentinel" {
		return fmt.Sprintf("err == error(%s.%s)", c.pkg(e.pkg), e.name)
	}
	star := map[bool]string{true: "*"}[e.ptr]
	return fmt.Sprintf("is[%s%s.%s](err)", star, c.pkg(e.pkg), e.name)
}

// add adds the part for a change.
func (c *client) add(id int, ch change, fn *types.Func, known []named) error {
	target := c.pkg(fn.Pkg().Path()) + "." + fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		t, star := recv.Type(), ""
		if p, ok := t.(*types.Pointer); ok {
			t, star = p.Elem(), "*"
		}
		target = fmt.Sprintf("(%s%s.%s).%s", star, c.pkg(fn.Pkg().Path()), t.(*types.Named).Obj().Name(), fn.Name())
	}
	fmt.Fprintf(&c.body, "\tcase %d: // %s: %s %s\n\t\tfor range calls {\n\t\t\terr := call(%s)\n\t\t\tswitch {\n\t\t\tcase err == nil:\n\t\t\t\tsay(\"nil\")\n", id, ch.Function, ch.Kind, ch.Error, target)
	switch ch.Kind {
	case "removed", "not-bare":
		e, err := parse(ch.Error, ch.errorKind)
		if err != nil {
			return err
		}
		cond := c.is(e)
		if ch.Kind == "not-bare" {
			cond = c.bare(e)
		}
		fmt.Fprintf(&c.body, "\t\t\tcase %s:\n\t\t\t\tsay(\"matches\")\n", cond)
	default:
		for _, e := range known {
			if e.kind != "code" && !token.IsExported(e.name) {
				continue
			}
			fmt.Fprintf(&c.body, "\t\t\tcase %s:\n\t\t\t\tsay(\"known\")\n", c.is(e))
		}
	}
	c.body.WriteString("\t\t\tdefault:\n\t\t\t\tsay(\"other\")\n\t\t\t}\n\t\t}\n")
	return nil
}

// source is the program.
func (c *client) source() []byte {
	var b bytes.Buffer
	b.WriteString(`//go:build go1.23

// Command errlintclient calls functions of a library and asks for the errors that they return.
package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
`)
	for path, alias := range c.aliases {
		fmt.Fprintf(&b, "\t%s %q\n", alias, path)
	}
	b.WriteString(`)

const calls = 250

var _ = errors.Is

func say(s string) { fmt.Println("client:", s) }

// call calls a function with arguments that have no values, and returns its error.
func call(fn any) error {
	v := reflect.ValueOf(fn)
	var args []reflect.Value
	for i := range v.Type().NumIn() {
		args = append(args, reflect.Zero(v.Type().In(i)))
	}
	var results []reflect.Value
	if v.Type().IsVariadic() {
		results = v.CallSlice(args)
	} else {
		results = v.Call(args)
	}
	for _, r := range results {
		if k := r.Kind(); (k == reflect.Interface || k == reflect.Pointer) && r.IsNil() {
			continue
		}
		if err, ok := r.Interface().(error); ok {
			return err
		}
	}
	return nil
}

func is[T error](err error) bool { _, ok := err.(T); return ok }

// code reports whether an error has a code.
func code(err error, want string) bool {
	var c interface{ Code() string }
	return errors.As(err, &c) && c.Code() == want
}

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	switch n {
`)
	b.Write(c.body.Bytes())
	b.WriteString("\t}\n}\n")
	return b.Bytes()
}
