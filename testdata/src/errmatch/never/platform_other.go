//go:build !linux

package never

func platform() error { return ErrOther }
