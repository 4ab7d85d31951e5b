// @ts-check
// Simulates one admin in a browser, who opens lists and records, writes, exports and uploads. An open list polls in the background.
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { FailedCall } from "./browser.mjs";

const THINK_MIN_MS = 1_000;
const THINK_MAX_MS = 5_000;
/** Poll intervals of an open dashboard, in ms, as in notices-unread.ts, approvals-waiting.ts, newer-rows.tsx and use-poll-for-changes.ts. */
const COUNT_POLL_MS = 60_000;
const ROWS_POLL_MS = 30_000;
const PULSE_POLL_MS = 3_500;
/** Age in ms of a proof of identity after which the admin repeats it before an export. A proof is valid for 15 minutes. */
const PROOF_MS = 14 * 60_000;
const PAGES = [
  "/dashboard",
  "/dashboard/user-management",
  "/dashboard/kyc-management",
  "/dashboard/transactions",
  "/dashboard/grants",
  "/dashboard/ireports",
];
const LISTS = ["/user-management/users?size=20", "/kyc?size=20", "/user-management/user-groups?size=20"];

/**
 * @typedef {object} Work Data shared by all simulated admins
 * @property {readonly string[]} users ids of citizens
 * @property {Buffer} picture a small PNG
 * @property {(urls: readonly string[]) => readonly string[]} filesOfBuild lists all static files of the build that contains these URLs
 * @property {() => boolean} isOver returns true when the test has ended
 */
/** @typedef {import("./browser.mjs").Data} Data */
/** @typedef {(after: number) => Promise<string>} ReadCode Returns the code in the first mail to this admin after a time, in ms since 1970 */
/** @typedef {{ notes: string[], groups: string[], images: string[] }} Writes Texts of notes, names of groups and ids of images that the API confirmed */

/**
 * Simulates the admin until the test ends. Counts failed calls and continues after them.
 * @param {{ name: string, browser: import("./browser.mjs").Browser, readCode: ReadCode, random: () => number, work: Work }} admin
 * @returns {Promise<Writes>}
 */
export async function simulateAdmin({ name, browser, readCode, random, work }) {
  /** @type {Writes} */
  const writes = { notes: [], groups: [], images: [] };
  /** URLs of static files in the browser's cache. @type {Set<string>} */
  const cached = new Set();
  /** Static files that the open page may still load, such as the script of a dialog. @type {readonly string[]} */
  let lazyFiles = [];
  let count = 0;
  let provedAt = Date.now();
  /** Returns a random item. @template T @param {readonly T[]} items @returns {T} */
  const pick = (items) => /** @type {T} */ (items[Math.floor(random() * items.length)]);

  // Lists an action several times, so that it is chosen more often.
  const actions = [
    ...Array(5).fill(() => openPage(pick(PAGES))),
    ...Array(2).fill(() => openPage(`/dashboard/user-management/users/${pick(work.users)}`)),
    ...Array(6).fill(openList),
    ...Array(5).fill(openRecord),
    ...Array(4).fill(addNote),
    ...Array(3).fill(addGroup),
    ...Array(2).fill(exportUsers),
    ...Array(2).fill(loadLazyFile),
    uploadPicture,
  ];
  const polls = [
    poll(COUNT_POLL_MS, () => browser.api("poll", "GET", "/notices/unread")),
    poll(COUNT_POLL_MS, () => browser.api("poll", "GET", "/approvals/waiting")),
    poll(ROWS_POLL_MS, () => browser.api("poll", "GET", `${LISTS[0]}&page=0`, {}, hasRows)),
    poll(PULSE_POLL_MS, pulse()),
  ];
  while (!work.isOver()) {
    await pick(actions)().catch(ignoreCounted);
    await think();
  }
  await Promise.all(polls);
  browser.close();
  return writes;

  function think() {
    return delay(THINK_MIN_MS + random() * (THINK_MAX_MS - THINK_MIN_MS));
  }

  /** Sends a request about every `ms` milliseconds until the test ends. @param {number} ms @param {() => Promise<unknown>} send */
  async function poll(ms, send) {
    for (let next = Date.now() + random() * ms; !work.isOver(); await delay(250)) {
      if (Date.now() < next) continue;
      await send().catch(ignoreCounted);
      next = Date.now() + ms * (0.9 + random() * 0.2);
    }
  }

  /** Returns a function that polls for identity requests changed since its last call, as an open list does. */
  function pulse() {
    let mark = 0;
    return async () => {
      ({ mark } = await browser.api("poll", "GET", `/kyc/pulse?since=${mark}`, {}, (data) =>
        data.mark >= mark ? undefined : `the mark went back from ${mark} to ${data.mark}`,
      ));
    };
  }

  /** Loads a page and its uncached static files. @param {string} path */
  async function openPage(path) {
    const page = await browser.load("page", path, ({ body }) =>
      body.toString().trimEnd().endsWith("</html>") ? undefined : "the page is incomplete",
    );
    const urls = new Set(page.body.toString().match(/\/_next\/static\/[\w./~%-]+\.(?:js|css|woff2)/g));
    lazyFiles = work.filesOfBuild([...urls]);
    const missing = [...urls].filter((url) => !cached.has(url));
    await Promise.all(missing.map(loadFile));
  }

  /** Loads a static file into the cache. @param {string} url */
  async function loadFile(url) {
    await browser.load("static file", url, ({ body }) => (body.length ? undefined : "empty"));
    cached.add(url);
  }

  async function loadLazyFile() {
    const missing = lazyFiles.filter((url) => !cached.has(url));
    if (missing.length) await loadFile(pick(missing));
  }

  async function openList() {
    await browser.api("list", "GET", `${pick(LISTS)}&page=0`, {}, hasRows);
  }

  async function openRecord() {
    const id = pick(work.users);
    const path = `/user-management/users/${id}`;
    await Promise.all([
      browser.api("record", "GET", path, {}, (data) => (data.id === id ? undefined : "another record")),
      browser.api("record", "GET", `${path}/notes`, {}, ({ items }) => (Array.isArray(items) ? undefined : "no list")),
      browser.api("record", "GET", `${path}/statement?size=20&page=0`),
    ]);
  }

  async function addNote() {
    const text = `${name}, note ${count++}`;
    const path = `/user-management/users/${pick(work.users)}/notes`;
    await write(path, { text }, (data) => (data.text === text ? undefined : "another note"));
    writes.notes.push(text);
    await browser.api("own write", "GET", path, {}, ({ items }) =>
      items.some((/** @type {{ text: string }} */ note) => note.text === text) ? undefined : "the own note is missing",
    );
  }

  async function addGroup() {
    // Names the group with one unique word, so that the search finds no other group.
    const group = `${name.replace(" ", "-")}-${count++}-${randomBytes(4).toString("hex")}`;
    const path = "/user-management/user-groups";
    const isSame = (/** @type {{ name: string }} */ data) => (data.name === group ? undefined : "another group");
    await write(path, { name: group, kind: "static" }, isSame);
    writes.groups.push(group);
    await browser.api("own write", "GET", `${path}?size=20&q=${encodeURIComponent(group)}`, {}, ({ items }) =>
      items.some((/** @type {{ name: string }} */ item) => item.name === group)
        ? undefined
        : "the own group is missing",
    );
  }

  /**
   * Sends a POST call with this input and a new idempotency key.
   * @param {string} path
   * @param {object} input
   * @param {(data: Data) => string | undefined} check
   */
  function write(path, input, check) {
    return browser.api("write", "POST", path, { input, key: randomBytes(16).toString("hex") }, check);
  }

  async function exportUsers() {
    if (Date.now() - provedAt > PROOF_MS) await proveIdentity();
    const input = { format: "csv" };
    const { token, rows } = await browser.api("export", "POST", "/user-management/users/export", { input });
    await browser.load("download", `/api/v1/exports/${token}`, ({ body }) => {
      const lines = body.toString().trimEnd().split("\n").length - 1;
      return lines >= rows ? undefined : `${lines} of ${rows} rows`;
    });
  }

  async function proveIdentity() {
    const requestedAt = Date.now();
    const { reference } = await browser.api("proof", "POST", "/auth/admin/proof/mailed-code", { input: {} });
    const input = { method: "mail", reference, code: await readCode(requestedAt) };
    await browser.api("proof", "PATCH", "/auth/admin/proof", { input });
    provedAt = Date.now();
  }

  async function uploadPicture() {
    const { id } = await browser.upload("upload", "/content/images", work.picture, "image/png");
    writes.images.push(id);
  }
}

/** Returns undefined if the response has rows, otherwise a description of the problem. @param {Data} data */
const hasRows = ({ items }) => (Array.isArray(items) && items.length > 0 ? undefined : "an empty list");

/** Rethrows all errors except `FailedCall`, which was counted. @param {unknown} error */
function ignoreCounted(error) {
  if (!(error instanceof FailedCall)) throw error;
}

/**
 * Signs in with password and mailed code.
 * @param {import("./browser.mjs").Browser} browser @param {{ email: string, password: string }} account @param {ReadCode} readCode
 */
export async function signInAs(browser, { email, password }, readCode) {
  const path = "/auth/admin/login";
  const requestedAt = Date.now();
  const { reference } = await browser.api("sign-in", "POST", path, { input: { email, password }, timeout: 60_000 });
  const input = { reference, token: await readCode(requestedAt) };
  const { token } = await browser.api("sign-in", "PATCH", "/auth/admin/verify-token/sign-in", {
    input,
    timeout: 60_000,
  });
  browser.setToken(token);
  return token;
}
