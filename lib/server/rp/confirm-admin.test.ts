import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { openSession } from "@/lib/server/auth/session";
import { secondAdminSetupKey } from "@/lib/server/base/secret";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { deleteAdmins, makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { numberInLetters } from "@/lib/server/testing/number-in-letters";

let app: TestApp;
type TestAdmin = { id: string; token: string; email: string; name: string };
let owner: TestAdmin;
let secondOwner: TestAdmin;
/** An admin who requests manual transfers and manages admins. */
let roleManager: TestAdmin;
const WALLET_FEATURE = "System Wallet";
const ROLES_FEATURE = "Roles & Permissions";

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await deleteAdmins(app);
  owner = await makeAdmin(app, { firstName: "Owner" });
  secondOwner = await makeAdmin(app, { firstName: "Second" });
  roleManager = await makeAdmin(app, {
    firstName: "Maker",
    rights: makeRights({
      [WALLET_FEATURE]: ["read", "create", "approve"],
      [ROLES_FEATURE]: ["read", "create", "update", "delete", "approve"],
    }),
  });
});

/** Returns the same admin with a session that has no recent proof of identity. */
const withoutRecentProof = async (actor: TestAdmin): Promise<TestAdmin> => ({
  ...actor,
  token: await openSession(app.db, actor.id, { address: "10.0.0.1", device: "test" }, false),
});
const send = (actor: TestAdmin, method: string, path: string, body: object = {}) =>
  app.call(method, path, { token: actor.token, body, headers: { "idempotency-key": uuid() } });
const makeRole = async (features: ReturnType<typeof makeRights>) => {
  const id = uuid();
  await app.db.insert(roles).values({ id, name: `Role ${id}`, features });
  return id;
};
const decide = (actor: TestAdmin, approvalId: string, decision = "approved") =>
  send(actor, "PATCH", `/approvals/${approvalId}/decision`, { decision, reason: "As agreed." });
const confirm = (actor: TestAdmin, subject: { id: string }) =>
  send(actor, "PATCH", `/users/all/admins/${subject.id}/confirmation`);
const fetchWaitingCount = async (actor: TestAdmin) =>
  (await app.call("GET", "/approvals/waiting", { token: actor.token })).json.data.waiting as number;

let adminCount = 0;
/** Invites an admin and activates the account. `approver` approves a request that needs a second admin. */
async function inviteAdmin(
  actor: TestAdmin,
  features: ReturnType<typeof makeRights>,
  approver?: TestAdmin,
  email?: string,
): Promise<TestAdmin> {
  const n = ++adminCount;
  const body = { first_name: "New", last_name: `Person${numberInLetters(n)}`, email: email ?? `new${n}@example.org` };
  const answer = await send(actor, "POST", "/auth/admin", { ...body, role_ids: [await makeRole(features)] });
  expect([answer.status, answer.json.message]).toEqual([200, expect.anything()]);
  const { id, awaiting } = answer.json.data;
  if (awaiting && approver) expect((await decide(approver, awaiting.approvalId)).status).toBe(200);
  await app.db.update(admins).set({ status: "active" }).where(eq(admins.id, id));
  const device = { address: "10.0.0.1", device: "test", requestId: "test", idempotencyKey: null };
  const token = await openSession(app.db, id, device, true);
  return { id, token, email: body.email, name: `New Person${numberInLetters(n)}` };
}

/** Creates a manual transfer that waits for approval. @returns the approval's id */
async function requestTransfer(actor: TestAdmin): Promise<string> {
  const body = {
    kind: "fund",
    account: "grants_pool",
    amount: 5_000,
    external_reference: `B${uuid()}`,
    note: "From the bank",
    submit: true,
  };
  const created = await send(actor, "POST", "/wallets/movements", body);
  expect([created.status, created.json.fields]).toEqual([200, undefined]);
  return created.json.data.awaiting.approvalId;
}
const APPROVER_RIGHTS = makeRights({ [WALLET_FEATURE]: ["read", "approve"] });
const REQUESTER_RIGHTS = makeRights({ [WALLET_FEATURE]: ["read", "create"] });

describe("account that another admin set up", () => {
  it("an admin account that another admin set up can't decide that admin's requests, or see them in the inbox, until a third admin confirms it", async () => {
    const dependentAdmin = await inviteAdmin(roleManager, APPROVER_RIGHTS, owner);
    const id = await requestTransfer(roleManager);
    for (const decision of ["approved", "rejected"]) {
      const answer = await decide(dependentAdmin, id, decision);
      expect([answer.status, answer.json.message]).toEqual([
        403,
        expect.stringContaining("no other admin has confirmed"),
      ]);
    }
    expect(await fetchWaitingCount(dependentAdmin)).toBe(0);
    expect(await fetchWaitingCount(owner)).toBe(1);
    const ownRequests = await app.call("GET", `/approvals?view=mine`, { token: roleManager.token });
    expect(ownRequests.json.data.items[0].requested_by).toEqual({
      id: roleManager.id,
      name: roleManager.name,
      email: roleManager.email,
    });
    const [row] = (await app.call("GET", "/wallets/movements", { token: owner.token })).json.data.items;
    const fetchedMovement = await app.call("GET", `/wallets/movements/${row.id}`, { token: owner.token });
    expect(fetchedMovement.json.data.awaiting.kept_out).toMatchObject([
      { id: dependentAdmin.id, email: dependentAdmin.email },
    ]);
    expect(fetchedMovement.json.data.awaiting.approvers.map((each: TestAdmin) => each.id).sort()).toEqual(
      [owner.id, secondOwner.id].sort(),
    );

    expect((await confirm(secondOwner, dependentAdmin)).json.data.depends_on).toEqual([]);
    expect((await app.audit())[0]).toMatchObject({
      action: "rp.confirmAdmin",
      adminId: secondOwner.id,
      recordId: dependentAdmin.id,
      before: { depends_on: expect.stringContaining(roleManager.email) },
    });
    expect(await fetchWaitingCount(dependentAdmin)).toBe(1);
    expect((await decide(dependentAdmin, id)).status).toBe(200);
  });

  it("an admin account that another admin set up can't have its requests decided by that admin", async () => {
    const dependentAdmin = await inviteAdmin(roleManager, REQUESTER_RIGHTS, owner);
    const id = await requestTransfer(dependentAdmin);
    expect((await decide(roleManager, id)).status).toBe(403);
    await confirm(secondOwner, dependentAdmin);
    expect((await decide(roleManager, id)).status).toBe(200);
  });

  it("an admin account that another admin set up depends on all accounts that the same admin set up, directly or through others", async () => {
    const requester = await inviteAdmin(roleManager, REQUESTER_RIGHTS);
    const helper = await inviteAdmin(
      roleManager,
      makeRights({ [ROLES_FEATURE]: ["read", "create"], [WALLET_FEATURE]: ["read", "approve"] }),
      owner,
    );
    const other = await inviteAdmin(helper, APPROVER_RIGHTS, owner);
    for (const approverToTry of [helper, other])
      expect((await decide(approverToTry, await requestTransfer(requester))).status).toBe(403);
    expect((await decide(other, await requestTransfer(roleManager))).status).toBe(403);
    // After the confirmation, the account itself is independent, but the account that had set it up still depends on the requester.
    expect((await confirm(secondOwner, other)).status).toBe(200);
    expect((await decide(other, await requestTransfer(roleManager))).status).toBe(200);
    expect((await decide(helper, await requestTransfer(roleManager))).status).toBe(403);
  });

  it("an admin account that another admin set up can't be confirmed by involved admins, by its owner, or before it is active", async () => {
    const dependentAdmin = await inviteAdmin(
      roleManager,
      makeRights({ [ROLES_FEATURE]: ["read", "approve"], [WALLET_FEATURE]: ["read", "approve"] }),
      owner,
    );
    const other = await inviteAdmin(roleManager, makeRights({ [ROLES_FEATURE]: ["read", "approve"] }), owner);
    for (const actor of [roleManager, dependentAdmin, other])
      expect([actor.name, (await confirm(actor, dependentAdmin)).status]).toEqual([actor.name, 403]);
    const answer = await send(roleManager, "POST", "/auth/admin", {
      ...{
        first_name: "Not",
        last_name: "Yet",
        email: "yet@example.org",
        role_ids: [await makeRole(REQUESTER_RIGHTS)],
      },
    });
    expect(await confirm(secondOwner, answer.json.data)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("after its first sign-in") },
    });
    const reader = await makeAdmin(app, { rights: makeRights({ [ROLES_FEATURE]: ["read", "update"] }) });
    expect((await confirm(reader, dependentAdmin)).status).toBe(403);
    expect((await confirm(secondOwner, { id: uuid() })).status).toBe(404);
    expect((await confirm(secondOwner, dependentAdmin)).status).toBe(200);
    expect((await confirm(secondOwner, dependentAdmin)).status).toBe(409);
  });

  it("an admin account that another admin set up still depends on an admin who is deleted and invited again", async () => {
    const dependentAdmin = await inviteAdmin(roleManager, APPROVER_RIGHTS, owner);
    await send(owner, "DELETE", "/users/admin/bulk", { accounts: [roleManager.id] });
    const invitedAgain = await inviteAdmin(owner, REQUESTER_RIGHTS, secondOwner, roleManager.email);
    await confirm(secondOwner, invitedAgain);
    expect((await decide(dependentAdmin, await requestTransfer(invitedAgain))).status).toBe(403);
  });

  it("an admin account that another admin set up depends on the admin who lifts its suspension", async () => {
    const dependentAdmin = await inviteAdmin(roleManager, APPROVER_RIGHTS, owner);
    await confirm(secondOwner, dependentAdmin);
    const status = { admin_id: dependentAdmin.id };
    await send(owner, "PATCH", "/users/admin/status-update", { ...status, status: "suspended" });
    expect(
      (await send(roleManager, "PATCH", "/users/admin/status-update", { ...status, status: "active" })).status,
    ).toBe(200);
    const device = { address: "10.0.0.1", device: "test", requestId: "test", idempotencyKey: null };
    const token = await openSession(app.db, dependentAdmin.id, device, true);
    expect((await decide({ ...dependentAdmin, token }, await requestTransfer(roleManager))).status).toBe(403);
  });
});

describe("admin who got the right to decide from the requester", () => {
  it.each(["assigned", "widened"] as const)("can't decide that requester's requests: %s", async (grantKind) => {
    const officer = await makeAdmin(app, { firstName: "Officer", rights: makeRights({ [WALLET_FEATURE]: ["read"] }) });
    const answer =
      grantKind === "assigned"
        ? await send(roleManager, "POST", "/permissions/role/user/assign", {
            ...{ admin_id: officer.id, role_ids: [await makeRole(APPROVER_RIGHTS)] },
          })
        : await send(roleManager, "PATCH", `/permissions/role/update/${officer.roleId}`, {
            ...{ name: "Wider", description: "", features: APPROVER_RIGHTS, version: 1 },
          });
    expect((await decide(owner, answer.json.data.awaiting.approvalId)).status).toBe(200);
    const id = await requestTransfer(roleManager);
    expect(await decide(officer, id)).toMatchObject({
      status: 403,
      json: { message: expect.stringContaining("gave them the right to decide") },
    });
    // The officer may decide another admin's request.
    expect((await decide(officer, await requestTransfer(owner))).status).toBe(200);
    expect((await confirm(secondOwner, officer)).status).toBe(200);
    expect((await decide(officer, id)).status).toBe(200);
  });

  it("an admin who got the right to decide from the requester can decide requests for which another right is needed", async () => {
    const officer = await makeAdmin(app, { rights: APPROVER_RIGHTS });
    await app.db
      .update(roles)
      .set({
        features: makeRights({
          [WALLET_FEATURE]: ["read", "create", "approve"],
          Grants: ["approve"],
          [ROLES_FEATURE]: ["read", "update"],
        }),
      })
      .where(eq(roles.id, (roleManager as TestAdmin & { roleId: string }).roleId));
    const heldRoles = await app.db.select().from(adminRoles).where(eq(adminRoles.adminId, officer.id));
    const secondRoleId = await makeRole(makeRights({ Grants: ["approve"] }));
    const answer = await send(roleManager, "POST", "/permissions/role/user/assign", {
      ...{ admin_id: officer.id, role_ids: [...heldRoles.map(({ roleId }) => roleId), secondRoleId] },
    });
    expect((await decide(owner, answer.json.data.awaiting.approvalId)).status).toBe(200);
    expect((await decide(officer, await requestTransfer(roleManager))).status).toBe(200);
  });
});

it("an admin account created with the setup key is independent from the start", async () => {
  await send(owner, "DELETE", "/users/admin/bulk", { accounts: [secondOwner.id, roleManager.id] });
  const role_ids = [await makeRole(APPROVER_RIGHTS)];
  const body = { first_name: "New", last_name: "One", email: "keyed@example.org", role_ids };
  expect((await send(owner, "POST", "/auth/admin", body)).status).toBe(400);
  const created = await send(owner, "POST", "/auth/admin", { ...body, setup_key: secondAdminSetupKey(0) });
  expect(created.json.data).toMatchObject({ depends_on: [], awaiting: null });
});

describe("change of rights without a recent proof of identity", () => {
  const SENSITIVE = makeRights({ [WALLET_FEATURE]: ["approve"] });
  const ORDINARY = makeRights({ [WALLET_FEATURE]: ["read"] });
  const person = (n: number) => ({ first_name: "Quiet", last_name: "Person", email: `quiet${n}@example.org` });

  it("a change of rights without a recent proof of identity is rejected in every call that gives a sensitive right", async () => {
    const caller = await withoutRecentProof(owner);
    const role_ids = [await makeRole(SENSITIVE)];
    const member = await makeAdmin(app, { rights: ORDINARY });
    const [role] = await app.db.select().from(roles).where(eq(roles.id, member.roleId));
    const widening = { name: role?.name, description: "", features: SENSITIVE, version: 1 };
    const suspended = await makeAdmin(app, { rights: SENSITIVE, status: "suspended" });
    const answers = [
      await send(caller, "POST", "/auth/admin", { ...person(1), role_ids }),
      await send(caller, "POST", "/permissions/role/user/assign", { admin_id: member.id, role_ids }),
      await send(caller, "PATCH", `/permissions/role/update/${member.roleId}`, widening),
      await send(caller, "PATCH", "/users/admin/status-update", { admin_id: suspended.id, status: "active" }),
      await confirm(caller, member),
    ];
    expect(answers.map(({ json }) => json.code)).toEqual(answers.map(() => "PROOF_NEEDED"));
  });

  it("a change of rights without a recent proof of identity is accepted if it gives no sensitive right", async () => {
    const caller = await withoutRecentProof(owner);
    const role_ids = [await makeRole(ORDINARY)];
    expect((await send(caller, "POST", "/auth/admin", { ...person(2), role_ids })).status).toBe(200);
  });
});
