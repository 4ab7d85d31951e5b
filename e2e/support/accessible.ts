import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { expect, settled } from "./test";

type Looked = { /** Rules that don't hold for this page. */ without?: readonly string[]; timeout?: number };

/** axe finds nothing in either theme. */
export async function expectNoViolations(page: Page, { without = [], timeout = 25_000 }: Looked = {}): Promise<void> {
  // A colour on its way, as when a button has just become usable, is not what stays.
  await expect.poll(() => violations(page, without), { timeout, intervals: [500] }).toEqual([]);
}

/** What axe finds in the light theme, and what the dark one changes: colours. */
async function violations(page: Page, without: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  await settled(page);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const light = await axeFinds(page, { runOnly: TAGS, rules });
  const inLight = await colourOf(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await settled(page);
  expect(await colourOf(page)).not.toBe(inLight);
  const dark = await axeFinds(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark];
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Half a megabyte, which a page reads once. Tests run in the project's folder; import.meta is not theirs to use. */
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
type Axe = { run: (context: object, options: RunOptions) => Promise<AxeResults> };

async function axeFinds(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (given) => {
    const dialogs = [...document.querySelectorAll("[role=dialog]")];
    const { violations: found } = await (window as unknown as { axe: Axe }).axe.run(
      // Behind a dialog nothing can be reached. Of a table the first rows: the others are made the same way.
      { include: dialogs.length ? dialogs : [document], exclude: ["tbody tr:nth-child(n + 5)"] },
      { ...given, preload: false, resultTypes: ["violations"] },
    );
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`.slice(0, 300));
  }, options);
}

const colourOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Nothing scrolls sideways in a window of this width: neither the page nor a dialog. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width, height: 640 });
  const tooWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll("[role=dialog] > div")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    );
  await expect.poll(tooWide).toEqual([]);
  await page.setViewportSize(usual);
}
