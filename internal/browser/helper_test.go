package browser

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/domsight/domsight/internal/page"
)

// helperVariable makes the test binary a small server instead: it starts a browser, says which, and ends as the test wants.
const helperVariable = "DOMSIGHT_TEST_HELPER"

func helper() {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	process, err := Launch(ctx, Options{Path: os.Getenv(PathVariable), Script: script})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	browser, err := process.Context(ctx)
	if err == nil {
		var tab page.Tab
		if tab, err = browser.Open(ctx); err == nil {
			err = tab.Go(ctx, page.Journey{URL: "data:text/html,<iframe src='data:text/html,x'></iframe>"})
		}
	}
	fmt.Println(process.About().PID, process.own.profile, err)
	_, _ = io.Copy(io.Discard, os.Stdin) // until the client is gone
	switch os.Getenv(helperVariable) {
	case "close":
		if err := process.Close(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	case "exit":
		os.Exit(0) // without cleaning up
	case "hang":
		select {}
	}
}
