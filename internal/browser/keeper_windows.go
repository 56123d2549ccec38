package browser

import (
	"io"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// keeper ends the browser when we end: its processes are in a job that closes with us, and a command shell that waits for our
// end removes the temporary profile.
type keeper struct {
	job     windows.Handle
	command *exec.Cmd
	input   io.WriteCloser
}

// keep starts a keeper for a temporary profile, "" if there is none.
func keep(profile string) (*keeper, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	k := &keeper{job: job}
	if err != nil || profile == "" {
		return k, err
	}
	k.command = exec.Command("cmd.exe")
	k.command.Dir = os.TempDir()
	k.command.SysProcAttr = &syscall.SysProcAttr{
		CmdLine:       `cmd.exe /d /c "findstr x >nul & ping -n 2 127.0.0.1 >nul & rmdir /s /q "` + profile + `""`,
		CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW,
	}
	if k.input, err = k.command.StdinPipe(); err != nil {
		return nil, err
	}
	return k, k.command.Start()
}

// watch tells the keeper what to end.
func (k *keeper) watch(pid int) {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid))
	if err != nil {
		return // it has ended already
	}
	defer windows.CloseHandle(process)
	_ = windows.AssignProcessToJobObject(k.job, process) // without a job the closed pipe still ends the browser
}

// kill ends the browser with all its helpers.
func (k *keeper) kill(int) { _ = windows.TerminateJobObject(k.job, 1) } // nobody left is the aim

// release ends the keeper: everything is cleaned up.
func (k *keeper) release() {
	_ = windows.CloseHandle(k.job)
	if k.command != nil {
		_ = k.input.Close()
		_ = k.command.Process.Kill()
		_ = k.command.Wait()
	}
}
