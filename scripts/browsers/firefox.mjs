// @ts-check
// Drives Firefox by WebDriver BiDi, which needs no geckodriver (Debian has no such package).
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { missingPackageError } from "./engine.mjs";

const FIREFOX_BINARY = "/usr/bin/firefox-esr";
const WAIT_MS = 20_000;
const WINDOW_WIDTH = 1440;
const WINDOW_HEIGHT = 900;

/** Starts Firefox without a window. @returns {Promise<import("./engine.mjs").Engine>} @throws if Firefox is not installed */
export async function startFirefox() {
  if (!existsSync(FIREFOX_BINARY)) throw missingPackageError("Firefox", ["firefox-esr"]);
  const { launch } = await import("puppeteer-core");
  const browser = await launch({
    browser: "firefox",
    executablePath: FIREFOX_BINARY,
    headless: true,
    protocolTimeout: 120_000,
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  /** Errors of the page since the last `takeProblems`. @type {string[]} */
  const problems = [];
  page.on("console", (message) => {
    // Reads an error object's message in the page, because `text()` returns "JSHandle@error".
    void Promise.all(
      message
        .args()
        .map((part) => part.evaluate((value) => (value instanceof Error ? `${value}\n${value.stack}` : String(value)))),
    )
      .catch(() => [message.text()])
      .then((parts) => {
        const text = parts.join(" ");
        // Ignores NS_BINDING_ABORTED, logged for a font that was still loading when the page was left.
        if (/download failed.* status=2152398850/.test(text)) return;
        if (message.type() === "error" || /content.security.policy|hydrat/i.test(text)) problems.push(text);
      });
  });
  // Accepts the dialog that opens when a page with unsaved changes is left; otherwise the navigation would never end.
  page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
  page.on("pageerror", (error) => problems.push(String(error)));
  const element = async (/** @type {string} */ selector) => {
    const foundElement = await page.$(selector);
    if (!foundElement) throw new Error(`${selector} has left the page.`);
    return foundElement;
  };
  const resize = async (/** @type {number} */ width, /** @type {number} */ height) => {
    // puppeteer-core 24.43.1 also sets the screen orientation, a command that Firefox ESR 140 does not know.
    await page.setViewport({ width, height }).catch((error) => {
      if (!/unknown command/.test(error.message)) throw error;
    });
    await waitForCondition(page, `innerWidth === ${width}`);
  };
  await resize(WINDOW_WIDTH, WINDOW_HEIGHT);
  return {
    name: await browser.version(),
    goto: async (url) => void (await page.goto(url, { waitUntil: "load" })),
    run: (source) => page.evaluate(source),
    click: async (selector) => (await element(selector)).click(),
    fill: async (selector, text) => {
      const field = await element(selector);
      await field.evaluate((input) => /** @type {HTMLInputElement} */ (input).select());
      await field.type(text);
    },
    upload: async (selector, file) => {
      const field = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await element(selector));
      await field.uploadFile(file);
    },
    resize,
    openTab: async (selector) => {
      const targetsBefore = new Set(browser.targets());
      await page.keyboard.down("Control");
      await (await element(selector)).click();
      await page.keyboard.up("Control");
      const openedTarget = await browser.waitForTarget((target) => !targetsBefore.has(target), { timeout: WAIT_MS });
      const tab = await openedTarget.page();
      if (!tab) throw new Error("What Ctrl-click opened is no page.");
      await waitForCondition(tab, "location.href !== 'about:blank'");
      const path = String(await tab.evaluate("location.pathname + location.search"));
      await tab.close();
      await page.bringToFront();
      return path;
    },
    takeProblems: () => problems.splice(0),
    close: () => browser.close(),
  };
}

/**
 * Waits until an expression is true in the page. Replaces `waitForFunction`, which the app's content security policy blocks.
 * @param {import("puppeteer-core").Page} page @param {string} source the expression
 */
async function waitForCondition(page, source) {
  for (const deadline = Date.now() + WAIT_MS; !(await page.evaluate(source).catch(() => false)); await delay(50))
    if (Date.now() > deadline) throw new Error(`Waited ${WAIT_MS / 1000} s for ${source}.`);
}
