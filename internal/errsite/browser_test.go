package errsite_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var chromium = flag.String("chromium", "", "run the tests in a browser, with this `program`")

// A browser is a headless Chromium, which is spoken to by a pipe: messages are JSON, and end with a zero byte.
type browser struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	session string
	id      int
	errors  []string // what the page's console shows, and exceptions
}

func newBrowser(t *testing.T) *browser {
	if *chromium == "" {
		t.Skip("no -chromium is given")
	}
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--headless", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe", "--user-data-dir=" + t.TempDir(), "about:blank"}
	if os.Getuid() == 0 {
		args = append([]string{"--no-sandbox"}, args...)
	}
	cmd := exec.Command(*chromium, args...)
	cmd.ExtraFiles = []*os.File{theirIn, theirOut} // 3 and 4, which is where it looks
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = theirIn.Close()
	_ = theirOut.Close()
	ended := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() {
		ended.Stop()
		_ = ourOut.Close() // it ends with its pipe
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = ourIn.Close()
	})
	b := &browser{t: t, in: ourOut, out: bufio.NewReader(ourIn)}
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Runtime", "Log", "Page"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// call calls a method of the protocol, and notes what the page complains of meanwhile.
func (b *browser) call(method string, params map[string]any, result any) {
	b.t.Helper()
	b.id++
	message := map[string]any{"id": b.id, "method": method, "params": params}
	if params == nil {
		message["params"] = map[string]any{}
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		text, err := b.out.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		var answer struct {
			ID     int
			Method string
			Params json.RawMessage
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &answer); err != nil {
			b.t.Fatal(err)
		}
		switch {
		case answer.Method == "Runtime.exceptionThrown", answer.Method == "Runtime.consoleAPICalled", answer.Method == "Log.entryAdded", answer.Method == "Page.javascriptDialogOpening":
			b.errors = append(b.errors, answer.Method+" "+string(answer.Params))
		case answer.ID != b.id:
		case answer.Error != nil:
			b.t.Fatalf("%s: %s", method, answer.Error.Message)
		default:
			if result != nil {
				if err := json.Unmarshal(answer.Result, result); err != nil {
					b.t.Fatal(err)
				}
			}
			return
		}
	}
}

// eval evaluates an expression in the page.
func (b *browser) eval(expression string) any {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value any }
		ExceptionDetails any
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &answer)
	if answer.ExceptionDetails != nil {
		b.t.Fatalf("%s: %v", expression, answer.ExceptionDetails)
	}
	return answer.Result.Value
}

// until waits for an expression to be true.
func (b *browser) until(expression string) {
	b.t.Helper()
	for range 200 {
		if b.eval(expression) == true {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatalf("it does not become true that %s; the page shows %v", expression, b.eval("document.body.innerText"))
}

// TestBrowser checks the page in a browser as wide as a phone: what it shows at the start, search, links, the drawing, and that
// none of the hostile names is run.
func TestBrowser(t *testing.T) {
	b := newBrowser(t)
	file := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(file, page(t), 0o666); err != nil {
		t.Fatal(err)
	}
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true}, nil)
	b.call("Page.navigate", map[string]any{"url": (&url.URL{Scheme: "file", Path: file}).String()}, nil)
	b.until(`document.readyState === "complete" && !!document.querySelector("main a")`)
	quote := func(s string) string {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	name := quote(strings.NewReplacer("(", "", ")", "").Replace(hostile)) // as a method's name is shown
	narrow := func(where string) {
		t.Helper()
		if w := b.eval("document.documentElement.scrollWidth"); w != 390.0 {
			t.Errorf("%s is %v pixels wide", where, w)
		}
	}
	narrow("the list of packages")
	b.eval(`document.querySelector("main a").click()`)
	b.until(`document.querySelectorAll("main li").length === 2`)
	narrow("a package")

	// The function whose name is hostile, by its link, has its name as text.
	b.eval(`document.querySelectorAll("main li a")[0].click()`)
	b.until(`document.querySelector("h1").textContent === ` + name)
	narrow("a function")

	// A deep link to a path draws it.
	b.eval(`location.hash = "#/f/example.com%2Fa.F/" + encodeURIComponent(` + quote(codeName()) + `)`)
	b.until(`document.querySelectorAll("svg rect").length === 3`)
	b.until(`document.querySelectorAll("main ol li").length === 2`)
	narrow("a path")
	b.eval(`document.querySelectorAll("svg a")[1].dispatchEvent(new MouseEvent("click", {bubbles: true}))`)
	b.until(`document.querySelector("h1").textContent === ` + name)
	b.eval(`history.back()`)
	b.until(`document.querySelectorAll("svg rect").length === 3`)
	b.eval(`location.hash = "#/f/example.com%2Fa.F/%3F"`)
	b.until(`document.querySelectorAll("svg rect").length === 2`)

	// Search finds functions and errors, and what it shows can be linked to.
	b.eval(`(() => { const s = document.getElementById("search"); s.value = "SRC=X"; s.dispatchEvent(new Event("input")); })()`)
	b.until(`document.querySelectorAll("main li").length === 2 && location.hash.startsWith("#/s/")`)
	narrow("what was found")
	b.eval(`document.querySelector("main li a").click()`)
	b.until(`document.querySelector("h1").textContent === ` + quote(strings.Replace(codeName(), "example.com/a.", "a.", 1)))
	b.eval(`location.hash = "#/f/nosuch"`)
	b.until(`document.querySelector("h1").textContent === "There is nothing of that name here."`)
	b.eval(`location.hash = "#/%E0%A4%A"`)
	b.until(`document.querySelector("h1").textContent === "Packages"`)

	// In the dark.
	light := b.eval(`getComputedStyle(document.body).backgroundColor`)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": "dark"}}}, nil)
	if dark := b.eval(`getComputedStyle(document.body).backgroundColor`); dark == light {
		t.Errorf("the background is %v in the dark, too", dark)
	}
	if len(b.errors) > 0 {
		t.Errorf("the page complains:\n%s", strings.Join(b.errors, "\n"))
	}
}

// codeName is how the code of the page's functions is shown.
func codeName() string { return fmt.Sprintf("%q (*example.com/a.E)", hostile) }
