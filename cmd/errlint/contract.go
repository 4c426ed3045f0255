package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/atomicfile"
	"github.com/errlint/errlint/internal/contract"
	"github.com/errlint/errlint/internal/errsite"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/whicherrs"
)

// agreement is the flags of the command contract.
type agreement struct {
	write, check string
	dir          string // for -o
}

func (c *command) contractFlags() {
	c.formFlag("text", "json", "markdown", "html")
	c.flags.Func("o", "write the contract, in the -format given, to index.html, errors.md or errors.json in `DIR`", notEmpty(&c.agreement.dir, "the name of a directory"))
	c.flags.Func("write", "write the contract to `FILE`", notEmpty(&c.agreement.write, "the name of a file"))
	c.flags.Func("check", "compare with the contract in `FILE`, and fail if they differ", notEmpty(&c.agreement.check, "the name of a file"))
	c.flags.BoolVar(&c.asking.deps, "deps", false, depsUsage)
	c.redefine("base", "show what has changed since the merge base with `REF`, and fail if it breaks callers", notEmpty(&c.baseRef, "a branch, a tag or a commit"))
}

// contract shows, writes or compares which errors the exported functions of packages may return.
func (c *command) contract(ctx context.Context, args []string) int {
	ways := 0
	for _, s := range []string{c.agreement.write, c.agreement.check, c.baseRef} {
		if s != "" {
			ways++
		}
	}
	if ways > 1 {
		return c.failUsage(errors.New("-write, -check and -base exclude each other"))
	}
	if (c.agreement.write != "" || c.agreement.check != "") && c.as != "text" {
		return c.failUsage(fmt.Errorf("-write and -check need -format text, not %s", c.as))
	}
	file := map[string]string{"html": "index.html", "markdown": "errors.md", "json": "errors.json"}[c.as]
	if c.agreement.dir != "" && (file == "" || c.baseRef != "") || c.as == "html" && c.agreement.dir == "" {
		return c.failUsage(errors.New("-o needs -format html, markdown or json; -format html needs -o; -base allows neither -o nor html"))
	}
	if c.baseRef != "" {
		return c.contractSince(ctx, args)
	}
	q, problems, err := c.ask(ctx, args, nil)
	if err != nil {
		return c.fail(err)
	}
	now := contract.Of(q.funcs)
	if len(problems) > 0 && (c.agreement.write != "" || c.agreement.check != "") {
		// The functions of broken packages would be missing.
		c.problem(problems...)
		if c.agreement.write != "" {
			return c.fail(fmt.Errorf("%s is not written, since not everything could be analysed", c.agreement.write))
		}
		return c.fail(fmt.Errorf("%s is not compared with, since not everything could be analysed", c.agreement.check))
	}
	switch {
	case c.agreement.write != "":
		if err := writeFile(c.abs(c.agreement.write), now.String()); err != nil {
			return c.fail(err)
		}
		c.note(fmt.Sprintf("%s has %s", c.agreement.write, printer.Count(len(now), "line")))
		return exitClean
	case c.agreement.check != "":
		return c.compareContract(now)
	}
	if c.agreement.dir == "" {
		return c.show(problems, func() string { return c.page(q, now) }, "functions", q.answers())
	}
	c.problem(problems...)
	text, err := c.render(func() string { return c.page(q, now) }, "functions", q.answers())
	if c.as == "html" {
		var page []byte
		page, err = errsite.Page(&q.Asker, c.siteTitle(q), q.funcs)
		text = string(page)
	}
	if err != nil {
		return c.fail(err)
	}
	dir := c.abs(c.agreement.dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return c.fail(err)
	}
	if err := writeFile(filepath.Join(dir, file), text); err != nil {
		return c.fail(err)
	}
	return outcome(problems, false)
}

// page returns a contract as text or Markdown.
func (c *command) page(q *question, now contract.Contract) string {
	if c.as == "markdown" {
		return whicherrs.Markdown(q.answers())
	}
	return now.String()
}

// siteTitle returns the title of a site: the path of the module or, if there are several, how many.
func (c *command) siteTitle(q *question) string {
	var modules []string
	for _, f := range q.funcs {
		if m := f.Table().Module; !slices.Contains(modules, m) {
			modules = append(modules, m)
		}
	}
	if len(modules) == 1 {
		return "Errors of " + modules[0]
	}
	return "Errors of " + printer.Count(len(modules), "module")
}

func writeFile(name, text string) error {
	return atomicfile.Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// compareContract compares with the contract in a file.
func (c *command) compareContract(now contract.Contract) int {
	text, err := os.ReadFile(c.abs(c.agreement.check))
	if err != nil {
		return c.fail(err)
	}
	old, err := contract.Parse(bytes.NewReader(text))
	if err != nil {
		return c.fail(fmt.Errorf("%s: %w", c.agreement.check, err))
	}
	delta := contract.Delta(old, now)
	if len(delta) == 0 {
		return exitClean
	}
	if code := c.show(nil, func() string { return strings.Join(delta, "\n") + "\n" }, "", nil); code != exitClean {
		return code
	}
	c.note(fmt.Sprintf("%s of the contract in %s %s changed; if intended, run errlint contract -write %[2]s", printer.Count(len(delta), "line"), c.agreement.check, hasOrHave(len(delta))))
	return exitFindings
}

// hasOrHave returns the verb for n things.
func hasOrHave(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// contractSince shows what has changed since the base.
func (c *command) contractSince(ctx context.Context, args []string) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	of := *c
	root, ok := errlint.WorkspaceRoot(c.dir)
	if !ok {
		return c.fail(errNoModule(c.dir))
	}
	of.dir = root
	all, _, err := of.allPackages(nil)
	if err != nil {
		return c.fail(err)
	}
	b := of.startBase(ctx, job{patterns: all, analyzers: []*analysis.Analyzer{whicherrs.Analyzer}, configKey: tablesKey}, cancel)
	b.unknown = "nothing of it is compared"
	q, problems, err := c.ask(ctx, args, nil)
	if err != nil {
		return c.fail(err)
	}
	if len(problems) > 0 {
		// What a broken package returns would be missing in those that call it.
		c.problem(problems...)
		return c.fail(errors.New("the base is not compared with, since not everything could be analysed"))
	}
	commit, err := b.commit()
	if err != nil {
		return c.fail(err)
	}
	c.note(commit)
	findings, notes, err := b.findings(ctx)
	if err != nil {
		return c.fail(err)
	}
	for _, n := range notes {
		c.note(n)
	}
	before := &tables{command: c, findings: findings}
	old, err := before.question()
	if err != nil {
		return c.fail(err)
	}
	if len(old.Tables) == 0 {
		return c.fail(errors.New("there is nothing to compare with at the base"))
	}
	changes := contract.Changes(&old.Asker, &q.Asker, q.match)
	code := c.show(nil, func() string { return contract.Text(changes) }, "changes", changes)
	if code == exitClean && contract.Incompatible(changes) {
		return exitFindings
	}
	return code
}
