package browser

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// startWithPipe starts the browser with the debugging pipe on two handles that it inherits.
func startWithPipe(command *exec.Cmd) (in, out *os.File, err error) {
	theirIn, out, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	in, theirOut, err := os.Pipe()
	if err != nil {
		return nil, nil, errors.Join(err, theirIn.Close(), out.Close())
	}
	read, write := syscall.Handle(theirIn.Fd()), syscall.Handle(theirOut.Fd())
	for _, handle := range []syscall.Handle{read, write} {
		if e := syscall.SetHandleInformation(handle, syscall.HANDLE_FLAG_INHERIT, syscall.HANDLE_FLAG_INHERIT); e != nil {
			err = errors.Join(err, e)
		}
	}
	if err == nil {
		command.Args = append(command.Args, fmt.Sprintf("--remote-debugging-io-pipes=%d,%d", read, write))
		command.SysProcAttr = &syscall.SysProcAttr{AdditionalInheritedHandles: []syscall.Handle{read, write}}
		err = command.Start()
	}
	err = errors.Join(err, theirIn.Close(), theirOut.Close())
	if err != nil {
		return nil, nil, errors.Join(err, in.Close(), out.Close())
	}
	return in, out, nil
}
