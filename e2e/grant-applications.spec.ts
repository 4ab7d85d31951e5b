import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { callAsApp, newPhone } from "./support/citizen";
import { expect, rows, test, waitForHydration, waitForNetworkQuiet } from "./support/test";

const APPLICATIONS_PATH = "/dashboard/grants/applications";
const DAY_MS = 86_400_000;

type Programme = { id: string; version: number; name: string };
type Citizen = { id: string; name: string };

/** Returns functions that call the grants API with this token. */
function grantApi(request: APIRequestContext, token: string) {
  const callApi = async (method: "get" | "post" | "patch", path: string, data?: object) => {
    const answer = await request[method](`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` }, data });
    const body = await answer.json();
    expect(answer.status(), body.message).toBe(200);
    return body.data;
  };
  return {
    /** Creates an open programme that awards up to ₦500 of a budget of ₦2,000, without questions. */
    programme: async (): Promise<Programme> => {
      const created: Programme = await callApi("post", "/grants/programmes", {
        ...{ name: `Seedlings ${Date.now()}`, sponsor: "Ministry of Agriculture", purpose: "Seedlings for a season." },
        ...{ public_text: null, award_kind: "up_to", amount: 50_000, budget: 200_000 },
        opens_at: new Date(Date.now() - DAY_MS).toISOString(),
        closes_at: new Date(Date.now() + 30 * DAY_MS).toISOString(),
        ...{ tier_min: null, lgas: [], age_min: null, age_max: null, group_id: null },
        ...{ questions: [], documents: [], publishes_awards: false },
      });
      return callApi("patch", `/grants/programmes/${created.id}/open`, { version: created.version });
    },
    citizens: async (count: number): Promise<Citizen[]> =>
      (await callApi("get", "/user-management/users?status=active&size=20")).items.slice(0, count),
  };
}

/** Submits an application for ₦400 through the citizen app's API. */
const applyForGrant = (request: APIRequestContext, programme: Programme, citizen: Citizen): Promise<{ id: string }> =>
  callAsApp(request, "POST", `/grants/${programme.id}/applications`, {
    ...{ user_id: citizen.id, amount: 40_000, contact_phone: newPhone(), payout: { kind: "wallet" } },
    ...{ answers: [], documents: [], device_id: randomUUID() },
  });

const openDialogByKey = async (page: Page, key: string, name: RegExp) => {
  const dialog = page.getByRole("dialog", { name });
  await page.keyboard.press(key);
  await expect(dialog).toBeVisible();
  return dialog;
};

test("scores and decides grant applications one after the other by keyboard, hides a score from the other reviewer until both are submitted, and approves a grant with an amount", async ({
  page,
  as,
  request,
}) => {
  const ownerCalls = grantApi(request, await as("owner"));
  const programme = await ownerCalls.programme();
  const [firstCitizen, secondCitizen] = await ownerCalls.citizens(2);
  if (!firstCitizen || !secondCitizen) throw new Error("no citizens");
  const firstApplication = await applyForGrant(request, programme, firstCitizen);
  const secondApplication = await applyForGrant(request, programme, secondCitizen);

  await test.step("score and shortlist by keyboard", async () => {
    // The list is sorted oldest first, so the second application is the next one.
    await page.goto(`${APPLICATIONS_PATH}?programme=${programme.id}&sort=submitted_at`);
    await expect(rows(page)).toHaveCount(2);
    await rows(page).first().getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(`${firstApplication.id}\\?programme=`));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(firstCitizen.name);
    await expect(page.getByText("Two scores are needed: none is in.").first()).toBeVisible();
    await expect(page.getByText("1 of 2")).toBeVisible();
    await waitForHydration(page);

    await page.keyboard.press("m");
    await expect(page.getByLabel("My score")).toBeFocused();
    await page.keyboard.type("87");
    // Delays the refetch after the score, so that the decision is made on the outdated page: the admin's own score must not cause a
    // conflict.
    await page.route(`**/api/v1/grants/applications/${firstApplication.id}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    const scoreResponse = page.waitForResponse((response) => response.url().endsWith(`${firstApplication.id}/review`));
    await page.keyboard.press("Enter");
    await scoreResponse;
    const shortlist = await openDialogByKey(page, "s", /^Shortlist/);
    await shortlist.getByRole("button", { name: "Shortlist" }).click();
    await expect(shortlist).toBeHidden();
    await expect(page.getByText("Two scores are needed: one is in.").first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Approve/ })).toBeDisabled();
  });

  await test.step("reject the next application by keyboard", async () => {
    await page.keyboard.press("n");
    await expect(page).toHaveURL(new RegExp(secondApplication.id));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(secondCitizen.name);
    await waitForHydration(page);
    const reject = await openDialogByKey(page, "r", /^Reject/);
    await reject.getByRole("button", { name: "Reject" }).click();
    await expect(reject.getByText("Explain the reason in words that help the applicant.")).toBeVisible();
    await reject.getByLabel("Reason").fill("The farm lies outside the state.");
    await reject.getByRole("button", { name: "Reject" }).click();
    await expect(reject).toBeHidden();
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: "The farm lies outside the state." })
        .or(page.getByRole("alert").filter({ hasText: "The farm lies outside the state." })),
    ).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });

  await test.step("the second reviewer scores", async () => {
    await as("civic");
    await page.goto(`${APPLICATIONS_PATH}/${firstApplication.id}`);
    await expect(page.getByText("Scored. Shown when both are in.")).toBeVisible();
    expect(await page.content()).not.toContain("87 of 100");
    await page.getByLabel("My score").fill("61");
    await page.getByRole("button", { name: "Save score" }).click();
    await expect(page.getByText("87 of 100")).toBeVisible();
  });

  await test.step("approve with an amount", async () => {
    await as("owner");
    await page.goto(`${APPLICATIONS_PATH}/${firstApplication.id}`);
    await waitForHydration(page);
    await expect(page.getByText("Next: approve or reject it.")).toBeVisible();
    const approve = await openDialogByKey(page, "a", /^Approve/);
    const amount = approve.getByLabel(new RegExp(firstCitizen.name));
    await expect(amount).toHaveValue("400.00");
    await amount.fill("500.01");
    await approve.getByRole("button", { name: "Approve" }).click();
    await expect(approve.getByText("This programme gives at most ₦500.00 each.")).toBeVisible();
    await amount.fill("350");
    await approve.getByRole("button", { name: "Approve" }).click();
    await expect(approve).toBeHidden();
    await expect(page.getByText("Next: add it to a payout batch.")).toBeVisible();
    await waitForNetworkQuiet(page);
  });
});

test("shortlists several grant applications, and lists them on the user's page", async ({ page, as, request }) => {
  const ownerCalls = grantApi(request, await as("owner"));
  const programme = await ownerCalls.programme();
  const citizens = await ownerCalls.citizens(3);
  for (const citizen of citizens) await applyForGrant(request, programme, citizen);
  await page.goto(`${APPLICATIONS_PATH}?programme=${programme.id}`);
  await waitForHydration(page);
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await page.getByRole("button", { name: "Shortlist" }).click();
  const dialog = page.getByRole("dialog", { name: "Shortlist 3 applications?" });
  await dialog.getByRole("button", { name: "Shortlist 3" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("3 applications shortlisted.")).toBeVisible();

  await page.goto(`/dashboard/user-management/users/${citizens[0]?.id}?tab=grants`);
  await expect(rows(page).filter({ hasText: programme.name })).toHaveCount(1);
  await waitForNetworkQuiet(page);
});
