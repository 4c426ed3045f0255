// Package policy has what is not for clients.
package policy

import (
	"crypto/sha256"
	"encoding/hex"
)

// A Rule is one of a policy.
//
//errlint:private
type Rule struct { // want Rule:`contains\(marked private\)`
	ID   string
	Text string
}

// A Config is a configuration.
type Config struct {
	Name string
	URL  string //errlint:private // want URL:`contains\(marked private\)`
	// Key is the server's own.
	//
	//errlint:secret
	Key string // want Key:`contains\(marked secret\)`
}

// A Key shows nothing of itself.
//
//errlint:secret
type Key string // want Key:`contains\(marked secret\)`

// A Hash is made of a key.
type Hash string

// Of hashes a key.
func Of(k Key) Hash {
	sum := sha256.Sum256([]byte(k))
	return Hash(hex.EncodeToString(sum[:]))
}

// Name is the rule's name.
func Name(r *Rule) string { return r.Text } // want Name:`contains\(private\)`
