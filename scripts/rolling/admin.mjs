// @ts-check
// One admin who works in a browser: opens lists and records, writes, exports, uploads, and leaves a list open that polls.
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { FailedCall } from "./browser.mjs";

const THINK_MIN_MS = 1_000;
const THINK_MAX_MS = 5_000;
/** Polls of an open dashboard, in ms: lib/queries/notices-unread.ts, approvals-waiting.ts, use-poll-for-changes.ts, newer-rows.tsx. */
const COUNT_POLL_MS = 60_000;
const ROWS_POLL_MS = 30_000;
const PULSE_POLL_MS = 3_500;
/** Time in ms after which an admin proves the identity again before an export. A proof is valid for 15 minutes. */
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
 * @typedef {object} Work What all admins share
 * @property {readonly string[]} users ids of citizens
 * @property {Buffer} picture a small PNG
 * @property {(urls: readonly string[]) => readonly string[]} filesOfBuild static files of the build that a page with these scripts belongs to
 * @property {() => boolean} isOver
 */
/** @typedef {import("./browser.mjs").Data} Data */
/** @typedef {(after: number) => Promise<string>} ReadCode Waits for the code in a mail to this admin that was written after this time */
/** @typedef {{ notes: string[], groups: string[], images: string[] }} Writes What was acknowledged */

/**
 * Works until the run is over. A failed call is counted and the admin goes on.
 * @param {{ name: string, browser: import("./browser.mjs").Browser, readCode: ReadCode, random: () => number, work: Work }} admin
 * @returns {Promise<Writes>}
 */
export async function workAsAdmin({ name, browser, readCode, random, work }) {
  /** @type {Writes} */
  const writes = { notes: [], groups: [], images: [] };
  /** Static files that the browser has in its cache. @type {Set<string>} */
  const cached = new Set();
  /** Static files that the open page may still load, such as the script of a dialog. @type {readonly string[]} */
  let lazyFiles = [];
  let count = 0;
  let provedAt = Date.now();
  /** @template T @param {readonly T[]} items @returns {T} */
  const pick = (items) => /** @type {T} */ (items[Math.floor(random() * items.length)]);

  // As often as it is listed.
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

  /** @param {number} ms @param {() => Promise<unknown>} send */
  async function poll(ms, send) {
    for (let next = Date.now() + random() * ms; !work.isOver(); await delay(250)) {
      if (Date.now() < next) continue;
      await send().catch(ignoreCounted);
      next = Date.now() + ms * (0.9 + random() * 0.2);
    }
  }

  /** Asks for changed identity requests, as the open list does. */
  function pulse() {
    let mark = 0;
    return async () => {
      ({ mark } = await browser.api("poll", "GET", `/kyc/pulse?since=${mark}`, {}, (data) =>
        data.mark >= mark ? undefined : `the mark went back from ${mark} to ${data.mark}`,
      ));
    };
  }

  /** @param {string} path */
  async function openPage(path) {
    const page = await browser.load("page", path, ({ body }) =>
      body.toString().trimEnd().endsWith("</html>") ? undefined : "the page is incomplete",
    );
    const urls = new Set(page.body.toString().match(/\/_next\/static\/[\w./~%-]+\.(?:js|css|woff2)/g));
    lazyFiles = work.filesOfBuild([...urls]);
    const missing = [...urls].filter((url) => !cached.has(url));
    await Promise.all(missing.map(loadFile));
  }

  /** @param {string} url */
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
    // One word, which no other group contains, so that the search finds this one only.
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

  /** @param {string} path @param {object} input @param {(data: Data) => string | undefined} check */
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

/** @param {Data} data */
const hasRows = ({ items }) => (Array.isArray(items) && items.length > 0 ? undefined : "an empty list");

/** @param {unknown} error */
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
