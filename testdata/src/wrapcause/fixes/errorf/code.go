package errorf

import (
	"fmt"
	"syscall"
)

func code(call func() syscall.Errno) error {
	if errno := call(); errno != 0 {
		return fmt.Errorf("call: %v", errno) // want `fmt.Errorf formats errno with %v`
	}
	return fmt.Errorf("call again: %v", call()) // want `fmt.Errorf formats call\(\) with %v`
}
