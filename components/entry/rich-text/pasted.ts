/**
 * What is pasted from Word, Docs and web pages, as the editor can read it: structure stays, looks go. Elements that the
 * editor does not know fall away by themselves; this turns into known ones what they write in ways of their own.
 */
export function cleanPasted(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const gone of page.querySelectorAll("style, script, meta, link, title, xml")) gone.remove();
  // Word's mark at the end of each paragraph; not by a selector, since its name has a colon in it.
  for (const mark of [...page.getElementsByTagName("o:p")]) if (!mark.textContent?.trim()) mark.remove();
  // Docs wraps everything in a bold that is none.
  for (const wrap of page.querySelectorAll<HTMLElement>("b[id^=docs-internal], b[style*='font-weight:normal']"))
    wrap.replaceWith(...wrap.childNodes);
  for (const list of listsOf(page)) makeList(page, list);
  rename(page, "h1", "h2");
  rename(page, "h5, h6", "h4");
  return page.body.innerHTML;
}

/** Whether there is anything to read in it, beside pictures. */
export const hasWords = (html: string): boolean =>
  new DOMParser().parseFromString(cleanPasted(html), "text/html").body.textContent?.trim() !== "";

const isListLine = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && /mso-list:\s*l\d+/i.test(element.getAttribute("style") ?? "");

/** Word writes a list as paragraphs that stand one after the other. */
function listsOf(page: Document): HTMLElement[][] {
  const lists: HTMLElement[][] = [];
  for (const line of page.querySelectorAll("p")) {
    if (!isListLine(line)) continue;
    const last = lists.at(-1);
    if (last && line.previousElementSibling === last.at(-1)) last.push(line);
    else lists.push([line]);
  }
  return lists;
}

const levelOf = (line: HTMLElement) => Number(/level(\d+)/i.exec(line.getAttribute("style") ?? "")?.[1] ?? 1);

function makeList(page: Document, lines: readonly HTMLElement[]): void {
  const [first] = lines;
  if (!first) return;
  const top = page.createElement(isNumbered(first) ? "ol" : "ul");
  first.before(top);
  let open: { list: HTMLElement; level: number }[] = [{ list: top, level: levelOf(first) }];
  for (const line of lines) {
    const level = levelOf(line);
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open = open.slice(0, -1);
    const current = open.at(-1) ?? { list: top, level };
    const item = page.createElement("li");
    const holder = current.list.lastElementChild;
    const numbered = isNumbered(line);
    for (const mark of line.querySelectorAll<HTMLElement>("[style*='mso-list:Ignore'], [style*='mso-list: Ignore']"))
      mark.remove();
    const words = page.createElement("p");
    words.append(...line.childNodes);
    item.append(words);
    if (level > current.level && holder) {
      const inner = page.createElement(numbered ? "ol" : "ul");
      holder.append(inner);
      inner.append(item);
      open = [...open, { list: inner, level }];
    } else current.list.append(item);
    line.remove();
  }
}

/** What stands before the words: "1." or "a)" of a numbered list, a sign of another. */
function isNumbered(line: HTMLElement): boolean {
  const mark = line.querySelector("[style*='mso-list:Ignore'], [style*='mso-list: Ignore']");
  return /^\s*\(?([0-9]+|[a-z]{1,4})[.)]/i.test(mark?.textContent ?? "");
}

function rename(page: Document, from: string, to: string): void {
  for (const old of page.querySelectorAll(from)) {
    const made = page.createElement(to);
    made.append(...old.childNodes);
    old.replaceWith(made);
  }
}
