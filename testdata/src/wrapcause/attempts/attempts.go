// Package attempts has operations that are tried, again and again some of them, and given up.
package attempts

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

type conn struct{ ready bool }

type link struct {
	dial func(ctx context.Context, port int) (*conn, error)
	ping func(context.Context) error
	rt   http.RoundTripper
	max  time.Duration
}

// The last attempt's error is out of scope where the loop is given up.

func (l *link) connect(ctx context.Context, n int) (*conn, error) {
	for i := 0; i < n; i++ {
		c, err := l.dial(ctx, 80)
		if err == nil {
			return c, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, fmt.Errorf("gave up after %d attempts", n) // category: dropped // shape: wrapcause/dropped-attempts // want `fmt.Errorf makes an error in place of err of the last attempt, so errors.Is and errors.As cannot find the cause`
}

func (l *link) connectOnce(ctx context.Context) (*conn, error) {
	var (
		c   *conn
		err error
	)
	for range 3 {
		c, err = l.dial(ctx, 80)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		return c, nil
	}
	return nil, errors.New("cannot connect") // shape: wrapcause/dropped-attempts // want `errors.New makes an error in place of err of the last attempt`
}

// A wait that goes well decides nothing.
func (l *link) waiting(ctx context.Context, wait func(context.Context) error) error {
	for i := 1; i <= 5; i++ {
		if err := l.ping(ctx); err == nil {
			return nil
		}
		if i < 5 {
			if err := wait(ctx); err != nil {
				return err
			}
		}
	}
	return errors.New("no answer") // shape: wrapcause/dropped-attempts // want `errors.New makes an error in place of err of the last attempt`
}

// Each step of an attempt may be what failed last.
func (l *link) steps(ctx context.Context, check func(context.Context, *conn) error) error {
	for range 3 {
		c, err := l.dial(ctx, 80)
		if err != nil {
			continue
		}
		if err := check(ctx, c); err == nil {
			return nil
		}
	}
	return errors.New("no good connection") // want `errors.New makes an error in place of err of the last attempt`
}

func (l *link) until(ctx context.Context, deadline time.Time) error {
	for {
		if time.Now().After(deadline) {
			return errors.New("not ready in time") // shape: wrapcause/dropped-deadline // want `errors.New makes an error in place of err of the last attempt`
		}
		if err := l.ping(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (l *link) RoundTrip(req *http.Request) (*http.Response, error) { // want RoundTrip:`\(parses\)`
	start := time.Now()
	for {
		resp, err := l.rt.RoundTrip(req)
		if err == nil {
			return resp, nil
		}
		if err := req.Context().Err(); err != nil {
			return nil, err
		}
		wake := time.Now().Add(time.Second)
		if wake.Sub(start) > l.max {
			return nil, errors.New("timeout") // category: dropped // shape: wrapcause/dropped-deadline // want `errors.New makes an error in place of err`
		}
		log.Printf("%v: once more", err)
		time.Sleep(time.Second)
	}
}

func (l *link) counted(ctx context.Context) error {
	failures := 0
	for {
		if err := l.ping(ctx); err == nil {
			return nil
		}
		if failures++; failures > 3 {
			return errors.New("no answer") // shape: wrapcause/dropped-attempts // want `errors.New makes an error in place of err`
		}
	}
}

// One attempt, and its error is out of scope behind it.

func body(resp *http.Response) ([]byte, error) {
	if b, err := io.ReadAll(resp.Body); err == nil {
		return b, nil
	}
	return nil, errors.New("no body") // category: dropped // shape: wrapcause/dropped-fall-through // want `errors.New makes an error in place of err`
}

// That the name means another error there is worse.
func shadowed(l *link, ctx context.Context) error {
	_, err := os.ReadFile("hosts")
	if err != nil {
		return err
	}
	if err := l.ping(ctx); err == nil {
		return nil
	}
	return fmt.Errorf("no answer: %v", err) // shape: wrapcause/dropped-fall-through // want `fmt.Errorf formats err, which is nil here, in place of err`
}

// What did not fail with an error of its own, or not last.

func (l *link) ready(ctx context.Context) error {
	for range 3 {
		if c, err := l.dial(ctx, 80); err == nil && c.ready {
			return nil
		}
	}
	return errors.New("not ready") // shape: wrapcause/not-attempt
}

func (l *link) status(req *http.Request) error {
	for range 3 {
		resp, err := l.rt.RoundTrip(req)
		if err != nil {
			continue
		}
		if resp.StatusCode == http.StatusOK {
			return nil
		}
	}
	return errors.New("not OK") // shape: wrapcause/not-attempt
}

func (l *link) stopped(ctx context.Context, stop chan bool) error {
	for {
		select {
		case <-stop:
			return errors.New("stopped") // shape: wrapcause/not-attempt
		case <-time.After(time.Second):
		}
		if err := l.ping(ctx); err == nil {
			return nil
		}
	}
}

func (l *link) stoppedWhileWaiting(ctx context.Context, stop chan bool, start time.Time) error {
	for {
		if err := l.ping(ctx); err == nil {
			return nil
		}
		select {
		case <-stop:
			return errors.New("stopped") // shape: wrapcause/not-attempt
		case <-time.After(time.Second - time.Since(start)):
		}
	}
}

func (l *link) predicate(ctx context.Context, known func(context.Context) bool) error {
	for range 3 {
		if known(ctx) {
			return nil
		}
	}
	return errors.New("not known") // shape: wrapcause/not-attempt
}

// What is told, kept or told apart on the way.

func (l *link) toldApart(ctx context.Context) error {
	for range 3 {
		err := l.ping(ctx)
		if err == nil || errors.Is(err, net.ErrClosed) {
			return err
		}
	}
	return errors.New("no answer") // shape: wrapcause/not-told-apart
}

func (l *link) joined(ctx context.Context) error {
	var errs []error
	for range 3 {
		err := l.ping(ctx)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return fmt.Errorf("no answer: %w", errors.Join(errs...)) // shape: wrapcause/not-retry
}

func (l *link) last(ctx context.Context) error {
	for i := range 3 {
		err := l.ping(ctx)
		if err == nil {
			return nil
		}
		if i == 2 {
			return err
		}
	}
	return errors.New("never here") // shape: wrapcause/not-retry
}

// The next of several is another one: that none was found is the fault of none in particular.

func (l *link) first(ctx context.Context, ping func(context.Context, string) error, hosts []string) error {
	for _, host := range hosts {
		if err := ping(ctx, "a."+host); err == nil {
			return nil
		}
	}
	for i := range hosts {
		if err := ping(ctx, fmt.Sprintf("%d.%s", i, hosts[i])); err == nil {
			return nil
		}
	}
	for port := range 100 {
		if _, err := l.dial(ctx, port); err == nil {
			return nil
		}
	}
	return errors.New("none of them answers") // shape: wrapcause/not-alternatives
}

// If an operation is tried in two ways, the second failure is the reason.

func (l *link) either(ctx context.Context) (*conn, error) {
	c, err := l.dial(ctx, 80)
	if err == nil {
		return c, nil
	}
	c, err = l.dial(ctx, 8080)
	if err != nil {
		return nil, fmt.Errorf("no connection") // shape: wrapcause/dropped-second-way // want `fmt.Errorf makes an error in place of err, so`
	}
	return c, nil
}

// To wait for a condition that never fails can only take too long.

func (l *link) started(ctx context.Context) error {
	if err := l.ping(ctx); err == nil {
		return nil
	}
	err := wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		return l.ping(ctx) == nil, nil
	})
	if err != nil {
		return errors.New("it does not start") // shape: wrapcause/not-polled
	}
	return nil
}

func (l *link) answers(ctx context.Context) error {
	err := wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		c, err := l.dial(ctx, 80)
		return c != nil, err
	})
	if err != nil {
		return errors.New("it does not answer") // want `errors.New makes an error in place of err, so`
	}
	return nil
}

// Whether something is there is a question.

func find(name string) (string, error) {
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	return "", fmt.Errorf("%q not found", name) // shape: wrapcause/not-lookup
}

func findTool() (string, error) {
	if name, err := exec.LookPath("tool"); err == nil {
		return name, nil
	}
	return "", errors.New("no tool") // shape: wrapcause/not-lookup
}

// What is done since may go well, or fails by itself.

func (l *link) onward(ctx context.Context, name string) error {
	if err := l.ping(ctx); err == nil {
		return nil
	}
	if name == "" {
		return errors.New("no name") // shape: wrapcause/not-fallback
	}
	return os.WriteFile(name, nil, 0o600)
}

func (l *link) warm(ctx context.Context, name string) error {
	for range 3 {
		if err := l.ping(ctx); err == nil {
			return nil
		}
	}
	if name == "" {
		return errors.New("no name") // shape: wrapcause/not-fallback
	}
	return os.WriteFile(name, nil, 0o600)
}

type makers struct {
	byName map[string]func(string) (string, error)
}

func (m *makers) named(name string) (func(string) (string, error), bool) {
	f, ok := m.byName[name]
	return f, ok
}

func (m *makers) has(name string) bool { return m.byName[name] != nil }

func cached(name string, m *makers) (string, error) {
	data, err := os.ReadFile(name)
	if err == nil {
		return string(data), nil
	}
	f, ok := m.named(name)
	if !ok {
		return "", fmt.Errorf("nothing makes %q", name) // shape: wrapcause/not-looked-up-since
	}
	return f(name)
}

func optional(name string, m *makers) (string, error) {
	data, err := os.ReadFile(name)
	if err == nil {
		return string(data), nil
	}
	if m.has(name) {
		return "", nil
	}
	return "", fmt.Errorf("nothing has %q", name) // want `fmt.Errorf makes an error in place of err`
}

// Where it was not tried, there is nothing of it.
func (l *link) sometimes(ctx context.Context, try bool) error {
	if try {
		if err := l.ping(ctx); err == nil {
			return nil
		}
	}
	return errors.New("no answer") // shape: wrapcause/not-no-cause
}

// A round that leaves the variable as it was may be every round.

func (l *link) firstReady(ctx context.Context, ports []int) (*conn, error) { // shape: wrapcause/not-maybe-none
	var last error
	for _, port := range ports {
		c, err := l.dial(ctx, port)
		if err != nil {
			last = err
			continue
		}
		if !c.ready {
			continue
		}
		return c, nil
	}
	return nil, fmt.Errorf("none is ready: %v", last)
}

func (l *link) firstOpen(ctx context.Context, ports []int) (found *conn, err error) { // shape: wrapcause/not-maybe-none
	var last error
	for i := 0; i < len(ports); i++ {
		if ports[i] == 0 {
			continue
		}
		if found, last = l.dial(ctx, ports[i]); last == nil {
			return found, nil
		}
	}
	return nil, fmt.Errorf("none is open: %v", last)
}

// Where it went well, and it was still not done, nil is what is kept.

func (l *link) soon(ctx context.Context, n int) error { // shape: wrapcause/not-maybe-none
	var last error
	for range n {
		c, err := l.dial(ctx, 80)
		if err == nil && c.ready {
			return nil
		}
		last = err
	}
	return fmt.Errorf("not ready: %v", last)
}

func (l *link) pinged(ctx context.Context, n int) error { // shape: wrapcause/not-maybe-none
	var err error
	for range n {
		if err = l.ping(ctx); err != nil {
			log.Print(err)
		}
		if l.max > 0 {
			return nil
		}
	}
	return fmt.Errorf("no answer in time: %v", err)
}

func (l *link) keptFailures(ctx context.Context, n int) error {
	var last error
	for range n {
		err := l.ping(ctx)
		if err == nil {
			return nil
		}
		last = err
	}
	return fmt.Errorf("gave up: %v", last) // want `fmt.Errorf formats last with %v, so errors.Is and errors.As cannot find it`
}

func (l *link) firstOfAll(ctx context.Context, ports []int, names []string) (*conn, error) {
	var last error
	for _, port := range ports {
		for range names {
			c, err := l.dial(ctx, port)
			if err == nil {
				return c, nil
			}
			last = err
		}
	}
	return nil, fmt.Errorf("none answers: %v", last) // want `fmt.Errorf formats last with %v`
}

func (l *link) firstInTime(ctx context.Context, ports []int) (*conn, error) {
	var last error
	for _, port := range ports {
		if port == 0 {
			break
		}
		c, err := l.dial(ctx, port)
		if err != nil {
			last = err
			continue
		}
		return c, nil
	}
	return nil, fmt.Errorf("none answers: %v", last) // want `fmt.Errorf formats last with %v`
}

// Where the second error is nil the first is returned; where it is not, nobody gets either.

func (l *link) report(ctx context.Context, list func(context.Context) ([]string, error)) error {
	if err := l.ping(ctx); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			names, err := list(ctx)
			if err != nil {
				return errors.New("there are no links") // shape: wrapcause/dropped-both // want `errors.New makes an error in place of err`
			}
			log.Print(names)
		}
		return err
	}
	return nil
}

func (l *link) reportAll(ctx context.Context, list func(context.Context) ([]string, error)) error {
	if err := l.ping(ctx); err != nil {
		if _, listed := list(ctx); listed != nil {
			return fmt.Errorf("no links: %w", err)
		}
		return err
	}
	return nil
}

// What was read may be of no use, and then there is no error of reading it.

func readValid(name string) (map[string]string, error) { // shape: wrapcause/not-attempt
	if b, err := os.ReadFile(name); err == nil {
		var m map[string]string
		if err := json.Unmarshal(b, &m); err == nil {
			return m, nil
		}
		if b, err = hex.DecodeString(string(b)); err == nil {
			if err := json.Unmarshal(b, &m); err == nil {
				return m, nil
			}
		}
	}
	return nil, errors.New("nothing of use")
}

func readAny(first, second string) ([]byte, error) {
	if b, err := os.ReadFile(first); err == nil {
		return b, nil
	}
	if b, err := os.ReadFile(second); err == nil {
		return b, nil
	}
	return nil, errors.New("nothing to read")
}
