// Package lost has logs that leave out the error at hand, and some that must.
package lost

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"sync"

	"errlog/loggers"

	kit "github.com/go-kit/log"
	"github.com/go-kit/log/level"
	"github.com/go-logr/logr"
	"github.com/labstack/echo"
	"github.com/rs/zerolog"
	zlog "github.com/rs/zerolog/log"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
	"k8s.io/klog/v2"
)

var errFailed = errors.New("failed")

func work(name string) error { return os.Remove(name) }

func single(name string) error {
	if name == "" {
		return errFailed
	}
	_, err := strconv.Atoi(name)
	return err
}

type span struct{}

func (span) RecordError(error) {}

type server struct {
	last   error
	logger *slog.Logger
	zap    *zap.Logger
	sugar  *zap.SugaredLogger
	zero   zerolog.Logger
	rus    *logrus.Logger
	logr   logr.Logger
	own    loggers.Logger
}

func (s *server) each(keys []string) {
	for _, key := range keys {
		if err := work(key); err != nil {
			slog.Error("splitting failed", "key", key) // shape: errlog/without-error // want `the log leaves out err, and nothing else has it`
			continue                                   // shape: errlog/without-error-continue
		}
	}
}

func (s *server) slog(ctx context.Context) {
	err := work("a")
	if err != nil {
		s.logger.With("component", "a").WarnContext(ctx, "a failed", "n", 1) // shape: errlog/without-error-slog // want `the log leaves out err`
		return
	}
	if err := work("b"); err != nil {
		slog.LogAttrs(ctx, slog.LevelError, "b failed", slog.String("k", "v")) // shape: errlog/without-error-attrs // want `the log leaves out err`
	}
}

func (s *server) loggers() {
	if err := work("zap"); err != nil {
		s.zap.Error("zap failed", zap.String("k", "v")) // shape: errlog/without-error-zap // want `the log leaves out err`
	}
	if err := work("sugar"); err != nil {
		s.sugar.Errorw("sugar failed", "k", 1) // shape: errlog/without-error-sugar // want `the log leaves out err`
	}
	if err := work("zerolog"); err != nil {
		s.zero.Error().Str("k", "v").Msg("zerolog failed") // shape: errlog/without-error-zerolog // want `the log leaves out err`
	}
	if err := work("zerolog"); err != nil {
		zlog.Warn().Msg("zerolog failed") // want `the log leaves out err`
	}
	if err := work("logrus"); err != nil {
		s.rus.WithField("k", 1).Error("logrus failed") // shape: errlog/without-error-logrus // want `the log leaves out err`
	}
	if err := work("logrus"); err != nil {
		logrus.Warn("logrus failed") // want `the log leaves out err`
	}
	if err := work("logr"); err != nil {
		s.logr.Error(nil, "logr failed", "k", 1) // shape: errlog/without-error-logr // want `the log leaves out err`
	}
	if err := work("klog"); err != nil {
		klog.ErrorS(nil, "klog failed") // shape: errlog/without-error-klog // want `the log leaves out err`
	}
	if err := work("klog"); err != nil {
		klog.Warning("klog failed") // want `the log leaves out err`
	}
	if err := work("own"); err != nil {
		s.own.Error("own failed", "k", 1) // shape: errlog/without-error-shape // want `the log leaves out err`
	}
	if err := work("fatal"); err != nil {
		log.Fatalf("cannot start: %s", "x") // shape: errlog/without-error-fatal // want `the log leaves out err`
	}
}

func (s *server) quiet(ctx context.Context, sp span) error {
	if err := work("debug"); err != nil {
		slog.Debug("not there")
		s.logr.V(2).Info("not there")
		s.own.V("part").Debug("not there") // shape: errlog/not-verbosity
		s.zero.Debug().Msg("not there")    // shape: errlog/not-debug
	}
	if err := work("stored"); err != nil {
		slog.Error("stored") // shape: errlog/not-stored
		s.last = err
	}
	if err := work("recorded"); err != nil {
		sp.RecordError(err)
		slog.Error("recorded") // shape: errlog/not-recorded
	}
	if err := work("elsewhere"); err != nil {
		slog.Error("elsewhere") // shape: errlog/not-logged-elsewhere
		slog.Debug("elsewhere", "error", err)
	}
	if err := work("chained"); err != nil {
		s.rus.WithError(err).WithField("k", 1).Error("chained") // shape: errlog/not-chained
		l := s.logger.With("error", err)
		l.Error("chained")
		s.zero.Error().Err(err).Str("k", "v").Msg("chained")
		z := s.zero.With().Err(err).Logger()
		z.Error().Msg("chained")
		s.zap.With(zap.Error(err)).Error("chained")
	}
	if err := work("text"); err != nil {
		slog.Error("text: " + err.Error()) // shape: errlog/not-text
	}
	if err := work("known"); errors.Is(err, fs.ErrNotExist) {
		slog.Warn("there is no such file") // shape: errlog/not-known
	}
	if _, err := strconv.Atoi("x"); err != nil {
		slog.Warn("no number", "text", "x") // shape: errlog/not-input
	}
	if out, err := run("x"); err != nil {
		slog.Warn("the command failed", "output", string(out)) // shape: errlog/not-output
	}
	var stderr, rest bytes.Buffer
	cmd := exec.Command("x")
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		slog.Warn("the command failed", "stderr", stderr.String()) // shape: errlog/not-stderr
	}
	if err := cmd.Run(); err != nil {
		slog.Warn("the command failed", "rest", rest.String()) // want `the log leaves out err`
	}
	if _, err := new(http.Request).Cookie("a"); err != nil {
		slog.Warn("there is no cookie") // shape: errlog/not-only-cookie
	}
	if err := s.check(s.own, "a", "b"); err != nil {
		slog.Warn("no such kind", "kind", "a") // shape: errlog/not-arguments
	}
	if err := check("a"); err != nil {
		slog.Warn("it is wrong") // shape: errlog/without-error-argument // want `the log leaves out err`
	}
	if err := single("x"); err != nil {
		slog.Warn("the name is wrong") // shape: errlog/not-single
	}
	if err := work("a"); err == nil {
		slog.Info("a")
	} else if err := work("b"); err == nil {
		slog.Warn("b in place of a") // shape: errlog/not-other-way
	}
	if err := ctx.Err(); err != nil {
		slog.Warn("too late") // shape: errlog/not-context
	}
	other := work("x")
	if err := work("other"); err != nil {
		slog.Error("other", "error", other) // shape: errlog/not-other-error
	}
	if err := logged(); err != nil {
		slog.Warn("it has been logged") // shape: errlog/not-logged-by-callee
	}
	if err := work("no level"); err != nil {
		log.Println("no level") // shape: errlog/not-no-level
	}
	if err := work("helper"); err != nil {
		slog.Error("helper")
		loggers.Failed("helper", err)
	}
	if err := work("fails"); err != nil {
		slog.Error("fails")
		return errFailed // shape: errlog/not-fails
	}
	if err := work("returned"); err != nil {
		slog.Error("returned") // shape: errlog/not-returned
		return err
	}
	return nil
}

func run(name string) ([]byte, error) { return os.ReadFile(name) }

func check(kind string) error {
	if kind != "x" {
		return fmt.Errorf("there is no kind %q", kind)
	}
	return nil
}

func (s *server) check(_ loggers.Logger, kind, _ string) error { return check(kind) }

func logged() error {
	if err := work("x"); err != nil {
		slog.Error("x", "error", err)
		return err
	}
	return nil
}

var names = map[string]bool{}

// It has no cause for an error of its own, and has logged all others.
func known(name string) error {
	if !names[name] {
		return fmt.Errorf("no name %s", name)
	}
	if err := work(name); err != nil {
		slog.Error("work", "name", name, "error", err)
		return err
	}
	return nil
}

func notAllLogged(name string) error {
	if err := work("before"); err != nil {
		return err
	}
	return known(name)
}

// A prefixed logs, but its Errorf makes errors.
type prefixed struct{ prefix string }

func (p *prefixed) Infof(format string, args ...any) { log.Printf(p.prefix+format, args...) }
func (p *prefixed) Warnf(format string, args ...any) { log.Printf(p.prefix+format, args...) }
func (p *prefixed) Errorf(format string, args ...any) error {
	return fmt.Errorf(p.prefix+format, args...)
}

func (p *prefixed) callees() {
	if err := known("x"); err != nil {
		slog.Warn("its own errors aside, it has been logged") // shape: errlog/not-logged-by-callee
	}
	if err := notAllLogged("x"); err != nil {
		slog.Warn("some have not") // want `the log leaves out err`
	}
	if err := work("x"); err != nil {
		_ = p.Errorf("failed") // shape: errlog/not-log
	}
}

func cleanup() (err error) {
	defer func() {
		if err != nil {
			slog.Error("the clean-up may have left something") // shape: errlog/not-cleanup
		}
	}()
	return work("cleanup")
}

func another(name string) (failed bool) {
	err := work(name)
	if errors.Is(err, fs.ErrNotExist) {
		slog.Warn("there is no such file")
		return false
	}
	if err != nil {
		slog.Error("cannot work") // shape: errlog/without-error-another // want `the log leaves out err`
	}
	if err := work("a"); err != nil && !os.IsPermission(err) {
		slog.Error("cannot work on a") // want `the log leaves out err`
	}
	var path *fs.PathError
	if err := work("b"); errors.As(err, &path) {
		slog.Warn("no such path", "path", path.Path)
	} else if err != nil {
		slog.Error("cannot work on b") // want `the log leaves out err`
	}
	switch err := work("c").(type) {
	case nil:
	case *fs.PathError:
		slog.Warn("no such path", "path", err.Path)
	default:
		slog.Error("cannot work on c") // want `the log leaves out the error at hand`
	}
	if err := work("d"); err != nil && !isGone(err) {
		slog.Error("cannot work on d") // want `the log leaves out err`
	}
	if err := work("e"); err != nil {
		if complains(err) {
			return true
		}
		slog.Error("cannot work on e")
	}
	if err := work("f"); err != nil {
		text := "cannot work on f"
		if errors.Is(err, fs.ErrNotExist) {
			text = "there is no f"
		}
		slog.Error(text) // shape: errlog/not-told-by-message
	}
	if err := either(name); err != nil && !errors.Is(err, errFailed) {
		slog.Error("it is busy") // shape: errlog/not-only-one
	}
	return false
}

func warn(text string, args ...any) { slog.Warn("lost: "+text, args...) }

func (s *server) errorf(format string, args ...any) { s.rus.Errorf(format, args...) }

func counts(text string) {
	slog.Error(text)
	failures.Store(text, true)
}

var failures sync.Map

var closers []io.Closer

func keeps(text string) {
	slog.Error(text)
	lastText = text
}

var lastText string

func (s *server) helpers() {
	if err := work("a"); err != nil {
		warn("a failed", "n", 1) // shape: errlog/without-error-helper // want `the log leaves out err`
	}
	if err := work("b"); err != nil {
		s.errorf("b failed") // want `the log leaves out err`
	}
	if err := work("c"); err != nil {
		warn("c failed", "error", err) // shape: errlog/not-helper
		warn("c failed: " + err.Error())
	}
	if err := work("d"); err != nil {
		counts("d failed") // shape: errlog/not-helper-other
	}
	if err := work("d"); err != nil {
		keeps("d failed")
	}
	if err := work("e"); err != nil {
		loggers.Warn("e failed") // want `the log leaves out err`
	}
	if err := work("f"); err != nil {
		say := s.logger.Error
		say("f failed") // shape: errlog/without-error-value // want `the log leaves out err`
	}
}

func (s *server) retries(names []string) error {
	for {
		if err := work("a"); err != nil {
			slog.Warn("not yet") // shape: errlog/not-retry
			continue
		}
		break
	}
	for n := range 5 {
		err := s.check(s.own, "b", "b")
		if err == nil {
			return nil
		}
		slog.Warn("not yet", "try", n)
	}
again:
	if err := work("c"); err != nil {
		slog.Warn("not yet")
		goto again
	}
	for _, name := range names {
		if err := work(name); err != nil {
			slog.Warn("not this one") // shape: errlog/without-error-next // want `the log leaves out err`
			continue
		}
		break
	}
	for _, c := range closers {
		if err := c.Close(); err != nil {
			slog.Warn("not this one") // want `the log leaves out err`
			continue
		}
		break
	}
	for len(os.Args) > 1 {
		if err := work("d"); err != nil {
			slog.Warn("again the next time") // shape: errlog/without-error-periodic // want `the log leaves out err`
		}
	}
	return nil
}

func levels(kitLogger kit.Logger, rus *logrus.Logger) {
	if err := work("kit"); err != nil {
		level.Error(kit.With(kitLogger, "n", 1)).Log("msg", "kit failed") // shape: errlog/without-error-kit // want `the log leaves out err`
		level.Info(kitLogger).Log("msg", "kit failed")
	}
	if err := work("kit"); err != nil {
		level.Error(kit.With(kitLogger, "err", err)).Log("msg", "kit failed") // shape: errlog/not-kit
	}
	if err := work("logrus"); err != nil {
		rus.Log(logrus.ErrorLevel, "logrus failed") // shape: errlog/without-error-level // want `the log leaves out err`
		rus.Log(logrus.InfoLevel, "logrus failed")
	}
}

func page(c echo.Context) error {
	if err := work("page"); err != nil {
		slog.Error("page failed") // shape: errlog/without-error-reply // want `the log leaves out err`
		return c.JSON(http.StatusInternalServerError, "failed")
	}
	return c.JSON(http.StatusOK, "done")
}

type result struct {
	name string
	err  error
}

func collect(results <-chan result, sink chan<- result) (all []result) {
	for r := range results {
		if r.err != nil {
			slog.Error("one failed", "name", r.name) // shape: errlog/without-error-field // want `the log leaves out r.err`
		}
	}
	for r := range results {
		if r.err != nil {
			slog.Error("one failed", "name", r.name) // shape: errlog/not-field
		}
		all = append(all, r)
	}
	for r := range results {
		if r.err != nil {
			slog.Error("one failed", "name", r.name)
			sink <- result{err: r.err}
		}
	}
	var kept []*result
	for r := range results {
		if r.err != nil {
			slog.Error("one failed", "name", r.name)
		}
		kept = append(kept, &r)
	}
	fmt.Println(kept)
	return all
}

func isGone(err error) bool { return errors.Is(err, fs.ErrNotExist) }

func complains(err error) bool {
	fmt.Fprintln(os.Stderr, err)
	return len(os.Args) > 1
}

var errBusy = errors.New("busy")

func either(name string) error {
	if name == "" {
		return errFailed
	}
	return errBusy
}

func accepted() {
	if err := work("x"); err != nil {
		//errlint:ignore errlog the error is always the same
		slog.Error("failed")
	}
}

var _ = []any{(*prefixed).callees, (*server).each, (*server).slog, (*server).loggers, (*server).quiet, cleanup, another, (*server).helpers, (*server).retries, collect, levels, page, accepted}
