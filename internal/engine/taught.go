package engine

// Taught are the scripts that documents may be given beside the engine, for transports that must have them at hand.
func Taught() []string { return []string{hands, auditor} }
