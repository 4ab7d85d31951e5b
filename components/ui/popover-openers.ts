/** Elements that get the focus when a popover closes, by the popover's panel. */
const openers = new WeakMap<Element, () => HTMLElement | null>();

/** Remembers for an open panel which element gets the focus once it is closed. */
export function setPopoverOpener(panel: Element, readOpener: () => HTMLElement | null): void {
  openers.set(panel, readOpener);
}

/** Returns the element to focus after the popover that contains this element is closed; null outside a popover. */
export function popoverOpenerOf(element: Element | null): HTMLElement | null {
  for (let each = element; each; each = each.parentElement) {
    const readOpener = openers.get(each);
    if (readOpener) return readOpener();
  }
  return null;
}
