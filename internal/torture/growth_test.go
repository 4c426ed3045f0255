//go:build unix

package torture

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	growth    = flag.Bool("torture.growth", false, "measure growth: each nest at n, 2n and 4n")
	table     = flag.String("torture.table", "", "with -torture.growth, write the figures to this `file`")
	only      = flag.String("torture.only", "", "measure growth of these `nests` only, a comma-separated list")
	sizeList  = flag.String("torture.sizes", "1,2,4", "the multiples of n")
	withFloor = flag.Bool("torture.floor", true, "measure what the types and the SSA form alone cost, too")
	scale     = flag.Int("torture.scale", 1, "divide the sizes by this")
	limit     = flag.Duration("torture.limit", time.Minute, "how long a nest may take at 4n")
)

// TestGrowth measures what errlint takes for each nest at n, 2n and 4n: first the rules, then the questions.
func TestGrowth(t *testing.T) {
	if !*growth {
		t.Skip("only with -torture.growth")
	}
	var selected []nest
	for _, nest := range slices.Concat(nests, doublings, shapes, wide) {
		if *only == "" || slices.Contains(strings.Split(*only, ","), nest.name) {
			selected = append(selected, nest)
		}
	}
	var sizes []int
	for k := range strings.SplitSeq(*sizeList, ",") {
		size, err := strconv.Atoi(k)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, size)
	}
	var programs []program
	for _, nest := range selected {
		for _, k := range sizes {
			p := nest.program(nest.n / *scale * k)
			p.name = fmt.Sprintf("%s-%d", p.name, k)
			programs = append(programs, p)
		}
	}
	trivial := program{"trivial", map[string]string{"p.go": withImports("func F(ctx context.Context) error { fmt.Println(mcp.NewTool(\"x\")); return errors.New(\"x\") }\nfunc G(s *server.MCPServer) {}\n")}}
	dir := writeModule(t, append(programs, trivial)...)
	floors := make(map[string]*cost)
	measure := func(mode, pkg string) (*cost, error) {
		if c := floors[pkg]; mode == childFloor && c != nil {
			return c, nil
		}
		c, err := run(t.Context(), mode, dir, limits{*limit, 4 << 30}, "./"+pkg)
		if err == nil && len(c.Problems) > 0 {
			err = fmt.Errorf("%.200s", c.Problems[0])
		}
		if mode == childFloor {
			floors[pkg] = c
		}
		return c, err
	}
	var out strings.Builder
	for _, mode := range []string{childAll, childAsk} {
		base, err := measure(mode, "trivial")
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("trivial, %s: %+v", mode, *base)
		for _, nest := range selected {
			row, excess := grow(nest, sizes, base, func(mode string, k int) (*cost, error) {
				return measure(mode, fmt.Sprintf("%s-%d", nest.name, k))
			}, mode)
			t.Log(row)
			if excess != "" && superlinear[nest.name] == "" {
				t.Errorf("%s, %s: %s", nest.name, mode, excess)
			}
			fmt.Fprintln(&out, row)
			if *table != "" {
				if err := os.WriteFile(*table, []byte(out.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// grow measures a nest at the multiples of its size. It returns the figures in a line, and [excess].
func grow(nest nest, sizes []int, base *cost, measure func(mode string, k int) (*cost, error), mode string) (row, tooMuch string) {
	var cells []string
	var costs, floors []*cost
	var failed error
	for _, k := range sizes {
		c, err := measure(mode, k)
		f := base
		if err == nil && *withFloor {
			f, err = measure(childFloor, k)
		}
		if err != nil {
			failed = err
			break
		}
		costs, floors = append(costs, c), append(floors, f)
		cells = append(cells, fmt.Sprintf("%.2f/%.2f", (c.CPU-base.CPU).Seconds(), (f.CPU-base.CPU).Seconds()))
	}
	row = fmt.Sprintf("%-24s %s n=%-6d cpu %s", nest.name, mode, nest.n, strings.Join(cells, "  "))
	if failed != nil {
		row += "  FAILED: " + failed.Error()
	}
	if len(costs) > 1 {
		last := len(costs) - 1
		ratio := func(f func(*cost) float64) string {
			var rs []string
			for i := 1; i <= last; i++ {
				rs = append(rs, fmt.Sprintf("%.1f", max(0, f(costs[i])-f(base))/max(0.001, f(costs[i-1])-f(base))))
			}
			return strings.Join(rs, " ")
		}
		row += fmt.Sprintf("  ×cpu %s ×allocs %s ×bytes %s peak %d/%d MiB, %d findings",
			ratio(func(c *cost) float64 { return c.CPU.Seconds() }),
			ratio(func(c *cost) float64 { return float64(c.Allocs) }),
			ratio(func(c *cost) float64 { return float64(c.Bytes) }),
			costs[last].Peak>>20, floors[last].Peak>>20, cmp.Or(costs[last].Findings, costs[last].Hidden))
	}
	return row, excess(costs, floors, failed)
}

// excess returns in which way the cost of a nest grows faster than the nest, "" if it does not. What the types and the
// SSA form cost is taken off. Work is counted in bytes allocated, of which there are as many on every machine; processor
// time is not that exact, so for this only a square shows: four times the nest take sixteen times as long.
func excess(costs, floors []*cost, failed error) string {
	if failed != nil {
		return failed.Error()
	}
	last := len(costs) - 1
	if last < 2 {
		return ""
	}
	own := func(i int, of func(*cost) float64) float64 { return max(0, of(costs[i])-of(floors[i])) }
	allocated := func(c *cost) float64 { return float64(c.Bytes) }
	if b := own(last, allocated); b > 64<<20 && b > 2.75*own(last-1, allocated) {
		return fmt.Sprintf("twice the size allocates %.1f times as many bytes", b/own(last-1, allocated))
	}
	seconds := func(c *cost) float64 { return c.CPU.Seconds() }
	if s := own(last, seconds); s > 1 && s > 10*own(0, seconds) {
		return fmt.Sprintf("four times the size takes %.1f times as long", s/own(0, seconds))
	}
	return ""
}

// superlinear are the nests whose cost is known to grow faster than they do, with the reason. No other may, and these are to go,
// but for what is go/types' or gofmt's.
var superlinear = map[string]string{
	"constants":              "go/printer formats a chain of operands in quadratic time, which -fix asks it to",
	"builder":                "go/types writes the receiver of each call of a chain",
	"closures-returned":      "go/types compares types that are n deep at each of n levels",
	"functions-types":        "go/types compares types that are n deep at each of n levels",
	"defined-types":          "go/types follows a chain of definitions from each of its ends",
	"structs-values":         "go/types computes the size of each of n nested structs",
	"embedding-interfaces":   "go/types computes the methods of each of n interfaces, n on average",
	"double-embedding":       "go/types looks for a method through n levels, of n types",
	"double-handlers":        "the answer to each question is looked for in all of the n functions below",
	"generics":               "go/types writes the type arguments, which are n deep, at each level",
	"mutual":                 "go/types looks for cycles of initialisation: dense call graphs are quadratic",
	"mutual-sentinels":       "go/types looks for cycles of initialisation: dense call graphs are quadratic",
	"mutual-parameters":      "go/types looks for cycles of initialisation: dense call graphs are quadratic",
	"mutual-texts":           "go/types looks for cycles of initialisation: dense call graphs are quadratic",
	"mutual-maps":            "go/types looks for cycles of initialisation: dense call graphs are quadratic",
	"chain-exported":         "the findings are that n functions return n errors each",
	"factories-knot":         "each of n factories calls all of them, and the handlers are told apart by the ways through them until they are too many",
	"purpose-one-block":      "what was tried since a check is looked for from each of n losses in one block",
	"doc-methods":            "go/types looks for each of n methods among all methods",
	"options":                "each of n functions keeps the stores of its own to a field that all of them store in, below 200; and the questions of each go through all",
	"double-captures":        "the causes of each of n errors are looked through, up to a bound",
	"double-captures-nested": "each of n nested functions captures, and passes on, what all those around it have",
	"iterators-nested":       "each of n nested loops captures, and passes on, what all those around it have",
	"iterators-returning":    "each of n loops that return may leave by way of the deferred functions of all",
	"unwrap-loops":           "each of n loops over causes begins with what all of those before may leave",
	"wide-errors-hierarchy":  "the way of each of n errors is looked for among n",
	"wide-cleanup-nested":    "each of n deferred functions may change what n returns return",
	"wide-defer-named":       "each of n deferred functions may change what n returns return",
	"wide-loop-retry":        "what was tried before is looked for from each of n checks",
	"wide-loop-body":         "what was tried since a check is looked for from each of n checks in one loop",
	"wide-shadowed":          "each of n cases takes an error that all others take too",
	"big-if-init-chain":      "at the end of n attempts, n errors are at hand",
}
