// Slow: opens every screen of the dashboard on a phone, with its tabs, drawers and many dialogs.
import { readdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { writeLongWords } from "@/lib/server/testing/long-words";
import { testPort } from "./support/ports";
import { makeDemoDir, startServer, type TestServer } from "./support/server";
import { expect, test, waitForNetworkQuiet } from "./support/test";

const SERVER_PORT = testPort(31);
/** Width of the narrowest supported phone in px. Equals a window of 1280 px at 400% zoom. */
const VIEWPORT_WIDTH = 320;
const WORD_LENGTH = 3_000;

test.describe.configure({ timeout: 600_000 });
test.use({
  baseURL: `http://localhost:${SERVER_PORT}`,
  viewport: { width: VIEWPORT_WIDTH, height: 640 },
  hasTouch: true,
});

let server: TestServer;
let demoData: ReturnType<typeof makeDemoDir>;
let workersDir: string | undefined;
test.beforeAll(async () => {
  demoData = makeDemoDir();
  server = await startServer({ port: SERVER_PORT, dataDir: demoData.dataDir, command: "start" });
  workersDir = process.env.DATA_DIR;
  process.env.DATA_DIR = demoData.dataDir;
});
test.afterAll(async () => {
  await server.stop();
  process.env.DATA_DIR = workersDir;
  demoData.removeDataDir();
});

/** Paths of all pages of the dashboard, with parameters, such as `/dashboard/ireports/all/[ireportId]`. */
const PAGE_PATHS = readdirSync("app/(dashboard)", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("page.tsx"))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, "").replaceAll(/\/\([^)]*\)/g, "")}`);
const findRoutePattern = (path: string) =>
  PAGE_PATHS.find((each) => each === path) ??
  PAGE_PATHS.find((each) => new RegExp(`^${each.replaceAll(/\[\w+\]/g, "[^/]+")}$`).test(path));

/** Matches names of buttons that only open a dialog and change nothing. */
const DIALOG_BUTTON_NAMES =
  /^(New|Change\b|Edit|Add|Assign|Refund|Dispute|Reject|Void|Transfer|Raise|Reopen|Revoke|Suspend|Restrict|Resolve|Ask citizen|Invite|Duplicate of|Cancel event|Columns|More)/;

test("every screen with words of 3,000 letters fits on a phone, and no field makes Safari zoom", async ({
  page,
  as,
  expectedProblems,
}) => {
  // Drafts whose texts exceed the contract's limits have no preview (400). In a streamed page, this causes React error 441.
  expectedProblems.push(/status of 400 .*\/preview$/, /React error #441/);
  await as("owner");
  const columnsWritten = await writeLongWords(demoData.dataDir, WORD_LENGTH);
  for (const column of ["users.first_name", "ireports.text", "kyc_notes.text", "user_notes.text", "audit_trails.after"])
    expect(columnsWritten).toContain(column);
  const pathsToVisit = PAGE_PATHS.filter((path) => !path.includes("["));
  const seenKinds = new Set(pathsToVisit.map(pageKindOf));
  const visitedPatterns = new Set<string | undefined>();
  const layoutFaults: string[] = [];
  for (let address = pathsToVisit.shift(); address; address = pathsToVisit.shift()) {
    await page.goto(address);
    await expect(page.locator("h1, [role=dialog]").first()).toBeVisible();
    await waitForNetworkQuiet(page);
    visitedPatterns.add(findRoutePattern(new URL(page.url()).pathname));
    if (!findRoutePattern(new URL(page.url()).pathname)?.includes("["))
      layoutFaults.push(...(await findTileFaults(page, address)));
    const recordFaults = async (situation: string) => {
      for (const fault of await findOverflows(page)) layoutFaults.push(`${address}${situation}: ${fault}`);
    };
    await recordFaults("");
    for (const next of [...(await readLinks(page)), ...findUnlinkedPages(page)])
      if (findRoutePattern(new URL(next, page.url()).pathname) && !seenKinds.has(pageKindOf(next))) {
        seenKinds.add(pageKindOf(next));
        pathsToVisit.push(next);
      }
    for (const name of await findDialogButtons(page, seenKinds)) {
      const dialogOpener = page
        .getByRole("main")
        .getByRole("button", { name, exact: true })
        .filter({ visible: true })
        .first();
      if (!(await dialogOpener.count())) continue;
      const isPanelOpener = await dialogOpener.getAttribute("aria-haspopup");
      await dialogOpener.click({ timeout: 5_000 });
      // Waits for the panel, whose code is loaded at the click: an earlier Escape would leave it open.
      const openPanel = page.locator("#modalRoot > *").first();
      if (isPanelOpener) await openPanel.waitFor({ timeout: 2_000 }).catch(() => {});
      await waitForNetworkQuiet(page);
      await recordFaults(`, ${name}`);
      await page.keyboard.press("Escape");
      if (await page.getByRole("dialog").count()) await page.goto(address);
    }
  }
  expect(layoutFaults).toEqual([]);
  expect(PAGE_PATHS.filter((each) => !visitedPatterns.has(each))).toEqual([]);
});

/** Returns URLs of pages below the current record that no link opens, such as the check-in of a past event. */
function findUnlinkedPages(page: Page): string[] {
  const { pathname } = new URL(page.url());
  const pattern = findRoutePattern(pathname);
  if (!pattern?.endsWith("]")) return [];
  return PAGE_PATHS.filter((each) => each.startsWith(`${pattern}/`) && !each.slice(pattern.length).includes("[")).map(
    (each) => pathname + each.slice(pattern.length),
  );
}

/** Returns groups of tiles whose last row is incomplete, at any of several widths. */
async function findTileFaults(page: Page, address: string): Promise<string[]> {
  const layoutFaults: string[] = [];
  for (const width of [VIEWPORT_WIDTH, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tileFaults = await page.evaluate(() => {
      const brokenTiles = [...document.querySelectorAll(".stat-tiles")].filter((group) => {
        const right = group.getBoundingClientRect().right;
        const boxes = [...group.children].map((child) => child.getBoundingClientRect());
        return boxes.some(
          (box) => Math.max(...boxes.filter(({ top }) => top === box.top).map((b) => b.right)) < right - 2,
        );
      });
      return brokenTiles.map(({ textContent }) => `tiles: ${textContent}`);
    });
    layoutFaults.push(...tileFaults.map((each) => `${address} at ${width} px, ${each}`));
  }
  await page.setViewportSize({ width: VIEWPORT_WIDTH, height: 640 });
  return layoutFaults;
}

/** Returns a key for pages of the same kind: path pattern and parameter names, and the values of tabs and views. */
function pageKindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const keys = [...searchParams].map(([key, value]) =>
    ["tab", "part", "view"].includes(key) ? `${key}=${value}` : key,
  );
  return [findRoutePattern(pathname), ...keys.sort()].join(" ");
}

/** Returns the URLs of links to tabs, rows and other pages, except links from a figure to a filtered list. */
const readLinks = (page: Page) =>
  page
    .locator("main nav a, main a[data-row-link], main a:not([href*='?']), [role=dialog] a:not([href*='?'])")
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute("href") ?? "").filter((href) => href.startsWith("/")),
    );

/** Returns the names of buttons that were not clicked on this kind of page yet. */
async function findDialogButtons(page: Page, seenKinds: Set<string>): Promise<string[]> {
  if (await page.getByRole("dialog").count()) return [];
  const names = await page
    .locator("main button:not(thead button)")
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility() && !button.matches(":disabled"))
        .map((button) => button.getAttribute("aria-label") ?? button.textContent?.trim() ?? ""),
    );
  return names.filter((name) => {
    const kind = `${findRoutePattern(new URL(page.url()).pathname)} button ${name.split(" ").slice(0, 2).join(" ")}`;
    return DIALOG_BUTTON_NAMES.test(name) && name.length < 60 && !seenKinds.has(kind) && seenKinds.add(kind);
  });
}

/** Returns elements wider than the window, and fields with text smaller than 16 px. */
const findOverflows = (page: Page) =>
  page.evaluate((width) => {
    const layoutFaults: string[] = [];
    const toText = (element: Element) =>
      `${element.tagName} ${element.className} “${element.textContent?.slice(0, 40)}”`;
    for (const box of [document.documentElement, ...document.querySelectorAll("[role=dialog] > div")]) {
      if (box.scrollWidth <= Math.min(width, box.clientWidth)) continue;
      const overflowing = [...box.querySelectorAll("*")].filter(
        (each) => each.getBoundingClientRect().right > box.getBoundingClientRect().left + box.clientWidth + 1,
      );
      layoutFaults.push(`${box.scrollWidth} px wide: ${overflowing.slice(0, 3).map(toText).join(" | ")}`);
    }
    for (const field of document.querySelectorAll("input, select, textarea, [contenteditable=true]"))
      if (field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        layoutFaults.push(`small field: ${toText(field)} ${field.getAttribute("aria-label")}`);
    return layoutFaults;
  }, VIEWPORT_WIDTH);
