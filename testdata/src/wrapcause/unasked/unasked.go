// Package unasked has errors that become text where nobody, or somebody, can ask which error it was.
package unasked

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/rs/zerolog"
	"go.uber.org/zap"
	"k8s.io/apimachinery/pkg/util/runtime"
)

var ErrRead = errors.New("read")

// Compared with nil, printed and logged: nobody asks.

func nobody(name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("remove: %v", err) // category: unasked // want `fmt.Errorf formats err with %v`
	}
	if err := os.Remove(name); err != nil {
		return errors.New("remove: " + err.Error()) // category: unasked // want `errors.New takes only the text of err`
	}
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("%w: %v", ErrRead, err) // category: unasked // want `fmt.Errorf wraps ErrRead but formats err`
	}
	if err := os.Remove(name); err != nil {
		return &failure{err.Error()}
	}
	if err := os.Remove(name); err != nil {
		return errors.New("cannot remove") // category: dropped // want `errors.New makes an error in place of err`
	}
	return nil
}

type failure struct{ text string } // category: unasked // want `failure has no field for an error and takes only the text`

func (f *failure) Error() string { return f.text }

func Nobody(name string, z *zap.Logger, e zerolog.Logger) *mcp.CallToolResult {
	if err := nobody(name); err != nil {
		log.Printf("no: %v", err)
		slog.Error("no", "err", err)
		slog.Error("no", slog.Any("err", err))
		z.Error("no", zap.Error(err))
		e.Error().Err(err).Msg("no")
		fmt.Fprintln(os.Stderr, "no:", err)
		panicOn(err)
		return mcp.NewToolResultErrorFromErr("no", err)
	}
	return mcp.NewToolResultError(textOf(nobody(name)))
}

func textOf(err error) string { return fmt.Sprintf("failed: %v", err) }

func panicOn(err error) {
	if err != nil && err.Error() != "" {
		panic("no: " + err.Error())
	}
}

// Given to a logger that logs: nobody asks.

func attached(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // shape: wrapcause/unasked-with // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Attached(z *zap.SugaredLogger, l *slog.Logger) {
	if err := attached("a"); err != nil {
		z.With("err", err).Errorf("remove %s", "a")
	}
	if err := attached("b"); err != nil {
		l.With("err", err).Error("no")
	}
}

// A logger that is handed on may be anything.
func kept(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Kept(of func(args ...any) *zap.SugaredLogger) *zap.SugaredLogger {
	return of("err", kept("a"))
}

// Given to what logs for the controllers of Kubernetes.

func synced(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // shape: wrapcause/unasked-handled // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Synced(ctx context.Context) {
	if err := synced("a"); err != nil {
		runtime.HandleError(err)
	}
	if err := synced("b"); err != nil {
		runtime.HandleErrorWithContext(ctx, err, "no")
	}
}

// A test that asks does not count; see unasked_test.go.

func tested(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Tested() { log.Print(tested("a")) }

// What only a function value, an interface or the function of another package gets is not known.

func exported(name string) error { return textAt(name) }

func Exported(name string) error { return exported(name) } // want Exported:`makes\(always\)`

func textAt(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func value(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Value(each func(func(string) error)) {
	log.Print(value("a"))
	each(value)
}

type remover struct{}

func (remover) methodValue(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func (remover) called(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Methods(each func(func(string) error)) {
	log.Print(remover{}.methodValue("a"), remover{}.called("a"))
	each(remover{}.methodValue)
}

// Nothing calls it that is seen here: files for another system may.

func uncalled(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

// Somebody asks.

func asked(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Asked() { log.Print(errors.Is(asked("a"), fs.ErrNotExist)) }

func askedElsewhere(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func AskedElsewhere() { log.Print(os.IsNotExist(askedElsewhere("a"))) }

func askedBelow(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func AskedBelow() { report(askedBelow("a")) }

func report(err error) {
	var path *fs.PathError
	if errors.As(err, &path) {
		log.Print(path.Path)
	}
}

// A comparison does not see what an error wraps, but is meant to. An assertion asks what the error is itself; as an interface it can be asked.

func compared(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Compared() bool { return compared("a") == io.EOF }

func asserted(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Asserted() {
	switch err := asserted("a").(type) {
	case *failure:
		log.Print(err.text)
	case error:
		log.Print(err)
	}
}

func assertedInterface(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func AssertedInterface() bool {
	_, ok := assertedInterface("a").(interface{ Unwrap() error })
	return ok
}

func assertedThenAsked(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func AssertedThenAsked() bool {
	err, ok := any(assertedThenAsked("a")).(error)
	return ok && errors.Is(err, fs.ErrNotExist)
}

func searched(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Searched() bool {
	err := searched("a")
	return err != nil && strings.Contains(err.Error(), "no space left")
}

func stored(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

type State struct{ Err error }

func (s *State) Store() { s.Err = stored("a") }

func sent(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Sent(c chan<- error) { c <- sent("a") }

func panics(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Panics() { panic(panics("a")) }

func given(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Given(r *io.PipeWriter) { r.CloseWithError(given("a")) }

// An unknown function is no printer by having an operand.

type recorder interface{ Returns(vals ...any) recorder }

func recorded(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Recorded(r recorder) { r.Returns(recorded("a")) }

type logger interface {
	Errorf(format string, args ...any)
}

func loggedByInterface(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func LoggedByInterface(l logger, t testing.TB) {
	l.Errorf("no: %v", loggedByInterface("a"))
	t.Fatal(loggedByInterface("a"))
}

// Chains end where the last function is asked, and go round.

func first(n int) error {
	return fmt.Errorf("first: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func second(n int) error {
	if err := first(n); err != nil {
		return fmt.Errorf("second: %w", err)
	}
	if n > 0 {
		return second(n - 1)
	}
	return nil
}

func third() (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, ErrRead)
		}
	}()
	return second(3)
}

func Third() {
	for err := third(); err != nil; err = third() {
		log.Print(err)
	}
}

func firstAsked(n int) error {
	return fmt.Errorf("first: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func secondAsked(n int) error {
	if err := firstAsked(n); err != nil {
		return fmt.Errorf("second: %w", err)
	}
	return nil
}

func thirdAsked() (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, ErrRead)
		}
	}()
	return secondAsked(3)
}

func ThirdAsked() {
	if err := thirdAsked(); errors.Is(err, fs.ErrPermission) {
		log.Print(err)
	}
}

// The text of one error is in another, which leaves: both are to be mended.

func inner(name string) error {
	return fmt.Errorf("inner: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Outer() error {
	if err := inner("a"); err != nil {
		return fmt.Errorf("outer: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func innerOf(name string) error {
	return fmt.Errorf("inner: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Gathered() error { // want Gathered:`makes\(always\)`
	var all []string
	var b strings.Builder
	for _, name := range []string{"a", "b"} {
		if err := innerOf(name); err != nil {
			all = append(all, err.Error())
			fmt.Fprintf(&b, "%v\n", err)
		}
	}
	if len(all) == 1 {
		return errors.New(strings.Join(all, "; ")) // category: nameless // want `errors.New takes only the text of err`
	}
	return errors.New(b.String()) // category: nameless // want `errors.New takes only the text of err`
}

func innerOnly(name string) error {
	return fmt.Errorf("inner: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func outerOnly() error {
	if err := innerOnly("a"); err != nil {
		return fmt.Errorf("outer: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func OuterOnly() { log.Print(outerOnly()) }

// Literals, and functions that are run by go and defer statements.

func Literals(each func(func() error)) {
	remove := func(name string) error {
		return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
	}
	log.Print(remove("a"), remove("b"))
	func() { log.Print(remove("c")) }()
	given := func(name string) error {
		return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
	}
	each(func() error { return given("a") })
	kept := func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	}
	log.Print(kept())
	each(kept)
	each(func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	})
}

func inBackground(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func InBackground() {
	go inBackground("a")
	defer inBackground("b")
}

// Errors with others in them.

type opError struct {
	op  string
	err error
}

func (e *opError) Error() string { return e.op + ": " + e.err.Error() }
func (e *opError) Unwrap() error { return e.err }

func held(name string) error {
	return &opError{"remove", fmt.Errorf("%v", os.Remove(name))} // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Held() { log.Print(held("a")) }

func heldAsked(name string) *opError {
	return &opError{"remove", fmt.Errorf("%v", os.Remove(name))} // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func HeldAsked() bool { return errors.Is(heldAsked("a").err, io.EOF) }

func several(names ...string) (errs []error) {
	for _, name := range names {
		errs = append(errs, fmt.Errorf("%v", os.Remove(name))) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
	}
	return errs
}

func Several() {
	for _, err := range several("a", "b") {
		log.Print(err)
	}
	log.Print(errors.Join(several("c")...))
}

// A callback to which it is given, where all of them are seen.

func remove(name string, failed func(error)) {
	if err := os.Remove(name); err != nil {
		failed(fmt.Errorf("remove: %v", err)) // category: format // want `fmt.Errorf formats err with %v`
	}
}

func Callback() { remove("a", func(err error) { log.Print(err) }) }

// Generic functions are called by their instances.

func generic[T any](v T, name string) (T, error) {
	if err := os.Remove(name); err != nil {
		return v, fmt.Errorf("remove: %v", err) // category: unasked // want `fmt.Errorf formats err with %v`
	}
	return v, nil
}

func Generic() {
	if _, err := generic(1, "a"); err != nil {
		log.Print(err)
	}
}
