package main

import (
	"math"
	"slices"
)

// A spread is a figure, with the least and the greatest value behind it.
type spread struct{ mid, low, high float64 }

// spreadOf returns the median of values, of which there is at least one; of an even number of values,
// that is the mean of the middle two.
func spreadOf(values []float64) spread {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return spread{(sorted[(n-1)/2] + sorted[n/2]) / 2, sorted[0], sorted[n-1]}
}

// ratioOf returns the ratio of the medians of a and b, and the least and greatest ratio of
// values of one round. ok is false if there is none.
func ratioOf(a, b []float64) (r spread, ok bool) {
	if len(a) == 0 || len(b) == 0 || slices.Min(b) <= 0 {
		return spread{}, false
	}
	r = spread{spreadOf(a).mid / spreadOf(b).mid, math.Inf(1), 0}
	for i := range min(len(a), len(b)) {
		r.low = min(r.low, a[i]/b[i])
		r.high = max(r.high, a[i]/b[i])
	}
	return r, true
}

// exponent returns the power of n that v grows with between two points: 1 is proportion.
func exponent(n1, v1, n2, v2 float64) float64 {
	return math.Log(v2/v1) / math.Log(n2/n1)
}
