module github.com/errlint/errlint/e2e/hosts

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.1
	github.com/bazelbuild/rules_go v0.65.0
	github.com/errlint/errlint v0.0.0-00010101000000-000000000000
	golang.org/x/tools v0.52.0
)

require go.yaml.in/yaml/v4 v4.0.0 // indirect

replace github.com/errlint/errlint => ../..
