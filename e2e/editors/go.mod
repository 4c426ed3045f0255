module github.com/errlint/errlint/e2e/editors

go 1.26.0
