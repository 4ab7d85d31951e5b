// Slow: signs in several admins who approve each other's requests.
import { readFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { latestMail } from "./support/mail";
import { type Account, apiSignIn } from "./support/sign-in";
import { expect, rows, test } from "./support/test";

const RP = "/dashboard/roles-and-permissions";
const ADMINS = `${RP}/admin-users`;
const ROLES = `${ADMINS}/roles`;
const NAMES = { finance: "Ngozi Okafor", support: "Ofem Ubi", viewer: "Mfon Udoh" } as const;

type Call = { request: APIRequestContext; token: string };
const asked = async ({ request, token }: Call, path: string) =>
  (await (await request.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json()).data;
const adminOf = async (call: Call, name: string) =>
  (await asked(call, `/users/all/admins?q=${encodeURIComponent(name.split(" ")[0] ?? "")}`)).items[0];
const roleOf = async (call: Call, name: string) =>
  (await asked(call, `/permissions/roles?q=${encodeURIComponent(name)}`)).items[0];
const assign = ({ request, token }: Call, admin_id: string, role_ids: string[], setup_key?: string) =>
  request.post("/api/v1/permissions/role/user/assign", {
    headers: { authorization: `Bearer ${token}` },
    data: { admin_id, role_ids, setup_key },
  });
const openAdmin = async (page: Page, name: string) => {
  await page.goto(ADMINS);
  await page.getByRole("link", { name, exact: true }).click();
  return page.getByRole("dialog", { name, exact: true });
};
const unique = () => Date.now().toString(36);
/** Returns the newest printed setup key; the server prints another one some seconds after each change. */
const printedKey = (url: string) =>
  [...readFileSync(`test-results/server-${new URL(url).port}.log`, "utf8").matchAll(/setup key\s+(\S+)/g)].at(
    -1,
  )?.[1] ?? "";

test("invites an admin by mail, who is listed as invited", async ({ page, as, expectedProblems }) => {
  expectedProblems.push(/409/);
  await as("owner");
  await page.goto(ADMINS);
  await page.getByRole("button", { name: "Invite admin" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite an admin" });
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText("Choose at least one role.")).toBeVisible();
  const email = `ada.${unique()}@example.com`;
  const since = Date.now();
  await dialog.getByLabel("First name").fill("Ada");
  await dialog.getByLabel("Last name").fill("Obi");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("checkbox", { name: /^Support/ }).check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page).filter({ hasText: email })).toContainText("Invited");
  expect(await latestMail(email, since)).toContain("/auth/register?reference=");

  // The same address again is refused with a message, and the input stays.
  await page.getByRole("button", { name: "Invite admin" }).click();
  await dialog.getByLabel("First name").fill("Another");
  await dialog.getByLabel("Last name").fill("Ada");
  await dialog.getByLabel("Email").fill(email.toUpperCase());
  await dialog.getByRole("checkbox", { name: /^Support/ }).check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Ada Obi (invited) already has an account");
  await expect(dialog.getByLabel("First name")).toHaveValue("Another");
});
test.describe(() => {
  test.beforeEach(({ expectedProblems }) => void expectedProblems.push(/409|403|401/));

  test("applies assigned roles from the other admin's next call on", async ({ page, as, request }) => {
    const owner = await as("owner");
    const support = await apiSignIn(request, "support");
    const mayRead = async (path: string) =>
      (await request.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${support}` } })).status();
    expect(await mayRead("/system-logs/audit-trails")).toBe(403);
    const drawer = await openAdmin(page, NAMES.support);
    await drawer.getByRole("button", { name: "Assign roles" }).click();
    const dialog = page.getByRole("dialog", { name: `Roles of ${NAMES.support}` });
    await expect(dialog.getByRole("checkbox", { name: /^Support/ })).toBeChecked();
    await dialog.getByRole("checkbox", { name: /^Read-only/ }).check();
    await dialog.getByRole("button", { name: "Set roles" }).click();
    await expect(dialog).toBeHidden();
    expect(await mayRead("/system-logs/audit-trails")).toBe(200);
    await expect(drawer.getByText("Read-only, Support")).toBeVisible();
    const call = { request, token: owner };
    const role = await roleOf(call, "Support");
    await assign(call, (await adminOf(call, NAMES.support)).id, [role.roleId]);
    expect(await mayRead("/system-logs/audit-trails")).toBe(403);
  });

  test("signs out a suspended admin immediately, and reactivates them", async ({ page, as, request }) => {
    await as("owner");
    const support = await apiSignIn(request, "support");
    const drawer = await openAdmin(page, NAMES.support);
    await drawer.getByRole("button", { name: "Suspend" }).click();
    const dialog = page.getByRole("dialog", { name: `Suspend ${NAMES.support}?` });
    await expect(dialog).toContainText("signed out everywhere");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await expect(drawer.getByText("Suspended", { exact: true }).first()).toBeVisible();
    const me = await request.get("/api/v1/users", { headers: { authorization: `Bearer ${support}` } });
    expect(me.status()).toBe(401);
    await drawer.getByRole("button", { name: "Let in again" }).click();
    await page
      .getByRole("dialog", { name: /Let .* in again/ })
      .getByRole("button", { name: "Let in again" })
      .click();
    await expect(drawer.getByText("Active", { exact: true }).first()).toBeVisible();
  });

  test("shows the result of each row of a bulk deletion, and refuses to delete oneself", async ({
    page,
    as,
    request,
  }) => {
    const token = await as("owner");
    const email = `gone.${unique()}@example.com`;
    const role = await roleOf({ request, token }, "Support");
    await request.post("/api/v1/auth/admin", {
      headers: { authorization: `Bearer ${token}` },
      data: { first_name: "Gone", last_name: "Soon", email, role_ids: [role.roleId] },
    });
    await page.goto(ADMINS);
    await rows(page).filter({ hasText: email }).getByRole("checkbox").check();
    await page.getByRole("checkbox", { name: "Select Ekaette Bassey" }).check();
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 2 admins?" });
    await expect(dialog).toContainText("Gone Soon");
    await dialog.getByRole("button", { name: "Delete" }).click();
    const results = page.getByRole("dialog", { name: "1 of 2 accounts deleted" });
    await expect(results.getByRole("listitem").filter({ hasText: "Ekaette Bassey" })).toContainText(
      "You can't delete your own account",
    );
    await results.getByRole("button", { name: "Close" }).last().click();
    await expect(rows(page).filter({ hasText: email })).toHaveCount(0);
  });

  test("creates and changes a role in the matrix by keyboard, with its history", async ({ page, as }) => {
    await as("owner");
    await page.goto(ROLES);
    const name = `Desk ${unique()}`;
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
    const editor = page.getByRole("dialog", { name, exact: true });
    await expect(editor.getByRole("checkbox", { name: "Grants: create" })).not.toBeChecked();
    await expect(editor.getByRole("checkbox", { name: "Grants: approve" })).toBeChecked();
    await editor.getByRole("checkbox", { name: "Export in every feature" }).uncheck();
    await editor.getByRole("button", { name: "Save role" }).click();
    await expect(editor).toBeHidden();
    await expect(rows(page)).toContainText(["4 rights in 1 feature"]);
    await page.getByRole("link", { name, exact: true }).click();
    await editor.getByText("History").click();
    await expect(editor.getByText("Changed", { exact: true })).toBeVisible();
    await editor.getByRole("button", { name: "Delete role" }).click();
    const confirm = page.getByRole("dialog", { name: /^Delete the role/ });
    await expect(confirm).toContainText("nobody loses a right");
    await confirm.getByRole("button", { name: "Delete role" }).click();
    await expect(page.getByText("Nothing matches")).toBeVisible();
  });

  test("shows another admin's changes to a role, keeps the input, and can merge both", async ({
    page,
    as,
    request,
  }) => {
    const token = await as("owner");
    const headers = { authorization: `Bearer ${token}` };
    const name = `Shared ${unique()}`;
    const made = await request.post("/api/v1/permissions/role", {
      headers,
      data: { name, description: "", features: [] },
    });
    const { roleId, features } = (await made.json()).data;
    await page.goto(`${ROLES}?role=${roleId}`);
    const editor = page.getByRole("dialog", { name, exact: true });
    await editor.getByRole("checkbox", { name: "Events: read" }).check();
    await editor.getByLabel("Description").fill("Typed by me");
    const theirs = features.map((feature: { name: string; access: object }) =>
      feature.name === "Grants" ? { ...feature, access: { ...feature.access, read: true } } : feature,
    );
    const changed = await request.patch(`/api/v1/permissions/role/update/${roleId}`, {
      headers,
      data: { name, description: "", features: theirs, version: 1 },
    });
    expect(changed.status()).toBe(200);
    await editor.getByRole("button", { name: "Save role" }).click();
    await expect(editor.getByText("Grants: added read")).toBeVisible();
    await expect(editor.getByLabel("Description")).toHaveValue("Typed by me");
    await expect(editor.getByRole("checkbox", { name: "Events: read" })).toBeChecked();
    await editor.getByRole("button", { name: "Add these changes to mine" }).click();
    await expect(editor.getByRole("checkbox", { name: "Grants: read" })).toBeChecked();
    await editor.getByRole("button", { name: "Overwrite" }).click();
    await expect(editor).toBeHidden();
    const saved = await roleOf({ request, token }, name);
    expect(saved).toMatchObject({ description: "Typed by me", version: 3 });
    await request.delete(`/api/v1/permissions/role/${roleId}`, { headers, data: {} });
  });

  test("shows why an admin with more rights can't be changed, before a request is sent", async ({
    page,
    as,
    request,
    server,
  }) => {
    const owner = { request, token: await as("owner") };
    const support = await adminOf(owner, NAMES.support);
    const own = support.roles.map((role: { roleId: string }) => role.roleId);
    const headers = { authorization: `Bearer ${owner.token}` };
    const features = (await roleOf(owner, "Support")).features.map((feature: { name: string; access: object }) => ({
      ...feature,
      access: {
        ...feature.access,
        ...(feature.name === "Roles & Permissions" && { read: true, update: true, delete: true, create: true }),
      },
    }));
    const made = await request.post("/api/v1/permissions/role", {
      headers,
      data: { name: `Roles desk ${unique()}`, description: "", features },
    });
    const { roleId } = (await made.json()).data;
    const email = `weak.${unique()}@example.com`;
    await request.post("/api/v1/auth/admin", {
      headers,
      data: { first_name: "Weak", last_name: "One", email, role_ids: own },
    });
    await expect(async () => {
      expect((await assign(owner, support.id, [roleId], printedKey(server))).status()).toBe(200);
    }).toPass({ timeout: 30_000, intervals: [3_000] });

    await as("support");
    const drawer = await openAdmin(page, "Ekaette Bassey");
    await expect(drawer.getByText("They hold rights that you don't. Ask a full administrator.")).toBeVisible();
    for (const name of ["Delete", "Suspend", "Assign roles"]) {
      await expect(drawer.getByRole("button", { name })).toBeDisabled();
      await expect(drawer.getByRole("button", { name })).toHaveAttribute("title", /They hold rights/);
    }
    await page.goto(ADMINS);
    await page.getByRole("checkbox", { name: "Select Ekaette Bassey" }).check();
    await rows(page).filter({ hasText: email }).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Weak One?" });
    await expect(dialog.getByRole("alert")).toContainText("Ekaette Bassey. They hold rights that you don't.");
    await dialog.getByRole("button", { name: "Delete" }).click();
    const results = page.getByRole("dialog", { name: "1 of 1 account deleted" });
    await results.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("checkbox", { name: "Select Ekaette Bassey" }).check();
    await page.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("dialog", { name: "You can't delete these admins" })).toContainText("Ekaette Bassey");

    await page.goto(ROLES);
    await page.getByRole("link", { name: "Full administrator", exact: true }).click();
    const role = page.getByRole("dialog", { name: "Full administrator" });
    await expect(role.getByText("Admins who hold this role have rights that you don't")).toBeVisible();
    await expect(role.getByRole("checkbox", { name: /^Grants: approve/ })).toHaveAttribute("aria-disabled", "true");
    await expect(role.getByRole("button", { name: "Delete role" })).toBeDisabled();
    await assign(owner, support.id, own);
    await request.delete(`/api/v1/permissions/role/${roleId}`, { headers, data: {} });
  });

  test("makes a second full administrator with the setup key, who then approves a third", async ({
    page,
    as,
    request,
    context,
    server,
    expectedProblems,
  }) => {
    test.slow();
    // The missing setup key and the wrong one are refused.
    expectedProblems.push(/400 .*permissions\/role\/user\/assign/);
    const owner = { request, token: await as("owner") };
    const people = { finance: await adminOf(owner, NAMES.finance), viewer: await adminOf(owner, NAMES.viewer) };
    const before = (account: keyof typeof people) =>
      people[account].roles.map((role: { roleId: string }) => role.roleId);
    // The only full administrator makes a second one, which no other admin could approve.
    const financeDrawer = await openAdmin(page, NAMES.finance);
    await financeDrawer.getByRole("button", { name: "Assign roles" }).click();
    const making = page.getByRole("dialog", { name: `Roles of ${NAMES.finance}` });
    await making.getByRole("checkbox", { name: /^Full administrator/ }).check();
    await expect(
      making.getByText("It needs the setup key, and full administrators are notified by mail"),
    ).toBeVisible();
    await making.getByRole("button", { name: "Set roles" }).click();
    await expect(making.getByText("Nobody else can approve this. Enter the setup key")).toBeVisible();
    await making.getByLabel("Setup key").fill("0000-0000-0000-0000-0000");
    await making.getByRole("button", { name: "Set roles" }).click();
    await expect(making.getByText("This setup key is not right.")).toBeVisible();
    await expect(making.getByLabel("Setup key")).toHaveValue("0000-0000-0000-0000-0000");
    await expect(making.getByRole("checkbox", { name: /^Full administrator/ })).toBeChecked();
    const since = Date.now();
    await expect(async () => {
      await making.getByLabel("Setup key").fill(printedKey(server));
      await making.getByRole("button", { name: "Set roles" }).click();
      await expect(making).toBeHidden({ timeout: 2_000 });
    }).toPass({ timeout: 30_000, intervals: [3_000] });
    expect(await latestMail("kyc@crossriverpay.example", since)).toContain(
      `made ${NAMES.finance} a full administrator, with the setup key`,
    );

    const drawer = await openAdmin(page, NAMES.viewer);
    await drawer.getByRole("button", { name: "Assign roles" }).click();
    const dialog = page.getByRole("dialog", { name: `Roles of ${NAMES.viewer}` });
    await dialog.getByRole("checkbox", { name: /^Full administrator/ }).check();
    await dialog.getByLabel(/^Reason/).fill("Stands in over the holidays.");
    await dialog.getByRole("button", { name: "Set roles" }).click();
    await expect(drawer.getByText(`Awaiting approval by ${NAMES.finance}`)).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Assign roles" })).toBeDisabled();
    await page.goto("/dashboard/approvals?view=mine");
    await expect(rows(page).first()).toContainText("Awaiting approval");

    const finance: Account = "finance";
    await context.clearCookies();
    await as(finance);
    await page.goto("/dashboard");
    await page.getByRole("link", { name: /^Approvals: \d+ waiting for me$/ }).click();
    const waiting = rows(page).filter({ hasText: "Stands in over the holidays." });
    await expect(waiting).toHaveCount(1);
    await page.getByRole("button", { name: `Approve: ${NAMES.viewer}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect(waiting).toHaveCount(0);
    expect((await adminOf(owner, NAMES.viewer)).is_full).toBe(true);

    // Until another admin than the owner confirms the account, it can't decide the owner's requests.
    await page.goto(`${ADMINS}?unconfirmed=true`);
    await page.getByRole("link", { name: NAMES.viewer, exact: true }).click();
    await expect(drawer.getByText(/^Rights given by Ekaette Bassey \(owner@crossriverpay\.example\)/)).toBeVisible();
    await drawer.getByRole("button", { name: "Confirm account" }).click();
    const confirming = page.getByRole("dialog", { name: `Confirm ${NAMES.viewer}?` });
    await expect(confirming).toContainText("viewer@crossriverpay.example");
    await confirming.getByRole("button", { name: "Confirm account" }).click();
    await expect(confirming).toBeHidden();
    await expect(drawer.getByText("Not confirmed by a third admin")).toBeHidden();
    await drawer.getByRole("button", { name: "Close" }).first().click();
    await expect(page.getByRole("link", { name: NAMES.viewer, exact: true })).toBeHidden();
    for (const account of ["viewer", "finance"] as const)
      expect((await assign(owner, people[account].id, before(account))).status()).toBe(200);
  });

  test("redirects an admin without the read right, and shows no buttons for changes to a read-only admin", async ({
    page,
    as,
  }) => {
    await as("kyc");
    await page.goto(ADMINS);
    await expect(page).toHaveURL("/dashboard");
    await as("viewer");
    await page.goto(RP);
    await page.getByRole("link", { name: /may approve in Grants/ }).click();
    await expect(page).toHaveURL(/may=Grants/);
    await expect(page.getByRole("button", { name: "Invite admin" })).toBeHidden();
    await page.getByRole("link", { name: "Ekaette Bassey" }).click();
    const drawer = page.getByRole("dialog", { name: "Ekaette Bassey" });
    await expect(drawer.getByText("Full administration")).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Assign roles" })).toBeHidden();
    await page.goto(ROLES);
    await page.getByRole("link", { name: "Support", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Save role" })).toBeHidden();
    await expect(page.getByRole("dialog").getByRole("table")).toBeVisible();
  });
});
