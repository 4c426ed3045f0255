package main

import (
	"math"
	"testing"
)

func TestSpread(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   spread
	}{
		{[]float64{3}, spread{3, 3, 3}},
		{[]float64{3, 1, 2}, spread{2, 1, 3}},
		{[]float64{4, 1, 3, 2}, spread{2.5, 1, 4}},
	} {
		if got := spreadOf(test.values); got != test.want {
			t.Errorf("spreadOf(%v) = %v, want %v", test.values, got, test.want)
		}
	}
}

func TestRatio(t *testing.T) {
	// Medians 20 and 2; of the rounds 10/2, 20/1 and 30/4.
	got, ok := ratioOf([]float64{10, 20, 30}, []float64{2, 1, 4})
	if want := (spread{10, 5, 20}); !ok || got != want {
		t.Errorf("got %v, %v, want %v", got, ok, want)
	}
	// One has a round more.
	got, ok = ratioOf([]float64{10, 20, 900}, []float64{2, 2})
	if want := (spread{10, 5, 10}); !ok || got != want {
		t.Errorf("got %v, %v, want %v", got, ok, want)
	}
	for _, test := range [][2][]float64{{nil, {1}}, {{1}, nil}, {{1}, {0}}} {
		if got, ok := ratioOf(test[0], test[1]); ok {
			t.Errorf("ratioOf(%v, %v) = %v", test[0], test[1], got)
		}
	}
}

func TestExponent(t *testing.T) {
	for _, power := range []float64{0, 0.5, 1, 2} {
		if got := exponent(100, 3*math.Pow(100, power), 5000, 3*math.Pow(5000, power)); math.Abs(got-power) > 1e-9 {
			t.Errorf("got %v, want %v", got, power)
		}
	}
}
