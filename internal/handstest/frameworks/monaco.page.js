import * as monaco from 'monaco-editor/editor/editor.api.js';

self.MonacoEnvironment = { getWorker: () => new Worker(URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))) };
const box = document.createElement('div'), out = document.createElement('output');
box.style.cssText = 'width:600px;height:200px';
document.getElementById('app').append(box, out);
const editor = monaco.editor.create(box, { value: '', language: 'plaintext', ariaLabel: 'Monaco', minimap: { enabled: false } });
editor.onDidChangeModelContent(() => (out.textContent = JSON.stringify(editor.getValue())));
