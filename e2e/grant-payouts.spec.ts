import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { callAsApp, newPhone } from "./support/citizen";
import { expect, rows, test, waitForHydration, waitForNetworkQuiet } from "./support/test";

const PAYOUTS_PATH = "/dashboard/grants/payouts";
const DAY_MS = 86_400_000;

type Programme = { id: string; version: number; name: string };
type Citizen = { id: string; name: string };

/** Returns a function that calls the API with the token of the civic desk officer. */
const createCaller =
  (request: APIRequestContext, token: string) =>
  async (method: "get" | "post" | "patch", path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": randomUUID() };
    const answer = await request[method](`/api/v1${path}`, { headers, data });
    const body = await answer.json();
    expect(answer.status(), body.message).toBe(200);
    return body.data;
  };
type ApiCaller = ReturnType<typeof createCaller>;

/** Creates a programme with ₦500 per award and `count` approved applications, each with two scores. */
async function approveApplications(request: APIRequestContext, owner: ApiCaller, civic: ApiCaller, count: number) {
  const draft: Programme = await owner("post", "/grants/programmes", {
    ...{ name: `Looms ${Date.now()}`, sponsor: "Ministry of Commerce", purpose: "Looms for weavers." },
    ...{ public_text: null, award_kind: "fixed", amount: 50_000, budget: 200_000 },
    opens_at: new Date(Date.now() - DAY_MS).toISOString(),
    closes_at: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    ...{ tier_min: null, lgas: [], age_min: null, age_max: null, group_id: null },
    ...{ questions: [], documents: [], publishes_awards: false },
  });
  const programme: Programme = await owner("patch", `/grants/programmes/${draft.id}/open`, { version: draft.version });
  const { items }: { items: Citizen[] } = await owner("get", "/user-management/users?status=active&size=20");
  const citizens = items.slice(0, count);
  for (const { id: userId } of citizens) {
    const { id }: { id: string } = await callAsApp(request, "POST", `/grants/${programme.id}/applications`, {
      ...{ user_id: userId, amount: 50_000, contact_phone: newPhone(), payout: { kind: "wallet" } },
      ...{ answers: [], documents: [], device_id: randomUUID() },
    });
    for (const reviewer of [owner, civic])
      await reviewer("patch", `/grants/applications/${id}/review`, { score: 80, comment: "" });
  }
  for (const decision of ["shortlist", "approve"]) {
    const list: { items: { id: string; version: number }[] } = await owner(
      "get",
      `/grants/applications?programme=${programme.id}`,
    );
    const applications = list.items.map(({ id, version }) => ({ id, version }));
    const { results } = await owner("post", "/grants/applications/decisions", { decision, reason: "", applications });
    expect(results).toMatchObject(citizens.map(() => ({ done: true })));
  }
  return { programme, citizens };
}

test("cancels a draft payout batch on a phone, and pays exactly the remaining rows of another batch after one was removed and another admin approved the batch", async ({
  page,
  as,
  request,
}) => {
  const owner = createCaller(request, await as("owner"));
  const civic = createCaller(request, await as("civic"));
  const { programme, citizens } = await approveApplications(request, owner, civic, 3);

  await test.step("cancel a draft on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { id } = await civic("post", "/grants/batches", { programme_id: programme.id });
    await page.goto(`${PAYOUTS_PATH}/${id}`);
    await waitForHydration(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Cancel payout" }).click();
    const dialog = page.getByRole("dialog", { name: /^Cancel PAY-/ });
    await dialog.getByLabel("Reason").fill("The list is not complete.");
    await dialog.getByRole("button", { name: "Cancel payout" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/can be added to another payout/)).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Payouts" }).click();
  await expect(page).toHaveURL(PAYOUTS_PATH);
  await page.getByRole("button", { name: "New payout" }).click();
  const newPayoutDialog = page.getByRole("dialog", { name: "New payout" });
  await newPayoutDialog.getByLabel("Find a programme").fill(programme.name);
  await newPayoutDialog.getByRole("radio", { name: programme.name }).check();
  await expect(newPayoutDialog.getByText("3 applications, ₦1,500.00.")).toBeVisible();
  await newPayoutDialog.getByRole("button", { name: "Make draft" }).click();
  await expect(page).toHaveURL(/payouts\/[\da-f-]{36}$/);
  await expect(rows(page)).toHaveCount(3);
  const batchId = page.url().split("/").at(-1);

  await waitForHydration(page);
  await page.getByRole("checkbox", { name: /^Select row 3,/ }).check();
  await page.getByRole("button", { name: "Remove" }).click();
  const removeDialog = page.getByRole("dialog", { name: /^Remove row 3,/ });
  await removeDialog.getByLabel("Reason").fill("Paid by another ministry already.");
  await removeDialog.getByRole("button", { name: "Remove" }).click();
  await expect(removeDialog).toBeHidden();
  await expect(rows(page).filter({ hasText: "Removed" })).toHaveCount(1);

  await page.getByRole("button", { name: "Send for approval" }).click();
  const sendDialog = page.getByRole("dialog", { name: /^Send PAY-.+ for approval\?/ });
  await expect(sendDialog.getByText(/^2 grants of .+₦1,000\.00 in all\.$/)).toBeVisible();
  await sendDialog.getByLabel("Reason").fill("The first payment of this programme.");
  await sendDialog.getByRole("button", { name: "Send for approval" }).click();
  await expect(page.getByText(/^Awaiting approval by /).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Send for approval" })).toBeHidden();

  const { awaiting } = await owner("get", `/grants/batches/${batchId}`);
  await owner("patch", `/approvals/${awaiting.approvalId}/decision`, { decision: "approved" });
  await page.reload();
  await expect(page.getByText("2 grants paid, ₦1,000.00 in all.")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Balanced to the kobo")).toBeVisible();
  await expect(rows(page).filter({ has: page.getByText("Paid", { exact: true }) })).toHaveCount(2);
  await expect(rows(page).filter({ hasText: citizens[0]?.name ?? "" })).toHaveCount(1);
  await waitForNetworkQuiet(page);
});
