module github.com/errlint/errlint/e2e/mapped

go 1.26.0

require (
	github.com/errlint/errlint v0.0.0-00010101000000-000000000000
	golang.org/x/tools v0.52.0
)

replace github.com/errlint/errlint => ../..
