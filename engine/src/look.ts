// How an element looks, as far as that does not show in its box: asked once for all elements that stand in the same kind of
// place. Elements with the same tag, classes and attributes under the same kind of parent share their rules; what has an
// inline style is asked for itself.

import type { Own } from './own';

export interface Look {
  pointer: boolean;
  inline: boolean;
  clipped: boolean; // has a clip path
  fixed: boolean;
  scrollable: boolean;
}

/** A kind of place in the page. */
export class Place {
  private readonly kinds = new Map<string, Place>();
  private known: Look | undefined;

  /** The place of an element whose parent is in this one. */
  below(tag: string, own: Own): Place {
    const kind = own.any ? `${tag} ${own.kind}` : tag;
    let place = this.kinds.get(kind);
    if (!place) this.kinds.set(kind, (place = new Place()));
    return place;
  }

  look(style: () => CSSStyleDeclaration, own: Own): Look {
    if (own.inline) return look(style());
    return (this.known ??= look(style()));
  }
}

function look(style: CSSStyleDeclaration): Look {
  const { display, overflowX, overflowY } = style;
  return {
    pointer: style.cursor === 'pointer',
    inline: display.startsWith('inline') || display === 'contents',
    clipped: style.clipPath !== 'none',
    fixed: style.position === 'fixed',
    scrollable: scrolling(overflowX) || scrolling(overflowY),
  };
}

const scrolling = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll' || overflow === 'hidden';
