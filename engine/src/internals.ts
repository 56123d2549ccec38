// internals remembers what a custom element says of itself through ElementInternals, which no script can ask for later:
// attachInternals is hooked in the main world, before the page's own scripts run.

const attached = new WeakMap<Element, ElementInternals>();
let any = false;

/** What attachInternals gave for this element, if the hook was there to see it. */
export const internals = (el: Element): ElementInternals | undefined => (any ? attached.get(el) : undefined);

/** Hooks attachInternals and tells adopt of every closed shadow root made from now on. */
export function installInternals(adopt: (host: Element, root: ShadowRoot) => void): void {
  const element = HTMLElement.prototype;
  const { attachInternals } = element;
  const { attachShadow } = Element.prototype;
  const { apply } = Reflect;
  element.attachInternals = function (this: HTMLElement): ElementInternals {
    const made = apply(attachInternals, this, []) as ElementInternals;
    attached.set(this, made);
    any = true;
    return made;
  };
  Element.prototype.attachShadow = function (this: Element, init: ShadowRootInit): ShadowRoot {
    const root = apply(attachShadow, this, [init]) as ShadowRoot;
    if (init.mode === 'closed') adopt(this, root);
    return root;
  };
}
