module github.com/errlint/errlint/e2e/observed

go 1.26.0

require (
	github.com/errlint/errlint v0.0.0-00010101000000-000000000000
	golang.org/x/tools v0.52.0
)

require (
	github.com/aymanbagabas/go-udiff v0.4.1 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
)

replace github.com/errlint/errlint => ../..
