package whole

import (
	"fmt"
	"log"
)

type login struct {
	Name string
	//errlint:secret
	Password string // want Password:`contains\(marked secret\)`
}

func (l login) String() string { return l.Name } // want String:`contains\(field 0\)`

type goLogin login

func (l goLogin) GoString() string { return l.Name } // want GoString:`contains\(field 0\)`

type session struct{ login login }

type shownSession struct{ Login login }

type pin string //errlint:secret // want pin:`contains\(marked secret\)`

func (pin) String() string { return "***" }

func unasked(l login, p pin) {
	log.Printf("%#v", l)                      // shape: safemsg/secret-unasked // want `the log has what is marked as secret`
	log.Printf("%#v", &l)                     // want `the log has what is marked as secret`
	log.Printf("%#v", p)                      // shape: safemsg/secret-unasked // want `the log has what is marked as secret`
	log.Print(session{l})                     // shape: safemsg/secret-unasked // want `the log has what is marked as secret`
	log.Printf("%v", session{l})              // shape: safemsg/secret-unasked // want `the log has what is marked as secret`
	log.Printf("%+v", l)                      // shape: safemsg/not-secret-type
	log.Print(l, p)                           // shape: safemsg/not-secret-type
	log.Print(shownSession{l})                // shape: safemsg/not-secret-type
	log.Print(fmt.Sprintf("%#v", goLogin(l))) // shape: safemsg/not-secret-gostring
	log.Printf("%#v", l.Name)                 // shape: safemsg/not-secret-other
	log.Print(fmt.Sprint(l.Name))             // shape: safemsg/not-secret-other
	log.Print(session{login{Name: "x"}})      // shape: safemsg/not-secret-literal
	log.Printf("%#v", login{"x", ""})         // shape: safemsg/not-secret-literal
}

func printed(h hidden) {
	log.Print(h)                    // shape: safemsg/secret-printed // want `the log has what is marked as secret`
	log.Println("x", fmt.Sprint(h)) // shape: safemsg/secret-printed // want `the log has what is marked as secret`
	h.Token = ""
	log.Print(h) // shape: safemsg/not-secret-cleared
}

type database struct {
	Addr string
	//errlint:secret
	Password string // want Password:`contains\(marked secret\)`
	//errlint:secret
	Key string // want Key:`contains\(marked secret\)`
}

func (d database) dsn() string { return "postgres://" + d.Password + d.Key + "@" + d.Addr }

func (d *database) url() string { return "https://" + d.Key + "@" + d.Addr }

func clearedForMethod(d, e, f database) {
	d.Password, d.Key = "***", "***"
	log.Print(d.dsn()) // shape: safemsg/not-secret-cleared-method
	log.Print(d.url()) // shape: safemsg/not-secret-cleared-method
	e.Password = "***"
	log.Print(e.dsn()) // shape: safemsg/secret-method-kept // want `the log has what is marked as secret`
	log.Print(f.dsn()) // shape: safemsg/secret-method-kept // want `the log has what is marked as secret`
	f.Password, f.Key = "***", "***"
}

var _ = []any{unasked, printed, clearedForMethod}
