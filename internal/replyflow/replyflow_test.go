package replyflow_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/textflow"
)

// A recorder takes what cases.Run says of expectations, of which there are none.
type recorder struct{}

func (recorder) Errorf(string, ...any) {}

var packages = []string{"replyflow/kit", "replyflow/use", "replyflow/frameworks"}

var analysed = sync.OnceValues(func() ([]*cases.Result, error) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		return nil, err
	}
	all := cases.Run(recorder{}, dir, replyflow.Analyzer, packages...)
	results := make([]*cases.Result, len(packages))
	for _, res := range all {
		if res.Err != nil {
			return nil, res.Err
		}
		if i := slices.Index(packages, res.Package.PkgPath); i >= 0 {
			results[i] = res
		}
	}
	if len(all) != len(packages) || slices.Contains(results, nil) {
		return nil, fmt.Errorf("%d packages were analysed, want %q", len(all), packages)
	}
	return results, nil
})

// results returns what there is of packages, in their order.
func results(t *testing.T) []*cases.Result {
	t.Helper()
	results, err := analysed()
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// describe says what a reply is, as the comments of the cases do.
func describe(r replyflow.Reply, texts *textflow.Texts) string {
	status := "?"
	if r.Constant {
		status = fmt.Sprint(r.Status)
	}
	var body []string
	for _, p := range r.Body {
		v := flow.Strip(p.Value)
		what := "any"
		switch _, isConst := v.(*ssa.Const); {
		case isConst:
			what = "const"
		case errflow.IsError(v.Type()):
			what = "error"
		case texts.Of(v).Error:
			what = "errtext"
		case texts.Of(v).ErrParams != 0:
			what = "errtext"
		case textflow.IsText(v.Type()):
			what = "text"
		}
		body = append(body, what)
	}
	slices.Sort(body)
	return strings.Join(append([]string{r.Kind.String(), status}, body...), " ")
}

func TestReplies(t *testing.T) {
	mark := regexp.MustCompile(`// reply: (.*)$`)
	for _, res := range results(t) {
		pass := res.Pass
		want := make(map[string][]string)
		got := make(map[string][]string)
		for _, f := range pass.Files {
			for _, group := range f.Comments {
				for _, c := range group.List {
					if m := mark.FindStringSubmatch(c.Text); m != nil {
						at := pass.Fset.Position(c.Pos())
						key := fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
						want[key] = append(want[key], m[1])
					}
				}
			}
		}
		texts := textflow.New(pass.ResultOf[errflow.Analyzer].(*errflow.Model).Program, pass.TypesInfo)
		for _, r := range res.Result.(*replyflow.Replies).All {
			at := pass.Fset.Position(r.Pos)
			key := fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
			got[key] = append(got[key], describe(r, texts))
		}
		for key, w := range want {
			if !slices.Equal(got[key], w) {
				t.Errorf("%s: replies %q, want %q", key, got[key], w)
			}
		}
		for key, g := range got {
			if want[key] == nil {
				t.Errorf("%s: replies %q, want none", key, g)
			}
		}
	}
}

// TestFacts checks what other packages are told of helpers.
func TestFacts(t *testing.T) {
	res := results(t)[0]
	got := make(map[string]string)
	for _, f := range res.AllObjectFacts() {
		if s := fmt.Sprint(f.Fact); f.Object.Pkg() == res.Package.Types && strings.HasPrefix(s, "replies(") {
			got[f.Object.Name()] = s
		}
	}
	want := map[string]string{
		"WriteError": "replies(http error 2 code 1)",
		"WriteJSON":  "replies(http value 1)",
		"Internal":   "replies(http status 500)",
		"Outer":      "replies(http text 1 error 2)",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("facts %v, want %v", got, want)
	}
}
