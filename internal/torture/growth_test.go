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
	limit     = flag.Duration("torture.limit", time.Minute, "how long a nest may take at 4n")
)

// TestGrowth measures what errlint takes for each nest at n, 2n and 4n.
func TestGrowth(t *testing.T) {
	if !*growth {
		t.Skip("only with -torture.growth")
	}
	var selected []nest
	for _, nest := range nests {
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
			p := nest.program(nest.n * k)
			p.name = fmt.Sprintf("%s-%d", p.name, k)
			programs = append(programs, p)
		}
	}
	trivial := program{"trivial", map[string]string{"p.go": withImports("func F(ctx context.Context) error { fmt.Println(mcp.NewTool(\"x\")); return errors.New(\"x\") }\nfunc G(s *server.MCPServer) {}\n")}}
	dir := writeModule(t, append(programs, trivial)...)
	measure := func(mode, pkg string) (*cost, error) {
		return run(t.Context(), mode, dir, limits{*limit, 4 << 30}, "./"+pkg)
	}
	base, err := measure(childAll, "trivial")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("trivial: %+v", *base)
	var out strings.Builder
	for _, nest := range selected {
		var cells []string
		var costs, floors []*cost
		var failed error
		for _, k := range sizes {
			pkg := fmt.Sprintf("%s-%d", nest.name, k)
			c, err := measure(childAll, pkg)
			if err == nil && len(c.Problems) > 0 {
				p := c.Problems[0]
				err = fmt.Errorf("%.200s", p)
			}
			if err != nil {
				failed = err
				break
			}
			f := base
			if *withFloor {
				if f, err = measure(childFloor, pkg); err != nil {
					failed = err
					break
				}
			}
			costs, floors = append(costs, c), append(floors, f)
			cells = append(cells, fmt.Sprintf("%.2f/%.2f", (c.CPU-base.CPU).Seconds(), (f.CPU-base.CPU).Seconds()))
		}
		row := fmt.Sprintf("%-24s n=%-6d cpu %s", nest.name, nest.n, strings.Join(cells, "  "))
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
		t.Log(row)
		fmt.Fprintln(&out, row)
		if *table != "" {
			if err := os.WriteFile(*table, []byte(out.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
