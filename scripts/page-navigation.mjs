// @ts-check
// Measures navigations within the loaded app: the time from a click until the next page's content is painted.
import { setTimeout as delay } from "node:timers/promises";

/**
 * `painted`: ms from the click until the content is painted; `skeleton`: true if a skeleton was shown before it.
 * @typedef {{ painted: number, skeleton: boolean }} Navigation
 * @typedef {import("./navigation-ways.mjs").NavigationCase} NavigationCase
 */

/** Time in ms that an opened page gets to finish requests and effects before the next step. */
const PAGE_SETTLE_MS = 500;

/**
 * Measures one navigation from a freshly loaded page. No hover or focus precedes the click, so nothing is prefetched.
 * @param {import("@playwright/test").Page} page @param {string} url of the server @param {NavigationCase} way
 * @returns {Promise<Navigation>} @throws if the content is not shown within 20 s
 */
export async function measureNavigation(page, url, way) {
  await page.goto(url + way.start);
  await page.waitForFunction(() => "__NA" in (window.history.state ?? {}));
  await delay(PAGE_SETTLE_MS);
  for (const step of way.before ?? []) {
    const before = page.url();
    await page.evaluate(pressStep, step);
    await page.waitForURL((next) => next.href !== before);
    await delay(PAGE_SETTLE_MS);
  }
  if (!["back", "forward"].includes(way.step)) await page.waitForSelector(way.step);
  return page.evaluate(measureStep, { ...way, press: pressStep.toString() });
}

/** Clicks a link or goes back or forward. Runs in the page. @param {string} step */
function pressStep(step) {
  const link = step === "back" || step === "forward" ? null : document.querySelector(step);
  if (step === "back") history.back();
  else if (step === "forward") history.forward();
  else if (link instanceof HTMLElement) link.click();
}

/** Performs and measures the last step. Runs in the page. @param {NavigationCase & { press: string }} way @returns {Promise<Navigation>} */
function measureStep({ step, path, shows, press }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let skeleton = false;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve({ painted: performance.now() - started, skeleton });
    const check = () => {
      skeleton ||= document.querySelector("main [data-page-skeleton]") !== null;
      const content = document.querySelector(shows);
      if (new RegExp(path).test(location.pathname) && content?.checkVisibility()) channel.port2.postMessage(null);
      else if (performance.now() - started > 20_000)
        reject(new Error(`${step} did not lead to ${path} with ${shows}.`));
      else requestAnimationFrame(check);
    };
    new Function(`return ${press}`)()(step);
    requestAnimationFrame(check);
  });
}
