package errflow

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// InputErrors lists packages and functions whose errors only say that their input is bad, in the form that [Listed]
// takes. It is the default of options for causes that need not be seen again. The list has functions of the standard
// library that read a short text and do nothing else, and packages by others for one such format. os.FindProcess fails
// on Windows only, if no process has the number. Functions of net that resolve addresses other than those of Unix
// sockets are left out, because they look up names, and a *net.DNSError says whether another attempt may help.
var InputErrors = []string{
	"strconv", "time.Parse*", "time.LoadLocation", "fmt.Sscan*", "(encoding/json.Number)*", "net/url", "encoding/base64", "encoding/hex", "encoding/asn1", "crypto/rand.Read",
	"net.Parse*", "net.SplitHostPort", "net.ResolveUnixAddr", "net/netip", "net/mail.Parse*", "net/http.Parse*", "net/http.NewRequest*", "mime", "path.Match",
	"path/filepath.Match", "path/filepath.Glob", "os.FindProcess", "regexp.Compile*", "regexp/syntax", "(*text/template.Template).Parse", "(*html/template.Template).Parse",
	"github.com/shopspring/decimal", "crypto/x509.Parse*",
	"(*log/slog.Level)*", "(*log/slog.LevelVar)*", "github.com/sirupsen/logrus.ParseLevel", "github.com/rs/zerolog.ParseLevel",
	"go.uber.org/zap/zapcore.ParseLevel", "(*go.uber.org/zap/zapcore.Level)*", "github.com/google/uuid", "github.com/gofrs/uuid*", "github.com/Masterminds/semver*",
	"github.com/blang/semver*", "github.com/hashicorp/go-version", "github.com/k0sproject/version", "github.com/docker/go-units", "github.com/dustin/go-humanize", "github.com/robfig/cron*", "(*github.com/spf13/pflag.FlagSet).Get*",
	"github.com/gorhill/cronexpr", "github.com/hashicorp/cronexpr", "github.com/expr-lang/expr.Compile", "github.com/gobwas/glob", "github.com/dlclark/regexp2.Compile", "github.com/itchyny/gojq.Parse", "github.com/itchyny/gojq.Compile",
	"github.com/docker/go-connections/nat.Parse*",
	"k8s.io/apimachinery/pkg/util/version", "k8s.io/apimachinery/pkg/api/resource.Parse*", "k8s.io/utils/net.Parse*",
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Nested*", "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.SetNested*",
}

// Listed reports whether one of entries is the path of a package, the full name of what it declares, or a prefix of
// either followed by *.
func Listed(entries []string, pkg, full string) bool {
	for _, entry := range entries {
		if prefix, ok := strings.CutSuffix(entry, "*"); ok && (strings.HasPrefix(full, prefix) || strings.HasPrefix(pkg, prefix)) {
			return true
		}
		if entry == full || entry == pkg {
			return true
		}
	}
	return false
}

// NameProblem returns what is wrong with an entry of such a list, which may end in * if pattern is set; "" if it is well-formed.
func NameProblem(name string, pattern bool) (problem string) {
	rest := name
	if pattern {
		rest = strings.TrimSuffix(rest, "*")
	}
	switch {
	case rest == "":
		return "is empty"
	case strings.ContainsAny(rest, " \t\n\"`[]{}?"), strings.Contains(rest, "..."):
		return fmt.Sprintf("%q is neither a package path nor a function's full name", name)
	case strings.HasPrefix(rest, "("):
		if !strings.Contains(rest, ").") && (rest == name || !strings.HasSuffix(rest, ")")) {
			return fmt.Sprintf("%q is not a method's full name, as in (*example.com/p.T).M", name)
		}
	case strings.Contains(strings.TrimPrefix(rest, "("), "*"):
		return fmt.Sprintf("%q has a * that is not at its end", name)
	}
	return ""
}

// Decodes reports whether a call decodes data that is in memory, so that its error means that the data is bad. Any
// function of another module that takes nothing but bytes and makes something of them does so.
func (m *Model) Decodes(call *ssa.Call) bool {
	fn := flow.Callee(call.Common())
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if m.Foreign(fn.Pkg()) && (makesOfBytes(fn.Signature()) || transcodes(fn)) {
		return true
	}
	return Listed(decoding, fn.Pkg().Path(), fn.FullName()) && (fn.Signature().Recv() == nil || m.InMemory(call.Call.Args[0]))
}

// makesOfBytes reports whether a function takes nothing but slices of bytes, and returns something besides an error and
// a count.
func makesOfBytes(sig *types.Signature) bool {
	if sig.Recv() != nil || sig.Params().Len() == 0 || sig.Variadic() {
		return false
	}
	for p := range sig.Params().Variables() {
		if elem := flow.ElemType(p.Type()); elem == nil || !flow.IsBasic(elem, types.IsInteger) {
			return false
		}
	}
	for r := range sig.Results().Variables() {
		if !IsErrorInterface(r.Type()) && !flow.IsBasic(r.Type(), types.IsInteger) {
			return true
		}
	}
	return false
}

// transcodes reports whether a function converts its input from one form into another, judging by its name and
// signature: it reads a text or produces one. A method named Compile does not count, since a compiler may read what it
// was made with.
func transcodes(fn *types.Func) bool {
	sig := fn.Signature()
	switch firstWord(fn.Name()) {
	case "Parse", "Unmarshal", "Decode":
		return ReadsText(fn)
	case "Compile":
		return sig.Recv() == nil && ReadsText(fn)
	case "Marshal", "Encode":
		return sig.Params().Len() > 0 && isText(sig.Results().At(0).Type()) && !asksForMore(fn)
	}
	return false
}

// ReadsText reports whether a function is given a text, and nothing from which it could get more input.
func ReadsText(fn *types.Func) bool {
	params := fn.Signature().Params()
	return params.Len() > 0 && isText(params.At(0).Type()) && !asksForMore(fn)
}

// asksForMore reports whether a function is given something from which it could get more input, such as a context, a
// function, a reader, or the name of a file.
func asksForMore(fn *types.Func) bool {
	for p := range fn.Signature().Params().Variables() {
		switch t := types.Unalias(p.Type()).Underlying().(type) {
		case *types.Signature, *types.Chan:
			return true
		case *types.Interface:
			for m := range t.Methods() {
				if m.Exported() && slices.Contains([]string{"Read", "Write", "Open", "Get", "Do", "Done"}, m.Name()) {
					return true
				}
			}
		}
	}
	return strings.Contains(fn.Name(), "File")
}

// firstWord returns the first word of a name in camel case.
func firstWord(name string) string {
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			return name[:i]
		}
	}
	return name
}

// isText reports whether the underlying type of t is string or a slice of bytes.
func isText(t types.Type) bool {
	elem := flow.ElemType(t)
	return flow.IsBasic(t, types.IsString) || elem != nil && flow.IsBasic(elem, types.IsInteger)
}

// Operations lists functions of the standard library, and of the system below it, that act on files, processes,
// networks and databases and do not take a context that would show it.
var Operations = []string{
	"os", "os/exec", "os/user", "syscall", "golang.org/x/sys/unix", "golang.org/x/sys/windows", "io", "io/fs", "io/ioutil", "bufio", "net", "net/rpc", "net/smtp", "database/sql",
	"net/http.Get*", "net/http.Head*", "net/http.Post*", "net/http.ListenAndServe*", "net/http.Serve*",
	"(*net/http.Client)*", "(*net/http.Server)*", "(net/http.RoundTripper)*", "(net/http.ResponseWriter)*",
}

var decoding = []string{
	"encoding/json.Unmarshal", "(*encoding/json.Decoder).Decode", "encoding/xml.Unmarshal", "(*encoding/xml.Decoder).Decode", "encoding/asn1.Unmarshal*",
	"gopkg.in/yaml.v2.Unmarshal*", "(*gopkg.in/yaml.v2.Decoder).Decode", "gopkg.in/yaml.v3.Unmarshal", "(*gopkg.in/yaml.v3.Decoder).Decode",
	"sigs.k8s.io/yaml.Unmarshal*", "github.com/goccy/go-yaml.Unmarshal*", "(*github.com/goccy/go-yaml.Decoder).Decode",
	"github.com/BurntSushi/toml.Unmarshal", "github.com/pelletier/go-toml/v2.Unmarshal", "(*github.com/pelletier/go-toml/v2.Decoder).Decode",
	"google.golang.org/protobuf/proto.Unmarshal", "google.golang.org/protobuf/encoding/protojson.Unmarshal",
}
