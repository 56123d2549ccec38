// The editors that pages are written in. What each holds is told in an output of its own.
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { schema } from 'prosemirror-schema-basic';
import { exampleSetup } from 'prosemirror-example-setup';
import { EditorView as CodeMirror, basicSetup } from 'codemirror';
import Quill from 'quill';
import { createEditor, $getRoot } from 'lexical';
import { registerRichText } from '@lexical/rich-text';
import { registerHistory, createEmptyHistoryState } from '@lexical/history';

const place = (name) => {
  const box = document.createElement('section'), out = document.createElement('output'), el = document.createElement('div');
  box.append(el, out);
  document.getElementById('app').append(box);
  box.id = name;
  return [el, (text) => (out.textContent = JSON.stringify(text))];
};

const elsewhere = document.createElement('button');
elsewhere.textContent = 'Elsewhere';
document.getElementById('app').append(elsewhere);

const [pm, pmSays] = place('prosemirror');
const view = new EditorView(pm, {
  state: EditorState.create({ schema, plugins: exampleSetup({ schema, menuBar: false }) }),
  attributes: { 'aria-label': 'ProseMirror', role: 'textbox' },
  dispatchTransaction(t) { view.updateState(view.state.apply(t)); pmSays(view.state.doc.textBetween(0, view.state.doc.content.size, '\n', '\n')); },
});

const [cm, cmSays] = place('codemirror');
new CodeMirror({
  parent: cm, extensions: [basicSetup, CodeMirror.contentAttributes.of({ 'aria-label': 'CodeMirror' }), CodeMirror.updateListener.of((u) => u.docChanged && cmSays(u.state.doc.toString()))],
});

const [q, qSays] = place('quill');
const quill = new Quill(q, {});
quill.root.setAttribute('aria-label', 'Quill');
quill.root.setAttribute('role', 'textbox');
quill.on('text-change', () => qSays(quill.getText()));

const [lx, lxSays] = place('lexical');
lx.contentEditable = 'true';
lx.setAttribute('aria-label', 'Lexical');
lx.setAttribute('role', 'textbox');
lx.style.minHeight = '20px';
const lexical = createEditor({ onError: console.error });
registerRichText(lexical);
registerHistory(lexical, createEmptyHistoryState(), 300);
lexical.setRootElement(lx);
lexical.registerUpdateListener(({ editorState }) => editorState.read(() => lxSays($getRoot().getTextContent())));
