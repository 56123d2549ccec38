// Command domsight gives an AI agent eyes and hands in a live web page.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/domsight/domsight/internal/cli"
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // a client that has gone is an error to clean up after, not our death
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	code := cli.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
