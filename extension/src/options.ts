// options keeps what a person decides for good.

const everything = document.getElementById('everything') as HTMLInputElement;
const listeners = document.getElementById('listeners') as HTMLInputElement;
const port = document.getElementById('port') as HTMLInputElement;

void chrome.runtime.sendMessage({}).then(({ settings }) => {
  everything.checked = settings.everything;
  listeners.checked = settings.listeners;
  port.value = String(settings.port);
});

document.getElementById('form')!.onsubmit = (e) => {
  e.preventDefault();
  void chrome.runtime.sendMessage({ choose: { everything: everything.checked, listeners: listeners.checked, port: Number(port.value) } }).then(() => {
    document.getElementById('said')!.textContent = 'Saved.';
  });
};
