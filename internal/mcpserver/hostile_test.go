package mcpserver_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// twin is a page with a bit of everything. What is put at its head and its foot must change nothing.
const twin = `<!doctype html><html lang="en"><head><title>Twin</title>HEAD</head><body>
<header><nav aria-label="Main"><a href="/">Home</a> <a href="/about">About</a></nav></header>
<main id="content"><h1>Order</h1><p>Everything you need to know before you order from us.</p>
<form id="order" aria-labelledby="h2"><h2 id="h2">Your data</h2>
<label>Email <input name="email" type="email" value="a@b.example" required></label>
<label for="size">Size</label><select id="size"><option>S<option selected>M<option>L</select>
<label><input type="checkbox" checked> Gift</label> <textarea aria-label="Note">Hi</textarea>
<input type="password" value="hunter2" aria-label="Password"><button aria-expanded="false">More</button><button disabled>Order</button>
</form><ul><li><a href="/1">One</a><li><a href="/2">Two</a></ul>
<div id="host"></div><details><summary>Details</summary>Folded</details>
<table><tr><th>Price<td>3</table><dialog open>Cookies? <button>Accept</button></dialog></main>
<script>{ const root = document.getElementById('host').attachShadow({mode: 'open'}); root.innerHTML = '<button>In the shadow</button><slot></slot>' }</script>
FOOT</body></html>`

// hostile are pages that would lead a naive script astray.
var hostile = []struct{ name, head, foot string }{
	{"replaced built-ins", `<script>
		const lie = () => 'LIE', trap = () => { throw new Error('TRAP') }
		for (const type of [Array, String, Map, Set, WeakMap, WeakSet, RegExp, Number, Promise, Function, Node, Element, HTMLElement, Document, DocumentFragment,
			ShadowRoot, HTMLInputElement, HTMLSelectElement, HTMLOptionElement, HTMLTextAreaElement, HTMLFormElement, HTMLDialogElement, Text, CharacterData,
			EventTarget, NodeList, HTMLCollection, CSSStyleDeclaration, DOMRect, DOMRectReadOnly, MutationObserver, NamedNodeMap, Attr, Window]) {
			for (const key of Reflect.ownKeys(type.prototype)) {
				if (key === 'constructor' || key === 'getElementById' || key === 'attachShadow' || key === 'innerHTML') continue
				const is = Reflect.getOwnPropertyDescriptor(type.prototype, key)
				if (!is.configurable) continue
				Reflect.defineProperty(type.prototype, key, 'value' in is ? { value: trap, configurable: true, writable: true } : { get: lie, set: () => {}, configurable: true })
			}
		}
		for (const space of [JSON, Object, Math, Array, String, Number, Symbol, CSS])
			for (const key of Reflect.ownKeys(space)) { try { if (key !== 'prototype') space[key] = trap } catch {} }
		for (const key of ['getComputedStyle', 'MutationObserver', 'Map', 'Set', 'WeakMap', 'WeakRef', 'FinalizationRegistry', 'performance', 'crypto', 'parseInt', 'String', 'Number'])
			Reflect.defineProperty(window, key, { value: trap, configurable: true, writable: true })
		Reflect.ownKeys = Reflect.apply = Reflect.get = Reflect.getOwnPropertyDescriptor = trap
	</script>`, ""},
	{"our own name taken", `<script>
		window.__domsight = { capture: () => '{}', stamp: () => '{}' }
		Object.defineProperty(window, 'domsight', { get() { throw new Error('TRAP') } })
	</script>`, ""},
	{"setters on Object.prototype", `<script>
		for (const key of ['t', 'k', 'n', 'f', 'r', 'a', 'h', 'm', 'i', 's', 'v', 'get', 'set', 'value', 'doc', 'nodes', 'toJSON', 'then'])
			Object.defineProperty(Object.prototype, key, { get: () => 'LIE', set() { throw new Error('TRAP') }, configurable: true })
		Array.prototype.toJSON = String.prototype.toJSON = () => 'LIE'
	</script>`, ""},
	{"a policy that forbids everything", `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types twin">
		<script>trustedTypes.createPolicy('twin', {}); Object.defineProperty(ShadowRoot.prototype, 'innerHTML', { set(html) {
			const b = document.createElement('button'); b.textContent = 'In the shadow'; this.append(b, document.createElement('slot')) } })</script>`, ""},
	{"a page that looks again and again", `<script>
		new MutationObserver(() => {}).observe(document, {subtree: true, childList: true, attributes: true})
		setInterval(() => { for (const el of document.querySelectorAll('[data-sw-ref], [data-ref]')) el.remove() }, 5)
	</script>`, ""},
}

// clobbered are documents whose own elements take the place of the properties that a script would ask for.
var clobbered = `<form id="clobber">` + inputs("children childNodes firstChild nextSibling parentNode parentElement getAttribute hasAttribute attributes tagName localName",
	"nodeType nodeName shadowRoot querySelectorAll matches closest contains style id className textContent isConnected ownerDocument getBoundingClientRect checkVisibility") +
	`</form><form id="attributes"></form>` + images("body documentElement title readyState activeElement scrollingElement querySelectorAll getElementById createElement",
	"defaultView location head forms all URL documentURI")

func inputs(lists ...string) string { return named(`<input name="`, lists) }
func images(lists ...string) string { return named(`<img alt="" hidden name="`, lists) }

func named(start string, lists []string) string {
	var b strings.Builder
	for _, name := range strings.Fields(strings.Join(lists, " ")) {
		b.WriteString(start + name + `">`)
	}
	return b.String()
}

// A hostile page is read exactly like its harmless twin.
func TestAHostilePageIsReadLikeItsTwin(t *testing.T) {
	read := func(t *testing.T, head, foot string) string {
		t.Helper()
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(strings.NewReplacer("HEAD", head, "FOOT", foot).Replace(twin)))
		}))
		defer web.Close()
		client := connect(t)
		call(t, client, "navigate", `{"url": "`+web.URL+`"}`)
		text := call(t, client, "dom_overview", `{"viewport": false, "max_rows": 100}`)
		json := call(t, client, "dom_overview", `{"viewport": false, "max_rows": 100, "format": "json"}`)
		return mask(text+json, web.URL)
	}
	clean := read(t, "", "")
	for _, part := range []string{`"In the shadow"`, `"Order"`, "checked", "disabled", `"Accept"`, `Title: "Twin"`} {
		if !strings.Contains(clean, part) {
			t.Fatalf("the twin itself is not read, %q is missing:\n%s", part, clean)
		}
	}
	for _, page := range hostile {
		t.Run(page.name, func(t *testing.T) {
			if got := read(t, page.head, page.foot); got != clean {
				t.Errorf("(-clean +hostile)\n%s", cmp.Diff(clean, got))
			}
		})
	}
	t.Run("clobbered names", func(t *testing.T) {
		if !strings.Contains(read(t, "", clobbered), `input[name="getAttribute"]`) {
			t.Error("the controls themselves are not read")
		}
		harmless := strings.NewReplacer(`name="`, `name="x-`, `id="attributes"`, `id="x-attributes"`).Replace(clobbered)
		if want, got := read(t, "", harmless), read(t, "", clobbered); strings.ReplaceAll(want, "x-", "") != strings.ReplaceAll(got, "x-", "") {
			t.Errorf("(-clean +clobbered)\n%s", cmp.Diff(want, got))
		}
	})
}
