// Slow: takes two gates offline and online again.
import { type APIRequestContext, type Browser, type BrowserContext, devices, type Page } from "@playwright/test";
import { callAsApp } from "./support/citizen";
import { expect, test, waitForNetworkQuiet } from "./support/test";

const API_PATH = "/api/v1/events";
const DAY_MS = 86_400_000;
const PHONE_OPTIONS = {
  viewport: { width: 390, height: 844 },
  userAgent: devices["Pixel 7"].userAgent,
  hasTouch: true,
};
test.use(PHONE_OPTIONS);

type SoldEvent = { id: string; title: string; holder: string; codes: string[] };

/** Creates a live event that takes place tomorrow, and free tickets for one citizen. */
async function sellTickets(request: APIRequestContext, token: string, quantity: number): Promise<SoldEvent> {
  const callApi = async (method: "get" | "post" | "patch", path: string, data?: object) => {
    const answer = await request[method](path, { headers: { authorization: `Bearer ${token}` }, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).data;
  };
  const title = `Gate test ${Date.now()}`;
  const category = await callApi("post", `${API_PATH}/categories`, { name: title, colour: "#0a5d3f", icon: "music" });
  const { id } = await callApi("post", API_PATH, {
    ...{ title, description: null, category_id: category.id, venue: "Cultural Centre, Calabar" },
    ...{ lga: "Calabar Municipal", lat: null, lng: null, cover_image_id: null, organiser: "", capacity: null },
    starts_at: new Date(Date.now() + DAY_MS).toISOString(),
    ends_at: new Date(Date.now() + 1.2 * DAY_MS).toISOString(),
  });
  const checkInCode = await callApi("post", `${API_PATH}/${id}/ticket-types`, {
    ...{ name: "Regular", description: "", price: 0, quantity: 50, min_per_order: 1, max_per_order: 50 },
    ...{ sales_from: null, sales_until: null, hidden: false },
  });
  await callApi("patch", `${API_PATH}/${id}/live`, { version: (await callApi("get", `${API_PATH}/${id}`)).version });
  const user = (await callApi("get", "/api/v1/user-management/users?status=active&size=20")).items[0];
  const items = [{ ticket_type_id: checkInCode.id, quantity }];
  const order = await callAsApp(request, "POST", `/events/${id}/orders`, { user_id: user.id, items });
  const codes = order.tickets.map(({ code }: { code: string }) => code);
  const tickets = await callApi("get", `${API_PATH}/tickets?event=${id}`);
  return { id, title, holder: tickets.items[0].holder.name, codes };
}

const checkInPath = (event: SoldEvent) => `/dashboard/event-management/events/${event.id}/check-in`;
const lastScan = (page: Page) => page.getByRole("status", { name: "Last scan" });
const expectOfflineReady = (page: Page) =>
  expect(page.getByText(/Ready to work offline: \d+ tickets? on this phone$/)).toBeVisible();

async function type(page: Page, code: string) {
  await page.getByLabel("Type or paste a code").fill(code);
  await page.getByRole("button", { name: "Check in", exact: true }).click();
}

async function openGate(page: Page, event: SoldEvent, name: string) {
  await page.goto(checkInPath(event));
  await expectOfflineReady(page);
  await page.getByLabel("Name of this gate").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Change gate" })).toBeVisible();
}

/** Opens a second browser context of the same admin, to simulate a phone with separate storage and network. */
async function openPhone(browser: Browser, baseURL: string | undefined, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ ...PHONE_OPTIONS, baseURL, timezoneId: "America/Los_Angeles" });
  await context.addCookies([{ name: "cross-riv-token", value: token, url: baseURL }]);
  return context;
}

test("admits a ticket code once, other gates report it as already checked in, and a ticket that two offline gates have admitted is listed", async ({
  page,
  as,
  request,
  browser,
  context,
  expectedProblems,
  baseURL,
}) => {
  expectedProblems.push(/ERR_INTERNET_DISCONNECTED/);
  const token = await as("civic");
  const event = await sellTickets(request, token, 4);
  const [code = "", secondCode = "", thirdCode = ""] = event.codes;
  await openGate(page, event, "Main gate");
  await expect(page.locator("header").getByText(`${event.title} · Cultural Centre, Calabar`)).toBeVisible();
  await expect(page.getByText("0 of 4 in")).toBeVisible();
  // The page does not overflow the phone's width.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const phone = await openPhone(browser, baseURL, token);
  const secondPage = await phone.newPage();
  await openGate(secondPage, event, "North gate");

  await type(page, code.toLowerCase().replace(/(.{4})/g, "$1-"));
  await expect(lastScan(page).getByText("Checked in", { exact: true })).toBeVisible();
  await expect(lastScan(page)).toContainText(event.holder);
  await expect(page.getByText("1 of 4 in")).toBeVisible();
  await expect(secondPage.getByText("1 of 4 in")).toBeVisible();
  await type(secondPage, code);
  await expect(lastScan(secondPage).getByText(/^Already in at \d\d:\d\d by .+ \(Main gate\)$/)).toBeVisible();
  await type(secondPage, secondCode);
  await expect(lastScan(secondPage).getByText("Checked in", { exact: true })).toBeVisible();
  await expect(page.getByText("2 of 4 in")).toBeVisible();
  await type(page, "0".repeat(16));
  await expect(lastScan(page).getByText("Unknown code")).toBeVisible();

  // The browser stores the gate's name, but no scan results, because they contain people's names.
  await waitForNetworkQuiet(page);
  await page.reload();
  await expect(page.getByText("Main gate")).toBeVisible();
  await expect(page.getByText("No scans yet")).toBeVisible();

  await test.step("lists a ticket that two offline gates have both admitted", async () => {
    await expectOfflineReady(page);
    await context.setOffline(true);
    await phone.setOffline(true);
    for (const gate of [page, secondPage]) {
      await expect(gate.getByText("Offline: 0 scans waiting")).toBeVisible();
      await type(gate, thirdCode);
      await expect(lastScan(gate).getByText("Checked in", { exact: true })).toBeVisible();
      await expect(gate.getByText("Offline: 1 scan waiting")).toBeVisible();
    }
    await context.setOffline(false);
    await expectOfflineReady(page);
    await phone.setOffline(false);
    await expect(secondPage.getByRole("alert").filter({ hasText: "1 was let in twice or by mistake" })).toBeVisible();
    for (const gate of [page, secondPage]) {
      const doubleEntries = gate.getByRole("list", { name: "Let in twice or by mistake" }).getByRole("listitem");
      await expect(doubleEntries).toHaveCount(1);
      await expect(doubleEntries).toContainText(event.holder);
      await expect(doubleEntries).toContainText("Let in at North gate");
      await expect(doubleEntries).toContainText(/Already in at \d\d:\d\d at Main gate/);
      await expect(gate.getByText("3 of 4 in")).toBeVisible();
    }
  });
  await phone.close();
});

test("checks in tickets offline, keeps scans across a reload, and sends them to the server later", async ({
  page,
  as,
  request,
  context,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const token = await as("civic");
  const event = await sellTickets(request, token, 3);
  const [code = "", secondCode = "", thirdCode = ""] = event.codes;
  await openGate(page, event, "Main gate");
  await waitForNetworkQuiet(page);

  await context.setOffline(true);
  await expect(page.getByText("Offline: 0 scans waiting")).toBeVisible();
  await expect(page.locator("[data-offline-overlay]")).toHaveCount(0);
  await type(page, code);
  await expect(lastScan(page).getByText("Checked in", { exact: true })).toBeVisible();
  await expect(lastScan(page)).toContainText(event.holder);
  await expect(page.getByText("1 of 3 in")).toBeVisible();
  await expect(page.getByText("Offline: 1 scan waiting")).toBeVisible();
  await type(page, code);
  await expect(lastScan(page).getByText(/^Already in at \d\d:\d\d at Main gate$/)).toBeVisible();
  await type(page, "0".repeat(16));
  await expect(lastScan(page).getByText("Not on this phone's list.")).toBeVisible();

  const countCheckedIn = async () => {
    const answer = await request.get(`${API_PATH}/${event.id}/check-in`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await answer.json()).data.counts.checked_in;
  };
  expect(await countCheckedIn()).toBe(0);
  await context.setOffline(false);
  await expectOfflineReady(page);
  await expect.poll(countCheckedIn).toBe(1);
  await expect(page.getByText("1 of 3 in")).toBeVisible();

  // Scans stay in the browser's database if the server fails although the network works.
  const scans = "**/check-in/scans";
  await page.route(scans, (route) => route.abort());
  await type(page, secondCode);
  await expect(page.getByText("Offline: 1 scan waiting")).toBeVisible();
  await waitForNetworkQuiet(page);
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText("Offline: 1 scan waiting")).toBeVisible();
  await type(page, secondCode);
  await expect(lastScan(page).getByText(/^Already in at \d\d:\d\d at Main gate$/)).toBeVisible();
  await page.unroute(scans);
  await expect(page.getByText(/Ready to work offline/)).toBeVisible({ timeout: 20_000 });
  await expect.poll(countCheckedIn).toBe(2);
  await type(page, thirdCode);
  await expect(page.getByText("3 of 3 in")).toBeVisible();

  // Logout deletes the ticket list from this browser.
  await waitForNetworkQuiet(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  const databaseNames = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databaseNames).not.toContain("gate-lists");
});
