import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "@/lib/server/auth/session";
import { secondSetupKey } from "@/lib/server/base/secret";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { forgetAdmins, makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { inLetters } from "@/lib/server/testing/in-letters";

let app: TestApp;
type Made = { id: string; token: string; email: string; name: string };
let owner: Made;
let second: Made;
/** An admin who requests manual transfers and manages admins. */
let maker: Made;
const WALLET = "System Wallet";
const RP = "Roles & Permissions";

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await forgetAdmins(app);
  owner = await makeAdmin(app, { firstName: "Owner" });
  second = await makeAdmin(app, { firstName: "Second" });
  maker = await makeAdmin(app, {
    firstName: "Maker",
    rights: rightsOf({
      [WALLET]: ["read", "create", "approve"],
      [RP]: ["read", "create", "update", "delete", "approve"],
    }),
  });
});

/** Returns the same admin with a session that has no recent proof of identity. */
const unproved = async (by: Made): Promise<Made> => ({
  ...by,
  token: await openSession(app.db, by.id, { address: "10.0.0.1", device: "test" }, false),
});
const send = (by: Made, method: string, path: string, body: object = {}) =>
  app.call(method, path, { token: by.token, body, headers: { "idempotency-key": uuid() } });
const roleOf = async (features: ReturnType<typeof rightsOf>) => {
  const id = uuid();
  await app.db.insert(roles).values({ id, name: `Role ${id}`, features });
  return id;
};
const decide = (by: Made, approvalId: string, decision = "approved") =>
  send(by, "PATCH", `/approvals/${approvalId}/decision`, { decision, reason: "As agreed." });
const confirm = (by: Made, whom: { id: string }) => send(by, "PATCH", `/users/all/admins/${whom.id}/confirmation`);
const waiting = async (by: Made) =>
  (await app.call("GET", "/approvals/waiting", { token: by.token })).json.data.waiting as number;

let people = 0;
/** Invites an admin and activates the account. A request that needs a second admin is approved by `approver`. */
async function bringIn(
  by: Made,
  features: ReturnType<typeof rightsOf>,
  approver?: Made,
  email?: string,
): Promise<Made> {
  const n = ++people;
  const body = { first_name: "New", last_name: `Person${inLetters(n)}`, email: email ?? `new${n}@example.org` };
  const answer = await send(by, "POST", "/auth/admin", { ...body, role_ids: [await roleOf(features)] });
  expect([answer.status, answer.json.message]).toEqual([200, expect.anything()]);
  const { id, awaiting } = answer.json.data;
  if (awaiting && approver) expect((await decide(approver, awaiting.approvalId)).status).toBe(200);
  await app.db.update(admins).set({ status: "active" }).where(eq(admins.id, id));
  const device = { address: "10.0.0.1", device: "test", requestId: "test", idempotencyKey: null };
  const token = await openSession(app.db, id, device, true);
  return { id, token, email: body.email, name: `New Person${inLetters(n)}` };
}

/** Creates a manual transfer that waits for approval, and returns the approval's id. */
async function transfer(by: Made): Promise<string> {
  const body = {
    kind: "fund",
    account: "grants_pool",
    amount: 5_000,
    external_reference: `B${uuid()}`,
    note: "From the bank",
    submit: true,
  };
  const made = await send(by, "POST", "/wallets/movements", body);
  expect([made.status, made.json.fields]).toEqual([200, undefined]);
  return made.json.data.awaiting.approvalId;
}
const DECIDER = rightsOf({ [WALLET]: ["read", "approve"] });
const ASKER = rightsOf({ [WALLET]: ["read", "create"] });

describe("an account that another admin set up", () => {
  it("can't decide that admin's requests, or see them in the inbox, until a third admin confirms it", async () => {
    const puppet = await bringIn(maker, DECIDER, owner);
    const id = await transfer(maker);
    for (const decision of ["approved", "rejected"]) {
      const answer = await decide(puppet, id, decision);
      expect([answer.status, answer.json.message]).toEqual([
        403,
        expect.stringContaining("no other admin has confirmed"),
      ]);
    }
    expect(await waiting(puppet)).toBe(0);
    expect(await waiting(owner)).toBe(1);
    const single = await app.call("GET", `/approvals?view=mine`, { token: maker.token });
    expect(single.json.data.items[0].requested_by).toEqual({ id: maker.id, name: maker.name, email: maker.email });
    const [row] = (await app.call("GET", "/wallets/movements", { token: owner.token })).json.data.items;
    const read = await app.call("GET", `/wallets/movements/${row.id}`, { token: owner.token });
    expect(read.json.data.awaiting.kept_out).toMatchObject([{ id: puppet.id, email: puppet.email }]);
    expect(read.json.data.awaiting.approvers.map((each: Made) => each.id).sort()).toEqual([owner.id, second.id].sort());

    expect((await confirm(second, puppet)).json.data.depends_on).toEqual([]);
    expect((await app.audit())[0]).toMatchObject({
      action: "rp.confirmAdmin",
      adminId: second.id,
      recordId: puppet.id,
      before: { depends_on: expect.stringContaining(maker.email) },
    });
    expect(await waiting(puppet)).toBe(1);
    expect((await decide(puppet, id)).status).toBe(200);
  });

  it("can't have its requests decided by that admin", async () => {
    const puppet = await bringIn(maker, ASKER, owner);
    const id = await transfer(puppet);
    expect((await decide(maker, id)).status).toBe(403);
    await confirm(second, puppet);
    expect((await decide(maker, id)).status).toBe(200);
  });

  it("depends on all accounts that the same admin set up, directly or through others", async () => {
    const one = await bringIn(maker, ASKER);
    const helper = await bringIn(maker, rightsOf({ [RP]: ["read", "create"], [WALLET]: ["read", "approve"] }), owner);
    const other = await bringIn(helper, DECIDER, owner);
    for (const decider of [helper, other]) expect((await decide(decider, await transfer(one))).status).toBe(403);
    expect((await decide(other, await transfer(maker))).status).toBe(403);
    // A confirmed account is independent; the account that set it up still depends on the maker.
    expect((await confirm(second, other)).status).toBe(200);
    expect((await decide(other, await transfer(maker))).status).toBe(200);
    expect((await decide(helper, await transfer(maker))).status).toBe(403);
  });

  it("can't be confirmed by involved admins, by itself, or before it is active", async () => {
    const puppet = await bringIn(maker, rightsOf({ [RP]: ["read", "approve"], [WALLET]: ["read", "approve"] }), owner);
    const other = await bringIn(maker, rightsOf({ [RP]: ["read", "approve"] }), owner);
    for (const by of [maker, puppet, other])
      expect([by.name, (await confirm(by, puppet)).status]).toEqual([by.name, 403]);
    const answer = await send(maker, "POST", "/auth/admin", {
      ...{ first_name: "Not", last_name: "Yet", email: "yet@example.org", role_ids: [await roleOf(ASKER)] },
    });
    expect(await confirm(second, answer.json.data)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("after its first sign-in") },
    });
    const reader = await makeAdmin(app, { rights: rightsOf({ [RP]: ["read", "update"] }) });
    expect((await confirm(reader, puppet)).status).toBe(403);
    expect((await confirm(second, { id: uuid() })).status).toBe(404);
    expect((await confirm(second, puppet)).status).toBe(200);
    expect((await confirm(second, puppet)).status).toBe(409);
  });

  it("still depends on a maker who is deleted and invited again", async () => {
    const puppet = await bringIn(maker, DECIDER, owner);
    await send(owner, "DELETE", "/users/admin/bulk", { accounts: [maker.id] });
    const again = await bringIn(owner, ASKER, second, maker.email);
    await confirm(second, again);
    expect((await decide(puppet, await transfer(again))).status).toBe(403);
  });

  it("depends on the admin who lifts its suspension", async () => {
    const puppet = await bringIn(maker, DECIDER, owner);
    await confirm(second, puppet);
    const status = { admin_id: puppet.id };
    await send(owner, "PATCH", "/users/admin/status-update", { ...status, status: "suspended" });
    expect((await send(maker, "PATCH", "/users/admin/status-update", { ...status, status: "active" })).status).toBe(
      200,
    );
    const device = { address: "10.0.0.1", device: "test", requestId: "test", idempotencyKey: null };
    const token = await openSession(app.db, puppet.id, device, true);
    expect((await decide({ ...puppet, token }, await transfer(maker))).status).toBe(403);
  });
});

describe("an admin who got the right to decide from the requester", () => {
  it.each(["assigned", "widened"] as const)("can't decide that requester's requests: %s", async (how) => {
    const officer = await makeAdmin(app, { firstName: "Officer", rights: rightsOf({ [WALLET]: ["read"] }) });
    const answer =
      how === "assigned"
        ? await send(maker, "POST", "/permissions/role/user/assign", {
            ...{ admin_id: officer.id, role_ids: [await roleOf(DECIDER)] },
          })
        : await send(maker, "PATCH", `/permissions/role/update/${officer.roleId}`, {
            ...{ name: "Wider", description: "", features: DECIDER, version: 1 },
          });
    expect((await decide(owner, answer.json.data.awaiting.approvalId)).status).toBe(200);
    const id = await transfer(maker);
    expect(await decide(officer, id)).toMatchObject({
      status: 403,
      json: { message: expect.stringContaining("gave them the right to decide") },
    });
    // The officer may decide another admin's request.
    expect((await decide(officer, await transfer(owner))).status).toBe(200);
    expect((await confirm(second, officer)).status).toBe(200);
    expect((await decide(officer, id)).status).toBe(200);
  });

  it("can decide requests for which another right is needed", async () => {
    const officer = await makeAdmin(app, { rights: DECIDER });
    await app.db
      .update(roles)
      .set({
        features: rightsOf({ [WALLET]: ["read", "create", "approve"], Grants: ["approve"], [RP]: ["read", "update"] }),
      })
      .where(eq(roles.id, (maker as Made & { roleId: string }).roleId));
    const held = await app.db.select().from(adminRoles).where(eq(adminRoles.adminId, officer.id));
    const more = await roleOf(rightsOf({ Grants: ["approve"] }));
    const answer = await send(maker, "POST", "/permissions/role/user/assign", {
      ...{ admin_id: officer.id, role_ids: [...held.map(({ roleId }) => roleId), more] },
    });
    expect((await decide(owner, answer.json.data.awaiting.approvalId)).status).toBe(200);
    expect((await decide(officer, await transfer(maker))).status).toBe(200);
  });
});

it("an account created with the setup key is independent from the start", async () => {
  await send(owner, "DELETE", "/users/admin/bulk", { accounts: [second.id, maker.id] });
  const role_ids = [await roleOf(DECIDER)];
  const body = { first_name: "New", last_name: "One", email: "keyed@example.org", role_ids };
  expect((await send(owner, "POST", "/auth/admin", body)).status).toBe(400);
  const made = await send(owner, "POST", "/auth/admin", { ...body, setup_key: secondSetupKey(0) });
  expect(made.json.data).toMatchObject({ depends_on: [], awaiting: null });
});

describe("a change of rights without a recent proof of identity", () => {
  const SENSITIVE = rightsOf({ [WALLET]: ["approve"] });
  const ORDINARY = rightsOf({ [WALLET]: ["read"] });
  const person = (n: number) => ({ first_name: "Quiet", last_name: "Person", email: `quiet${n}@example.org` });

  it("is rejected if it gives a sensitive right, in every way to give one", async () => {
    const caller = await unproved(owner);
    const role_ids = [await roleOf(SENSITIVE)];
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

  it("is accepted if it gives none", async () => {
    const caller = await unproved(owner);
    const role_ids = [await roleOf(ORDINARY)];
    expect((await send(caller, "POST", "/auth/admin", { ...person(2), role_ids })).status).toBe(200);
  });
});
