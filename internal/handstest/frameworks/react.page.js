// Controlled inputs, a portal, a custom select and a virtual list, as React applications have them.
import React, { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createPortal } from 'react-dom';
import Select from 'react-select';
import { List } from 'react-window';

const teas = ['Assam', 'Ceylon', 'Darjeeling'].map((t) => ({ value: t.toLowerCase(), label: t }));
const Row = ({ index, style, pick }) => <div style={style} role="listitem"><span>Row {index}</span> <button onClick={() => pick(index)}>Open</button></div>;

function App() {
  const [s, set] = useState({ name: 'Ada', upper: '', age: 1, ok: false, size: 's', tea: '', open: false, row: -1, notes: '', day: '' });
  const put = (key, value) => set((s) => ({ ...s, [key]: value }));
  return <>
    <label>Name <input value={s.name} onChange={(e) => put('name', e.target.value)} /></label>
    <label>Upper <input value={s.upper} onChange={(e) => put('upper', e.target.value.toUpperCase())} /></label>
    <label>Age <input type="number" value={s.age} onChange={(e) => put('age', +e.target.value)} /></label>
    <label>Day <input type="date" value={s.day} onChange={(e) => put('day', e.target.value)} /></label>
    <label>Frozen <input value="ice" onChange={() => {}} /></label>
    <label><input type="checkbox" checked={s.ok} onChange={(e) => put('ok', e.target.checked)} /> Agree</label>
    <label>Size <select value={s.size} onChange={(e) => put('size', e.target.value)}><option value="s">Small</option><option value="l">Large</option></select></label>
    <label>Notes <textarea value={s.notes} onChange={(e) => put('notes', e.target.value)} /></label>
    <div id="tea"><Select options={teas} aria-label="Tea" onChange={(o) => put('tea', o.value)} menuPortalTarget={document.body} /></div>
    <button onClick={() => put('open', true)}>Open dialog</button>
    {s.open && createPortal(<div role="dialog" aria-label="Portal" style={{ position: 'fixed', inset: 0, background: '#fff' }}><button onClick={() => put('open', false)}>Close</button></div>, document.body)}
    <List rowComponent={Row} rowCount={1000} rowHeight={30} rowProps={{ pick: (i) => put('row', i) }} style={{ height: 120 }} aria-label="Rows" />
    <output>{JSON.stringify(s)}</output>
  </>;
}
createRoot(document.getElementById('app')).render(<App />);
