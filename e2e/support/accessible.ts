import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { expect, waitForAnimations } from "./test";

type Theme = "light" | "dark";
type CheckOptions = { /** axe rules that do not apply to this page. */ without?: readonly string[]; timeout?: number };

/**
 * Expects no axe violations in either theme. Runs the contrast rule in both themes, all other rules only in the light one. Checks the
 * contrast of each combination of colours, size and weight once per worker, because most of them recur on every screen.
 */
export async function expectNoViolations(
  page: Page,
  { without = [], timeout = 25_000 }: CheckOptions = {},
): Promise<void> {
  // Retries, because colours may fail during a transition, such as that of a newly enabled button.
  await expect.poll(() => findViolations(page, without), { timeout, intervals: [500] }).toEqual([]);
}

/** Returns the violated axe rules in both themes, each with the HTML of its elements. */
export async function findViolations(page: Page, without: readonly string[] = []): Promise<string[]> {
  await switchTheme(page, "light");
  const rules = Object.fromEntries([...without, CONTRAST_RULE].map((rule) => [rule, { enabled: false }]));
  const violationTexts = await runAxe(page, { runOnly: AXE_TAGS, rules });
  violationTexts.push(...(await contrastViolations(page, "light")));
  const lightColour = await bodyColour(page);
  await switchTheme(page, "dark");
  expect(await bodyColour(page)).not.toBe(lightColour);
  violationTexts.push(...(await contrastViolations(page, "dark")));
  await page.emulateMedia({ colorScheme: "light" });
  return violationTexts;
}

async function switchTheme(page: Page, colorScheme: Theme) {
  await page.emulateMedia({ colorScheme });
  await waitForAnimations(page);
}

const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const CONTRAST_RULE = "color-contrast";
/** Combinations of text style and background (`markNewTextLooks`) whose contrast this worker has checked, by theme. */
const checkedTextLooks: Record<Theme, Set<string>> = { light: new Set(), dark: new Set() };

/** Runs the contrast rule on one element of each combination that this worker has not checked yet. */
async function contrastViolations(page: Page, theme: Theme): Promise<string[]> {
  const newLooks = await page.evaluate(markNewTextLooks, {
    attribute: LOOK_ATTRIBUTE,
    known: [...checkedTextLooks[theme]],
  });
  if (!newLooks.length) return [];
  const violationTexts = await runAxe(
    page,
    { runOnly: { type: "rule", values: [CONTRAST_RULE] } },
    `[${LOOK_ATTRIBUTE}]`,
  );
  if (!violationTexts.length) for (const look of newLooks) checkedTextLooks[theme].add(look);
  return violationTexts;
}

const LOOK_ATTRIBUTE = "data-test-new-look";

/**
 * Marks one text element of each unknown "look", and returns these looks. Runs in the page. A look is all that determines a text's
 * contrast: its colour, size and weight, and the background and opacity of each ancestor.
 */
function markNewTextLooks(lookOptions: { attribute: string; known: string[] }): string[] {
  for (const each of document.querySelectorAll(`[${lookOptions.attribute}]`))
    each.removeAttribute(lookOptions.attribute);
  const seenLooks = new Set(lookOptions.known);
  const backgrounds = new Map<Element | null, string>([[null, ""]]);
  const backgroundOf = (element: Element | null): string => {
    const cachedBackground = backgrounds.get(element);
    if (cachedBackground !== undefined || !element) return cachedBackground ?? "";
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const ownBackground = [
      backgroundColor,
      backgroundImage,
      opacity,
      position === "static" || position === "relative" ? "" : position,
    ];
    const isPlain = ownBackground.join() === "rgba(0, 0, 0, 0),none,1,";
    const fullBackground = isPlain
      ? backgroundOf(element.parentElement)
      : `${ownBackground.join()}/${backgroundOf(element.parentElement)}`;
    backgrounds.set(element, fullBackground);
    return fullBackground;
  };
  const dialogs = [...document.querySelectorAll("[role=dialog]")];
  const newLooks: string[] = [];
  for (const root of dialogs.length ? dialogs : [document.body])
    for (const element of root.querySelectorAll("*")) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
      const isField = element.matches("input, textarea, select");
      if ((!hasText && !isField) || !element.checkVisibility({ visibilityProperty: true })) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const isDisabled = !!element.closest(":disabled, [aria-disabled=true]");
      const look = [color, fontSize, fontWeight, textShadow, isDisabled, isField, backgroundOf(element)].join("|");
      if (seenLooks.has(look)) continue;
      seenLooks.add(look);
      newLooks.push(look);
      element.setAttribute(lookOptions.attribute, "");
    }
  return newLooks;
}

/**
 * Source code of axe, 500 kB, which each page loads only once. The path is relative to the project, because tests can't use import.meta.
 */
const AXE_SOURCE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
type AxeGlobal = { run: (context: object, options: RunOptions) => Promise<AxeResults> };

/** Runs axe in the page. @param only selector of the elements to check; default: open dialogs, otherwise the document */
async function runAxe(page: Page, options: RunOptions, only?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(
    async ({ options, only }) => {
      const dialogs = [...document.querySelectorAll("[role=dialog]")];
      // Skips content behind a dialog, which users can't reach, and all but the first rows of a table, which have the same markup.
      const wholeContext = { include: dialogs.length ? dialogs : [document], exclude: ["tbody tr:nth-child(n + 3)"] };
      const { violations: violationTexts } = await (window as unknown as { axe: AxeGlobal }).axe.run(
        only ? { include: [...document.querySelectorAll(only)] } : wholeContext,
        { ...options, preload: false, resultTypes: ["violations"] },
      );
      return violationTexts.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`.slice(0, 300));
    },
    { options, only },
  );
}

const bodyColour = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Expects that neither the page nor a dialog scrolls sideways at this width. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  const viewportBefore = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width, height: 640 });
  const findTooWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll("[role=dialog] > div")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    );
  await expect.poll(findTooWide).toEqual([]);
  await page.setViewportSize(viewportBefore);
}
