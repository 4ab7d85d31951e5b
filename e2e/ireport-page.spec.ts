// Slow: follows reports from submission to resolution.
import type { APIRequestContext, Page } from "@playwright/test";
import { makeJpeg } from "@/lib/server/testing/pictures";
import { callAsApp, fileReport } from "./support/citizen";
import { apiSignIn } from "./support/sign-in";
import { expect, test, waitForHydration, waitForNetworkQuiet } from "./support/test";

const LIST_PATH = "/dashboard/ireports/all";
type Citizen = { id: string; name: string };

/** Returns a citizen of the demo data who may file reports. */
async function findCitizen(request: APIRequestContext, token: string, search: string): Promise<Citizen> {
  const usersResponse = await request.get(`/api/v1/user-management/users?status=active&q=${search}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await usersResponse.json()).data.items[0];
}
const callApi = (request: APIRequestContext, token: string, method: string, path: string, data?: object) =>
  request.fetch(`/api/v1/ireports${path}`, { method, headers: { authorization: `Bearer ${token}` }, data });
const followReport = (request: APIRequestContext, data: object) => callAsApp(request, "POST", "/reports/follow", data);

async function openReport(page: Page, ireportId: string) {
  await page.goto(`${LIST_PATH}/${ireportId}`);
  await waitForHydration(page);
}
const expectHeaderText = (page: Page, words: string) =>
  expect(page.locator("header", { has: page.locator("h1") })).toContainText(words);
const dialog = (page: Page) => page.getByRole("dialog");

test("an officer handles a report from submission to resolution by keyboard, while the citizen uses the app's API", async ({
  page,
  as,
  request,
}) => {
  test.setTimeout(120_000);
  const token = await as("civic");
  const citizen = await findCitizen(request, token, "effiong");
  const photo = await callAsApp(request, "POST", "/uploads", await makeJpeg(Date.now() % 90_000));
  const report = await fileReport(request, {
    user_id: citizen.id,
    title: "Pothole before the court",
    lat: 6.67,
    lng: 9.166,
    photos: [photo.id],
  });
  const ownReport = { user_id: citizen.id, ireport_id: report.id };
  await openReport(page, report.id);
  await expect(page.getByRole("img", { name: "Photo 1" })).toBeVisible();
  await expect(page.getByText("Views are logged")).toBeVisible();
  await expectHeaderText(page, "Submitted");
  await page.keyboard.press("s");
  await expectHeaderText(page, "Acknowledged");
  await expect(page.getByRole("button", { name: "Release" })).toBeVisible();
  await page.getByRole("button", { name: /^Start work/ }).click();
  await expectHeaderText(page, "In progress");

  await page.keyboard.press("q");
  await expect(dialog(page).getByLabel("Question")).toBeFocused();
  await page.keyboard.type("Which side of the road is it on?");
  await dialog(page).getByRole("button", { name: "Send to citizen" }).click();
  await expectHeaderText(page, "Waiting for citizen");
  await expect(page.getByText(/^Paused, /)).toHaveCount(2);
  expect(await followReport(request, ownReport)).toMatchObject({ may_answer: true });
  await callAsApp(request, "POST", `/reports/${report.id}/answers`, { user_id: citizen.id, text: "On the left side." });
  await expect(page.getByText("On the left side.")).toBeVisible({ timeout: 6_000 });
  await expectHeaderText(page, "In progress");

  await page.keyboard.press("u");
  await expect(page.getByLabel("Public update")).toBeFocused();
  await page.keyboard.type("The crew comes tomorrow.");
  await page.getByRole("button", { name: "Send to citizen" }).click();
  await expect(page.getByRole("list", { name: "Messages" })).toContainText("The crew comes tomorrow.");
  await page.keyboard.press("i");
  await expect(page.getByRole("textbox", { name: "Internal note" })).toBeFocused();
  await page.keyboard.type("The contractor owes us this one.");
  await page.getByRole("button", { name: "Add internal note" }).click();
  await expect(page.getByRole("region", { name: "Internal notes" })).toContainText("The contractor owes us");
  const citizenView = JSON.stringify(await followReport(request, ownReport));
  expect(citizenView).toContain("The crew comes tomorrow.");
  expect(citizenView).not.toContain("contractor");

  await page.keyboard.press("r");
  await dialog(page).getByLabel("Note to the citizen").fill("The hole is filled and rolled.");
  await dialog(page)
    .getByLabel("Choose file: Photo 1")
    .setInputFiles({ name: "after.jpg", mimeType: "image/jpeg", buffer: await makeJpeg((Date.now() % 90_000) + 7) });
  await expect(dialog(page).getByText("· sent")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Resolve" }).click();
  await expectHeaderText(page, "Resolved");
  await page.getByRole("button", { name: "Show photo 1 of this message" }).click();
  await expect(page.getByRole("img", { name: "Resolution 1" })).toBeVisible();

  await callAsApp(request, "POST", `/reports/${report.id}/rating`, {
    user_id: citizen.id,
    stars: 2,
    comment: "It sank again.",
  });
  await expect(page.getByRole("img", { name: "Rated 2 of 5 stars" })).toBeVisible({ timeout: 6_000 });
  await callAsApp(request, "POST", `/reports/${report.id}/reopening`, {
    user_id: citizen.id,
    reason: "The hole is back after the rain.",
  });
  await expectHeaderText(page, "In progress");
  await expect(page.getByText("Reopened once")).toBeVisible();
  await page.keyboard.press("r");
  await dialog(page).getByLabel("Note to the citizen").fill("Filled again, with a drain beside it.");
  await dialog(page).getByRole("button", { name: "Resolve" }).click();
  await expectHeaderText(page, "Resolved");
  await page.getByRole("button", { name: "Reopen" }).click();
  await dialog(page).getByLabel("Reason").fill("The drain was forgotten.");
  await dialog(page).getByRole("button", { name: "Reopen" }).click();
  await expectHeaderText(page, "In progress");
  await expect(page.getByText("Reopened 2 times")).toBeVisible();
});

test("when two officers claim a report, shows the second one who was first, and keeps the typed text for a rejection after the release", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/409/);
  const owner = await apiSignIn(request, "owner");
  await as("civic");
  const report = await fileReport(request, { anonymous: true, title: "Broken culvert at the school" });
  await openReport(page, report.id);
  await page.keyboard.press("x");
  await dialog(page).getByLabel("Reason").selectOption({ label: "Nothing found" });
  await dialog(page).getByLabel("Message to the citizen").fill("A text that took a while to write.");
  expect((await callApi(request, owner, "PATCH", `/${report.id}/claim`)).status()).toBe(200);
  await dialog(page).getByRole("button", { name: "Reject" }).click();
  await expect(
    dialog(page)
      .getByText(/Ekaette Bassey is working on this report/)
      .first(),
  ).toBeVisible();
  await expect(dialog(page)).toContainText("Owner: Ekaette Bassey (was Nobody)");
  await expect(dialog(page).getByLabel("Message to the citizen")).toHaveValue("A text that took a while to write.");
  await dialog(page)
    .getByRole("button", { name: /View latest version/ })
    .click();
  await expect(page.getByRole("button", { name: /^Reject/ })).toBeDisabled();
  expect((await callApi(request, owner, "PATCH", `/${report.id}/release`)).status()).toBe(200);
  await expect(page.getByRole("button", { name: /^Reject/ })).toBeEnabled({ timeout: 6_000 });
  await page.keyboard.press("x");
  await expect(dialog(page).getByLabel("Message to the citizen")).toHaveValue("A text that took a while to write.");
  await dialog(page).getByLabel("Reason").selectOption({ label: "Not our responsibility" });
  await dialog(page).getByRole("button", { name: "Reject" }).click();
  await expectHeaderText(page, "Rejected");
  await expect(page.getByRole("region", { name: "Outcome" })).toContainText("Not our responsibility");
  const followedByCode = await followReport(request, { code: report.code });
  expect(followedByCode).toMatchObject({ state: "rejected" });
  expect(JSON.stringify(followedByCode.messages)).toContain("A text that took a while to write.");
});

test("marks a similar report as duplicate, whose reporter gets an update of the original that is sent after failures", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/500|Failed to load|ERR_/);
  const token = await as("civic");
  const citizen = await findCitizen(request, token, "bassey");
  const placeFields = { lat: 6.6411, lng: 9.1311, title: `Bridge rail missing at Ipong stream ${Date.now()}` };
  const originalReport = await fileReport(request, { ...placeFields, anonymous: true });
  const report = await fileReport(request, { ...placeFields, user_id: citizen.id });
  await openReport(page, report.id);
  await expect(page.getByRole("link", { name: "Near this report" })).toHaveAttribute("href", /near=6.6411%2C9.1311/);
  await page.getByRole("button", { name: `Duplicate of ${originalReport.number}` }).click();
  await expect(dialog(page)).toContainText(`${citizen.name} then gets the updates on the original.`);
  await dialog(page).getByRole("button", { name: "Mark as duplicate" }).click();
  await expectHeaderText(page, "Duplicate");
  await page.getByRole("region", { name: "Outcome" }).getByRole("link", { name: originalReport.number }).click();
  await expect(page.getByText("1 duplicate of this report")).toBeVisible();
  await waitForHydration(page);
  await page.keyboard.press("u");
  await page.getByLabel("Public update").fill("A new rail is being welded.");
  await expect(page.getByText("The reporters of 1 duplicate get it too.")).toBeVisible();
  const sendButton = page.getByRole("button", { name: "Send to citizen" });
  await test.step("keeps the typed text if network or server fails", async () => {
    await page.route("**/updates", (route) => route.abort());
    await sendButton.click();
    await expect(page.getByRole("alert").filter({ hasText: "can't be reached" })).toBeVisible();
    await page.unroute("**/updates");
    await page.route("**/updates", (route) => route.fulfill({ status: 500, body: "<html>" }));
    await sendButton.click();
    await expect(page.getByRole("alert").filter({ hasText: "unreadable response" })).toBeVisible();
    await expect(page.getByLabel("Public update")).toHaveValue("A new rail is being welded.");
    await page.unroute("**/updates");
  });
  await sendButton.click();
  await expect(page.getByRole("list", { name: "Messages" })).toContainText("A new rail is being welded.");
  const citizenView = await followReport(request, { user_id: citizen.id, ireport_id: report.id });
  expect(JSON.stringify(citizenView.messages)).toContain("A new rail is being welded.");
  expect((await followReport(request, { code: originalReport.code })).messages).toHaveLength(1);
});

test("keeps a report's action bar in view on a phone; by keyboard alone, lists the shortcuts and opens the next report", async ({
  page,
  as,
  request,
}) => {
  await as("civic");
  const report = await fileReport(request, { anonymous: true, title: "Street light hangs by its cable" });
  await page.setViewportSize({ width: 390, height: 844 });
  await openReport(page, report.id);
  await test.step("keeps the action bar in view on a phone", async () => {
    const acknowledgeButton = page.getByRole("button", { name: "Acknowledge" });
    for (const scrollTop of [0, 800, 100_000]) {
      await page.evaluate((top) => window.scrollTo(0, top), scrollTop);
      await expect(acknowledgeButton).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // Checks that nothing covers the button, without a click.
    await acknowledgeButton.click({ trial: true });
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await page.keyboard.press("c");
  await expect(page.getByRole("button", { name: "Release" })).toBeVisible();
  await page.keyboard.press("?");
  const shortcutsDialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const words of ["Start work", "Ask citizen", "Reject", "Duplicate of…", "Public update", "Internal note"])
    await expect(shortcutsDialog).toContainText(words);
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  await expect(dialog(page).getByLabel("Original report")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("i");
  await expect(page.getByRole("textbox", { name: "Internal note" })).toBeFocused();
  await page.keyboard.type("n s x");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Add internal note" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("n s x")).toBeVisible();
  await expectHeaderText(page, "Acknowledged");
  const urlBefore = page.url();
  await waitForNetworkQuiet(page);
  await page.keyboard.press("n");
  await page.waitForURL((url) => url.href !== urlBefore && /all\/[\da-f-]{36}$/.test(url.pathname));
  await expect(page.getByRole("button", { name: "Release" })).toBeVisible();
});
