package textflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// This file knows what is not for everybody. Each item is known by its declaration: a name alone makes nothing a secret.

// ofType returns what is in all values of v's type, for types of other modules.
func (c *Contents) ofType(v ssa.Value) Marks {
	if conv, ok := v.(*ssa.MakeInterface); ok && isHeader(conv.X) {
		return c.ofHeaders(conv.X, conv)
	}
	switch flow.QualifiedName(v.Type()) {
	case header:
		return c.ofHeaders(v, nil)
	case "crypto/rsa.PrivateKey", "crypto/ecdsa.PrivateKey", "crypto/ed25519.PrivateKey", "crypto/ecdh.PrivateKey":
		return Secret
	case "runtime.Frame", "github.com/pkg/errors.StackTrace", "github.com/pkg/errors.Frame":
		return Stack
	}
	return 0
}

// markedType returns the marks that the program gives a type.
func (c *Contents) markedType(t types.Type) Marks {
	if named := flow.Named(t); named != nil {
		return c.marked(named.Origin().Obj())
	}
	return 0
}

// marked returns the marks that the program gives a type or a field.
func (c *Contents) marked(obj types.Object) Marks {
	if marks := c.conf.Marked(obj); marks != 0 || !c.m.OwnPackage(obj.Pkg()) {
		return marks
	}
	return c.fact(obj).Marked
}

// ofField returns what is in a field of a struct of type t, or of a pointer to one.
func (c *Contents) ofField(t types.Type, f *types.Var) Marks {
	if f == nil || f.Pkg() == nil {
		return 0
	}
	switch path, name := f.Pkg().Path(), f.Name(); path {
	case "golang.org/x/oauth2", "golang.org/x/oauth2/clientcredentials":
		if name == "AccessToken" || name == "RefreshToken" || name == "ClientSecret" {
			return Secret
		}
	case "net/http":
		if name == "Body" && flow.QualifiedName(t) == "net/http.Response" {
			return Upstream
		}
	case "runtime":
		if flow.QualifiedName(t) == "runtime.Frame" {
			return Stack
		}
	}
	return c.marked(f.Origin()) | c.markedType(t)
}

// selected returns what is in v if v is a field or a header.
func (c *Contents) selected(v ssa.Value) Marks {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	if c.rangesHeaders(v) {
		return Secret
	}
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	switch v := v.(type) {
	case *ssa.Lookup:
		if isHeader(v.X) && isSecretHeader(v.Index) && c.hasCredentials(v.X, v) {
			return Secret
		}
	case *ssa.FieldAddr:
		return c.ofField(v.X.Type(), flow.StructField(v.X.Type(), v.Field))
	case *ssa.Field:
		return c.ofField(v.X.Type(), flow.StructField(v.X.Type(), v.Field))
	}
	return 0
}

// firstArg returns the first argument of a method call, or nil.
func firstArg(call *ssa.Call) ssa.Value {
	args := call.Call.Args
	if !call.Call.IsInvoke() && len(args) > 0 {
		args = args[1:] // behind the receiver
	}
	if len(args) == 0 {
		return nil
	}
	return args[0]
}

// getsHeader reports whether a method returns a header that authorises a request. It may belong to http.Header, or to a type with such a
// method elsewhere.
func getsHeader(call *ssa.Call, callee *types.Func) bool {
	recv := flow.Receiver(callee)
	if name := firstArg(call); recv == nil || name == nil || !isSecretHeader(name) {
		return false
	}
	switch name := callee.Name(); {
	case flow.QualifiedName(recv) == header:
		return name == "Get" || name == "Values"
	case recv.Obj().Name() == "Context" || recv.Obj().Name() == "Ctx":
		return name == "Get" && callee.Signature().Results().Len() == 1 && flow.IsString(callee.Signature().Results().At(0).Type()) || name == "GetHeader"
	}
	return false
}

// source returns what a result of a function is; ok is false for functions that are not known for a result.
func (c *Contents) source(call *ssa.Call, callee *types.Func, index int) (Marks, bool) {
	if getsHeader(call, callee) {
		return Secret, true
	}
	of, known := sources[callee.FullName()]
	if !known || of.index != index || of.secret == requestDump && !c.requestHasCredentials(call.Call.Args[0], call) {
		return 0, known
	}
	return of.marks, true
}

// sources lists functions that are known for one of their results, and how [Contents.Describe] calls a secret that they return.
var sources = map[string]struct {
	index  int
	marks  Marks
	secret string
}{
	"runtime/debug.Stack":              {0, Stack, ""},
	"(*net/http.Request).BasicAuth":    {1, Secret, "the password of a request"},
	"(*net/url.Userinfo).Password":     {0, Secret, "the password of a URL"},
	"os.Environ":                       {0, Secret, "the whole environment"},
	"net/http/httputil.DumpRequest":    {0, Secret, requestDump},
	"net/http/httputil.DumpRequestOut": {0, Secret, requestDump},
	"runtime.Caller":                   {1, Detail, ""},
	"(*runtime.Func).Name":             {0, Detail, ""},
	"(*runtime.Func).FileLine":         {0, Detail, ""},
}

const requestDump = "all headers of a request, and with them what authorises it"

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
	return slices.ContainsFunc(uses, func(use flow.Use) bool {
		call, _ := use.Instr.(*ssa.Call)
		return flow.CalleeName(call) == "runtime.Stack"
	})
}

// Describe says what put a mark on a text, given the value that [Contents.Origin] returns.
func (c *Contents) Describe(v ssa.Value, mark Marks) string {
	var callee *types.Func
	call, index := flow.ResultOf(v)
	if call != nil {
		callee = flow.Callee(call.Common())
	}
	full := flow.CalleeName(call)
	loaded := v // or the variable, field or element that v is loaded from
	if load, ok := v.(*ssa.UnOp); ok {
		loaded = load.X
	}
	_, known := errflow.Builder(callee)
	own := callee != nil && !known && c.m.OwnPackage(callee.Pkg())
	switch mark {
	case Stack:
		switch {
		case own:
			return "a stack, which " + errflow.FuncName(callee, c.pass.Pkg) + " returns"
		case callee != nil && full != "runtime/debug.Stack":
			return "a stack, which %+v prints of this error"
		}
		return "a stack"
	case Foreign:
		const rest = "this module has not written"
		g, isGlobal := loaded.(*ssa.Global)
		switch {
		case isGlobal:
			return "the text of " + g.Pkg.Pkg.Name() + "." + g.Name() + ", which " + rest
		case own:
			return "the text of an error that " + errflow.FuncName(callee, c.pass.Pkg) + " returns, which " + rest
		case callee != nil:
			return "the text of an error that " + errflow.FuncName(callee, c.pass.Pkg) + " made, which " + rest
		}
		return "the text of an error that " + rest
	case Upstream:
		return "the body of another server's response"
	case Detail:
		if builtin, ok := v.(*ssa.Call); ok && callee == nil && builtin.Call.Signature().Params().Len() == 0 {
			return "a panic value"
		}
		if strings.HasPrefix(full, "runtime.") || strings.HasPrefix(full, "(*runtime.") {
			return "a position in the program's source"
		}
		return "a type, an address or a value of the program as its source has it"
	case Private:
		return "what is marked as private"
	}
	if secret := sources[full].secret; secret != "" {
		return secret
	}
	if call != nil && callee != nil && getsHeader(call, callee) {
		name, _ := flow.StringConst(firstArg(call))
		return "the header " + name + " of a request"
	}
	if lookup, ok := v.(*ssa.Lookup); ok && isHeader(lookup.X) {
		name, _ := flow.StringConst(lookup.Index)
		return "the header " + name + " of a request"
	}
	if own && flow.IsString(callee.Signature().Results().At(index).Type()) {
		return "a secret, which " + errflow.FuncName(callee, c.pass.Pkg) + " returns"
	}
	if conv, ok := v.(*ssa.MakeInterface); ok {
		v = conv.X
	}
	switch name := flow.QualifiedName(v.Type()); {
	case c.headerPath(v.Type()) != nil:
		return requestDump
	case name == header, c.rangesHeaders(v):
		return "all headers of a request or a response, and with them what authorises it"
	case strings.HasPrefix(name, "crypto/"):
		return "a private key"
	}
	if fa, ok := loaded.(*ssa.FieldAddr); ok {
		f := flow.StructField(fa.X.Type(), fa.Field)
		switch {
		case c.m.OwnPackage(f.Pkg()):
		case f.Name() == "ClientSecret":
			return "an OAuth client secret"
		default:
			return "an OAuth token"
		}
	}
	return "what is marked as secret"
}
