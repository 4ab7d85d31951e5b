// @ts-check
// Finds and uses buttons, links and fields by their accessible names, in every browser engine.
import { setTimeout as delay } from "node:timers/promises";

const WAIT_MS = 20_000;
const DESKTOP_SIZE = /** @type {const} */ ([1440, 900]);
const PHONE_SIZE = /** @type {const} */ ([390, 800]);

/** @typedef {"button" | "link" | "field" | "choice" | "file" | "row link" | "row text" | "heading"} Role Kind of element, as in `markElement` */
/** @typedef {{ exact?: boolean }} Options `exact`: the accessible name must equal the text; by default it must begin with it */

/** Marks the first matching element with an attribute and returns its selector; "" if there is none. Runs in the page. */
function markElement(/** @type {Role} */ role, /** @type {string} */ name, /** @type {boolean} */ exact) {
  const roles = {
    button: "button, [role=button], summary",
    link: "a[href]",
    field:
      "input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), textarea, select, [contenteditable=true]",
    choice: "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio]",
    file: "input[type=file]",
    "row link": "tbody a[href], [role=list] li a[href]",
    "row text": "tbody td:not(:has(a, button, input))",
    heading: "h1, h2, [role=dialog] h2",
  };
  const dialogs = [...document.querySelectorAll("[role=dialog]")];
  // Searches only the topmost dialog, because it covers the page.
  const within = dialogs.at(-1) ?? document;
  const words = (/** @type {string | null | undefined} */ text) => (text ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (/** @type {Element} */ element) => {
    const labelIds = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labels = /** @type {HTMLInputElement} */ (element).labels ?? [];
    return words(
      element.getAttribute("aria-label") ??
        (labelIds.length > 0
          ? labelIds.map((id) => document.getElementById(id)?.textContent).join(" ")
          : labels.length > 0
            ? labels[0]?.textContent
            : element.textContent),
    );
  };
  const isThere = (/** @type {Element} */ element) =>
    role === "file" ||
    (element.getClientRects().length > 0 &&
      getComputedStyle(element).visibility !== "hidden" &&
      !element.matches(":disabled, [aria-disabled=true], :disabled *"));
  const fits = (/** @type {string} */ text) => name === "" || (exact ? text === name : text.startsWith(name));
  const found = [...within.querySelectorAll(roles[role])].find((element) => isThere(element) && fits(nameOf(element)));
  if (!found) return "";
  for (const each of document.querySelectorAll("[data-browser-test]")) each.removeAttribute("data-browser-test");
  found.setAttribute("data-browser-test", "");
  return "[data-browser-test]";
}

/** Returns layout faults of the page as sentences. Runs in the page. */
function findFaults(/** @type {boolean} */ isPhone) {
  const page = document.documentElement;
  const found = [];
  if (page.scrollWidth > page.clientWidth)
    found.push(`the page is ${page.scrollWidth - page.clientWidth} px wider than the window`);
  const nameOf = (/** @type {Element} */ element) =>
    `<${element.localName}> "${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 30)}"`;
  for (const element of document.querySelectorAll("nav, ul, div, section, header, fieldset")) {
    const { overflowY } = getComputedStyle(element);
    const overflow = element.scrollHeight - element.clientHeight;
    // Reports elements that scroll by less than 5 px: they scroll unintentionally, because of a border or margin.
    if (/auto|scroll/.test(overflowY) && overflow > 0 && overflow < 5 && element.clientHeight > 0)
      found.push(`${nameOf(element)} scrolls by ${overflow} px from top to bottom`);
  }
  if (isPhone)
    for (const element of document.querySelectorAll("input, select, textarea")) {
      const isTextField = !element.matches("[type=checkbox], [type=radio], [type=file], [type=hidden], [type=range]");
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (isTextField && element.getClientRects().length > 0 && size < 16)
        found.push(`${nameOf(element)} has letters of ${size} px, which makes Safari zoom in`);
    }
  return found;
}

/** @typedef {ReturnType<typeof createScreenDriver>} Screen Functions that control the page open in a browser */

/** Returns functions that control the app's pages in a browser. @param {import("./engine.mjs").Engine} engine @param {string} url of the app */
export function createScreenDriver(engine, url) {
  /** Problems found on all pages so far, as sentences. @type {string[]} */
  const problems = [];
  /** Runs a function in the page. @param {Function} work @param {unknown[]} given its arguments, which must be serializable */
  const inPage = (work, ...given) => engine.run(`(${work})(${given.map((each) => JSON.stringify(each)).join(", ")})`);

  /** Polls until a check returns a truthy value. @template T @param {string} description @param {() => Promise<T>} checkFor @returns {Promise<NonNullable<T>>} @throws after 20 s */
  async function waitUntil(description, checkFor) {
    /** Error of the last check. @type {unknown} */
    let last;
    for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await delay(100)) {
      // Ignores errors, because the page can't be queried during a navigation.
      const answer = await checkFor().catch((error) => {
        last = error;
      });
      if (answer) return /** @type {NonNullable<T>} */ (answer);
    }
    const text = await engine.run(
      "location.pathname + location.search + '\\n' + ([...document.querySelectorAll('[role=dialog], main')].at(-1) ?? document.body).innerText.slice(0, 1500)",
    );
    throw new Error(`Waited ${WAIT_MS / 1000} s for ${description}${last ? ` (${last})` : ""}. The page:\n${text}`);
  }

  /**
   * Waits until the page has a matching element, and returns a selector of the element.
   * @param {Role} role
   * @param {string} name
   * @param {Options} [options]
   */
  const find = (role, name, { exact = false } = {}) =>
    waitUntil(`the ${role} "${name}"`, () => inPage(markElement, role, name, exact));

  const screen = {
    problems,
    /** Returns the path and query of the page. @returns {Promise<string>} */
    address: () => engine.run("location.pathname + location.search"),
    /** Opens a path of the app and waits until the page is loaded and hydrated. @param {string} path */
    async open(path) {
      await engine.goto(url + path);
      await screen.ready();
    },
    /** Waits until the page is loaded and hydrated. Leaving a page while it streams would log an error. */
    async ready() {
      await screen.sees("heading", "");
      // Waits for hydration, because text typed earlier into controlled fields would be lost.
      await waitUntil("hydration", () =>
        engine.run(
          `document.readyState === "complete" && Object.keys(document.querySelector("main, form") ?? {}).some((key) => key.startsWith("__react"))`,
        ),
      );
    },
    /** Waits for an element. @param {Role} role @param {string} name @param {Options} [options] */
    async sees(role, name, options) {
      await find(role, name, options);
    },
    /** Deletes the session cookie after a failed test, so that the next test starts at sign-in. */
    async forget() {
      await engine.goto(`${url}/auth/login`).catch(() => {});
      await engine.run("document.cookie = 'cross-riv-token=; Max-Age=0; path=/'").catch(() => {});
      engine.takeProblems();
    },
    /** Waits until the page contains a text. @param {string} text */
    reads: (text) =>
      waitUntil(`the text "${text}"`, () => engine.run(`document.body.innerText.includes(${JSON.stringify(text)})`)),
    /** Waits until the page contains a text that matches, and returns that text. @param {RegExp} pattern @returns {Promise<string>} */
    match: (pattern) =>
      waitUntil(`a text like ${pattern}`, async () => pattern.exec(await engine.run("document.body.innerText"))?.[0]),
    /** Waits until path and search of the URL match. @param {RegExp} pattern */
    at: (pattern) => waitUntil(`an address like ${pattern}`, async () => pattern.test(await screen.address())),
    noDialog: () => waitUntil("the dialog to close", () => engine.run("!document.querySelector('[role=dialog]')")),
    /** Clicks an element. @param {Role} role @param {string} name @param {Options} [options] */
    async press(role, name, options) {
      // Retries if the element has moved or was replaced, such as while a dialog opens.
      await waitUntil(`the ${role} "${name}" to press`, async () => {
        const selector = await inPage(markElement, role, name, options?.exact ?? false);
        if (selector) await engine.click(selector);
        return selector;
      });
    },
    /** Checks that Ctrl+click on the first row's text and link each open a matching path in a new tab. @param {RegExp} pattern */
    async opensTabs(pattern) {
      if (!engine.openTab) return;
      for (const role of /** @type {Role[]} */ (["row text", "row link"])) {
        const opened = await engine.openTab(await find(role, ""));
        if (!pattern.test(opened)) problems.push(`Ctrl-click on the ${role} opened ${opened}`);
      }
    },
    /** Types a text into a field. @param {string} name @param {string} text @param {Options} [options] */
    async fill(name, text, options) {
      await engine.fill(await find("field", name, options), text);
    },
    /** Chooses an option of a native select by script, because drivers can't click its list. @param {string} name @param {string} value */
    async select(name, value) {
      const selector = await find("field", name);
      await inPage(
        (/** @type {string} */ pagePath, /** @type {string} */ to) => {
          const list = /** @type {HTMLSelectElement} */ (document.querySelector(pagePath));
          list.value = to;
          if (list.value !== to) throw new Error(`No choice has the value "${to}".`);
          list.dispatchEvent(new Event("change", { bubbles: true }));
        },
        selector,
        value,
      );
    },
    /** Chooses a file in a file input. @param {string} name @param {string} file */
    async upload(name, file) {
      await engine.upload(await find("file", name), file);
    },
    /** Records layout faults at phone and desktop size, and errors so far. @param {string} place name in the report */
    async inspect(place) {
      for (const size of [PHONE_SIZE, DESKTOP_SIZE]) {
        const [width, height] = size;
        await engine.resize(width, height);
        await delay(150);
        for (const fault of await inPage(findFaults, size === PHONE_SIZE))
          problems.push(`${place}, ${await engine.run("innerWidth")} px: ${fault}`);
      }
      for (const problem of engine.takeProblems()) problems.push(`${place}: ${problem}`);
    },
  };
  return screen;
}
