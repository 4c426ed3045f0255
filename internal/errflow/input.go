package errflow

import "strings"

// InputErrors is the packages and functions whose errors say nothing but that their input is bad, in the form that [Listed]
// takes: the default of the rules that need not see such an error again.
var InputErrors = []string{
	"strconv", "time.Parse*", "fmt.Sscan*", "(encoding/json.Number)*", "net/url", "encoding/base64", "encoding/hex",
	"net.Parse*", "net.SplitHostPort", "net/netip", "mime", "github.com/google/uuid", "github.com/gofrs/uuid*",
}

// Listed reports whether one of entries is the path of a package, the full name of what it declares, or a prefix of that with
// a * behind it.
func Listed(entries []string, pkg, full string) bool {
	for _, entry := range entries {
		if prefix, ok := strings.CutSuffix(entry, "*"); ok && strings.HasPrefix(full, prefix) {
			return true
		}
		if entry == full || entry == pkg {
			return true
		}
	}
	return false
}
