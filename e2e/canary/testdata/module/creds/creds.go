// Package creds has what is not for clients.
package creds

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// Limits are how much a client may do.
type Limits struct {
	Max string //errlint:private
}

// Current are the limits in force.
func Current() *Limits { return &Limits{Max: "CANARY-PRIVATE"} }

var upstream = url.URL{Scheme: "http", User: url.UserPassword("app", "CANARY-SECRET"), Host: "127.0.0.1"}

// Password is what the other server is called with.
func Password() string {
	password, _ := upstream.User.Password()
	return password
}

// Text is what an error says.
func Text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

type other struct{}

func (other) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 502, Body: io.NopCloser(strings.NewReader("CANARY-UPSTREAM")), Request: r}, nil
}

// Body is what the other server answers.
func Body() string {
	resp, err := (&http.Client{Transport: other{}}).Get("http://127.0.0.1/")
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return string(body)
}

// Choose returns the text that a variant has in place of one: ways are the variants' names, each with a function. The variant is the
// program's first argument.
func Choose(text string, ways ...any) string {
	for i := 0; i < len(ways); i += 2 {
		if ways[i] == os.Args[1] {
			return ways[i+1].(func() string)()
		}
	}
	return text
}
