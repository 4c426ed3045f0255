package gitbase

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/errlint/errlint/internal/lazyregexp"
)

// A Repo is a git repository with a working tree. Its methods may be called
// concurrently.
type Repo struct {
	git  string   // the command
	dir  string   // where it runs
	env  []string // what it runs with
	top  string
	path string
}

// Open finds the repository that a directory is in. The environment is that of
// the git command, each entry "KEY=value"; nil means that of the process.
//
// The error is one line, which gives the reason: there is no git command, the
// directory is in no repository or in one without a working tree, or git
// refuses to read it because it belongs to another user. If ctx is done, it is ctx's own.
func Open(ctx context.Context, dir string, env []string) (*Repo, error) {
	if env == nil {
		env = os.Environ()
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("find the repository: %w", err)
	}
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("find the repository: %w", err)
	}
	git, err := lookup(env)
	if err != nil {
		return nil, err
	}
	r := &Repo{git: git, dir: dir, env: environment(env, dir)}
	out, err := r.run(ctx, "rev-parse", "--is-inside-work-tree", "--show-cdup")
	gerr, ok := errors.AsType[*gitError](err)
	switch {
	case ok && strings.Contains(gerr.msg, "not a git repository"):
		return nil, fmt.Errorf("%s is in no git repository", dir)
	case err != nil && !(ok && strings.Contains(gerr.msg, "cannot use bare repository")):
		return nil, err
	}
	inside, up, _ := strings.Cut(out, "\n")
	if inside != "true" {
		return nil, fmt.Errorf("%s is in no working tree of its git repository: it is bare, or the directory is git's own", dir)
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("find the repository: %w", err)
	}
	r.top = filepath.Join(real, filepath.FromSlash(up)) // up is "../../", or nothing
	if r.path, err = filepath.Rel(r.top, real); err != nil {
		return nil, fmt.Errorf("find the repository: %w", err)
	}
	return r, nil
}

// Top returns the root directory of the working tree, absolute and without symbolic links.
func (r *Repo) Top() string { return r.top }

// Path returns the path of the directory that was opened, relative to Top: "."
// if it is Top.
func (r *Repo) Path() string { return r.path }

// A Base is a commit to compare with.
type Base struct {
	Ref    string // as it was given
	Commit string // the name of the commit's object
	Note   string // how it was chosen, if it is not the only merge base: a clause without a full stop
}

// MergeBase returns the merge base of HEAD and a ref, which may be anything that
// names a commit: a branch, a tag, an object's name, "HEAD~3".
//
// It is an error, of one line, if nothing has been committed yet, if the ref is
// not known (the error says how to fetch it), or if the histories
// have no common commit. If ctx is done, it is ctx's own.
func (r *Repo) MergeBase(ctx context.Context, ref string) (Base, error) {
	if directRef().MatchString(ref) {
		// If that fails, the code below finds out why.
		if out, err := r.run(ctx, "merge-base", "--all", "HEAD", ref); err == nil {
			return newestOf(ref, out), nil
		}
	}
	head, err := r.commit(ctx, "HEAD")
	if err != nil {
		if isGitError(err) {
			return Base{}, fmt.Errorf("there is no commit yet to compare with %s", show(ref))
		}
		return Base{}, err
	}
	base, err := r.commit(ctx, ref)
	if err != nil {
		if isGitError(err) {
			return Base{}, r.unknown(ctx, ref)
		}
		return Base{}, err
	}
	out, err := r.run(ctx, "merge-base", "--all", head, base)
	if err == nil {
		return newestOf(ref, out), nil
	}
	if gerr, ok := errors.AsType[*gitError](err); !ok || gerr.code != 1 || gerr.msg != "" {
		return Base{}, err
	}
	shallow, err := r.run(ctx, "rev-parse", "--is-shallow-repository")
	if err != nil {
		return Base{}, err
	}
	if shallow != "true" {
		return Base{}, fmt.Errorf("%s and HEAD have no commit in common, so there is nothing to compare with", show(ref))
	}
	return Base{
		Ref:    ref,
		Commit: base,
		Note:   fmt.Sprintf("compared with %s (%s) itself, for the merge base with HEAD is not in this shallow clone", show(ref), short(base)),
	}, nil
}

// newestOf returns the first of the merge bases that git lists.
func newestOf(ref, list string) Base {
	all := strings.Fields(list)
	b := Base{Ref: ref, Commit: all[0]}
	if len(all) > 1 {
		b.Note = fmt.Sprintf("compared with %s, the newest of %d merge bases of %s and HEAD", short(b.Commit), len(all), show(ref))
	}
	return b
}

// commit returns the name of the commit that a ref stands for.
func (r *Repo) commit(ctx context.Context, ref string) (string, error) {
	if plainRef().MatchString(ref) {
		return r.object(ctx, ref+"^{commit}")
	}
	id, err := r.object(ctx, ref)
	if err != nil {
		return "", err
	}
	return r.object(ctx, id+"^{commit}")
}

var objectName = lazyregexp.New(`^[0-9a-f]{40,64}$`)

// object returns the name of the object that a revision stands for. The error is
// a gitError if there is none.
func (r *Repo) object(ctx context.Context, rev string) (string, error) {
	if rev == "" || strings.ContainsRune(rev, 0) {
		return "", &gitError{msg: "no revision"}
	}
	// A revision that begins with a hyphen is not an option. One that begins with ^ is not a single object.
	out, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev)
	if err != nil {
		return "", err
	}
	if !objectName().MatchString(out) {
		return "", &gitError{msg: "not a single revision"}
	}
	return out, nil
}

var (
	plainRef = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9_./-]*$`)

	// directRef matches refs that git does not take for an option or a range, in any command.
	directRef = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9_/-]*(\.[A-Za-z0-9_/-]+)*[~^0-9]*$`)

	hexRef = lazyregexp.New(`^[0-9a-f]{7,64}$`)
)

// unknown returns the error of a ref that names no commit.
func (r *Repo) unknown(ctx context.Context, ref string) error {
	out, err := r.run(ctx, "remote")
	if err != nil && !isGitError(err) {
		return err
	}
	hint := ""
	if remotes := strings.Fields(out); plainRef().MatchString(ref) && !strings.Contains(ref, "..") && len(remotes) > 0 {
		if hint, err = r.hint(ctx, ref, remotes); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s names no commit of this repository%s", show(ref), hint)
}

// hint describes how to get a ref from one of the remotes.
func (r *Repo) hint(ctx context.Context, ref string, remotes []string) (string, error) {
	unshallow := ""
	shallow, err := r.run(ctx, "rev-parse", "--is-shallow-repository")
	switch {
	case err != nil && !isGitError(err):
		return "", err
	case shallow == "true":
		// Otherwise there would be no merge base.
		unshallow = "--unshallow "
	}
	remote := remotes[0]
	if slices.Contains(remotes, "origin") {
		remote = "origin"
	}
	if hexRef().MatchString(ref) {
		return fmt.Sprintf(`; fetch it with "git fetch %s%s %s"`, unshallow, remote, ref), nil
	}
	for _, known := range remotes {
		if branch, ok := strings.CutPrefix(ref, known+"/"); ok {
			return fmt.Sprintf(`; fetch it with "git fetch %s%s +refs/heads/%s:refs/remotes/%s"`, unshallow, known, branch, ref), nil
		}
	}
	tracking := remote + "/" + ref
	if _, err := r.commit(ctx, tracking); err == nil {
		return fmt.Sprintf("; did you mean %q?", tracking), nil
	} else if !isGitError(err) {
		return "", err
	}
	return fmt.Sprintf(`; fetch it with "git fetch %s%s +refs/heads/%s:refs/remotes/%s" and name it %s`, unshallow, remote, ref, tracking, tracking), nil
}

// show returns a ref as it is shown in a line of text.
func show(ref string) string {
	if plainRef().MatchString(ref) {
		return ref
	}
	return fmt.Sprintf("%q", ref)
}

// short returns the first characters of an object's name.
func short(id string) string { return id[:min(len(id), 12)] }

// lookup finds the git command in the PATH of an environment.
func lookup(env []string) (string, error) {
	for _, dir := range filepath.SplitList(value(env, "PATH")) {
		if !filepath.IsAbs(dir) {
			continue // it may be a directory of the repository
		}
		if name, err := exec.LookPath(filepath.Join(dir, "git")); err == nil {
			return name, nil
		}
	}
	return "", errors.New("there is no git command in PATH")
}

func value(env []string, key string) string {
	for _, entry := range slices.Backward(env) {
		if k, v, ok := strings.Cut(entry, "="); ok && sameKey(k, key) {
			return v
		}
	}
	return ""
}

func sameKey(a, b string) bool {
	if runtime.GOOS == "windows" {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// ignored are the variables that say where the repository is or what is in it
// (git rev-parse --local-env-vars), except those of the configuration, and one that changes how git writes.
var ignored = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE",
	"GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_REPLACE_REF_BASE",
	"GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_CONFIG", "GIT_FLUSH",
}

func environment(env []string, dir string) []string {
	env = slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		k, _, _ := strings.Cut(entry, "=")
		return slices.Contains(ignored, k) || strings.HasPrefix(k, "GIT_TRACE")
	})
	return append(env,
		"PWD="+dir,
		"LC_ALL=C",
		"GIT_OPTIONAL_LOCKS=0",
		"GIT_TERMINAL_PROMPT=0",
		"GIT_NO_REPLACE_OBJECTS=1",
		"GIT_NO_LAZY_FETCH=1",
		"GIT_ALLOW_PROTOCOL=none", // for versions of git without GIT_NO_LAZY_FETCH
	)
}

// command returns a git command that executes nothing for the repository.
func (r *Repo) command(ctx context.Context, args ...string) *exec.Cmd {
	args = append([]string{
		"--no-pager",
		"-c", "core.fsmonitor=false",
		"-c", "core.hooksPath=" + os.DevNull,
		"-c", "safe.bareRepository=explicit", // a directory of the working tree may look like one
	}, args...)
	cmd := exec.CommandContext(ctx, r.git, args...)
	cmd.Dir = r.dir
	cmd.Env = r.env
	cmd.WaitDelay = time.Second
	return cmd
}

// run runs a git command and returns its output without the newline at the end. The error is ctx's
// own if it is done, and a *gitError if the command fails.
func (r *Repo) run(ctx context.Context, args ...string) (string, error) {
	cmd := r.command(ctx, args...)
	var stderr limited
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", failure(ctx, args[0], err, stderr.String())
	}
	return strings.TrimSuffix(strings.TrimSuffix(string(out), "\n"), "\r"), nil
}

// A gitError is a git command that failed.
type gitError struct {
	command string
	msg     string // git's message; may be empty
	code    int    // exit code
}

func (e *gitError) Error() string {
	msg := e.msg
	if msg == "" {
		msg = fmt.Sprintf("exit status %d", e.code)
	}
	return "git " + e.command + ": " + msg
}

func isGitError(err error) bool {
	_, ok := errors.AsType[*gitError](err)
	return ok
}

// failure returns the error of a command that has failed.
func failure(ctx context.Context, command string, err error, stderr string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return fmt.Errorf("git %s: %w", command, err)
	}
	return &gitError{command: command, msg: firstLine(stderr), code: exit.ExitCode()}
}

// firstLine returns the first line of git's standard error that begins with "fatal: ", or else
// the first line, without the word that marks it as an error.
func firstLine(stderr string) string {
	fallback := ""
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "fatal: "); ok {
			return rest
		}
		if rest, ok := strings.CutPrefix(line, "error: "); ok {
			line = rest
		}
		if fallback == "" {
			fallback = line
		}
	}
	return fallback
}

// limited is a writer that keeps only the first 64 KiB.
type limited struct{ buf []byte }

func (l *limited) Write(p []byte) (int, error) {
	const limit = 64 << 10
	l.buf = append(l.buf, p[:min(len(p), limit-len(l.buf))]...)
	return len(p), nil
}

func (l *limited) String() string { return string(l.buf) }
