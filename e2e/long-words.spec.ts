// Slow: opens every screen of the dashboard on a phone, with its tabs, drawers and many dialogs.
import { readdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { writeLongWords } from "@/lib/server/testing/long-words";
import { testPort } from "./support/ports";
import { makeDemoDir, startServer, type TestServer } from "./support/server";
import { expect, quiet, test } from "./support/test";

const PORT = testPort(31);
/** The narrowest phone, which is also 1280 px at a zoom of 400%. */
const WIDTH = 320;
const LETTERS = 3_000;

test.describe.configure({ timeout: 600_000 });
test.use({
  baseURL: `http://localhost:${PORT}`,
  viewport: { width: WIDTH, height: 640 },
  hasTouch: true,
});

let server: TestServer;
let data: ReturnType<typeof makeDemoDir>;
let workersDir: string | undefined;
test.beforeAll(async () => {
  data = makeDemoDir();
  server = await startServer({ port: PORT, dataDir: data.dataDir, command: "start" });
  workersDir = process.env.DATA_DIR;
  process.env.DATA_DIR = data.dataDir;
});
test.afterAll(async () => {
  await server.stop();
  process.env.DATA_DIR = workersDir;
  data.removeDataDir();
});

/** Paths of all pages of the dashboard, with parameters: `/dashboard/ireports/all/[ireportId]`. */
const PAGES = readdirSync("app/(dashboard)", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("page.tsx"))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, "").replaceAll(/\/\([^)]*\)/g, "")}`);
const patternOf = (path: string) =>
  PAGES.find((each) => each === path) ??
  PAGES.find((each) => new RegExp(`^${each.replaceAll(/\[\w+\]/g, "[^/]+")}$`).test(path));

/** Buttons that only open a dialog and change nothing. */
const OPENER =
  /^(New|Change\b|Edit|Add|Assign|Refund|Dispute|Reject|Void|Transfer|Raise|Reopen|Revoke|Suspend|Restrict|Resolve|Ask citizen|Invite|Duplicate of|Cancel event|Columns|More)/;

test("fits every screen on a phone with words of 3,000 letters, and no field makes Safari zoom", async ({
  page,
  as,
  expectedProblems,
}) => {
  // Drafts with texts beyond the contract's limits have no preview. A slow page streams this refusal, which React reports as error 441.
  expectedProblems.push(/status of 400 .*\/preview$/, /React error #441/);
  await as("owner");
  const written = await writeLongWords(data.dataDir, LETTERS);
  for (const column of ["users.first_name", "ireports.text", "kyc_notes.text", "user_notes.text", "audit_trails.after"])
    expect(written).toContain(column);
  const queue = PAGES.filter((path) => !path.includes("["));
  const seen = new Set(queue.map(kindOf));
  const visited = new Set<string | undefined>();
  const faults: string[] = [];
  for (let address = queue.shift(); address; address = queue.shift()) {
    await page.goto(address);
    await expect(page.locator("h1, [role=dialog]").first()).toBeVisible();
    await quiet(page);
    visited.add(patternOf(new URL(page.url()).pathname));
    if (!patternOf(new URL(page.url()).pathname)?.includes("[")) faults.push(...(await faultsOfLayout(page, address)));
    const note = async (what: string) => {
      for (const fault of await faultsOf(page)) faults.push(`${address}${what}: ${fault}`);
    };
    await note("");
    for (const next of [...(await linksOf(page)), ...pagesBelow(page)])
      if (patternOf(new URL(next, page.url()).pathname) && !seen.has(kindOf(next))) {
        seen.add(kindOf(next));
        queue.push(next);
      }
    for (const name of await openersOf(page, seen)) {
      const opener = page
        .getByRole("main")
        .getByRole("button", { name, exact: true })
        .filter({ visible: true })
        .first();
      if (!(await opener.count())) continue;
      await opener.click({ timeout: 5_000 });
      await quiet(page);
      await note(`, ${name}`);
      await page.keyboard.press("Escape");
      if (await page.getByRole("dialog").count()) await page.goto(address);
    }
  }
  expect(faults).toEqual([]);
  expect(PAGES.filter((each) => !visited.has(each))).toEqual([]);
});

/** Returns pages below the current record without a link to them, such as the check-in of a past event. */
function pagesBelow(page: Page): string[] {
  const { pathname } = new URL(page.url());
  const pattern = patternOf(pathname);
  if (!pattern?.endsWith("]")) return [];
  return PAGES.filter((each) => each.startsWith(`${pattern}/`) && !each.slice(pattern.length).includes("[")).map(
    (each) => pathname + each.slice(pattern.length),
  );
}

/** Returns groups of tiles that leave an empty place in a row, at several widths. */
async function faultsOfLayout(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [WIDTH, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate(() => {
      const tiles = [...document.querySelectorAll(".stat-tiles")].filter((group) => {
        const right = group.getBoundingClientRect().right;
        const boxes = [...group.children].map((child) => child.getBoundingClientRect());
        return boxes.some(
          (box) => Math.max(...boxes.filter(({ top }) => top === box.top).map((b) => b.right)) < right - 2,
        );
      });
      return tiles.map(({ textContent }) => `tiles: ${textContent}`);
    });
    faults.push(...found.map((each) => `${address} at ${width} px, ${each}`));
  }
  await page.setViewportSize({ width: WIDTH, height: 640 });
  return faults;
}

/** Identifies a kind of page by its path pattern and parameter names; for tabs and views also by their value. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const keys = [...searchParams].map(([key, value]) =>
    ["tab", "part", "view"].includes(key) ? `${key}=${value}` : key,
  );
  return [patternOf(pathname), ...keys.sort()].join(" ");
}

/** Returns links to tabs, rows and other pages, except lists filtered by a figure. */
const linksOf = (page: Page) =>
  page
    .locator("main nav a, main a[data-row-link], main a:not([href*='?']), [role=dialog] a:not([href*='?'])")
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute("href") ?? "").filter((href) => href.startsWith("/")),
    );

/** Returns the names of buttons that were not clicked yet on this kind of page. */
async function openersOf(page: Page, seen: Set<string>): Promise<string[]> {
  if (await page.getByRole("dialog").count()) return [];
  const names = await page
    .locator("main button:not(thead button)")
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility() && !button.matches(":disabled"))
        .map((button) => button.getAttribute("aria-label") ?? button.textContent?.trim() ?? ""),
    );
  return names.filter((name) => {
    const kind = `${patternOf(new URL(page.url()).pathname)} button ${name.split(" ").slice(0, 2).join(" ")}`;
    return OPENER.test(name) && name.length < 60 && !seen.has(kind) && seen.add(kind);
  });
}

/** Returns elements wider than the window, and fields with text smaller than 16 px. */
const faultsOf = (page: Page) =>
  page.evaluate((width) => {
    const faults: string[] = [];
    const say = (element: Element) => `${element.tagName} ${element.className} “${element.textContent?.slice(0, 40)}”`;
    for (const box of [document.documentElement, ...document.querySelectorAll("[role=dialog] > div")]) {
      if (box.scrollWidth <= Math.min(width, box.clientWidth)) continue;
      const wide = [...box.querySelectorAll("*")].filter(
        (each) => each.getBoundingClientRect().right > box.getBoundingClientRect().left + box.clientWidth + 1,
      );
      faults.push(`${box.scrollWidth} px wide: ${wide.slice(0, 3).map(say).join(" | ")}`);
    }
    for (const field of document.querySelectorAll("input, select, textarea, [contenteditable=true]"))
      if (field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        faults.push(`small field: ${say(field)} ${field.getAttribute("aria-label")}`);
    return faults;
  }, WIDTH);
