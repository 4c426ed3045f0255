package generated

func g() {
	bad() // want "bad"
}
