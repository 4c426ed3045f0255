//go:build never

package checks

func isUnknown(err error) bool { return err == errUnknown }
