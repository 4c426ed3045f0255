//go:build linux || darwin

package main

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// isolate puts a command into a process group of its own, and makes cancelling it end all of that.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// peakMemory returns the size in bytes of the largest process among one that has
// ended and its descendants; 0 if it is not known.
func peakMemory(state *os.ProcessState) float64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return float64(usage.Maxrss)
	}
	return float64(usage.Maxrss) * 1024
}

// settle has what was written to files on its way before the next command starts.
func settle() { syscall.Sync() }
