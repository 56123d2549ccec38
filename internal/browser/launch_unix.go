//go:build unix

package browser

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// startWithPipe starts the browser in a process group of its own, with the debugging pipe on its files 3 and 4.
func startWithPipe(command *exec.Cmd) (in, out *os.File, err error) {
	theirIn, out, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	in, theirOut, err := os.Pipe()
	if err != nil {
		return nil, nil, errors.Join(err, theirIn.Close(), out.Close())
	}
	command.ExtraFiles = []*os.File{theirIn, theirOut}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err = command.Start()
	err = errors.Join(err, theirIn.Close(), theirOut.Close())
	if err != nil {
		return nil, nil, errors.Join(err, in.Close(), out.Close())
	}
	return in, out, nil
}
