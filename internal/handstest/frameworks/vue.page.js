// v-model in its kinds: as typed, on change, as a number, on boxes and lists.
import { createApp } from 'vue/dist/vue.esm-bundler.js';

createApp({
  data: () => ({ name: 'Ada', lazy: '', age: 1, ok: false, size: 's', pick: '', notes: '' }),
  template: `
    <label>Name <input v-model="name"></label>
    <label>Lazy <input v-model.lazy="lazy"></label>
    <label>Age <input type="number" v-model.number="age"></label>
    <label><input type="checkbox" v-model="ok"> Agree</label>
    <label><input type="radio" value="a" v-model="pick"> First</label><label><input type="radio" value="b" v-model="pick"> Second</label>
    <label>Size <select v-model="size"><option value="s">Small</option><option value="l">Large</option></select></label>
    <label>Notes <textarea v-model="notes"></textarea></label>
    <output>{{ JSON.stringify($data) }}</output>`,
}).mount('#app');
