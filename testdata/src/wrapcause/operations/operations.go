// Package operations has functions that fail as something outside of the program does, and others that only check.
package operations

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Load hands on the error of an operation.
func Load(name string) ([]byte, error) { // want Load:`\(acts\)`
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	return data, nil
}

// Fetch does so, two calls down.
func Fetch(ctx context.Context, get func(context.Context) error) error { return again(ctx, get) } // want Fetch:`\(acts\)`

func again(ctx context.Context, get func(context.Context) error) error {
	for range 3 {
		if err := get(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Check looks at what it is given, and does nothing with the context.
func Check(_ context.Context, name string) error {
	if strings.Contains(name, "/") {
		return errors.New("a name has no slash")
	}
	if len(name) > 80 {
		return fmt.Errorf("%q is too long", name)
	}
	return nil
}

// A Store is files, or nothing.
type Store interface {
	Get(name string) error // want Get:`\(acts\)`
	Known(name string) error
}

type Files struct{}

func (*Files) Get(name string) error { // want Get:`\(acts\)`
	_, err := os.ReadFile(name)
	return err
}

func (*Files) Known(name string) error { return errors.New("nothing is known of " + name) } // want Known:`makes\(always; text \[1\]\)`

type None struct{}

func (*None) Get(name string) error { return errors.New("there is no " + name) } // want Get:`makes\(always; text \[1\]\)`

func (*None) Known(name string) error { return errors.New("nothing is known of " + name) } // want Known:`makes\(always; text \[1\]\)`

// Annotate hands on what it is given.
func Annotate(err error) error { return fmt.Errorf("operation: %w", err) } // want Annotate:`makes\(always\)`

// What a command has put out says what went wrong.
func command(name string) error {
	if out, err := exec.Command(name).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %v: %s", name, err, strings.TrimSpace(string(out))) // shape: wrapcause/not-beside-output
	}
	if _, err := exec.Command(name).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %v", name, err) // want `fmt.Errorf formats err with %v`
	}
	out, _ := exec.Command(name).CombinedOutput()
	if err := exec.Command(name, "-v").Run(); err != nil {
		return fmt.Errorf("%s: %v: %s", name, err, out) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Nor does it matter how it was kept. In place of the error it says nothing of a command that is not there.
func keptOutput(name string, w io.Writer) error {
	var stderr bytes.Buffer
	cmd := exec.Command(name)
	cmd.Stdout, cmd.Stderr = w, &stderr
	if err := cmd.Run(); err != nil {
		if w == nil {
			return fmt.Errorf("%s failed: %s", name, stderr.Bytes()) // want `fmt.Errorf makes an error in place of err`
		}
		return fmt.Errorf("%s: %v: %s", name, err, strings.TrimSpace(stderr.String())) // shape: wrapcause/not-beside-stderr
	}
	var stdout bytes.Buffer
	cmd = exec.Command(name)
	cmd.Stdout = &stdout
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %v: %s", name, err, stdout.String()) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func exitOutput(name string) error {
	_, err := exec.Command(name).Output()
	if exit, ok := err.(*exec.ExitError); ok {
		return fmt.Errorf("%s: %v: %q", name, err, exit.Stderr) // shape: wrapcause/not-beside-stderr
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.Exited() {
		return fmt.Errorf("%s: %v", name, err) // want `fmt.Errorf formats err with %v`
	}
	return err
}

// Who finds io.EOF in it takes what is broken for the end.
func broken(r io.Reader, record []byte) error {
	if _, err := io.ReadAtLeast(r, record, len(record)); err == io.EOF {
		return fmt.Errorf("broken record: %v", err) // shape: wrapcause/not-end
	} else if err != nil {
		return fmt.Errorf("read record: %v", err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

type cmd interface {
	CombinedOutput() ([]byte, error)
}

func commandBehindInterface(c cmd, r *bufio.Reader) error {
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %s", err, out) // shape: wrapcause/not-beside-output
	}
	if line, err := r.ReadString('\n'); err != nil {
		return fmt.Errorf("line %q: %v", line, err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// The output comes from a function of the package, and goes through another.

func runCommand(name string) (string, error) {
	out, err := exec.Command(name).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func describeOutput(out string, err error) string {
	return strings.ReplaceAll(out, "token", "[hidden]") + ": " + err.Error()
}

func commandOfPackage(name string) error {
	if out, err := runCommand(name); err != nil {
		return fmt.Errorf("clone: %s", describeOutput(out, err)) // shape: wrapcause/not-beside-output
	}
	if out, err := readAll(name); err != nil {
		return fmt.Errorf("clone: %s", describeOutput(out, err)) // want `fmt.Errorf takes only the text of err`
	}
	return nil
}

func readAll(name string) (string, error) {
	data, err := os.ReadFile(name)
	return string(data), err
}

// A variable that holds one function is as good as that, and the output in place of the error as beside it.

var execute = func(name string) ([]byte, error) { return exec.Command(name).CombinedOutput() }

var load = func(name string) ([]byte, error) { return os.ReadFile(name) }

func commandInVariable(name string) error {
	if out, err := execute(name); err != nil {
		return fmt.Errorf("%s: %v: %s", name, err, out) // shape: wrapcause/not-beside-output
	}
	if out, err := load(name); err != nil {
		return fmt.Errorf("%s: %v: %s", name, err, out) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func outputInPlace(name string) error {
	out, err := execute(name)
	text := strings.TrimSpace(string(out))
	if err != nil && !strings.Contains(text, "already") {
		return fmt.Errorf("%s: %s", name, text) // shape: wrapcause/not-beside-output
	}
	if out, err := exec.Command(name, "-v").CombinedOutput(); err != nil {
		return errors.New(string(out)) // shape: wrapcause/not-beside-output
	}
	if _, err := exec.Command(name, "-x").CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %s", name, text) // want `fmt.Errorf makes an error in place of err`
	}
	if out, err := load(name); err != nil {
		return fmt.Errorf("%s: %s", name, out) // want `fmt.Errorf makes an error in place of err`
	}
	return nil
}

// The output may come through more than one function.
func executeIn(dir, name string) (string, int, error) {
	cmd := exec.Command(name)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), 1, err
	}
	return string(out), 0, nil
}

func executeHere(name string) (string, int, error) { return executeIn(".", name) }

func outputThrough(name string) error {
	if out, _, err := executeHere(name); err != nil {
		return fmt.Errorf("%s: %s", name, out) // shape: wrapcause/not-beside-output
	}
	return nil
}

// What the command has written to its Stderr is in place of the error only where it has written something.
func stderrInPlace(ctx context.Context, name string) error {
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name)
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		if stderr.Len() > 0 {
			return fmt.Errorf("%s: %s", name, stderr.String()) // shape: wrapcause/not-beside-stderr
		}
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func stderrAlways(ctx context.Context, name string) error {
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name)
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %s", name, stderr.String()) // shape: wrapcause/dropped-stderr // want `fmt.Errorf makes an error in place of err`
	}
	return nil
}

// A goroutine sets variables that are read when it has ended, or when the time is up.
func inTime(ctx context.Context, name string) (string, error) {
	var (
		out  []byte
		err  error
		done = make(chan struct{})
	)
	go func() {
		out, err = exec.CommandContext(ctx, name).CombinedOutput()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return "", fmt.Errorf("timeout, %v", err) // shape: wrapcause/not-maybe-none
	}
	if err != nil {
		return "", fmt.Errorf("%s failed: %s, %v", name, out, err) // shape: wrapcause/not-beside-output
	}
	return string(out), nil
}

func inTimeWithoutOutput(ctx context.Context, name string) error {
	var err error
	done := make(chan struct{})
	go func() {
		_, err = os.ReadFile(name)
		close(done)
	}()
	<-done
	if err != nil {
		return fmt.Errorf("%s failed: %v", name, err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Either the output or the text of the error: where it is the latter, there is no output.
func outputOr(name string) (string, error) {
	var stderr bytes.Buffer
	cmd := exec.Command(name)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		var said string
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			said = strings.TrimSpace(stderr.String())
		} else {
			said = err.Error()
		}
		return "", fmt.Errorf("%s: %s", name, said) // category: text // shape: wrapcause/text-or-output // want `fmt.Errorf takes only the text of err`
	}
	return string(out), nil
}

func outputAnd(name string) (string, error) {
	var stderr bytes.Buffer
	cmd := exec.Command(name)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		said := err.Error()
		if stderr.Len() > 0 {
			said += ": " + stderr.String()
		}
		return "", fmt.Errorf("%s: %s (%s)", name, said, stderr.String()) // shape: wrapcause/not-text-and-output
	}
	return string(out), nil
}
