// Lists that are put in order by dragging: by the browser's own drags, and by the pointer alone.
import Sortable from 'sortablejs';

for (const [id, options] of [['html5', {}], ['pointer', { forceFallback: true }]]) {
  const list = document.createElement('ul');
  list.id = id;
  list.innerHTML = ['one', 'two', 'three'].map((w) => `<li style="height:30px">${w}</li>`).join('');
  document.getElementById('app').append(list);
  Sortable.create(list, { animation: 0, ...options });
}
