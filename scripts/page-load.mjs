// @ts-check
// Loads a page with an empty cache, and measures it.
import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";

/**
 * `ready`, `paint` (first contentful paint) and `blocked` in ms; `shift` as CLS; `kb`: scripts in units of 1,000 bytes,
 * compressed with brotli 11, only with `weigh`; `requests`: until the page is idle.
 * @typedef {{ ready: number, paint: number, blocked: number, shift: number, requests: number, kb: number }} Load
 * @typedef {{ name: string, address: string, shows: string, cookie?: { name: string, value: string } }} Target `shows`: a
 * selector of the page's main content
 * @typedef {keyof typeof CONDITIONS} Condition
 */

export const CONDITIONS = {
  unslowed: { cpu: 1, line: false },
  "a quarter of the processor": { cpu: 4, line: false },
  "1.6 Mbit/s and 150 ms": { cpu: 1, line: true },
};
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
/** Time in ms without requests after which a page counts as idle. */
const QUIET_MS = 500;
const LIMIT_MS = 60_000;

/**
 * Loads in a new browser context, so that nothing is cached.
 * @param {import("@playwright/test").Browser} browser @param {Target} target @param {Condition} condition
 * @param {{ weigh?: boolean }} options `weigh`: also measure `kb`, which takes a second
 * @returns {Promise<Load>} @throws if the content is not shown within a minute
 */
export async function load(browser, target, condition, { weigh = false } = {}) {
  const { cpu, line } = CONDITIONS[condition];
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    if (target.cookie) await context.addCookies([{ ...target.cookie, url: target.address }]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (cpu > 1) await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    if (line) {
      await devtools.send("Network.enable");
      await devtools.send("Network.emulateNetworkConditions", LINE);
    }
    let [requests, open, last] = [0, 0, Date.now()];
    /** @type {Promise<Buffer>[]} */
    const scripts = [];
    page.on("request", () => {
      requests++;
      open++;
    });
    for (const ended of /** @type {const} */ (["requestfinished", "requestfailed"]))
      page.on(/** @type {"requestfinished"} */ (ended), () => {
        open--;
        last = Date.now();
      });
    if (weigh)
      page.on("response", (response) => {
        if (response.request().resourceType() === "script") scripts.push(response.body());
      });
    await page.addInitScript(watch, target.shows);
    await page.goto(target.address, { timeout: LIMIT_MS });
    await page.waitForFunction(() => Reflect.get(window, "seen").ready > 0, null, { timeout: LIMIT_MS });
    while (open > 0 || Date.now() - last < QUIET_MS) await delay(20);
    const seen = await page.evaluate(() => Reflect.get(window, "seen"));
    const bodies = await Promise.all(scripts);
    return { ...seen, requests, kb: bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0) / 1_000 };
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page before all other scripts. The page is ready when its content is painted. Looks for the content in each frame:
 * it is on the screen when the first task after that frame runs.
 * @param {string} shows
 */
function watch(shows) {
  const seen = { ready: 0, paint: 0, blocked: 0, shift: 0 };
  Object.assign(window, { seen });
  /** @param {string} type @param {(entry: PerformanceEntry & { value?: number, hadRecentInput?: boolean }) => void} add */
  const observe = (type, add) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  observe("longtask", ({ duration }) => {
    seen.blocked += duration - 50;
  });
  observe("layout-shift", ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.paint = startTime;
  });
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    seen.ready ||= performance.now();
  };
  const look = () => {
    const content = document.querySelector(shows);
    const { height = 0, top = 0 } = content?.getBoundingClientRect() ?? {};
    if (content?.checkVisibility() && height > 0 && top < innerHeight) painted.port2.postMessage(null);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
