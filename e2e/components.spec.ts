// Slow: compares a screenshot of every section in both themes.
/**
 * Tests the page of all components: axe, widths and a screenshot of each section. The page is built separately and
 * never deployed (next.config.mjs). To update the screenshots: `npx playwright test components --update-snapshots`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { cutPng, reducePngColours } from "@/lib/server/testing/pictures";
import { ensureComponentsPageBuilt } from "@/scripts/support.mjs";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessible";
import { testPort } from "./support/ports";
import { makeDataDir, startServer } from "./support/server";
import { test as base, expect, waitForAnimations, waitForNetworkQuiet } from "./support/test";

const GALLERY_PATH = "/components";

const test = base.extend<object, { server: string }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      ensureComponentsPageBuilt();
      const { dataDir, removeDataDir } = makeDataDir();
      const server = await startServer({
        port: testPort(8),
        dataDir,
        command: "start:components",
        ready: GALLERY_PATH,
      });
      await use(server.url);
      await server.stop();
      removeDataDir();
    },
    { scope: "worker", timeout: 200_000 },
  ],
});

const SCREENSHOT_FOLDER = "e2e/components";
/** Major version of Chromium that took the screenshots. Change the version when you update the screenshots. */
const CHROMIUM_VERSION = 156;
// biome-ignore lint/correctness/noEmptyPattern: as above
test.afterAll(async ({}, { config }) => {
  if (config.updateSnapshots === "none" || !existsSync(SCREENSHOT_FOLDER)) return;
  for (const file of readdirSync(SCREENSHOT_FOLDER).map((name) => `${SCREENSHOT_FOLDER}/${name}`))
    writeFileSync(file, await reducePngColours(readFileSync(file)));
});

/** Axe rules to skip: this page repeats landmarks that every other page has only once. */
const IGNORED_AXE_RULES = ["landmark-unique"];

/**
 * Returns the tolerance of the screenshot comparison. The comparison detects a changed text colour, a changed size or a missing element.
 * Another browser version may render letters differently: then only changes of at least 1% of a screenshot are detected.
 */
const pixelTolerance = (browser: Browser) =>
  browser.version().startsWith(`${CHROMIUM_VERSION}.`)
    ? { threshold: 0.1, maxDiffPixels: 60 }
    : { threshold: 0.2, maxDiffPixelRatio: 0.01 };

/** Viewport as high as the highest section, because a screenshot ends at the edge of the viewport. */
const DESKTOP_VIEWPORT = { width: 1280, height: 1800 };
const PHONE_VIEWPORT = { width: 390, height: 1800 };
/** Ids of sections that have a different layout on a phone, instead of only being narrower. */
const PHONE_SECTIONS = ["table", "table-narrowed", "records", "calendar"];

async function openGallery(page: Page, colorScheme: "light" | "dark" = "light", viewport = DESKTOP_VIEWPORT) {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // Fixes the date, because the calendar highlights the current day.
  await page.clock.setFixedTime("2026-11-26T12:00:00Z");
  await page.goto(GALLERY_PATH);
  await expect(page.locator("#calendar")).toBeVisible();
  // Waits for the results of forms and uploads that the page submits on load.
  await expect(page.getByText("A category of this name exists.")).toBeVisible();
  await expect(page.getByText("You can try again now.")).toBeVisible();
  await expect(page.getByText("The service can't be reached. Check").first()).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^Select TRX/, checked: true })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Move Roads", exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: "Front" })).toBeVisible();
  await waitForNetworkQuiet(page);
  await page.evaluate(() => document.fonts.ready);
  await waitForAnimations(page);
}

test("the page of all components has no axe violations and does not scroll sideways", async ({ page }) => {
  test.setTimeout(180_000);
  await openGallery(page);
  // Raises the timeout, because axe checks as many elements here as on forty screens.
  await expectNoViolations(page, { without: IGNORED_AXE_RULES, timeout: 120_000 });
  for (const width of [320, 390]) await expectNoSidewaysScroll(page, width);
});

/**
 * Compares each section with its screenshot, `<id>-<suffix>.png`. Takes one screenshot of the page and crops it.
 * @param only ids of the sections to compare; default: all
 */
async function expectSectionScreenshots(page: Page, suffix: string, only?: readonly string[]) {
  const browser = page.context().browser();
  if (!browser) throw new Error("A page without a browser.");
  const sections = await page.locator("main > section").evaluateAll((elements) =>
    elements.map((section) => {
      const { left, top, right, bottom } = section.getBoundingClientRect();
      const [x, y] = [Math.floor(left + scrollX), Math.floor(top + scrollY)];
      const [width, height] = [Math.ceil(right + scrollX) - x, Math.ceil(bottom + scrollY) - y];
      return { id: section.id, area: { left: x, top: y, width, height } };
    }),
  );
  expect(sections.length).toBeGreaterThan(20);
  const sectionsToCompare = sections.filter(({ id }) => !only || only.includes(id));
  const fullScreenshot = await page.screenshot({ fullPage: true, animations: "disabled", scale: "css" });
  const sectionImages = await cutPng(
    fullScreenshot,
    sectionsToCompare.map(({ area }) => area),
  );
  for (const [index, { id }] of sectionsToCompare.entries())
    expect.soft(sectionImages[index]).toMatchSnapshot(`${id}-${suffix}.png`, pixelTolerance(browser));
}

for (const scheme of ["light", "dark"] as const)
  test(`each section of components matches its screenshot in the ${scheme} theme`, async ({ page }) => {
    test.setTimeout(180_000);
    await openGallery(page, scheme);
    await expectSectionScreenshots(page, scheme);
  });

test("sections with a phone layout match their screenshots at a phone's width", async ({ page }) => {
  await openGallery(page, "light", PHONE_VIEWPORT);
  await expectSectionScreenshots(page, "phone", PHONE_SECTIONS);
});

test("each dialog matches its screenshot, and the one that shows an edit conflict has no axe violations", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await openGallery(page);
  const buttons = page.locator("#dialogs").getByRole("button");
  const names = await buttons.allTextContents();
  expect(names.length).toBeGreaterThan(8);
  for (const name of names.map((text) => text.trim())) {
    await buttons.getByText(name, { exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    // Saving this dialog simulates a conflict: the form then shows another admin's changes.
    if (name === "Open record") {
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog.getByText("Current version", { exact: true })).toBeVisible();
      await expectNoViolations(page);
    }
    await waitForAnimations(page);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const screenshotName = `${name.toLowerCase().replace("open", "dialog").replaceAll(" ", "-")}.png`;
    await expect.soft(dialog).toHaveScreenshot(screenshotName, pixelTolerance(browser));
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});
