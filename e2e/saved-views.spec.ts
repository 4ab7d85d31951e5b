// Slow: signs in repeatedly, and uses two browsers.
import type { Locator, Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessible";
import { signInOnPage } from "./support/sign-in";
import { expect, fetchPageHtml, rows, test, waitForHydration } from "./support/test";

const KYC_PATH = "/dashboard/kyc-management";
const USERS_PATH = "/dashboard/user-management/users";

const viewsBar = (page: Page) => page.getByRole("navigation", { name: "Saved views" });
/** Returns the button that opens a saved view, but not the button of its actions beside it. */
const viewButton = (page: Page, name: string | RegExp) =>
  viewsBar(page).getByRole("button", { name, exact: false }).and(page.locator("[aria-pressed]"));
const columnHeaders = (page: Page) => page.getByRole("columnheader").allTextContents();

/** Waits until a click reaches the page again. The drag library (dnd-kit) blocks clicks for a moment after a drop. */
const waitForClicksAfterDrag = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        let isReceived = false;
        const receive = () => {
          isReceived = true;
        };
        document.body.addEventListener("click", receive);
        document.body.click();
        document.body.removeEventListener("click", receive);
        return isReceived;
      }),
    )
    .toBe(true);

type CallApi = (
  method: string,
  path: string,
  data?: object,
) => Promise<{ status: number; data: Record<string, unknown> }>;
/** Returns a function that calls the saved-views API with this token. */
const apiCallerOf =
  (page: Page, token: string): CallApi =>
  async (method, path, data) => {
    const answer = await page.request.fetch(`/api/v1/saved-views${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      data,
    });
    return { status: answer.status(), data: (await answer.json()).data };
  };

const PRIVATE_VIEW = { audience: "mine", columns: null };
async function createView(call: CallApi, values: object): Promise<string> {
  const { status, data } = await call("POST", "", { ...PRIVATE_VIEW, ...values });
  expect(status).toBe(200);
  return String(data.id);
}

async function saveView(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "New view" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  return viewButton(page, name);
}

test("saves, opens, changes and deletes a view of a list and makes it the default, also in a second browser", async ({
  page,
  as,
  browser,
  baseURL,
}) => {
  const token = await as("kyc");
  const call = apiCallerOf(page, token);
  await page.goto(`${KYC_PATH}?state=approved&size=50`);
  const saved = await saveView(page, "Approved ones");
  await expect(saved).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/\?state=approved&size=50&saved=[\da-f-]{36}$/);
  const { total } = await (async () => {
    const answer = await page.request.get("/api/v1/kyc?state=approved", {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await answer.json()).data as { total: number };
  })();
  await expect(saved).toContainText(String(total));

  const other = await browser.newContext({ baseURL });
  await other.addCookies([{ name: "cross-riv-token", value: token, url: baseURL }]);
  const phone = await other.newPage();
  await phone.goto(`${KYC_PATH}?saved=all`);
  await viewButton(phone, "Approved ones").click();
  await expect(phone).toHaveURL(/state=approved/);

  await page.getByRole("button", { name: "Actions of Approved ones" }).click();
  await page.getByRole("button", { name: "Open by default" }).click();
  await expect(saved.getByText("Default")).toBeAttached();

  await test.step("the first HTML shows the default view, without a further call for rows", async () => {
    const html = await fetchPageHtml(page, KYC_PATH, token);
    expect(html).toContain("State: Approved");
    expect(new Set(html.match(/KYC-\d{6}/g)).size).toBeGreaterThan(0);
    // Leaves the open list first, because it stores its filters on the server when it is left.
    await phone.goto("about:blank");
    const calls: string[] = [];
    phone.on("request", (request) => request.url().includes("/api/") && calls.push(new URL(request.url()).pathname));
    await phone.goto(KYC_PATH, { waitUntil: "networkidle" });
    await expect(phone.getByRole("button", { name: "Remove filter State: Approved" })).toBeVisible();
    await expect(viewButton(phone, "Approved ones")).toContainText(/\d/);
    expect(calls).toEqual(["/api/v1/saved-views/counts"]);
    await phone.getByRole("link", { name: "KYC Management" }).first().click();
    await expect(phone.getByRole("button", { name: "Remove filter State: Approved" })).toBeVisible();
  });
  await viewButton(phone, "All").click();
  await expect(phone).toHaveURL(/saved=all$/);

  await page.getByRole("button", { name: "Remove filter State: Approved" }).click();
  await page.getByRole("button", { name: "Actions of Approved ones" }).click();
  await expect(saved.getByTitle("Changed")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  // Waits until the page has the saved version of the view, because the delete dialog below uses that version.
  await expect(saved.getByTitle("Changed")).toBeHidden();
  const storedViews = async () => (await call("GET", "")).data.views;
  await expect.poll(storedViews).toMatchObject([{ search: "size=50", version: 2 }]);

  await page.getByRole("button", { name: "Actions of Approved ones" }).click();
  await page.getByRole("button", { name: "Rename, share or delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete this view" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(viewsBar(page)).toBeHidden();
  await phone.reload();
  await expect(rows(phone).first()).toBeVisible();
  await other.close();
});

test("reapplies a list's last filters after sign-out and sign-in, but only for the same admin", async ({
  page,
  as,
}) => {
  await as("support");
  await page.goto(`${USERS_PATH}?q=a`);
  await waitForHydration(page);
  await page.getByRole("button", { name: /^Tier/ }).click();
  // Waits until the filters are stored. They are sent after a delay, and a logout could end the session before they arrive.
  const stored = page.waitForResponse((answer) => answer.request().postData()?.includes("tier=2") ?? false);
  await page.getByRole("checkbox", { name: "Tier 2" }).check();
  await expect(page).toHaveURL(/tier=2/);
  expect((await stored).ok()).toBe(true);
  await page.keyboard.press("Escape");
  const signOut = async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/auth\/login/);
  };
  await signOut();
  // Stays in the same document, whose memory could still contain the filters.
  await signInOnPage(page, "viewer");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "User Management" }).click();
  await page.locator(`main a[href="${USERS_PATH}"]`).first().click();
  await expect(page).toHaveURL(USERS_PATH);
  await expect(page.locator("table[data-live-rows]")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove filter/ })).toHaveCount(0);
  await signOut();
  await as("support");
  await page.goto(USERS_PATH);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove filter Tier: Tier 2" })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: /^Search by/ })).toHaveValue("");
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Remove filter/ })).toHaveCount(0);
});

test("reorders a list's columns by keyboard and by drag, and stores the order on the server", async ({ page, as }) => {
  const token = await as("owner");
  const call = apiCallerOf(page, token);
  await page.goto(USERS_PATH);
  await waitForHydration(page);
  const before = await columnHeaders(page);
  await page.getByRole("button", { name: "Columns" }).click();
  const panel = page.getByRole("dialog", { name: "Columns" });
  const handles = panel.getByRole("button", { name: /^Move / });
  // Waits for the panel's code, which loads when the panel is opened.
  await expect(handles.first()).toBeVisible();
  const [first = "", second = ""] = (
    await handles.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")))
  ).map((label) => label?.replace("Move ", "") ?? "");
  await handles.first().focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(new RegExp(`${first} (is picked up,|would be) 1 of`))).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${first} would be 2 of`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(handles.nth(1)).toHaveAccessibleName(`Move ${first}`);
  const swapped = await columnHeaders(page);
  expect(swapped).not.toEqual(before);
  expect(swapped.indexOf(second)).toBeLessThan(swapped.indexOf(first));

  const from = await handles.first().boundingBox();
  const to = await handles.nth(1).boundingBox();
  if (!from || !to) throw new Error("no handles");
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + 10, to.y + 14, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => columnHeaders(page)).toEqual(before);
  await waitForClicksAfterDrag(page);
  await panel.getByRole("checkbox", { name: second, exact: true }).uncheck();
  const storedColumns = async () => {
    const settings = (await call("GET", "")).data.settings as { list: string; columns: unknown }[];
    return settings.find(({ list }) => list === "users")?.columns;
  };
  await expect.poll(storedColumns).toMatchObject({ hidden: [expect.any(String)] });
  await page.reload();
  expect(await columnHeaders(page)).toEqual(before.filter((header) => header !== second));
});

test("saved views are usable at 390 px, without axe violations", async ({ page, as }) => {
  const call = apiCallerOf(page, await as("owner"));
  const sharedIds: string[] = [];
  for (const name of ["Late ones", "A rather long name of a view that somebody typed in full"])
    sharedIds.push(await createView(call, { list: "kyc", name, search: "late=true", audience: "everybody" }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${KYC_PATH}?saved=all`);
  // A long name does not make the count beside it wrap.
  const longNamed = viewButton(page, "A rather long name");
  await expect(longNamed).toContainText(/\d/);
  expect((await longNamed.boundingBox())?.height).toBeLessThan(40);
  await viewButton(page, "Late ones").click();
  await expect(page).toHaveURL(/late=true/);
  await page.getByRole("button", { name: "Actions of Late ones" }).click();
  await expect(page.getByText("Shared by you with everybody")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoSidewaysScroll(page, 320);
  await expectNoViolations(page);
  // Deletes shared views, which other admins would see in later tests.
  for (const id of sharedIds) await call("DELETE", `/${id}`, { version: 1 });
});
