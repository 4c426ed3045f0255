// Package whole shows values as a whole of which parts are marked.
package whole

import (
	"encoding/json"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"safemsg/accounts"
)

type user struct {
	Name     string `json:"name"`
	Password string `json:"password"` //errlint:secret // want Password:`contains\(marked secret\)`
}

type page[T any] struct{ Items []T }

func cleared(w http.ResponseWriter, u user, p *user, old *accounts.Account) {
	log.Printf("%+v", u) // shape: safemsg/secret-whole // want `the log has what is marked as secret`
	u.Password = ""
	json.NewEncoder(w).Encode(u) // shape: safemsg/not-secret-cleared
	p.Password = "***"
	log.Printf("%+v", p)                                               // shape: safemsg/not-secret-cleared
	slog.Info("user", "user", user{Name: "x"})                         // shape: safemsg/not-secret-literal
	slog.Info("user", "user", user{Name: "x", Password: "***"})        // shape: safemsg/not-secret-literal
	slog.Info("user", "user", &user{Name: "x", Password: old.Name})    // shape: safemsg/secret-literal // want `the log has what is marked as secret`
	json.NewEncoder(w).Encode(&user{Name: "x"})                        // shape: safemsg/not-secret-literal
	json.NewEncoder(w).Encode(user{Name: "x", Password: old.Name})     // shape: safemsg/secret-literal // want `the reply has what is marked as secret`
	json.NewEncoder(w).Encode(map[string]any{"old": old, "user": "x"}) // want `the reply has what is marked as secret` `the reply has what is marked as private`
	one := *old
	one.Token = strings.Repeat("*", len(old.Token))
	log.Print(one) // want `the log has what is marked as secret`
	one.Keys = accounts.Keys{}
	log.Print(one) // shape: safemsg/not-secret-masked
	if strings.HasPrefix(u.Name, "x") {
		one.Token = old.Token
		log.Print(one) // shape: safemsg/secret-restored // want `the log has what is marked as secret`
	}
}

func clearedElsewhere(c *gin.Context) {
	a, err := accounts.Load("x")
	if err != nil {
		return
	}
	c.JSON(200, a.Shown())                          // shape: safemsg/not-secret-cleared-elsewhere
	slog.Info("account", "account", a.Renamed("y")) // shape: safemsg/secret-cross-package // want `the log has what is marked as secret`
	shown := *a
	shown.Clear()
	c.JSON(200, shown) // shape: safemsg/not-secret-cleared-elsewhere
	c.JSON(200, a)     // want `the reply has what is marked as secret` `the reply has what is marked as private`
}

func many(w http.ResponseWriter, c *gin.Context, us []user, byName map[string]*user, as []*accounts.Account) {
	c.JSON(200, us)                                  // shape: safemsg/secret-elements // want `the reply has what is marked as secret`
	c.JSON(200, gin.H{"users": us})                  // want `the reply has what is marked as secret`
	log.Print(byName)                                // want `the log has what is marked as secret`
	json.NewEncoder(w).Encode(page[user]{Items: us}) // want `the reply has what is marked as secret`
	var shown []user
	for _, u := range us {
		u.Password = ""
		shown = append(shown, u)
	}
	c.JSON(200, shown) // shape: safemsg/not-secret-elements
	for _, a := range as {
		a.Clear()
	}
	c.JSON(200, as) // shape: safemsg/not-secret-elements
}

func clearedInPlace(c *gin.Context, us []user) {
	for i := range us {
		us[i].Password = ""
	}
	c.JSON(200, us) // shape: safemsg/not-secret-elements
}

func decoded(c *gin.Context, r *http.Request, scan func(...any) error) {
	var u user
	if json.NewDecoder(r.Body).Decode(&u) == nil {
		c.JSON(201, u) // shape: safemsg/secret-decoded // want `the reply has what is marked as secret`
		log.Print(&u)  // want `the log has what is marked as secret`
	}
	var v user
	if scan(&v.Name, &v.Password) == nil {
		c.JSON(201, v) // shape: safemsg/secret-scanned // want `the reply has what is marked as secret`
	}
	var empty user
	c.JSON(201, empty) // shape: safemsg/not-secret-empty
}

type key string //errlint:secret // want key:`contains\(marked secret\)`

// MarshalJSON shows nothing of a key.
func (key) MarshalJSON() ([]byte, error) { return []byte(`"***"`), nil }

func encoded(w http.ResponseWriter, k key) {
	json.NewEncoder(w).Encode(k)                        // shape: safemsg/not-secret-marshaled
	json.NewEncoder(w).Encode(struct{ Key key }{k})     // shape: safemsg/not-secret-marshaled
	json.NewEncoder(w).Encode(map[string]any{"key": k}) // shape: safemsg/not-secret-marshaled
	fmt.Fprintf(w, "%s", string(k))                     // shape: safemsg/secret-converted // want `the reply has what is marked as secret`
}

var _ = []any{cleared, clearedElsewhere, many, clearedInPlace, decoded, encoded}

func logged(a *accounts.Account) {
	accounts.Debugf("account %v", a) // shape: safemsg/secret-log-helper // want `the log has what is marked as secret`
	accounts.Debugf("account %v", a.Name)
	accounts.Begin(a.Token) // shape: safemsg/not-secret-log-helper
	accounts.Encode(a)      // shape: safemsg/not-secret-log-helper
	logf := func(text string) { slog.Debug(text) }
	logf("token " + a.Token) // shape: safemsg/secret-log-helper // want `the log has what is marked as secret`
}

var _ = logged

type hidden struct {
	Name   string
	Token  string `json:"-"` //errlint:secret // want Token:`contains\(marked secret\)`
	secret *user
}

func formatted(h *hidden) error {
	log.Printf("%+v", h)             // shape: safemsg/secret-formatted-field // want `the log has what is marked as secret`
	slog.Info("hidden", "hidden", h) // shape: safemsg/not-secret-encoded
	return nil
}

func formattedCleared(h hidden) {
	h.Token = ""
	log.Printf("%+v", h) // shape: safemsg/not-secret-cleared
}

func failed(h hidden) error {
	return fmt.Errorf("bad: %v", h) // shape: safemsg/secret-formatted-field // want `the error has what is marked as secret`
}

var _ = []any{formatted, formattedCleared, failed}

// reply clears what it replies with.
func reply(w http.ResponseWriter, u user) {
	u.Password = ""
	json.NewEncoder(w).Encode(u)
}

func repliesCleared(w http.ResponseWriter, u user) { reply(w, u) } // shape: safemsg/not-secret-cleared-elsewhere

var _ = repliesCleared
