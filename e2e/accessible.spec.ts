import { expect, test } from "@playwright/test";
import { findViolations } from "./support/accessible";

/** Returns an HTML document with this content and CSS. Its default text colour has enough contrast in both themes. */
const pageWith = (css: string, html: string) => `<!doctype html><html lang="en"><title>Page</title><style>
  body { background: white; color: black } @media (prefers-color-scheme: dark) { body { background: black; color: white } }
  ${css}</style><main><h1>Page</h1>${html}</main></html>`;
const GREY_TEXT = '<p class="grey">Text</p>';

test("the accessibility check finds low contrast in one theme, and finds it again on a second page with the same colours", async ({
  page,
}) => {
  // The grey text has enough contrast on white, too little on black.
  await page.setContent(pageWith(".grey { color: #666 }", GREY_TEXT));
  const violations = await findViolations(page);
  expect(violations).toEqual([expect.stringMatching(/^color-contrast: .*Text/)]);
  await page.setContent(pageWith(".grey { color: #666 }", GREY_TEXT));
  expect(await findViolations(page)).toEqual(violations);
  await page.setContent(pageWith(".grey { color: #666; background: white }", GREY_TEXT));
  expect(await findViolations(page)).toEqual([]);
});

test("the accessibility check finds low contrast caused by a parent's background or opacity", async ({ page }) => {
  const text = "<div><p>Text</p></div>";
  await page.setContent(pageWith("", text));
  expect(await findViolations(page)).toEqual([]);
  await page.setContent(pageWith("div { opacity: 0.3 }", text));
  expect(await findViolations(page)).toHaveLength(2);
  await page.setContent(pageWith("div { background: #222 }", text));
  expect(await findViolations(page)).toHaveLength(1);
});

test("the accessibility check finds a button without a name and a skipped heading level", async ({ page }) => {
  await page.setContent(pageWith("", "<h3>Section</h3><button></button>"));
  const rules = (await findViolations(page)).map((violation) => violation.split(":")[0]);
  expect(rules.sort()).toEqual(["button-name", "heading-order"]);
});
