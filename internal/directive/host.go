package directive

import "golang.org/x/tools/go/analysis"

// HostNolint does nothing. An analyzer that requires it runs in a host that
// applies //nolint comments itself, so that a [Reporter] must not: the host
// would not see what they suppress, and might call them unused.
var HostNolint = &analysis.Analyzer{
	Name: "hostnolint",
	Doc:  "say that the host applies nolint comments",
	URL:  "https://pkg.go.dev/github.com/errlint/errlint/internal/directive",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
}
