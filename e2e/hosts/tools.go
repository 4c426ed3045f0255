//go:build tools

package hosts

// What the nogo binary is made of, for go.mod.
import (
	_ "github.com/aymanbagabas/go-udiff"
	_ "github.com/bazelbuild/rules_go/go/runfiles"
	_ "golang.org/x/tools/go/analysis"

	_ "github.com/errlint/errlint"
)
