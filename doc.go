// Package errlint is the suite: the rules that hold Go code to one way of
// handling errors, and their configuration.
//
// Each rule is an analyzer of golang.org/x/tools/go/analysis, and any host of
// that framework can run it on its own (passes/wrapcause and so on).
// [Analyzers] makes those that a [Config] asks for, and lets them share what
// one has to be told for all: which functions register tool handlers, and
// which decorate them.
//
// A configuration is one struct, composed of the Options of the rules. It is
// read from a file named .errlint.yml ([FindConfig], [ReadConfig]), strictly:
// a file with any mistake is rejected, with all of its mistakes. The tags of
// the structs are the one source of the keys, of the JSON schema ([SchemaURL]),
// of the commented file to begin with ([Template]) and of the documentation.
package errlint

//go:generate go test -run ^TestRuleList$ -update .
//go:generate go test -run ^(TestRulePages|TestLists|TestGolangciExample|TestCompiledPresets)$ -update .
//go:generate go test ./internal/strictyaml -run ^TestSchemaFile$ -update
