package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/internal/spec"
)

// usage returns the text for -h.
func (c *command) usage() string {
	var b strings.Builder
	b.WriteString("usage: errlint [flags] [packages]\n")
	for _, sub := range subcommands() {
		fmt.Fprintf(&b, "       errlint %s\n", strings.TrimSpace(sub.name+" "+sub.args))
	}
	b.WriteString("\nErrlint checks how Go packages, by default ./..., handle errors.\n\nCommands:\n")
	for _, sub := range subcommands() {
		fmt.Fprintf(&b, "  %-16s %s\n", sub.name, sub.summary)
	}
	b.WriteString("\nFlags, which come before the packages:\n")
	b.WriteString(c.flagLines(func(*flag.Flag) bool { return true }))
	fmt.Fprintf(&b, "  %-16s %s\n", "-h", "show this text, or after a command its flags")
	b.WriteString("\nFormats:\n")
	for _, f := range printer.Formats() {
		fmt.Fprintf(&b, "  %-16s %s\n", f.Name, f.Summary)
	}
	fmt.Fprintf(&b, "\nExit codes: %d no findings, %d findings, %d not everything could be checked.\n", exitClean, exitFindings, exitFailure)
	return b.String()
}

// usageOf returns the text for -h after the name of a command.
func (c *command) usageOf(sub subcommand) string {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: errlint [flags] %s\n\n%s.\n", strings.TrimSpace(sub.name+" "+sub.args), capital(sub.summary))
	common := c.flagLines(func(f *flag.Flag) bool { return !slices.Contains(checkFlags, f.Name) })
	if own := c.ownFlags(sub); len(own) > 0 {
		b.WriteString("\nFlags of the command:\n" + c.flagLines(func(f *flag.Flag) bool { return slices.Contains(own, f.Name) }))
	}
	b.WriteString("\nFlags:\n" + common)
	return b.String()
}

// ownFlags adds the flags that only a command has, and returns their names.
func (c *command) ownFlags(sub subcommand) []string {
	if sub.flags == nil {
		return nil
	}
	var before, own []string
	c.flags.VisitAll(func(f *flag.Flag) { before = append(before, f.Name) })
	sub.flags(c)
	c.flags.VisitAll(func(f *flag.Flag) {
		if !slices.Contains(before, f.Name) {
			own = append(own, f.Name)
		}
	})
	return append(own, c.redefined...)
}

// flagLines returns a line for each of the flags that are asked for.
func (c *command) flagLines(want func(*flag.Flag) bool) string {
	var b strings.Builder
	c.flags.VisitAll(func(f *flag.Flag) {
		if want(f) {
			arg, text := flag.UnquoteUsage(f)
			fmt.Fprintf(&b, "  %-16s %s\n", strings.TrimSpace("-"+f.Name+" "+arg), text)
		}
	})
	return b.String()
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// findCommand returns the command of that name.
func findCommand(name string) (subcommand, bool) {
	for _, sub := range subcommands() {
		if sub.name == name {
			return sub, true
		}
	}
	return subcommand{}, false
}

// help shows the usage, or that of a command.
func (c *command) help(args []string) int {
	if len(args) == 0 {
		return c.write(c.usage())
	}
	sub, ok := findCommand(args[0])
	if !ok {
		return c.failUsage(fmt.Errorf("there is no command %q", args[0]))
	}
	return c.write(c.usageOf(sub))
}

// man shows the manual page.
func (c *command) man(context.Context, []string) int {
	escape := strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'")
	var b strings.Builder
	entry := func(term, text string) {
		fmt.Fprintf(&b, ".TP\n\\fB%s\\fR\n%s\n", escape.Replace(term), escape.Replace(text))
	}
	b.WriteString(".TH ERRLINT 1\n.SH NAME\nerrlint \\- checks how Go packages handle errors\n.SH SYNOPSIS\n")
	b.WriteString(".B errlint\n[flags] [packages]\n")
	for _, sub := range subcommands() {
		fmt.Fprintf(&b, ".br\n.B errlint %s\n", escape.Replace(strings.TrimSpace(sub.name+" "+sub.args)))
	}
	b.WriteString(".SH DESCRIPTION\nErrlint checks how Go packages, by default ./..., handle errors. \\fBerrlint explain\\fR \\fIRULE\\fR says what a rule finds.\n")
	b.WriteString(".SH COMMANDS\n")
	for _, sub := range subcommands() {
		entry(strings.TrimSpace(sub.name+" "+sub.args), sub.summary)
	}
	b.WriteString(".SH FLAGS\n")
	c.flags.VisitAll(func(f *flag.Flag) {
		arg, text := flag.UnquoteUsage(f)
		entry(strings.TrimSpace("-"+f.Name+" "+arg), text)
	})
	for _, sub := range subcommands() {
		of := newCommand(c.host)
		for _, name := range of.ownFlags(sub) {
			arg, text := flag.UnquoteUsage(of.flags.Lookup(name))
			entry(strings.TrimSpace("-"+name+" "+arg), "of the command "+sub.name+": "+text)
		}
	}
	b.WriteString(".SH RULES\n")
	for _, r := range errlint.Rules() {
		entry(r.Name, r.Summary)
	}
	b.WriteString(".SH EXIT STATUS\n")
	entry(fmt.Sprint(exitClean), "no findings")
	entry(fmt.Sprint(exitFindings), "findings")
	entry(fmt.Sprint(exitFailure), "not everything could be checked")
	b.WriteString(".SH FILES\n")
	entry(errlint.ConfigName, "the configuration")
	return c.write(b.String())
}

// shells are those that there are completions for.
var shells = []string{"bash", "zsh", "fish"}

// completeWords follows the command completion where a shell asks for the
// completions of the last of the words that follow.
const completeWords = "words"

// completion shows what a shell has to read to complete arguments.
func (c *command) completion(_ context.Context, args []string) int {
	scripts := map[string]string{
		"bash": `_errlint() {
  local IFS=$'\n'
  COMPREPLY=($(errlint completion words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _errlint errlint
`,
		"zsh": `#compdef errlint
_errlint() {
  local -a found
  found=("${(@f)$(errlint completion words "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
  _files
}
compdef _errlint errlint
`,
		"fish": `complete -c errlint -a '(errlint completion words (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
	}
	if len(args) == 0 || scripts[args[0]] == "" {
		return c.failUsage(fmt.Errorf("completion needs a shell: %s", strings.Join(shells, ", ")))
	}
	return c.write(scripts[args[0]])
}

// complete returns what the last of the arguments can become. The names of
// files and packages are the shell's.
func (c *command) complete(args []string) []string {
	if len(args) == 0 {
		args = []string{""}
	}
	before, last := args[:len(args)-1], args[len(args)-1]
	var sub subcommand
	named := false
	for i, arg := range before {
		found, ok := findCommand(arg)
		if ok && !named && (i == 0 || c.valueOf(before[i-1]) == nil) {
			sub, named = found, true
			c.ownFlags(sub)
		}
	}
	var choices []string
	prefix := "" // of a comma-separated list
	previous := ""
	if len(before) > 0 {
		previous = before[len(before)-1]
	}
	if values := c.valueOf(previous); values != nil {
		choices = values
		if i := strings.LastIndexByte(last, ','); i >= 0 {
			prefix, last = last[:i+1], last[i+1:]
		}
	} else if strings.HasPrefix(last, "-") {
		c.flags.VisitAll(func(f *flag.Flag) {
			if !named || !slices.Contains(checkFlags, f.Name) || slices.Contains(c.redefined, f.Name) {
				choices = append(choices, "-"+f.Name)
			}
		})
	} else {
		switch {
		case named && sub.name == "explain" && previous == "preset":
			choices = errlint.Presets()
		case named && sub.name == "explain":
			choices = append(rules.IDs(), "preset")
		case named && sub.name == "completion":
			choices = shells
		case named && sub.name == "spec" && !slices.ContainsFunc(before, func(arg string) bool { _, ok := spec.Find(arg); return ok }):
			choices = documentNames()
		case !named:
			for _, sub := range subcommands() {
				choices = append(choices, sub.name)
			}
		}
	}
	var found []string
	for _, choice := range choices {
		if strings.HasPrefix(choice, last) {
			found = append(found, prefix+choice)
		}
	}
	return found
}

// valueOf returns what may follow a word that is a flag with a value: nil if it is none,
// and nothing if it is any text.
func (c *command) valueOf(word string) []string {
	name := strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-")
	f := c.flags.Lookup(name)
	if f == nil || name == word {
		return nil
	}
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		return nil
	}
	switch name {
	case "enable", "disable":
		return rules.IDs()
	case "color":
		return colors
	case "preset":
		return errlint.Presets()
	case "as", "format":
		if c.forms != nil {
			return c.forms
		}
		var names []string
		for _, f := range printer.Formats() {
			names = append(names, f.Name)
		}
		return names
	}
	return []string{}
}
