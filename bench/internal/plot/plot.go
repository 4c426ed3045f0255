// Package plot draws figures of positive quantities against positive quantities, as
// SVG: lines on two logarithmic axes, so that a straight line is a power and a
// slope of one is proportion.
//
// A figure is a file of its own that needs nothing else. It has its own
// background, and colours for light and for dark surroundings; the series also
// differ in their marks, for those who do not tell the colours apart and for print.
// Equal figures yield equal bytes.
package plot

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
)

// A Figure is what is drawn.
type Figure struct {
	Title  string
	X, Y   string // what is on the axes, with the unit
	Series []Series
}

// A Series is a line with marks.
type Series struct {
	Name   string
	Points []Point // drawn in the order of X
	Strong bool    // the line that the figure is about
	Dashed bool    // a line for reference
}

// A Point is a measurement. Points of which X or Y is not positive are left out.
type Point struct {
	X, Y      float64
	Low, High float64 // the range of Y; 0 and 0: none
}

// The layout, in pixels.
const (
	width, height            = 760, 440
	left, right, top, bottom = 76, 176, 52, 60
)

// colors has a colour on light and one on dark for each series, and begins anew after the last.
var colors = [][2]string{
	{"#c2410c", "#fb923c"},
	{"#1d4ed8", "#7dadff"},
	{"#047857", "#34d399"},
	{"#a21caf", "#e879f9"},
	{"#57606a", "#9aa4af"},
}

// SVG returns the figure as an SVG document.
func (f Figure) SVG() []byte {
	var w bytes.Buffer
	x, y := f.axes()
	title := html.EscapeString(f.Title)
	fmt.Fprintf(&w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="13">`+"\n", width, height)
	fmt.Fprintf(&w, "<title id=\"title\">%s</title>\n", title)
	fmt.Fprintf(&w, "<desc id=\"desc\">%s against %s, on logarithmic axes.</desc>\n", html.EscapeString(f.Y), html.EscapeString(f.X))
	f.style(&w)
	fmt.Fprintf(&w, "<rect class=\"back\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", width, height)
	fmt.Fprintf(&w, "<text class=\"text\" x=\"%d\" y=\"30\" font-size=\"16\" font-weight=\"600\">%s</text>\n", left, title)

	for _, t := range x.ticks {
		fmt.Fprintf(&w, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x.at(t), top, height-bottom)
		fmt.Fprintf(&w, "<text class=\"text\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x.at(t), height-bottom+20, number(t))
	}
	for _, t := range y.ticks {
		fmt.Fprintf(&w, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", left, y.at(t), width-right)
		fmt.Fprintf(&w, "<text class=\"text\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", left-8, y.at(t)+4.5, number(t))
	}
	fmt.Fprintf(&w, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", left, top, height-bottom, width-right)
	fmt.Fprintf(&w, "<text class=\"text\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", (left+width-right)/2, height-16, html.EscapeString(f.X))
	middle := (top + height - bottom) / 2
	fmt.Fprintf(&w, "<text class=\"text\" x=\"20\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 20 %[1]d)\">%s</text>\n", middle, html.EscapeString(f.Y))

	// What the figure is about comes last, and so lies on top.
	for _, strong := range []bool{false, true} {
		for i, s := range f.Series {
			if s.Strong == strong {
				s.draw(&w, i, x, y)
			}
		}
	}
	for i, s := range f.Series {
		s.legend(&w, i)
	}
	w.WriteString("</svg>\n")
	return w.Bytes()
}

func (f Figure) style(w *bytes.Buffer) {
	rules := func(theme int, back, text, grid string) {
		fmt.Fprintf(w, ".back{fill:%s}.text{fill:%s}.axis{stroke:%[2]s;fill:none}.grid{stroke:%s;fill:none}", back, text, grid)
		for i := range f.Series {
			c := colors[i%len(colors)][theme]
			fmt.Fprintf(w, ".s%d{stroke:%s;fill:none}.m%[1]d{fill:%s}", i, c, c)
		}
		w.WriteString("\n")
	}
	w.WriteString("<style>\n")
	rules(0, "#ffffff", "#1f2328", "#d8dee4")
	w.WriteString("@media (prefers-color-scheme:dark){\n")
	rules(1, "#0d1117", "#e6edf3", "#30363d")
	w.WriteString("}\n</style>\n")
}

// sound returns the points that can be drawn, in the order of X.
func (s Series) sound() []Point {
	points := slices.DeleteFunc(slices.Clone(s.Points), func(p Point) bool {
		return !(p.X > 0) || !(p.Y > 0) || math.IsInf(p.X, 0) || math.IsInf(p.Y, 0)
	})
	slices.SortStableFunc(points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
	return points
}

func (s Series) draw(w *bytes.Buffer, i int, x, y axis) {
	points := s.sound()
	var line bytes.Buffer
	for j, p := range points {
		if p.Low > 0 && p.High > p.Low {
			fmt.Fprintf(w, "<path class=\"s%d\" d=\"M%.1f %.1fV%.1f\"/>\n", i, x.at(p.X), y.at(p.Low), y.at(p.High))
		}
		command := "L"
		if j == 0 {
			command = "M"
		}
		fmt.Fprintf(&line, "%s%.1f %.1f", command, x.at(p.X), y.at(p.Y))
	}
	if len(points) > 1 {
		fmt.Fprintf(w, "<path class=\"s%d\"%s d=\"%s\"/>\n", i, s.stroke(), &line)
	}
	for _, p := range points {
		mark(w, i, x.at(p.X), y.at(p.Y))
	}
}

func (s Series) stroke() string {
	attr := ` stroke-width="1.6"`
	if s.Strong {
		attr = ` stroke-width="3"`
	}
	if s.Dashed {
		attr += ` stroke-dasharray="5 4"`
	}
	return attr
}

func (s Series) legend(w *bytes.Buffer, i int) {
	const x = width - right + 20
	y := top + 14 + 26*i
	fmt.Fprintf(w, "<path class=\"s%d\"%s d=\"M%d %dh28\"/>\n", i, s.stroke(), x, y)
	mark(w, i, x+14, float64(y))
	weight := ""
	if s.Strong {
		weight = ` font-weight="600"`
	}
	fmt.Fprintf(w, "<text class=\"text\" x=\"%d\" y=\"%.1f\"%s>%s</text>\n", x+36, float64(y)+4.5, weight, html.EscapeString(s.Name))
}

// mark draws the mark of a series.
func mark(w *bytes.Buffer, i int, x, y float64) {
	switch i % len(colors) {
	case 0:
		fmt.Fprintf(w, "<circle class=\"m%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>\n", i, x, y)
	case 1:
		fmt.Fprintf(w, "<path class=\"m%d\" d=\"M%.1f %.1fh8v8h-8z\"/>\n", i, x-4, y-4)
	case 2:
		fmt.Fprintf(w, "<path class=\"m%d\" d=\"M%.1f %.1fl5 9h-10z\"/>\n", i, x, y-5.5)
	case 3:
		fmt.Fprintf(w, "<path class=\"m%d\" d=\"M%.1f %.1fl5 5l-5 5l-5 -5z\"/>\n", i, x, y-5)
	default:
		fmt.Fprintf(w, "<path class=\"m%d\" d=\"M%.1f %.1fl5 -9h-10z\"/>\n", i, x, y+5.5)
	}
}

// An axis maps values to pixels.
type axis struct {
	low, high float64 // the logarithms at the ends
	from, to  float64 // their pixels
	ticks     []float64
}

func (a axis) at(v float64) float64 {
	return a.from + (math.Log10(v)-a.low)/(a.high-a.low)*(a.to-a.from)
}

func (f Figure) axes() (x, y axis) {
	var xs, ys []float64
	for _, s := range f.Series {
		for _, p := range s.sound() {
			xs = append(xs, p.X)
			ys = append(ys, p.Y)
			if p.Low > 0 && p.High > p.Low {
				ys = append(ys, p.Low, p.High)
			}
		}
	}
	if len(xs) == 0 {
		xs, ys = []float64{1}, []float64{1}
	}
	slices.Sort(xs)
	xs = slices.Compact(xs)
	// A little room on both sides; the ticks are the sizes that were measured.
	x = axis{low: math.Log10(xs[0]) - 0.1, high: math.Log10(xs[len(xs)-1]) + 0.1, from: left, to: width - right}
	for _, v := range xs {
		if n := len(x.ticks); n == 0 || x.at(v)-x.at(x.ticks[n-1]) > 40 {
			x.ticks = append(x.ticks, v)
		}
	}
	steps := around(slices.Min(ys), slices.Max(ys))
	y = axis{low: math.Log10(steps[0]), high: math.Log10(steps[len(steps)-1]), from: height - bottom, to: top}
	for _, v := range steps {
		if decade := math.Log10(v); len(steps) <= 10 || decade == math.Round(decade) {
			y.ticks = append(y.ticks, v)
		}
	}
	return x, y
}

// around returns the numbers 1, 2, 5, 10, 20, …, or parts of them, from one that is at most low to
// one that is at least high, and not the same.
func around(low, high float64) []float64 {
	var steps []float64
	for e := int(math.Floor(math.Log10(low))) - 1; ; e++ {
		for _, digit := range []string{"1", "2", "5"} {
			v, err := strconv.ParseFloat(fmt.Sprintf("%se%d", digit, e), 64) // exact, unlike a product
			if err != nil {
				return []float64{1, 10} // beyond what a float64 can be
			}
			if v <= low {
				steps = steps[:0]
			}
			steps = append(steps, v)
			if v >= high && len(steps) > 1 {
				return steps
			}
		}
	}
}

// number returns a number as people write it.
func number(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if v >= 1000 && v == math.Trunc(v) {
		for i := len(s) - 3; i > 0; i -= 3 {
			s = s[:i] + "," + s[i:]
		}
	}
	return s
}
