// Package mapped checks what rule errmap predicts by running it.
//
// For each function that gives errors their codes in the example servers of the five documents (examples/spec), TestPredictions of passes/errmap
// says which errors may arrive there, which codes their replies have, and by which way they come. Each of these errors is injected where
// that way begins: the return that makes it is run whatever the server was asked, or the call of another module's function that
// returns it is made to. An error without a name is injected at each of these places, too, and gets the code of the default.
// The servers are built with an overlay, nothing in them is changed; which error it is, is chosen when the program starts. The codes that
// come over the connection have to be the predicted ones, all of them, and no others.
//
// It is a module of its own, so that errlint does not depend on an SDK.
package mapped
