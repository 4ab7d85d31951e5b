/**
 * Cleans HTML pasted from Word, Google Docs and web pages: keeps structure, removes formatting. Converts non-standard elements of
 * these sources, because the editor drops elements that it does not know.
 */
export function cleanPastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const unwanted of page.querySelectorAll("style, script, meta, link, title, xml")) unwanted.remove();
  // Removes Word's end-of-paragraph mark. Avoids a selector, because the element's name contains a colon.
  for (const mark of [...page.getElementsByTagName("o:p")]) if (!mark.textContent?.trim()) mark.remove();
  // Unwraps the `b` element with normal font weight in which Google Docs wraps all content.
  for (const wrapper of page.querySelectorAll<HTMLElement>("b[id^=docs-internal], b[style*='font-weight:normal']"))
    wrapper.replaceWith(...wrapper.childNodes);
  for (const list of wordListsIn(page)) insertList(page, list);
  renameElements(page, "h1", "h2");
  renameElements(page, "h5, h6", "h4");
  return page.body.innerHTML;
}

/** Returns whether pasted HTML contains text after cleaning. */
export const htmlContainsText = (html: string): boolean =>
  new DOMParser().parseFromString(cleanPastedHtml(html), "text/html").body.textContent?.trim() !== "";

const isListLine = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && /mso-list:\s*l\d+/i.test(element.getAttribute("style") ?? "");

/** Finds the lists in HTML from Word, which are consecutive paragraphs. */
function wordListsIn(page: Document): HTMLElement[][] {
  const lists: HTMLElement[][] = [];
  for (const line of page.querySelectorAll("p")) {
    if (!isListLine(line)) continue;
    const last = lists.at(-1);
    if (last && line.previousElementSibling === last.at(-1)) last.push(line);
    else lists.push([line]);
  }
  return lists;
}

const lineStyle = (line: HTMLElement) => line.getAttribute("style") ?? "";
const listLevelOf = (line: HTMLElement) => Number(/level(\d+)/i.exec(lineStyle(line))?.[1] ?? 1);
/** Returns Word's id of the list to which a line belongs. */
const listIdOf = (line: HTMLElement) => /mso-list:\s*(l\d+)/i.exec(lineStyle(line))?.[1] ?? "";

type OpenList = { list: HTMLElement; level: number; listId: string; numbered: boolean };

function insertList(page: Document, lines: readonly HTMLElement[]): void {
  let open: OpenList[] = [];
  for (const line of lines) {
    const [level, listId, mark] = [listLevelOf(line), listIdOf(line), listMarkOf(line)];
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open = open.slice(0, -1);
    const current = open.at(-1);
    // Treats a line without a list mark as part of the current list.
    const isNumbered = mark === null ? (current?.numbered ?? false) : isNumberMark(mark);
    const parentItem = current?.list.lastElementChild;
    const isDeeper = current !== undefined && level > current.level && parentItem;
    let targetList = current?.list;
    if (!current || isDeeper || listId !== current.listId || isNumbered !== current.numbered) {
      targetList = createEmptyList(page, isNumbered, mark);
      if (!current) line.before(targetList);
      else if (isDeeper) parentItem.append(targetList);
      else current.list.after(targetList);
      open = [...(isDeeper ? open : open.slice(0, -1)), { list: targetList, level, listId, numbered: isNumbered }];
    }
    targetList?.append(createListItem(page, line));
    line.remove();
  }
}

/** Creates a list. A numbered list continues counting from its first mark. */
function createEmptyList(page: Document, isNumbered: boolean, mark: string | null): HTMLElement {
  const list = page.createElement(isNumbered ? "ol" : "ul");
  const start = /^\s*(\d{1,4})[.)]\s*$/.exec(mark ?? "")?.[1];
  if (isNumbered && start) list.setAttribute("start", start);
  return list;
}

function createListItem(page: Document, line: HTMLElement): HTMLElement {
  for (const mark of line.querySelectorAll(LIST_MARK_SELECTOR)) mark.remove();
  const paragraph = page.createElement("p");
  paragraph.append(...line.childNodes);
  const item = page.createElement("li");
  item.append(paragraph);
  return item;
}

const LIST_MARK_SELECTOR = "[style*='mso-list:Ignore'], [style*='mso-list: Ignore']";
/** Returns a line's list mark: "1." or "a)" if numbered, otherwise a bullet; null if it is missing. */
const listMarkOf = (line: HTMLElement) => line.querySelector(LIST_MARK_SELECTOR)?.textContent ?? null;
const isNumberMark = (mark: string) => /^\s*\(?([0-9]+|[a-z]+)[.)]/i.test(mark);

function renameElements(page: Document, from: string, to: string): void {
  for (const oldElement of page.querySelectorAll(from)) {
    const newElement = page.createElement(to);
    newElement.append(...oldElement.childNodes);
    oldElement.replaceWith(newElement);
  }
}
