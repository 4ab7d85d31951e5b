import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FeatureAccess, isFullAdministrator, SENSITIVE_RIGHTS } from "@/lib/contract/access";
import { env } from "@/lib/env";
import { inTransaction } from "@/lib/server/api/transaction";
import { dependenceBetween } from "@/lib/server/approvals/independence";
import { adminDependencies, adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { ALL_RIGHTS, forgetAdmins, makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { noteDependencies } from "./dependencies";
import { rightsNow } from "./read-rights";
import { announceSecondKey } from "./setup-key";

const RP = "Roles & Permissions";
type Made = { id: string; token: string; email: string; roleId: string };
let app: TestApp;
let owner: Made;
let second: Made;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  Object.assign(env(), { invitationDomains: undefined });
  await forgetAdmins(app);
  owner = await makeAdmin(app, { firstName: "Owner" });
  second = await makeAdmin(app, { firstName: "Second" });
});

const send = (by: { token: string }, method: string, path: string, body: object = {}) =>
  app.call(method, path, { token: by.token, body, headers: { "idempotency-key": uuid() } });
const roleOf = async (features: FeatureAccess[]) => {
  const id = uuid();
  await app.db.insert(roles).values({ id, name: `Role ${id}`, features });
  return id;
};
const changeRole = async (by: Made, roleId: string, features: FeatureAccess[]) => {
  const [role] = await app.db.select().from(roles).where(eq(roles.id, roleId));
  const body = { name: role?.name, description: "", features, version: role?.version };
  return send(by, "PATCH", `/permissions/role/update/${roleId}`, body);
};
const assign = (by: Made, whom: { id: string }, ...role_ids: string[]) =>
  send(by, "POST", "/permissions/role/user/assign", { admin_id: whom.id, role_ids });
const decide = (by: Made, approvalId: string, decision = "approved") =>
  send(by, "PATCH", `/approvals/${approvalId}/decision`, { decision, reason: "As agreed." });
const between = (one: Made, other: Made) => dependenceBetween(app.db, one.id, other.id, SENSITIVE_RIGHTS);
const brought = (adminId: string, on: string) =>
  inTransaction(app.db, (tx) => noteDependencies(tx, [{ adminId, on, reason: "let_in" }]));

describe("a request for roles", () => {
  const ASKED = rightsOf({ iReports: ["read", "export"], Events: ["read"] });
  const SWAPPED = rightsOf({ "System Wallet": ["read", "create", "approve"] });

  it.each(["an invitation", "an assignment"])(
    "names their rights, and can't be approved after a role of %s changed",
    async (how) => {
      const roleId = await roleOf(ASKED);
      const clerk = await makeAdmin(app, { rights: rightsOf({ Events: ["read"] }) });
      const person = { first_name: "New", last_name: "Person", email: "new@example.org", role_ids: [roleId] };
      const asked =
        how === "an invitation" ? await send(owner, "POST", "/auth/admin", person) : await assign(owner, clerk, roleId);
      const { id, awaiting } = asked.json.data;
      expect(awaiting.change).toContain("export in iReports");
      expect((await changeRole(owner, roleId, SWAPPED)).status).toBe(200);
      const answer = await decide(second, awaiting.approvalId);
      expect([answer.status, answer.json.message]).toEqual([
        409,
        expect.stringContaining("has changed since the request"),
      ]);
      const [admin] = await app.db.select().from(admins).where(eq(admins.id, id));
      expect(JSON.stringify(await rightsNow(app.db, admin?.id ?? ""))).not.toContain(
        '"System Wallet","access":{"read":true',
      );
      expect((await decide(second, awaiting.approvalId, "rejected")).status).toBe(200);
    },
  );

  it("can't remove full administration, neither from the last one nor by a weaker approver", async () => {
    const lead = rightsOf({ [RP]: ["read", "update", "approve"], iReports: ["read", "export"] });
    const [asker, approver] = [await makeAdmin(app, { rights: lead }), await makeAdmin(app, { rights: lead })];
    const clerk = await makeAdmin(app, { rights: rightsOf({ iReports: ["read"] }) });
    const exporting = await roleOf(rightsOf({ iReports: ["read", "export"] }));
    const { awaiting } = (await assign(asker, clerk, exporting)).json.data;
    await app.db.update(roles).set({ features: ALL_RIGHTS }).where(eq(roles.id, clerk.roleId));
    expect((await decide(approver, awaiting.approvalId)).status).toBe(403);
    await app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, owner.id));
    await app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, second.id));
    await app.db.update(roles).set({ features: ALL_RIGHTS }).where(eq(roles.id, approver.roleId));
    await app.db
      .update(roles)
      .set({ features: rightsOf({}) })
      .where(eq(roles.id, asker.roleId));
    expect(isFullAdministrator((await rightsNow(app.db, clerk.id)) ?? [])).toBe(true);
    expect((await decide(approver, awaiting.approvalId)).status).toBe(409);
  });
});

describe("a role that its only possible approver holds too", () => {
  it("can be widened with their approval, without making them depend on the requester", async () => {
    const roleId = await roleOf(rightsOf({ Events: ["read"] }));
    const clerk = await makeAdmin(app, { rights: rightsOf({ Events: ["read"] }) });
    for (const adminId of [second.id, clerk.id]) await app.db.insert(adminRoles).values({ adminId, roleId });
    const { awaiting } = (await changeRole(owner, roleId, rightsOf({ Events: ["read", "approve"] }))).json.data;
    expect((await decide(second, awaiting.approvalId)).status).toBe(200);
    expect([await between(owner, second), await between(owner, clerk as Made)]).toEqual([null, "granted"]);
  });
});

describe("an address outside the allowed domains", () => {
  it("still needs a second admin for its roles after its request was withdrawn", async () => {
    Object.assign(env(), { invitationDomains: ["crossriver.gov.ng"] });
    const roleId = await roleOf(rightsOf({ Events: ["read"] }));
    const person = { first_name: "Otto", last_name: "Outside", email: "otto@gmail.example", role_ids: [roleId] };
    const invited = (await send(owner, "POST", "/auth/admin", person)).json.data;
    expect((await send(owner, "PATCH", `/approvals/${invited.awaiting.approvalId}/cancellation`)).status).toBe(200);
    const again = (await assign(owner, invited, roleId)).json.data;
    expect(again.roles).toEqual([]);
    expect(again.awaiting.change).toContain("otto@gmail.example, outside the domains");
    expect((await decide(second, again.awaiting.approvalId)).status).toBe(200);
  });
});

describe("two admins", () => {
  it("stay independent if both set up the same third account", async () => {
    const clerk = await makeAdmin(app);
    await brought(clerk.id, second.id);
    await brought(clerk.id, owner.id);
    expect([await between(owner, second), await between(owner, clerk), await between(clerk, second)]).toEqual([
      null,
      "set_up",
      "set_up",
    ]);
  });

  it("depend on each other if one admin set up both, also in several steps", async () => {
    const [one, other] = [await makeAdmin(app), await makeAdmin(app)];
    await brought(one.id, owner.id);
    await brought(other.id, one.id);
    const third = await makeAdmin(app);
    await brought(third.id, owner.id);
    expect([await between(other, third), await between(owner, other), await between(second, other)]).toEqual([
      "set_up",
      "set_up",
      null,
    ]);
  });

  it("become independent if the setup key vouches for one, whatever it depended on before", async () => {
    await brought(second.id, owner.id);
    expect(await between(owner, second)).toBe("set_up");
    await inTransaction(app.db, (tx) =>
      noteDependencies(tx, [{ adminId: second.id, on: owner.id, reason: "invited", byKey: true }]),
    );
    expect(await between(owner, second)).toBeNull();
    expect(await app.db.select().from(adminDependencies)).toHaveLength(2);
  });

  it("who are not independent get the setup key printed", async () => {
    const printed: string[] = [];
    await announceSecondKey(app.db, (text) => void printed.push(text));
    expect(printed).toEqual([]);
    await brought(second.id, owner.id);
    await announceSecondKey(app.db, (text) => void printed.push(text));
    expect(printed.join()).toContain("No two full administrators of this installation are known to be two people.");
  });
});
