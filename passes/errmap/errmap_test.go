package errmap_test

import (
	"testing"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/errmap"
)

var testdata = cases.Dir

func TestAnalyzer(t *testing.T) {
	a, packages := cases.Merge(t,
		cases.Of(errmap.Analyzer, "errmap/..."),
		cases.Of(errmap.New(errmap.Options{
			Missing:  errmap.All,
			Mappings: []string{"errmap_all.configured"},
			Errors:   []string{"errmap_all"},
		}), "errmap_all"),
		cases.Of(errmap.New(errmap.Options{
			Table: map[string]errmap.Wanted{
				"ErrNotFound":         {Status: []int{404}, Code: []string{"not-found"}},
				"ErrQuota":            {Status: []int{429}, Code: []string{"quota", "limit"}},
				"io/fs.ErrPermission": {Status: []int{403, 404}},
				"ReadError":           {Status: []int{415}, Code: []string{"encoding"}},
			},
			Default:  errmap.Wanted{Status: []int{500}, Code: []string{"internal-error"}},
			Conflict: true,
			Central:  true,
		}), "errmap_codes"),
		cases.Of(errmap.New(errmap.Options{
			Groups: map[string][]string{"last": {"RejectedError", "errmap_fields.ErrApproval"}},
			Fields: map[string]errmap.Field{
				"gate": {
					Values: map[string][]string{"visibility": {"NotExposedError"}, "policy": {"DeniedError"}, "approval": {"last"}},
					Never:  []string{"others"},
				},
				"tool":    {Must: []string{"NotExposedError", "DeniedError", "last"}, Never: []string{"others"}},
				"details": {Never: []string{"DeniedError"}},
			},
		}), "errmap_fields"),
	)
	cases.Run(t, testdata(t), a, packages...)
}
