import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessible";
import { expect, test } from "./support/test";

const bell = (page: Page) => page.getByRole("button", { name: /^Notices/ });
const noticesPanel = (page: Page) => page.getByRole("dialog", { name: "Notices" });

async function callApi(
  request: APIRequestContext,
  token: string,
  method: "get" | "post" | "patch",
  path: string,
  data?: object,
) {
  const answer = await request[method](`/api/v1${path}`, {
    data,
    headers: { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}

/** Assigns an open identity request to the KYC officer. @param owner token of the owner */
async function assignToOfficer(request: APIRequestContext, owner: string) {
  const officers = await callApi(request, owner, "get", "/kyc/assignees");
  const officer = officers.items.find(({ email }: { email: string }) => email.startsWith("kyc@"));
  const list = await callApi(request, owner, "get", "/kyc?state=pending&assignee=nobody&size=20");
  const [found] = list.items;
  const body = { requests: [{ kycId: found.id, version: found.version }], assignee: officer.id };
  const { results } = await callApi(request, owner, "post", "/kyc/assignments", body);
  expect(results[0].message).toContain("Assigned to");
  return found as { id: string; reference: string };
}
/** Turns off all notices except assignments and mentions, and marks all as read, so that the count of unread notices depends on this test only. */
async function silenceNotices(request: APIRequestContext, token: string): Promise<void> {
  const preferences = await callApi(request, token, "get", "/notices/preferences");
  const kinds = Object.entries<object>(preferences.kinds).map(([kind, channels]) => [
    kind,
    ["assigned", "mention"].includes(kind) ? channels : { app: false, push: false, mail: false },
  ]);
  await callApi(request, token, "patch", "/notices/preferences", { ...preferences, kinds: Object.fromEntries(kinds) });
  const { items } = await callApi(request, token, "get", "/notices?view=unread");
  const shown = items.map((notice: { id: string }) => notice.id);
  if (shown.length) await callApi(request, token, "patch", "/notices/read", { shown, and_older: true });
}

test("the bell counts unread notices, opens a notice's record and marks it as read by keyboard; on a phone, a drawer marks all as read", async ({
  page,
  as,
  request,
}) => {
  const owner = await as("owner");
  const kyc = await as("kyc");
  await silenceNotices(request, kyc);
  const { id, reference } = await assignToOfficer(request, owner);
  await page.goto("/dashboard");
  await expect(bell(page)).toHaveAccessibleName("Notices: 1 unread");
  await bell(page).focus();
  await page.keyboard.press("Enter");
  const row = noticesPanel(page).getByRole("link", { name: new RegExp(reference) });
  await expect(row).toContainText("Unread:");
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await expect(noticesPanel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/dashboard/kyc-management/${id}`);
  await expect(bell(page)).toHaveAccessibleName("Notices");
  expect((await callApi(request, kyc, "get", "/notices/unread")).unread).toBe(0);

  await test.step("on a phone, a drawer filters the notices and marks all as read", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await assignToOfficer(request, owner);
    const newest = await assignToOfficer(request, owner);
    await page.goto("/dashboard");
    await expectNoSidewaysScroll(page, 390);
    await expectNoSidewaysScroll(page, 320);
    await bell(page).click();
    const box = await noticesPanel(page).boundingBox();
    expect(box?.height).toBeGreaterThan(800);
    await noticesPanel(page).getByRole("button", { name: "Unread" }).click();
    await expect(noticesPanel(page).getByRole("listitem")).toHaveCount(2);
    await expect(noticesPanel(page)).toContainText(newest.reference);
    await expectNoViolations(page);
    await noticesPanel(page).getByRole("button", { name: "Mark all as read" }).click();
    await expect(noticesPanel(page)).toContainText("You have read all notices.");
    await noticesPanel(page).getByRole("button", { name: "Close" }).click();
    await expect(bell(page)).toHaveAccessibleName("Notices");
    expect((await callApi(request, kyc, "get", "/notices/unread")).unread).toBe(0);
  });
});

test("saves notice preferences on the server", async ({ page, as, request }) => {
  const token = await as("viewer");
  await page.goto("/dashboard/account");
  await page.getByRole("button", { name: "Change notices" }).click();
  const dialog = page.getByRole("dialog", { name: "Notices" });
  await dialog.getByRole("checkbox", { name: "Push: An admin mentions me in an internal note" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Mail: An admin mentions me in an internal note" }).check();
  await dialog.getByLabel("Daily mail").selectOption("07:00");
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page, 390);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("At 07:00")).toBeVisible();
  expect(await callApi(request, token, "get", "/notices/preferences")).toMatchObject({
    digest_hour: 7,
    kinds: { mention: { app: true, push: false, mail: true } },
  });
});

test("notifies an admin mentioned in a note", async ({ page, as, request }) => {
  const kyc = await as("kyc");
  const owner = await as("owner");
  const officer = (await callApi(request, owner, "get", "/kyc/assignees")).items.find(({ email }: { email: string }) =>
    email.startsWith("kyc@"),
  );
  await silenceNotices(request, kyc);
  const [found] = (await callApi(request, owner, "get", "/kyc?state=pending&size=20")).items;
  await page.goto(`/dashboard/kyc-management/${found.id}`);
  await page.getByRole("button", { name: "Write a note" }).click();
  const text = page.getByRole("textbox", { name: "New note" });
  const beginning = officer.name.split(" ")[0].slice(0, 3);
  await text.pressSequentially(`Please look, @${beginning}`);
  await expect(page.getByRole("option", { name: new RegExp(officer.name) })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole("option", { name: new RegExp(officer.name) }).click();
  await expect(text).toHaveValue(`Please look, @${officer.name} `);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText(`Please look, @${officer.name}`).first()).toBeVisible();
  const { items } = await callApi(request, kyc, "get", "/notices?view=unread");
  expect(items[0]).toMatchObject({ kind: "mention", record: { id: found.id } });
});
