package worklist

import "testing"

// TestMemo checks that an answer is found once, the zero value among them, and that who asks for what is being found gets the zero value.
func TestMemo(t *testing.T) {
	var memo Memo[int, int]
	found := 0
	var find func(int) int
	find = func(n int) int {
		found++
		return n + memo.Get(n, find)
	}
	for range 2 {
		for _, n := range []int{0, 3} {
			if got := memo.Get(n, find); got != n {
				t.Errorf("Get(%d) = %d", n, got)
			}
		}
	}
	if found != 2 {
		t.Errorf("two answers were found %d times", found)
	}
	memo.Clear()
	if memo.Get(3, find); found != 3 {
		t.Error("Clear left an answer")
	}
}
