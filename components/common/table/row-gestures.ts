import { ROW_LINK_ATTR } from "@/lib/client/row-link";
import { caretNodeFromPoint } from "@/lib/client/workarounds/caret-node-from-point";

/** Attribute of a table whose rows handle clicks by script. Before hydration the attribute is missing, and each row's link covers the whole row. */
const LIVE_ROWS_ATTRIBUTE = "data-live-rows";
/** Delay in ms during which a click on text waits for a second click. Most double clicks have at most 130 ms between two clicks. */
const DOUBLE_CLICK_MS = 200;

/**
 * Opens a row of the table on a click anywhere in it, and keeps the row's text selectable. A link stretched over the row would
 * cover the text. Each gesture ends in a click on the row's link, so routing, progress bar and modifier keys work as for any link.
 * - A drag or a double click selects text and opens nothing. A click on text therefore opens the row after `DOUBLE_CLICK_MS`.
 * - A click beside text, a tap and the keyboard open the row without delay.
 * - Ctrl, Cmd, Shift and the middle button open a tab or window.
 * - Links, buttons and checkboxes in the row keep their own clicks.
 * @returns function that removes the listeners
 */
export function handleRowGestures(table: HTMLTableElement): () => void {
  const controller = new AbortController();
  let pendingOpen: { timer: ReturnType<typeof setTimeout>; row: HTMLElement } | undefined;
  let pointer = "mouse";
  const cancel = () => {
    clearTimeout(pendingOpen?.timer);
    pendingOpen?.row.removeAttribute("data-opening");
    pendingOpen = undefined;
  };
  const stopEvent = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };

  const onClick = (event: MouseEvent) => {
    const { row, link, isOnLink } = clickedRow(event);
    // Ignores clicks with `detail` 0: made by keyboard or screen reader, or by `openLink` and `clickWithModifiers` below.
    if (!row || !link || event.detail === 0) return;
    cancel();
    if (hasSelectedText(row) || event.detail > 1) return stopEvent(event);
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const isOnText = pointer === "mouse" && !isModified && isOverText(event);
    if (isOnLink && !isOnText) return;
    stopEvent(event);
    if (isModified) return clickWithModifiers(link, event);
    if (!isOnText) return openLink(link);
    row.setAttribute("data-opening", "");
    const timer = setTimeout(() => {
      cancel();
      openLink(link);
    }, DOUBLE_CLICK_MS);
    pendingOpen = { timer, row };
  };

  const onAuxClick = (event: MouseEvent) => {
    const { link, isOnLink } = clickedRow(event);
    if (event.button !== 1 || !link || isOnLink) return;
    stopEvent(event);
    const isMac = /mac/i.test(navigator.platform);
    clickWithModifiers(link, { ctrlKey: !isMac, metaKey: isMac, shiftKey: event.shiftKey, altKey: false });
  };

  const onMouseDown = (event: MouseEvent) => {
    cancel();
    const { link, isOnLink } = clickedRow(event);
    // Prevents autoscroll, which a press of the middle button starts on Windows.
    const startsScrolling = event.button === 1 && !isOnLink;
    // Prevents Firefox from selecting the cell on a Ctrl or Cmd click, because clicks are ignored while text is selected.
    const selectsCell = event.ctrlKey || event.metaKey;
    if (link && (startsScrolling || selectsCell)) event.preventDefault();
  };

  const options = { capture: true, signal: controller.signal };
  table.addEventListener("pointerdown", ({ pointerType }) => (pointer = pointerType || "mouse"), options);
  table.addEventListener("mousedown", onMouseDown, options);
  table.addEventListener("click", onClick, options);
  table.addEventListener("auxclick", onAuxClick, options);
  table.setAttribute(LIVE_ROWS_ATTRIBUTE, "");
  return () => {
    cancel();
    controller.abort();
  };
}

const CONTROL_SELECTOR = "a, button, input, select, textarea, label, summary, [tabindex], [contenteditable]";

/** Returns the clicked row and its link. Returns nothing for a click on another control in the row, such as a checkbox. */
function clickedRow({ target }: Event) {
  const none = { row: null, link: null, isOnLink: false };
  if (!(target instanceof Element)) return none;
  const row = target.closest<HTMLElement>("tbody tr");
  const link = row?.querySelector<HTMLAnchorElement>(`a[${ROW_LINK_ATTR}]`);
  const control = target.closest(CONTROL_SELECTOR);
  if (!row || !link || (control && control !== link && row.contains(control))) return none;
  return { row, link, isOnLink: control === link };
}

/** Opens a row's link. Focuses the link first, so that the focus returns to it when the opened dialog or page closes. */
function openLink(link: HTMLAnchorElement) {
  link.focus({ preventScroll: true });
  link.click();
}

type ModifierKeys = Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;
const clickWithModifiers = (link: HTMLAnchorElement, { ctrlKey, metaKey, shiftKey, altKey }: ModifierKeys) =>
  void link.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, view: window, ctrlKey, metaKey, shiftKey, altKey }),
  );

function hasSelectedText(row: Element): boolean {
  const selection = getSelection();
  return !!selection && !selection.isCollapsed && selection.containsNode(row, true);
}

function isOverText({ clientX, clientY }: MouseEvent): boolean {
  const node = caretNodeFromPoint(clientX, clientY);
  if (node?.nodeType !== Node.TEXT_NODE) return false;
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
  );
}
