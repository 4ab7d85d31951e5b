// Slow: signs in several admins who approve each other's requests.
import { readFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { latestMail } from "./support/mail";
import { apiSignIn } from "./support/sign-in";
import { expect, rows, test } from "./support/test";

const ADMINS_PATH = "/dashboard/roles-and-permissions/admin-users";
const ROLES_PATH = `${ADMINS_PATH}/roles`;
const ADMIN_NAMES = { finance: "Ngozi Okafor", viewer: "Mfon Udoh" } as const;

type ApiSession = { request: APIRequestContext; token: string };
const fetchApiData = async ({ request, token }: ApiSession, path: string) =>
  (await (await request.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json()).data;
const findAdmin = async (call: ApiSession, name: string) =>
  (await fetchApiData(call, `/users/all/admins?q=${encodeURIComponent(name.split(" ")[0] ?? "")}`)).items[0];
const findRole = async (call: ApiSession, name: string) =>
  (await fetchApiData(call, `/permissions/roles?q=${encodeURIComponent(name)}`)).items[0];
const assignRoles = ({ request, token }: ApiSession, admin_id: string, role_ids: string[], setup_key?: string) =>
  request.post("/api/v1/permissions/role/user/assign", {
    headers: { authorization: `Bearer ${token}` },
    data: { admin_id, role_ids, setup_key },
  });
const openAdminDrawer = async (page: Page, name: string) => {
  await page.goto(ADMINS_PATH);
  await page.getByRole("link", { name, exact: true }).click();
  return page.getByRole("dialog", { name, exact: true });
};
const uniqueSuffix = () => Date.now().toString(36);
/** Returns the newest setup key in the server's output. Some seconds after a key is used, the server prints a new one. */
const printedSetupKey = (url: string) =>
  [...readFileSync(`test-results/server-${new URL(url).port}.log`, "utf8").matchAll(/setup key\s+([\w-]+)/g)].at(
    -1,
  )?.[1] ?? "";

test("invites an admin by mail, and shows the result of each row when the invitation and one's own account are deleted", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto(ADMINS_PATH);
  await page.getByRole("button", { name: "Invite admin" }).click();
  const inviteDialog = page.getByRole("dialog", { name: "Invite an admin" });
  const email = `ada.${uniqueSuffix()}@example.com`;
  const startedAt = Date.now();
  await inviteDialog.getByLabel("First name").fill("Ada");
  await inviteDialog.getByLabel("Last name").fill("Obi");
  await inviteDialog.getByLabel("Email").fill(email);
  await inviteDialog.getByRole("checkbox", { name: /^Support/ }).check();
  await inviteDialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(inviteDialog).toBeHidden();
  await expect(rows(page).filter({ hasText: email })).toContainText("Invited");
  expect(await latestMail(email, startedAt)).toContain("/auth/register?reference=");

  await rows(page).filter({ hasText: email }).getByRole("checkbox").check();
  await page.getByRole("checkbox", { name: "Select Ekaette Bassey" }).check();
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 admins?" });
  await expect(dialog).toContainText("Ada Obi");
  await dialog.getByRole("button", { name: "Delete" }).click();
  const results = page.getByRole("dialog", { name: "1 of 2 accounts deleted" });
  await expect(results.getByRole("listitem").filter({ hasText: "Ekaette Bassey" })).toContainText(
    "You can't delete your own account",
  );
  await results.getByRole("button", { name: "Close" }).last().click();
  await expect(rows(page).filter({ hasText: email })).toHaveCount(0);
});

test.describe(() => {
  test.beforeEach(({ expectedProblems }) => void expectedProblems.push(/409|403|401/));

  test("creates a role in the matrix of rights by keyboard, merges another admin's change with the typed input in a conflict, and shows the history", async ({
    page,
    as,
    request,
  }) => {
    const token = await as("owner");
    await page.goto(ROLES_PATH);
    const name = `Desk ${uniqueSuffix()}`;
    await page.getByRole("button", { name: "New role" }).click();
    const dialog = page.getByRole("dialog", { name: "New role" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Find a feature").fill("grants");
    await dialog.getByRole("checkbox", { name: "Every right in Grants" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(dialog.getByRole("checkbox", { name: "Grants: create" })).toBeFocused();
    await page.keyboard.press("Space");
    await dialog.getByLabel("Find a feature").fill("");
    await dialog.getByRole("checkbox", { name: "Export in every feature" }).check();
    await dialog.getByRole("button", { name: "Create role" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("searchbox", { name: "Search by name" }).fill(name);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(["16 rights in 12 features"]);

    await page.getByRole("link", { name, exact: true }).click();
    const roleDialog = page.getByRole("dialog", { name, exact: true });
    await expect(roleDialog.getByRole("checkbox", { name: "Grants: create" })).not.toBeChecked();
    await expect(roleDialog.getByRole("checkbox", { name: "Grants: approve" })).toBeChecked();
    await roleDialog.getByRole("checkbox", { name: "Export in every feature" }).uncheck();
    await roleDialog.getByLabel("Description").fill("Typed by me");
    const { roleId, features } = await findRole({ request, token }, name);
    const otherFeatures = features.map((feature: { name: string; access: object }) =>
      feature.name === "Events" ? { ...feature, access: { ...feature.access, read: true } } : feature,
    );
    const changedByOther = await request.patch(`/api/v1/permissions/role/update/${roleId}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { name, description: "", features: otherFeatures, version: 1 },
    });
    expect(changedByOther.status()).toBe(200);
    await roleDialog.getByRole("button", { name: "Save role" }).click();
    await expect(roleDialog.getByText("Events: added read")).toBeVisible();
    await expect(roleDialog.getByLabel("Description")).toHaveValue("Typed by me");
    await roleDialog.getByRole("button", { name: "Add these changes to mine" }).click();
    await expect(roleDialog.getByRole("checkbox", { name: "Events: read" })).toBeChecked();
    await roleDialog.getByRole("button", { name: "Overwrite" }).click();
    await expect(roleDialog).toBeHidden();
    await expect(rows(page)).toContainText(["5 rights in 2 features"]);
    expect(await findRole({ request, token }, name)).toMatchObject({ description: "Typed by me", version: 3 });
    await page.getByRole("link", { name, exact: true }).click();
    await roleDialog.getByText("History").click();
    await expect(roleDialog.getByText("Changed", { exact: true }).first()).toBeVisible();
    await roleDialog.getByRole("button", { name: "Delete role" }).click();
    const deleteDialog = page.getByRole("dialog", { name: /^Delete the role/ });
    await expect(deleteDialog).toContainText("nobody loses a right");
    await deleteDialog.getByRole("button", { name: "Delete role" }).click();
    await expect(page.getByText("Nothing matches")).toBeVisible();
  });

  test("creates a second full administrator with the setup key, who can then approve a third one", async ({
    page,
    as,
    request,
    context,
    server,
    expectedProblems,
  }) => {
    test.slow();
    // Expects two refusals: of the request without a setup key, and of the request with a wrong key.
    expectedProblems.push(/400 .*permissions\/role\/user\/assign/);
    const owner = { request, token: await as("owner") };
    const people = {
      finance: await findAdmin(owner, ADMIN_NAMES.finance),
      viewer: await findAdmin(owner, ADMIN_NAMES.viewer),
    };
    const rolesBefore = (account: keyof typeof people) =>
      people[account].roles.map((role: { roleId: string }) => role.roleId);
    // The only full administrator creates a second one, which no other admin can approve.
    const financeDrawer = await openAdminDrawer(page, ADMIN_NAMES.finance);
    await financeDrawer.getByRole("button", { name: "Assign roles" }).click();
    const rolesDialog = page.getByRole("dialog", { name: `Roles of ${ADMIN_NAMES.finance}` });
    await rolesDialog.getByRole("checkbox", { name: /^Full administrator/ }).check();
    await expect(
      rolesDialog.getByText("It needs the setup key, and full administrators are notified by mail"),
    ).toBeVisible();
    await rolesDialog.getByRole("button", { name: "Set roles" }).click();
    await expect(rolesDialog.getByText("Nobody else can approve this. Enter the setup key")).toBeVisible();
    await rolesDialog.getByLabel("Setup key").fill("0000-0000-0000-0000-0000");
    await rolesDialog.getByRole("button", { name: "Set roles" }).click();
    await expect(rolesDialog.getByText("This setup key is not right.")).toBeVisible();
    await expect(rolesDialog.getByLabel("Setup key")).toHaveValue("0000-0000-0000-0000-0000");
    await expect(rolesDialog.getByRole("checkbox", { name: /^Full administrator/ })).toBeChecked();
    const startedAt = Date.now();
    await expect(async () => {
      await rolesDialog.getByLabel("Setup key").fill(printedSetupKey(server));
      await rolesDialog.getByRole("button", { name: "Set roles" }).click();
      await expect(rolesDialog).toBeHidden({ timeout: 2_000 });
    }).toPass({ timeout: 30_000, intervals: [3_000] });
    expect(await latestMail("kyc@crossriverpay.example", startedAt)).toContain(
      `made ${ADMIN_NAMES.finance} a full administrator, with the setup key`,
    );

    await financeDrawer.getByRole("button", { name: "Close" }).first().click();
    await page.getByRole("link", { name: ADMIN_NAMES.viewer, exact: true }).click();
    const drawer = page.getByRole("dialog", { name: ADMIN_NAMES.viewer, exact: true });
    await drawer.getByRole("button", { name: "Assign roles" }).click();
    const dialog = page.getByRole("dialog", { name: `Roles of ${ADMIN_NAMES.viewer}` });
    await dialog.getByRole("checkbox", { name: /^Full administrator/ }).check();
    await dialog.getByLabel(/^Reason/).fill("Stands in over the holidays.");
    await dialog.getByRole("button", { name: "Set roles" }).click();
    await expect(drawer.getByText(`Awaiting approval by ${ADMIN_NAMES.finance}`)).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Assign roles" })).toBeDisabled();
    await page.goto("/dashboard/approvals?view=mine");
    await expect(rows(page).first()).toContainText("Awaiting approval");

    await context.clearCookies();
    await as("finance");
    await page.goto("/dashboard");
    await page.getByRole("link", { name: /^Approvals: \d+ waiting for me$/ }).click();
    const waitingRow = rows(page).filter({ hasText: "Stands in over the holidays." });
    await expect(waitingRow).toHaveCount(1);
    await page.getByRole("button", { name: `Approve: ${ADMIN_NAMES.viewer}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect(waitingRow).toHaveCount(0);
    expect((await findAdmin(owner, ADMIN_NAMES.viewer)).is_full).toBe(true);

    // The new account can't decide the owner's requests until an admin other than the owner has confirmed the account.
    await page.goto(`${ADMINS_PATH}?unconfirmed=true`);
    await page.getByRole("link", { name: ADMIN_NAMES.viewer, exact: true }).click();
    await expect(drawer.getByText(/^Rights given by Ekaette Bassey \(owner@crossriverpay\.example\)/)).toBeVisible();
    await drawer.getByRole("button", { name: "Confirm account" }).click();
    const confirmDialog = page.getByRole("dialog", { name: `Confirm ${ADMIN_NAMES.viewer}?` });
    await expect(confirmDialog).toContainText("viewer@crossriverpay.example");
    await confirmDialog.getByRole("button", { name: "Confirm account" }).click();
    await expect(confirmDialog).toBeHidden();
    await expect(drawer.getByText("Not confirmed by a third admin")).toBeHidden();
    await drawer.getByRole("button", { name: "Close" }).first().click();
    await expect(page.getByRole("link", { name: ADMIN_NAMES.viewer, exact: true })).toBeHidden();
    for (const account of ["viewer", "finance"] as const)
      expect((await assignRoles(owner, people[account].id, rolesBefore(account))).status()).toBe(200);
  });

  // Runs last, on an admin who requests no approvals: afterwards the owner can't approve what the reactivated admin requests.
  test("applies newly assigned roles at the admin's next call, signs out a suspended admin immediately, and reactivates them", async ({
    page,
    as,
    request,
  }) => {
    const owner = await as("owner");
    const viewer = await apiSignIn(request, "viewer");
    const mayRead = async (path: string) =>
      (await request.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${viewer}` } })).status();
    expect(await mayRead("/system-logs/audit-trails")).toBe(200);
    const drawer = await openAdminDrawer(page, ADMIN_NAMES.viewer);
    await drawer.getByRole("button", { name: "Assign roles" }).click();
    const dialog = page.getByRole("dialog", { name: `Roles of ${ADMIN_NAMES.viewer}` });
    await expect(dialog.getByRole("checkbox", { name: /^Read-only/ })).toBeChecked();
    await dialog.getByRole("checkbox", { name: /^Read-only/ }).uncheck();
    await dialog.getByRole("checkbox", { name: /^Support/ }).check();
    await dialog.getByRole("button", { name: "Set roles" }).click();
    await expect(dialog).toBeHidden();
    expect(await mayRead("/system-logs/audit-trails")).toBe(403);
    await expect(drawer.getByText("Support", { exact: true })).toBeVisible();
    const call = { request, token: owner };
    const role = await findRole(call, "Read-only");
    await assignRoles(call, (await findAdmin(call, ADMIN_NAMES.viewer)).id, [role.roleId]);
    expect(await mayRead("/system-logs/audit-trails")).toBe(200);

    await drawer.getByRole("button", { name: "Suspend" }).click();
    const suspendDialog = page.getByRole("dialog", { name: `Suspend ${ADMIN_NAMES.viewer}?` });
    await expect(suspendDialog).toContainText("signed out everywhere");
    await suspendDialog.getByRole("button", { name: "Suspend" }).click();
    await expect(drawer.getByText("Suspended", { exact: true }).first()).toBeVisible();
    const meResponse = await request.get("/api/v1/users", { headers: { authorization: `Bearer ${viewer}` } });
    expect(meResponse.status()).toBe(401);
    await drawer.getByRole("button", { name: "Let in again" }).click();
    await page
      .getByRole("dialog", { name: /Let .* in again/ })
      .getByRole("button", { name: "Let in again" })
      .click();
    await expect(drawer.getByText("Active", { exact: true }).first()).toBeVisible();
  });
});
