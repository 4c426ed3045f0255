package finding_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/finding"
)

// at returns a finding at a line of a file; the traits are "package decl message code",
// with _ for an empty one and ~ for a space.
func at(file string, line int, traits string) finding.Finding {
	t := strings.Fields(traits)
	for i := range t {
		t[i] = strings.ReplaceAll(strings.TrimPrefix(t[i], "_"), "~", " ")
	}
	return finding.Finding{
		Rule: "rule", Package: t[0], Decl: t[1], Message: t[2], Code: t[3],
		Pos: finding.Position{File: file, Line: line, Column: 1, Offset: 10 * line},
	}
}

func names(fs []finding.Finding) []string {
	var out []string
	for _, f := range fs {
		out = append(out, fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line))
	}
	return out
}

func TestNormalMessage(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"err is  dropped\n\tat the end ", "err is dropped at the end"},
		{"as in store.go:12:3 and a.go:7, too", "as in store.go and a.go, too"},
		{"the one (12:3) and 4:5", "the one () and"},
		{"field 12 of v2:3x, key \"10:30\"", "field 12 of v2:3x, key \"10:30\""},
		{"port:8080, http://h:80:1", "port:8080, http://h:80:1"},
		{"x.go:1:2:3", "x.go:3"},
		{"bad \xff\xfe utf", "bad \uFFFD utf"},
		{"", ""},
	} {
		if got := finding.NormalMessage(test.in); got != test.want {
			t.Errorf("NormalMessage(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestFingerprints(t *testing.T) {
	fs := []finding.Finding{
		at("a.go", 1, "p F m c"),
		at("a.go", 2, "p F m d"),
		at("b.go", 1, "p G m c"),
		at("c.go", 1, "q F m c"),
		at("c.go", 2, "q F n c"),
		at("c.go", 3, "q _ n c"),
	}
	other := fs[0]
	other.Rule = "other"
	fs = append(fs, other)
	// What a separator could run together.
	fs = append(fs, at("d.go", 1, "p F~m n c"), at("d.go", 2, "p F m~n c"))

	got := finding.Fingerprints(fs)
	seen := make(map[string]bool)
	for i, print := range got {
		if !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(print) {
			t.Errorf("fingerprint %q is not 32 hexadecimal digits", print)
		}
		if seen[print] {
			t.Errorf("fingerprint of %v is not the only one of its kind", fs[i])
		}
		seen[print] = true
	}

	t.Run("order", func(t *testing.T) {
		for seed := range uint64(20) {
			perm := rand.New(rand.NewPCG(seed, 1)).Perm(len(fs))
			var shuffled []finding.Finding
			var want []string
			for _, i := range perm {
				shuffled = append(shuffled, fs[i])
				want = append(want, got[i])
			}
			if diff := cmp.Diff(want, finding.Fingerprints(shuffled)); diff != "" {
				t.Fatalf("seed %d: fingerprints depend on the order (-sorted +shuffled):\n%s", seed, diff)
			}
		}
	})
	t.Run("moved", func(t *testing.T) {
		// Other lines, another layout, and a file that no longer comes first.
		moved := slices.Clone(fs)
		for i := range moved {
			moved[i].Pos.Line += 100
			moved[i].Pos.Offset += 3000
			moved[i].Pos.File = map[string]string{"a.go": "z.go", "c.go": "b.go"}[moved[i].Pos.File]
			moved[i].Message += " "
			moved[i].Code = "new"
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(finding.Fingerprints(moved)))); diff != "" {
			t.Errorf("fingerprints of code that was moved (-before +after):\n%s", diff)
		}
	})
	t.Run("stable", func(t *testing.T) {
		// Those that services have stored must not change from one version of errlint to the next.
		want := "273ab1ae1ffd1f42a8f86107c760d1b0"
		if got[0] != want {
			t.Errorf("fingerprint of %v is %s, want %s", fs[0], got[0], want)
		}
	})
	if got := finding.Fingerprints(nil); len(got) != 0 {
		t.Errorf("Fingerprints(nil) = %v", got)
	}
}

func TestDiff(t *testing.T) {
	for _, test := range []struct {
		name             string
		base, head       []finding.Finding
		fresh, old, gone []string
	}{
		{
			name: "nothing",
		},
		{
			name: "moved to another place and file",
			base: []finding.Finding{at("a.go", 1, "p F m c")},
			head: []finding.Finding{at("b.go", 7, "p F m c")},
			old:  []string{"b.go:7"},
		},
		{
			name:  "fixed and broken",
			base:  []finding.Finding{at("a.go", 1, "p F m c")},
			head:  []finding.Finding{at("a.go", 1, "p G n d")},
			fresh: []string{"a.go:1"},
			gone:  []string{"a.go:1"},
		},
		{
			name: "line edited", // the message is the same
			base: []finding.Finding{at("a.go", 1, "p F m c")},
			head: []finding.Finding{at("a.go", 1, "p F m d")},
			old:  []string{"a.go:1"},
		},
		{
			name: "message reworded",
			base: []finding.Finding{at("a.go", 1, "p F m c")},
			head: []finding.Finding{at("a.go", 1, "p F n c")},
			old:  []string{"a.go:1"},
		},
		{
			name: "function renamed",
			base: []finding.Finding{at("a.go", 1, "p F m c")},
			head: []finding.Finding{at("a.go", 1, "p G m c")},
			old:  []string{"a.go:1"},
		},
		{
			name: "function renamed, which the message names",
			base: []finding.Finding{at("a.go", 1, "p Open Open~may~fail,~not~Opener c")},
			head: []finding.Finding{at("a.go", 1, "p Load Load~may~fail,~not~Opener c")},
			old:  []string{"a.go:1"},
		},
		{
			name: "receiver renamed, which the message names",
			base: []finding.Finding{at("a.go", 1, "p (*Store).Get (*Store).Get~may~fail,~as~Get c"), at("a.go", 2, "p Store.Put Store.Put~may~fail d")},
			head: []finding.Finding{at("a.go", 1, "p (*DB).Get (*DB).Get~may~fail,~as~Get c"), at("a.go", 2, "p DB.Put DB.Put~may~fail d")},
			old:  []string{"a.go:1", "a.go:2"},
		},
		{
			name:  "another function, another name in the message",
			base:  []finding.Finding{at("a.go", 1, "p F Open~may~fail c")},
			head:  []finding.Finding{at("a.go", 1, "p G Load~may~fail c")},
			fresh: []string{"a.go:1"},
			gone:  []string{"a.go:1"},
		},
		{
			name: "package moved",
			base: []finding.Finding{at("a.go", 1, "p F m c")},
			head: []finding.Finding{at("a.go", 1, "q F m c")},
			old:  []string{"a.go:1"},
		},
		{
			name:  "two of four is not enough",
			base:  []finding.Finding{at("a.go", 1, "p F m c"), at("a.go", 2, "p F m2 c2"), at("a.go", 3, "p F3 m3 c3")},
			head:  []finding.Finding{at("b.go", 1, "p F n d"), at("b.go", 2, "q G m2 c2"), at("b.go", 3, "q F3 m3 d3")},
			fresh: []string{"b.go:1", "b.go:2", "b.go:3"},
			gone:  []string{"a.go:1", "a.go:2", "a.go:3"},
		},
		{
			name:  "no code is no code in common",
			base:  []finding.Finding{at("a.go", 1, "p F m _"), at("a.go", 2, "p F2 m2 _"), at("a.go", 3, "p F3 m3 _"), at("a.go", 4, "p F4 m4 _")},
			head:  []finding.Finding{at("a.go", 1, "p G m _"), at("a.go", 2, "p F2 n2 _"), at("a.go", 3, "q F3 m3 _"), at("a.go", 4, "p F4 m4 _")},
			fresh: []string{"a.go:1", "a.go:2", "a.go:3"},
			old:   []string{"a.go:4"},
			gone:  []string{"a.go:1", "a.go:2", "a.go:3"},
		},
		{
			name: "one more of the same, before the old one",
			base: []finding.Finding{at("a.go", 5, "p F m c")},
			head: []finding.Finding{at("a.go", 3, "p F m d"), at("a.go", 9, "p F m c")},
			old:  []string{"a.go:9"}, fresh: []string{"a.go:3"},
		},
		{
			name: "one more of the very same",
			base: []finding.Finding{at("a.go", 5, "p F m c")},
			head: []finding.Finding{at("a.go", 3, "p F m c"), at("a.go", 9, "p F m c")},
			old:  []string{"a.go:3"}, fresh: []string{"a.go:9"},
		},
		{
			name: "one less of the very same",
			base: []finding.Finding{at("a.go", 3, "p F m c"), at("a.go", 9, "p F m c")},
			head: []finding.Finding{at("a.go", 9, "p F m c")},
			old:  []string{"a.go:9"}, gone: []string{"a.go:9"},
		},
		{
			name: "what agrees in all comes before what agrees in three",
			base: []finding.Finding{at("a.go", 1, "p F m c")},
			head: []finding.Finding{at("a.go", 1, "p G m c"), at("a.go", 2, "p F n c"), at("a.go", 3, "p F m d"), at("a.go", 4, "p F m c")},
			old:  []string{"a.go:4"}, fresh: []string{"a.go:1", "a.go:2", "a.go:3"},
		},
		{
			name:  "the list in the message got longer, the code is the same",
			base:  []finding.Finding{at("a.go", 1, "p F F~may~return~A,~which~is~not~listed c"), at("a.go", 2, "p G G~may~return~A~and~B,~which~is~not~listed d")},
			head:  []finding.Finding{at("a.go", 1, "p F F~may~return~A~and~B,~which~is~not~listed c"), at("a.go", 2, "p G G~may~return~C,~D~and~E,~which~is~not~listed d")},
			fresh: []string{"a.go:1", "a.go:2"},
			gone:  []string{"a.go:1", "a.go:2"},
		},
		{
			name: "a name in the list was changed, the code is the same",
			base: []finding.Finding{at("a.go", 1, "p F F~may~return~A~and~B,~which~is~not~listed c")},
			head: []finding.Finding{at("a.go", 1, "p F F~may~return~A~and~Z,~which~is~not~listed c")},
			old:  []string{"a.go:1"},
		},
		{
			name: "the list in the message got shorter, the code is the same or not",
			base: []finding.Finding{at("a.go", 1, "p F F~may~return~A,~B~and~C,~which~is~not~listed c"), at("a.go", 2, "p G G~may~return~A~and~B,~which~is~not~listed d")},
			head: []finding.Finding{at("a.go", 1, "p F F~may~return~C,~which~is~not~listed c"), at("a.go", 2, "p G G~may~return~A,~which~is~not~listed e")},
			old:  []string{"a.go:1", "a.go:2"},
		},
		{
			name:  "the list in the message got shorter, but has a new name, and the code has changed",
			base:  []finding.Finding{at("a.go", 1, "p F F~may~return~A,~B~and~C,~which~is~not~listed c")},
			head:  []finding.Finding{at("a.go", 1, "p F F~may~return~A~and~Z,~which~is~not~listed d")},
			fresh: []string{"a.go:1"},
			gone:  []string{"a.go:1"},
		},
		{
			name: "the order in the message has changed, and the code",
			base: []finding.Finding{at("a.go", 1, "p F A,~B~and~C~are~not~listed c")},
			head: []finding.Finding{at("a.go", 1, "p F B,~A~and~C~are~not~listed d")},
			old:  []string{"a.go:1"},
		},
		{
			name: "of several only one is left, and the code has changed", // and so has the number of the sentence
			base: []finding.Finding{at("a.go", 1, "p F handlers~of~2~tools~on~s~(list,~lists):~their~errors~are~lost~on~them c")},
			head: []finding.Finding{at("a.go", 2, `p F handler~of~tool~"lists":~its~errors~are~lost~on~it d`)},
			old:  []string{"a.go:2"},
		},
		{
			name:  "of several none is left but there is another, and the code has changed",
			base:  []finding.Finding{at("a.go", 1, "p F handlers~of~2~tools~(read,~stores):~their~errors~are~lost c")},
			head:  []finding.Finding{at("a.go", 2, `p F handler~of~tool~"store":~its~errors~are~lost d`)},
			fresh: []string{"a.go:2"},
			gone:  []string{"a.go:1"},
		},
		{
			name: "a long list got shorter, and names what it left out",
			base: []finding.Finding{at("a.go", 1, "p F F~may~return~A,~B,~C~and~2~more c"), at("a.go", 2, "p G handlers~of~6~tools~(a,~b,~c~and~3~more) c")},
			head: []finding.Finding{at("a.go", 1, "p F F~may~return~A,~C,~D~and~E d"), at("a.go", 2, "p G handlers~of~5~tools~(a,~b,~d~and~2~more) d")},
			old:  []string{"a.go:1", "a.go:2"},
		},
		{
			name:  "a long list got longer, in what it leaves out, or has more new names than it left out",
			base:  []finding.Finding{at("a.go", 1, "p F F~may~return~A,~B,~C~and~2~more c"), at("a.go", 2, "p G G~may~return~A,~B,~C~and~1~more c")},
			head:  []finding.Finding{at("a.go", 1, "p F F~may~return~A,~B,~C~and~3~more c"), at("a.go", 2, "p G G~may~return~A,~X~and~Y d")},
			fresh: []string{"a.go:1", "a.go:2"},
			gone:  []string{"a.go:1", "a.go:2"},
		},
		{
			name:  "a word twice is more than once",
			base:  []finding.Finding{at("a.go", 1, "p F it~drops~err~and~text~of~it c")},
			head:  []finding.Finding{at("a.go", 1, "p F it~drops~err~and~err d")},
			fresh: []string{"a.go:1"},
			gone:  []string{"a.go:1"},
		},
		{
			name: "a longer message with no longer a list",
			base: []finding.Finding{at("a.go", 1, "p F the~handler~is~bare c"), at("a.go", 2, `p F handler~of~tool~"x"~is~bare d`)},
			head: []finding.Finding{at("a.go", 1, `p F handler~of~tool~"y"~is~bare c`), at("a.go", 2, `p F handler~of~tool~"x,~\"y\"~and~z"~is~bare d`)},
			old:  []string{"a.go:1", "a.go:2"},
		},
		{
			name: "a short list leaves the long one to another that needs it",
			base: []finding.Finding{at("a.go", 1, "p F A,~B~and~C~are~not~listed c"), at("a.go", 2, "p F D~and~E~are~not~listed c")},
			head: []finding.Finding{at("a.go", 3, "p F G~is~not~listed c"), at("a.go", 4, "p F X,~Y~and~Z~are~not~listed c")},
			old:  []string{"a.go:3", "a.go:4"},
		},
		{
			name: "function renamed and its code edited, the message quotes a name",
			base: []finding.Finding{at("a.go", 1, `p F handler~of~tool~"x"~is~bare c`)},
			head: []finding.Finding{at("a.go", 9, `p G handler~of~tool~"x"~is~bare d`)},
			old:  []string{"a.go:9"},
		},
		{
			name: "function split in two, the message quotes a name",
			base: []finding.Finding{at("a.go", 1, `p F handler~of~tool~"x"~is~bare c`)},
			head: []finding.Finding{at("a.go", 8, `p F1 handler~of~tool~"x"~is~bare d`), at("a.go", 9, `p F2 handler~of~tool~"x"~is~bare e`)},
			old:  []string{"a.go:8"}, fresh: []string{"a.go:9"},
		},
		{
			name:  "function renamed and its code edited, another name is quoted, or another package",
			base:  []finding.Finding{at("a.go", 1, `p F handler~of~tool~"x"~is~bare c`), at("a.go", 2, `p F handler~of~tool~"z"~is~bare c`)},
			head:  []finding.Finding{at("a.go", 1, `p G handler~of~tool~"y"~is~bare d`), at("a.go", 2, `q G handler~of~tool~"z"~is~bare d`)},
			fresh: []string{"a.go:1", "a.go:2"},
			gone:  []string{"a.go:1", "a.go:2"},
		},
		{
			name: "in no declaration",
			base: []finding.Finding{at("a.go", 1, "p _ m c"), at("b.go", 1, "p _ m d")},
			head: []finding.Finding{at("c.go", 1, "p _ m d"), at("c.go", 2, "p _ m e"), at("c.go", 3, "p _ m f")},
			old:  []string{"c.go:1", "c.go:2"}, fresh: []string{"c.go:3"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			fresh, old, gone := finding.Diff(test.base, test.head)
			got := [][]string{names(fresh), names(old), names(gone)}
			want := [][]string{test.fresh, test.old, test.gone}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("fresh, old, gone (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("rule", func(t *testing.T) {
		f := at("a.go", 1, "p F m c")
		g := f
		g.Rule = "other"
		fresh, old, gone := finding.Diff([]finding.Finding{f}, []finding.Finding{g})
		if len(fresh) != 1 || len(old) != 0 || len(gone) != 1 {
			t.Errorf("a finding of another rule is the same: fresh %v, old %v, gone %v", fresh, old, gone)
		}
	})
}

// TestDiffCounts checks, over random findings with few different traits, that nothing
// is lost or doubled, and that of a finding and itself nothing is new.
func TestDiffCounts(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		random := func(file string) []finding.Finding {
			var fs []finding.Finding
			for i := range rng.IntN(12) {
				f := at(file, i+1, fmt.Sprintf("p%d F%d m%d c%d", rng.IntN(2), rng.IntN(3), rng.IntN(3), rng.IntN(3)))
				f.Rule = fmt.Sprint(rng.IntN(2))
				fs = append(fs, f)
			}
			return fs
		}
		base, head := random("base.go"), random("head.go")
		fresh, old, gone := finding.Diff(base, head)
		all := slices.Concat(fresh, old)
		finding.Sort(all)
		if diff := cmp.Diff(names(head), names(all)); diff != "" {
			t.Fatalf("seed %d: fresh and old are not head (-head +both):\n%s", seed, diff)
		}
		if len(base)-len(gone)+len(fresh) != len(head) {
			t.Fatalf("seed %d: %d of base, less %d, plus %d, is not %d of head", seed, len(base), len(gone), len(fresh), len(head))
		}
		if fresh, _, gone := finding.Diff(head, head); len(fresh)+len(gone) > 0 {
			t.Fatalf("seed %d: a state differs from itself: %v %v", seed, names(fresh), names(gone))
		}
		// Where a rule has no finding in the base, all of its findings are new.
		for _, rule := range []string{"0", "1"} {
			of := func(fs []finding.Finding) (n int) {
				for _, f := range fs {
					if f.Rule == rule {
						n++
					}
				}
				return n
			}
			if n := of(head) - of(base); of(fresh) < n {
				t.Fatalf("seed %d: rule %s: %d more, but only %d new", seed, rule, n, of(fresh))
			}
		}
	}
}
