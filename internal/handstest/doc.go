// Package handstest shows that hands work on the pages people write: with the real frameworks and editors, on pages that change
// under the pointer, and on the act pages of the gallery. It holds tests only.
package handstest
