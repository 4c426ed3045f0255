// Package counter lets an analyzer tell its host how often something happened that is no finding, such as that the analysis
// of a function was cut short. Hosts that do not ask are not told.
package counter

import (
	"errors"

	"golang.org/x/tools/go/analysis"
)

// A Sink takes that something has happened n times in a package. It may be called concurrently.
type Sink func(name string, n int)

// Sinks is not run. A host that counts has a [Sink] under it in [analysis.Pass.ResultOf]; analyzers do not require it.
var Sinks = &analysis.Analyzer{
	Name: "counter",
	Doc:  "the key of what takes the counters of analyzers",
	Run:  func(*analysis.Pass) (any, error) { return nil, errors.New("it is not to be run") },
}

// Add tells the host of a pass that something has happened n times in its package.
// The name is a lower-case noun phrase: "functions whose budget was spent".
func Add(pass *analysis.Pass, name string, n int) {
	if sink, ok := pass.ResultOf[Sinks].(Sink); ok && n != 0 {
		sink(name, n)
	}
}
