package check

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/fault"
)

// The part of JUnit's format that build servers read.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Time     string      `xml:"time,attr"`
		At       string      `xml:"timestamp,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitProblem `xml:"failure"`
		Error   *junitProblem `xml:"error"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit is the result as build servers read it: a page that changed has failed, one that could not be checked is an error.
func (r Result) JUnit() ([]byte, error) {
	suite := junitSuite{Name: "domsight check", Tests: len(r.Verdicts), Failures: r.Count(Changed), Errors: r.Count(Failed),
		Time: fmt.Sprintf("%.3f", r.Took.Seconds()), At: r.Began.UTC().Format("2006-01-02T15:04:05")}
	for _, v := range r.Verdicts {
		c := junitCase{Name: v.Page.Name, Class: "domsight.check", Time: fmt.Sprintf("%.3f", v.Took.Seconds())}
		switch v.Outcome {
		case Changed:
			message := v.Comparison.Summary
			if len(v.Comparison.Changes) == 0 {
				message = fmt.Sprintf("the audit found %d problems", len(v.Findings))
			}
			c.Failure = &junitProblem{Message: readable(message), Type: string(v.Comparison.Severity), Text: readable(v.Words())}
		case Failed:
			e := fault.From(v.Err)
			c.Error = &junitProblem{Message: readable(e.Message), Type: string(e.Code), Text: readable(v.Words())}
		}
		suite.Cases = append(suite.Cases, c)
	}
	data, err := xml.MarshalIndent(suite, "", "  ")
	return append([]byte(xml.Header), append(data, '\n')...), err
}

// readable leaves out what XML cannot hold.
func readable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, s)
}
