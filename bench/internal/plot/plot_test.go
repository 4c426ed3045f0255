package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what was got as what is wanted in testdata")

var figure = Figure{
	Title: "Time & size <cold>",
	X:     "packages",
	Y:     "seconds",
	Series: []Series{
		{Name: "ours", Strong: true, Points: []Point{{X: 100, Y: 1.5, Low: 1.4, High: 1.7}, {X: 10, Y: 0.4}, {X: 1000, Y: 13}}},
		{Name: "theirs", Points: []Point{{X: 10, Y: 6}, {X: 100, Y: 9}, {X: 1000, Y: 0}}},
		{Name: "third", Points: []Point{{X: 10, Y: 7}}},
		{Name: "fourth", Points: []Point{{X: 10, Y: 8}}},
		{Name: "floor", Dashed: true, Points: []Point{{X: 10, Y: 0.2}, {X: 1000, Y: math.Inf(1)}, {X: 100, Y: 0.3}}},
	},
}

func TestGolden(t *testing.T) {
	file := filepath.Join("testdata", "figure.svg")
	got := figure.SVG()
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))) {
		t.Errorf("%s is not what is drawn; run go test -update and look at it", file)
	}
}

// TestSound checks that a figure is well-formed, whatever is in it, and keeps within its bounds.
func TestSound(t *testing.T) {
	for name, f := range map[string]Figure{
		"figure":    figure,
		"empty":     {},
		"one point": {Series: []Series{{Name: "a", Points: []Point{{X: 7, Y: 3}}}}},
		"no points": {Title: `"quotes" & <tags>`, Series: []Series{{Name: "<b>", Points: []Point{{X: 7}, {X: math.NaN(), Y: 1}}}}},
	} {
		text := f.SVG()
		dec := xml.NewDecoder(bytes.NewReader(text))
		for {
			_, err := dec.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
		}
		if bytes.Contains(text, []byte("NaN")) || bytes.Contains(text, []byte("Inf")) {
			t.Errorf("%s: not a number:\n%s", name, text)
		}
		if n := strings.Count(string(text), `<rect class="back"`); n != 1 {
			t.Errorf("%s: %d backgrounds", name, n)
		}
	}
	x, y := figure.axes()
	for _, s := range figure.Series {
		for _, p := range s.sound() {
			if px, py := x.at(p.X), y.at(p.Y); px < left || px > width-right || py < top || py > height-bottom {
				t.Errorf("%s: %v is at %.1f, %.1f", s.Name, p, px, py)
			}
		}
	}
}

func TestAxes(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      []float64
	}{
		{1, 1, []float64{1, 2}},
		{0.3, 13, []float64{0.2, 0.5, 1, 2, 5, 10, 20}},
		{20, 100, []float64{20, 50, 100}},
		{0.002, 0.0021, []float64{0.002, 0.005}},
	} {
		if got := around(test.low, test.high); !slices.Equal(got, test.want) {
			t.Errorf("around(%v, %v) = %v, want %v", test.low, test.high, got, test.want)
		}
	}
	for v, want := range map[float64]string{0.05: "0.05", 500: "500", 5000: "5,000", 1234567: "1,234,567"} {
		if got := number(v); got != want {
			t.Errorf("number(%v) = %s, want %s", v, got, want)
		}
	}
}
