// Package accounts has types of which a part is not for everybody.
package accounts

import (
	"encoding/json"
	"log"
	"log/slog"
)

// An Account is somebody's.
type Account struct {
	Name  string
	Token string //errlint:secret // want Token:`contains\(marked secret\)`
	Limit int    //errlint:private // want Limit:`contains\(marked private\)`
	Keys  Keys
}

// Keys are more of the kind.
type Keys struct {
	PIN string //errlint:secret // want PIN:`contains\(marked secret\)`
}

// Shown returns a copy that is fit to be shown.
func (a Account) Shown() Account { // want Shown:`contains\(\)`
	a.Token, a.Limit = "***", 0
	a.Keys = Keys{}
	return a
}

// Renamed returns a copy with another name.
func (a Account) Renamed(name string) Account { // want Renamed:`contains\(secret private\)`
	a.Name = name
	return a
}

// Clear takes out what is not for everybody.
func (a *Account) Clear() { // want Clear:`contains\(clears safemsg/accounts.Limit; clears safemsg/accounts.PIN; clears safemsg/accounts.Token\)`
	a.Token, a.Limit = "", 0
	a.Keys.clear()
}

func (k *Keys) clear() { k.PIN = "" }

// Load returns one as it is stored.
func Load(name string) (*Account, error) { // want Load:`contains\(secret private\)`
	return load(name), nil
}

var load func(string) *Account

// Debugf logs what it is given.
func Debugf(format string, args ...any) { log.Printf(format, args...) } // want Debugf:`contains\(logs 0 1\)`

// Begin logs how a token begins.
func Begin(token string) { slog.Info("token", "token", token[:3]+"...") } // want Begin:`contains\(logs part 0\)`

// Encode logs only why a value cannot be encoded.
func Encode(v any) []byte { // want Encode:`contains\(0\)`
	text, err := json.Marshal(v)
	if err != nil {
		log.Print("cannot encode: ", err)
	}
	return text
}
