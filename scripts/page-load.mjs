// @ts-check
// Loads a page with an empty cache. Measures its times, requests, script size and layout shift.
import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";

/**
 * Load: `ready` (content painted), `paint` (first contentful paint) and `blocked` (main thread) are in ms; `shift` is the CLS; `kb` is the
 * size of scripts with brotli 11 in units of 1,000 bytes, measured only with `weigh`; `requests` counts those until the page is idle.
 * @typedef {{ ready: number, paint: number, blocked: number, shift: number, requests: number, kb: number }} Load
 * @typedef {{ name: string, address: string, shows: string, cookie?: { name: string, value: string } }} Target A page to measure;
 * `shows`: selector of its main content
 * @typedef {keyof typeof LOAD_CONDITIONS} Condition
 */

/** Conditions by name: `cpu`: slowdown of the processor; `line`: true for a slow connection. */
export const LOAD_CONDITIONS = {
  unslowed: { cpu: 1, line: false },
  "a quarter of the processor": { cpu: 4, line: false },
  "1.6 Mbit/s and 150 ms": { cpu: 1, line: true },
};
const SLOW_CONNECTION = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
/** Time in ms without requests after which a page counts as idle. */
const NETWORK_QUIET_MS = 500;
const LOAD_LIMIT_MS = 60_000;

/**
 * Loads a page in a new browser context, so that nothing is cached.
 * @param {import("@playwright/test").Browser} browser @param {Target} target @param {Condition} condition
 * @param {{ weigh?: boolean }} options `weigh`: also measure `kb`, which takes a second
 * @returns {Promise<Load>} @throws if the content is not shown within a minute
 */
export async function measurePageLoad(browser, target, condition, { weigh = false } = {}) {
  const { cpu, line } = LOAD_CONDITIONS[condition];
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    if (target.cookie) await context.addCookies([{ ...target.cookie, url: target.address }]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (cpu > 1) await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    if (line) {
      await devtools.send("Network.enable");
      await devtools.send("Network.emulateNetworkConditions", SLOW_CONNECTION);
    }
    let [requests, openRequests, lastActivity] = [0, 0, Date.now()];
    /** @type {Promise<Buffer>[]} */
    const scripts = [];
    page.on("request", () => {
      requests++;
      openRequests++;
    });
    for (const endEvent of /** @type {const} */ (["requestfinished", "requestfailed"]))
      page.on(/** @type {"requestfinished"} */ (endEvent), () => {
        openRequests--;
        lastActivity = Date.now();
      });
    if (weigh)
      page.on("response", (response) => {
        if (response.request().resourceType() === "script") scripts.push(response.body());
      });
    await page.addInitScript(recordPageTimes, target.shows);
    await page.goto(target.address, { timeout: LOAD_LIMIT_MS });
    await page.waitForFunction(() => Reflect.get(window, "seen").ready > 0, null, { timeout: LOAD_LIMIT_MS });
    while (openRequests > 0 || Date.now() - lastActivity < NETWORK_QUIET_MS) await delay(20);
    const marks = await page.evaluate(() => Reflect.get(window, "seen"));
    const bodies = await Promise.all(scripts);
    return { ...marks, requests, kb: bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0) / 1_000 };
  } finally {
    await context.close();
  }
}

/**
 * Stores the page's times in `window.seen`. Runs in the page, before all other scripts. Looks for the main content in each frame;
 * content found in a frame is painted when the next task runs.
 * @param {string} shows
 */
function recordPageTimes(shows) {
  const marks = { ready: 0, paint: 0, blocked: 0, shift: 0 };
  Object.assign(window, { seen: marks });
  /** Passes each performance entry of this type to a callback. @param {string} type @param {(entry: PerformanceEntry & { value?: number, hadRecentInput?: boolean }) => void} addEntry */
  const observeEntries = (type, addEntry) =>
    new PerformanceObserver((list) => list.getEntries().forEach(addEntry)).observe({ type, buffered: true });
  observeEntries("longtask", ({ duration }) => {
    marks.blocked += duration - 50;
  });
  observeEntries("layout-shift", ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) marks.shift += value;
  });
  observeEntries("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") marks.paint = startTime;
  });
  const paintChannel = new MessageChannel();
  paintChannel.port1.onmessage = () => {
    marks.ready ||= performance.now();
  };
  const checkShown = () => {
    const content = document.querySelector(shows);
    const { height = 0, top = 0 } = content?.getBoundingClientRect() ?? {};
    if (content?.checkVisibility() && height > 0 && top < innerHeight) paintChannel.port2.postMessage(null);
    else requestAnimationFrame(checkShown);
  };
  requestAnimationFrame(checkShown);
}
