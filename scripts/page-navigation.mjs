// @ts-check
// Measures warm navigation: presses links of an open page, and takes the time until the next page's content is painted.
import { setTimeout as delay } from "node:timers/promises";

/**
 * `painted`: ms from the press until the content is on the screen; `skeleton`: true if a skeleton was shown in between.
 * @typedef {{ painted: number, skeleton: boolean }} Navigation
 * @typedef {import("./navigation-ways.mjs").Way} Way
 */

/** Time in ms to wait for requests and effects of an opened page before the measured step. */
const PAGE_SETTLE_MS = 500;

/**
 * Navigates once. The page is loaded before, and the step is not preceded by hover or focus, so nothing is prefetched.
 * @param {import("@playwright/test").Page} page @param {string} url of the server @param {Way} way
 * @returns {Promise<Navigation>} @throws if the content is not shown within 20 s
 */
export async function measureNavigationWay(page, url, way) {
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

/** Measures a step. Runs in the page. @param {Way & { press: string }} way @returns {Promise<Navigation>} */
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
