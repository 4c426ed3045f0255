package safemsg

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
)

// A source is something in a text that was not written for who reads it.
type source struct {
	category string
	what     string // "a stack"
	pos      token.Pos
}

// maxSteps bounds how many values are looked through for what a text is made of.
const maxSteps = 300

// An item is a value that a text is made of, in the call that it is computed in.
type item struct {
	v     ssa.Value
	frame *flow.Frame
}

// sources returns what a text, an error or a value that is shown is made of, as far as it is not for clients: the way is
// followed backwards, through concatenation, formats, functions of package strings, errors and functions of the package. It ends
// at other functions: that is how a redactor or a hash clears a value.
func (c *checker) sources(v ssa.Value, frame *flow.Frame) []source {
	var out []source
	seen := make(map[item]bool)
	todo := []item{{v, frame}}
	add := func(v ssa.Value, f *flow.Frame) {
		if it := (item{v, f}); v != nil && !seen[it] {
			seen[it] = true
			todo = append(todo, it)
		}
	}
	for len(todo) > 0 && len(seen) <= maxSteps {
		it := todo[0]
		todo = todo[1:]
		v, shown := bare(it.v)
		if shown {
			continue
		}
		if what := secretType(v.Type()); what != "" {
			if fn := flow.FuncOf(v); fn != nil && changesHeaders(fn) {
				continue
			}
			out = append(out, source{CategorySecret, what, v.Pos()})
			continue
		}
		for _, o := range c.model.Origins(v, flow.OriginOptions{Local: true, Enter: c.enters}) {
			f := cmp.Or(o.Frame, it.frame)
			if s, ok := secretField(o.Fields); ok {
				out = append(out, source{CategorySecret, s, v.Pos()})
				continue
			}
			switch o.Kind {
			case flow.OriginCall:
				if o.Whole {
					out = append(out, c.call(o.Call(), o.Index, f, add)...)
				}
			case flow.OriginParam:
				if p, ok := o.Value.(*ssa.Parameter); ok && o.Whole {
					for f := f; f != nil; f = f.Caller {
						if i := slices.Index(f.Fn.Params, p); i >= 0 && i < len(f.Args) {
							add(f.Args[i], f.Caller)
							break
						}
					}
				}
			case flow.OriginOp:
				switch op := o.Value.(type) {
				case *ssa.BinOp:
					if op.Op == token.ADD && flow.IsString(op.Type()) {
						add(op.X, f)
						add(op.Y, f)
					}
				case *ssa.Convert:
					add(op.X, f)
				case *ssa.Call:
					if b, ok := op.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
						out = append(out, source{CategoryDetail, "a panic value", op.Pos()})
					}
				}
			case flow.OriginMake:
				if fills(o.Value) {
					out = append(out, source{CategoryTrace, "a stack", o.Value.Pos()})
				} else if errflow.IsError(o.Value.Type()) || errflow.IsError(flow.Deref(o.Value.Type())) {
					for _, s := range c.model.StoresTo(o.Value) {
						if flow.IsString(s.Val.Type()) || errflow.IsError(s.Val.Type()) {
							add(s.Val, f)
						}
					}
				}
			}
		}
	}
	return out
}

// enters reports whether a call of one of the package's functions is looked into.
func (c *checker) enters(call *ssa.Call, _ *ssa.Function) bool {
	fn := flow.Callee(call.Common())
	return fn == nil || !slices.Contains(c.opts.Safe, fn.FullName())
}

// bare returns a value without its conversions; shown tells that one of them is to a type that says itself how its values are
// shown.
func bare(v ssa.Value) (out ssa.Value, shown bool) {
	for !guarded(v.Type()) {
		switch c := v.(type) {
		case *ssa.MakeInterface:
			v = c.X
		case *ssa.ChangeInterface:
			v = c.X
		case *ssa.ChangeType:
			v = c.X
		default:
			return v, false
		}
	}
	return v, true
}

// guarded reports whether a type says itself how its values are shown: no error, which has to.
func guarded(t types.Type) bool {
	named, ok := types.Unalias(flow.Deref(t)).(*types.Named)
	if !ok || types.IsInterface(t) || errflow.IsError(t) || errflow.IsError(types.NewPointer(named)) || named.Obj().Pkg() == nil {
		return false
	}
	set := types.NewMethodSet(types.NewPointer(named))
	for _, name := range []string{"String", "Format", "LogValue", "MarshalJSON", "MarshalText"} {
		if set.Lookup(named.Obj().Pkg(), name) != nil {
			return true
		}
	}
	return false
}

// secretType says what secret values of a type are; "" for other types.
func secretType(t types.Type) string {
	named, ok := types.Unalias(flow.Deref(t)).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	switch named.Obj().Pkg().Path() + "." + named.Obj().Name() {
	case "net/http.Header":
		return "all headers of a request or a response, and with them what authorises it"
	case "crypto/rsa.PrivateKey", "crypto/ecdsa.PrivateKey", "crypto/ed25519.PrivateKey", "crypto/ecdh.PrivateKey":
		return "a private key"
	}
	return ""
}

// changesHeaders reports whether a function sets or deletes headers: it may have taken out what is secret.
func changesHeaders(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if callee := flow.Callee(call.Common()); callee != nil && (callee.FullName() == "(net/http.Header).Set" || callee.FullName() == "(net/http.Header).Del") {
				return true
			}
		}
	}
	return false
}

// secretField says what secret a field of a library's type is.
func secretField(fields []*types.Var) (what string, ok bool) {
	if len(fields) == 0 {
		return "", false
	}
	f := fields[len(fields)-1]
	if f == nil || f.Pkg() == nil {
		return "", false
	}
	if path := f.Pkg().Path(); path != "golang.org/x/oauth2" && path != "golang.org/x/oauth2/clientcredentials" {
		return "", false
	}
	switch f.Name() {
	case "AccessToken", "RefreshToken":
		return "an OAuth token", true
	case "ClientSecret":
		return "an OAuth client secret", true
	}
	return "", false
}

// fills reports whether a buffer is filled with a stack.
func fills(v ssa.Value) bool {
	uses := flow.Uses(v)
	if refs := v.Referrers(); refs != nil {
		for _, ref := range *refs {
			if s, ok := ref.(*ssa.Slice); ok {
				uses = append(uses, flow.Uses(s)...)
			}
		}
	}
	for _, use := range uses {
		if call, ok := use.Instr.(ssa.CallInstruction); ok {
			if fn := flow.Callee(call.Common()); isFunc(fn, "runtime", "Stack") {
				return true
			}
		}
	}
	return false
}

func isFunc(fn *types.Func, pkg string, names ...string) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == pkg && slices.Contains(names, fn.Name())
}

// call returns what the result of a call is, and adds what it is made of.
func (c *checker) call(call *ssa.Call, index int, f *flow.Frame, add func(ssa.Value, *flow.Frame)) []source {
	if call == nil {
		return nil
	}
	common := call.Common()
	fn := flow.Callee(common)
	if fn == nil || fn.Pkg() == nil && fn.Name() != "Error" || slices.Contains(c.opts.Safe, fn.FullName()) {
		return nil
	}
	if fn.Name() == "Error" && fn.Signature().Recv() != nil && fn.Signature().Params().Len() == 0 {
		if common.IsInvoke() {
			add(common.Value, f)
		} else if len(common.Args) > 0 {
			add(common.Args[0], f)
		}
		return nil
	}
	one := func(category, what string) []source { return []source{{category, what, call.Pos()}} }
	args := common.Args
	switch full := fn.FullName(); full {
	case "runtime/debug.Stack":
		return one(CategoryTrace, "a stack")
	case "(*net/http.Request).BasicAuth":
		if index == 1 {
			return one(CategorySecret, "the password of a request")
		}
		return nil
	case "(*net/url.Userinfo).Password":
		if index == 0 {
			return one(CategorySecret, "the password of a URL")
		}
		return nil
	case "os.Environ":
		return one(CategorySecret, "the whole environment")
	case "net/http/httputil.DumpRequest", "net/http/httputil.DumpRequestOut":
		if changesHeaders(call.Parent()) {
			return nil
		}
		return one(CategorySecret, "all headers of a request, and with them what authorises it")
	case "(net/http.Header).Get":
		if name, _ := flow.StringConst(args[len(args)-1]); slices.Contains([]string{"authorization", "proxy-authorization", "cookie"}, strings.ToLower(name)) {
			return one(CategorySecret, "the header "+name+" of a request")
		}
		return nil
	case "io.ReadAll":
		for _, o := range c.model.Origins(args[0], flow.OriginOptions{NoCalls: true}) {
			if n := len(o.Fields); n > 0 && o.Fields[n-1] != nil && o.Fields[n-1].Name() == "Body" && isResponse(o.Value.Type()) {
				return one(CategoryUpstream, "the body of another server's response")
			}
		}
		return nil
	}
	switch fn.Pkg().Path() {
	case "fmt":
		return c.formatted(call, fn, f, add)
	case "strings", "bytes", "html":
		for _, prefix := range []string{"Join", "Trim", "Replace", "To", "Clone", "Escape"} {
			if strings.HasPrefix(fn.Name(), prefix) && len(args) > 0 && fn.Signature().Recv() == nil {
				if vals, ok := flow.Variadic(args[0]); ok {
					for _, v := range vals {
						add(v, f)
					}
				}
				for _, s := range c.model.StoresTo(base(args[0])) {
					add(s.Val, f)
				}
				add(args[0], f)
			}
		}
		return nil
	case "strconv":
		if strings.HasPrefix(fn.Name(), "Quote") {
			add(args[0], f)
		}
		return nil
	}
	if b, ok := errflow.Builder(fn); ok {
		switch b.Kind {
		case errflow.BuildsFormat:
			return c.formatted(call, fn, f, add)
		case errflow.BuildsFresh, errflow.BuildsWrap:
			if b.Text >= 0 && b.Text < len(args) {
				add(args[b.Text], f)
			}
			for _, i := range b.Causes {
				if i >= len(args) {
					continue
				}
				if vals, ok := flow.Variadic(args[i]); ok {
					for _, v := range vals {
						add(v, f)
					}
				} else {
					add(args[i], f)
				}
			}
		}
		return nil
	}
	results := fn.Signature().Results()
	if index < results.Len() && errflow.IsError(results.At(index).Type()) && !c.model.OwnPackage(fn.Pkg()) &&
		fn.Pkg().Path() != "context" && !errflow.Listed(errflow.InputErrors, fn.Pkg().Path(), fn.FullName()) {
		return one(CategoryForeign, "the text of an error that "+errflow.FuncName(fn, c.pass.Pkg)+" made, which this module has not written")
	}
	return nil
}

// base is the array behind a slice literal.
func base(v ssa.Value) ssa.Value {
	if s, ok := v.(*ssa.Slice); ok {
		return s.X
	}
	return v
}

// isResponse reports whether t is net/http's Response, a pointer to it, or a tuple with one.
func isResponse(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		for v := range tuple.Variables() {
			if isResponse(v.Type()) {
				return true
			}
		}
		return false
	}
	named, ok := types.Unalias(flow.Deref(t)).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "net/http" && named.Obj().Name() == "Response"
}

// formatted adds the operands of a format, and returns what their verbs say of them.
func (c *checker) formatted(call *ssa.Call, fn *types.Func, f *flow.Frame, add func(ssa.Value, *flow.Frame)) []source {
	args := call.Call.Args
	if len(args) == 0 {
		return nil
	}
	vals, ok := flow.Variadic(args[len(args)-1])
	if !ok {
		return nil
	}
	if !strings.HasSuffix(fn.Name(), "f") || len(args) < 2 {
		for _, v := range vals {
			add(v, f)
		}
		return nil
	}
	text, constant := flow.StringConst(args[len(args)-2])
	verbs, err := format.Parse(text)
	if !constant || err != nil {
		for _, v := range vals {
			add(v, f)
		}
		return nil
	}
	var out []source
	for _, verb := range verbs {
		if verb.Operand < 0 || verb.Operand >= len(vals) {
			continue
		}
		v := vals[verb.Operand]
		switch {
		case verb.Rune == 'T' && plain(v):
			continue
		case verb.Rune == 'T' || verb.Rune == 'p':
			out = append(out, source{CategoryDetail, "a type or an address of the program", call.Pos()})
			continue
		case verb.Rune == 'v' && strings.Contains(verb.Flags, "#"):
			out = append(out, source{CategoryDetail, "a value as the program's source has it", call.Pos()})
		case verb.Rune == 'v' && strings.Contains(verb.Flags, "+") && fn.Name() != "Errorf" && c.hasStack(v):
			// Of Errorf, which loses the error as well, rule wrapcause speaks.
			out = append(out, source{CategoryTrace, "a stack, which %+v prints of this error", call.Pos()})
		}
		if strings.ContainsRune("vsqw", verb.Rune) {
			add(v, f)
		}
	}
	return out
}

// plain reports whether the type of a value tells nothing of the program: a basic one, or a type parameter, for which one stands.
func plain(v ssa.Value) bool {
	switch t := types.Unalias(flow.Strip(v).Type()).(type) {
	case *types.TypeParam:
		return true
	default:
		_, basic := t.(*types.Basic)
		return basic
	}
}

// hasStack reports whether an error is made by a library whose errors print a stack.
func (c *checker) hasStack(v ssa.Value) bool {
	return slices.ContainsFunc(c.model.Origins(flow.Strip(v), flow.OriginOptions{}), func(o flow.Origin) bool {
		if o.Call() == nil {
			return false
		}
		fn := flow.Callee(o.Call().Common())
		return fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "github.com/pkg/errors" || fn.Pkg().Path() == "github.com/cockroachdb/errors")
	})
}
