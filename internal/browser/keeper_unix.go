//go:build unix

package browser

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// keeperScript outlives us. It reads the browser's process group from its input and waits for the input to end. If it ends
// without "done", we were killed: the group is killed and the temporary profile, $1, removed. A browser whose profile is kept
// gets two seconds to follow its closed pipe. One of which we could not tell ends by itself, and writes until then: its folder
// is removed again and again. (kill -s is the form that every sh understands with a group.)
const keeperScript = `trap '' HUP INT TERM
group=
while read -r word; do
	[ "$word" = done ] && exit 0
	group=$word
done
[ -z "$group" ] && [ -z "$1" ] && exit 0
n=0
while [ -z "$1" ] && kill -s 0 -- "-$group" 2>/dev/null && [ $n -lt 20 ]; do sleep 0.1; n=$((n+1)); done
[ -n "$group" ] && kill -s KILL -- "-$group" 2>/dev/null
n=0
while [ -n "$1" ] && { [ -e "$1" ] || [ -z "$group" ]; } && [ $n -lt 25 ]; do rm -rf -- "$1" 2>/dev/null; sleep 0.1; n=$((n+1)); done`

// keeper is a shell that cleans up after us when we cannot.
type keeper struct {
	command *exec.Cmd
	input   io.WriteCloser
}

// keep starts a keeper for a temporary profile, "" if there is none. It is in a session of its own, so that what ends our
// process group does not end it.
func keep(profile string) (*keeper, error) {
	k := &keeper{command: exec.Command("/bin/sh", "-c", keeperScript, "domsight-keeper", profile)}
	k.command.Dir = os.TempDir() // not to hold our working folder
	k.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var err error
	if k.input, err = k.command.StdinPipe(); err != nil {
		return nil, err
	}
	return k, k.command.Start()
}

// watch tells the keeper what to end.
func (k *keeper) watch(group int) { _, _ = fmt.Fprintln(k.input, group) } // a dead keeper must not stop us

// kill ends the browser with all its helpers.
func (k *keeper) kill(group int) { _ = syscall.Kill(-group, syscall.SIGKILL) } // nobody left is the aim

// release ends the keeper: everything is cleaned up.
func (k *keeper) release() {
	_, _ = io.WriteString(k.input, "done\n")
	_ = k.input.Close()
	_ = k.command.Wait()
}
