package browser

import (
	"strings"

	"github.com/domsight/domsight/internal/fault"
)

// aborted is the browser's word for a load that ended without a document.
const aborted = "net::ERR_ABORTED"

// reasons puts Chromium's network errors in plain words. See net/base/net_error_list.h there.
var reasons = map[string]string{
	aborted:                                             "the server sent no document (such as 204), or the load was cancelled",
	"net::ERR_CONNECTION_REFUSED":                       "the connection was refused: nothing listens there",
	"net::ERR_CONNECTION_RESET":                         "the server closed the connection",
	"net::ERR_CONNECTION_CLOSED":                        "the server closed the connection",
	"net::ERR_EMPTY_RESPONSE":                           "the server sent nothing",
	"net::ERR_CONNECTION_TIMED_OUT":                     "the server did not answer",
	"net::ERR_TIMED_OUT":                                "the server did not answer",
	"net::ERR_ADDRESS_UNREACHABLE":                      "the server cannot be reached",
	"net::ERR_INTERNET_DISCONNECTED":                    "this machine has no network",
	"net::ERR_NAME_NOT_RESOLVED":                        "there is no server of that name",
	"net::ERR_DNS_TIMED_OUT":                            "there is no server of that name",
	"net::ERR_PROXY_CONNECTION_FAILED":                  "the proxy cannot be reached",
	"net::ERR_TUNNEL_CONNECTION_FAILED":                 "the proxy refused the connection",
	"net::ERR_SSL_PROTOCOL_ERROR":                       "the server does not speak TLS: try http://",
	"net::ERR_CERT_AUTHORITY_INVALID":                   "the server's certificate is not trusted",
	"net::ERR_CERT_COMMON_NAME_INVALID":                 "the server's certificate is for another name",
	"net::ERR_CERT_DATE_INVALID":                        "the server's certificate has expired",
	"net::ERR_TOO_MANY_REDIRECTS":                       "the server redirects in a circle",
	"net::ERR_INVALID_RESPONSE":                         "the server's answer is not HTTP",
	"net::ERR_INVALID_HTTP_RESPONSE":                    "the server's answer is not HTTP",
	"net::ERR_FILE_NOT_FOUND":                           "there is no such file",
	"net::ERR_ACCESS_DENIED":                            "access is denied",
	"net::ERR_UNSAFE_PORT":                              "browsers do not connect to that port",
	"net::ERR_INVALID_URL":                              "this browser has no such page",
	"net::ERR_UNKNOWN_URL_SCHEME":                       "the browser does not know that kind of address",
	"net::ERR_BLOCKED_BY_CLIENT":                        "the browser blocks it",
	"net::ERR_BLOCKED_BY_ADMINISTRATOR":                 "the browser's policy blocks it",
	"net::ERR_BLOCKED_BY_RESPONSE":                      "the server forbids showing it here",
	"net::ERR_HTTP_RESPONSE_CODE_FAILURE":               "the server answered with an error and no text",
	"net::ERR_UPLOAD_FILE_CHANGED":                      "a file of the form has changed",
	"net::ERR_CACHE_MISS":                               "the page came from a form that is not sent again",
	"net::ERR_NETWORK_CHANGED":                          "the network changed meanwhile",
	"net::ERR_BLOCKED_BY_PRIVATE_NETWORK_ACCESS_CHECKS": "the page may not reach into the local network",
}

// Unreachable is the fault of an address that could not be loaded, by the browser's own name of the reason.
func Unreachable(url, reason string) error { return unreachable(url, reason) }

// unreachable is the fault of an address that could not be loaded.
func unreachable(url, text string) error {
	reason, ok := reasons[text]
	switch name := strings.TrimPrefix(text, "net::"); {
	case ok:
		reason += " (" + name + ")"
	case text == "":
		reason = "an error page came in its place"
	default:
		reason = name
	}
	err := fault.Newf(fault.NavigationFailed, "%s could not be loaded: %s", url, reason)
	if lasting[text] || strings.HasPrefix(text, "net::ERR_CERT_") {
		return err.Nextf("use another address").ForGood()
	}
	return err
}

// lasting are the errors that will be there a moment later, too.
var lasting = map[string]bool{
	aborted: true, "net::ERR_SSL_PROTOCOL_ERROR": true, "net::ERR_TOO_MANY_REDIRECTS": true, "net::ERR_FILE_NOT_FOUND": true, "net::ERR_ACCESS_DENIED": true,
	"net::ERR_UNSAFE_PORT": true, "net::ERR_INVALID_URL": true, "net::ERR_UNKNOWN_URL_SCHEME": true, "net::ERR_BLOCKED_BY_CLIENT": true,
}
