// Bundles every page of this folder, with the real libraries that npm has put beside it.
import { build } from 'esbuild';
import { compile } from 'svelte/compiler';
import { readFile, readdir } from 'node:fs/promises';

const svelte = {
  name: 'svelte',
  setup(b) {
    b.onLoad({ filter: /\.svelte$/ }, async ({ path }) => ({
      contents: compile(await readFile(path, 'utf8'), { filename: path, generate: 'client', css: 'injected' }).js.code,
    }));
  },
};

await build({
  entryPoints: (await readdir('.')).filter((f) => f.endsWith('.page.js')),
  bundle: true, outdir: 'out', format: 'iife', logLevel: 'error', plugins: [svelte], conditions: ['browser'],
  loader: { '.ttf': 'dataurl', '.js': 'jsx' }, define: { 'process.env.NODE_ENV': '"production"' },
});
