package worklist

import (
	"slices"
	"testing"
)

// TestList walks over numbers, from each to two that others lead to as well, and back to the first.
func TestList(t *testing.T) {
	for _, n := range []int{1, few, few + 1, 10 * few} {
		l := Of(0, 0)
		var got, want []int
		for i := range l.All() {
			got = append(got, i)
			l.Push((i+1)%n, (i+2)%n, i)
		}
		for i := range n {
			want = append(want, i)
		}
		if !slices.Equal(got, want) {
			t.Errorf("of %d numbers, the walk visits %v", n, got)
		}
		if l.Len() != n {
			t.Errorf("of %d numbers, the list has %d", n, l.Len())
		}
	}
}

// TestEmpty checks that the zero value is an empty list.
func TestEmpty(t *testing.T) {
	var l List[string]
	for s := range l.All() {
		t.Errorf("an empty list has %q", s)
	}
	l.Push("a")
	if got := slices.Collect(l.All()); !slices.Equal(got, []string{"a"}) {
		t.Errorf("the list has %q", got)
	}
}

// BenchmarkList walks over a diamond on a diamond, n of them: few enough to do without a map, and more.
func BenchmarkList(b *testing.B) {
	for _, n := range []int{2, 50} {
		b.Run("", func(b *testing.B) {
			for b.Loop() {
				l := Of(0)
				for i := range l.All() {
					if i < 3*n {
						l.Push(i+1, i+2, i+3)
					}
				}
			}
		})
	}
}

// TestComponents checks that what leads back to itself is together, and nothing else.
func TestComponents(t *testing.T) {
	needs := [][]int{0: {1}, 1: {2, 3}, 2: {1}, 3: {4, 5}, 4: {3}, 5: {5}}
	var got [][]int
	for _, component := range Components([]int{0}, func(i int) []int { return needs[i] }) {
		slices.Sort(component)
		got = append(got, component)
	}
	slices.SortFunc(got, slices.Compare)
	if want := [][]int{{0}, {1, 2}, {3, 4}, {5}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("the components are %v, not %v", got, want)
	}
}
