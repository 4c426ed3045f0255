package errflow

// SetBudget sets the budget of each function until it is set back.
func SetBudget(steps int) (back func()) {
	old := budget
	budget = steps
	return func() { budget = old }
}
