package page

// Script is code that every document gets before its own, in a world of its own.
type Script struct {
	World  string // the isolated world's name
	Global string // the object that holds the functions that Call names
	Source string
}
