// Page text is data from a stranger: what cannot be seen in it is removed before it is sent.

// Control characters, bidirectional overrides, zero-width characters, byte order marks, tag characters. The joiners stay
// where they make a letter or a picture: in Arabic and Indic words and between emoji.
const unseen =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}\p{scx=Arab}\p{scx=Deva}])[\u200c\u200d]/gu;
const spaces = /[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** Words of ASCII with single spaces between them, and maybe around: nothing to clean. */
const ordinary = /^ ?[!-~]+(?: [!-~]+)* ?$/;

/** Text without characters that cannot be seen, each run of white space one space. */
export function clean(text: string): string {
  if (ordinary.test(text)) return text;
  return text.replace(unseen, '').replace(spaces, ' ');
}

/** Clean text of at most `limit` characters, an ellipsis in place of the rest. */
export function short(text: string, limit: number): string {
  const s = clean(text.length > limit * 4 ? text.slice(0, limit * 4) : text).trim();
  return s.length > limit ? s.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '') + '…' : s;
}
