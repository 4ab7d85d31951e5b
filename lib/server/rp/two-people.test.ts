import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ALL_RIGHTS,
  type FeatureAccess,
  isFullAdministrator,
  makeRights,
  SENSITIVE_RIGHTS,
} from "@/lib/contract/access";
import { env } from "@/lib/env";
import { inTransaction } from "@/lib/server/api/transaction";
import { findFourEyesConflict } from "@/lib/server/approvals/independence";
import { adminDependencies, adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { deleteAdmins, makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { readCurrentRights } from "./current-rights";
import { recordAdminDependencies } from "./dependencies";
import { printSetupKey } from "./setup-key";

const ROLES_FEATURE = "Roles & Permissions";
type TestAdmin = { id: string; token: string; email: string; roleId: string };
let app: TestApp;
let owner: TestAdmin;
let secondOwner: TestAdmin;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  Object.assign(env(), { invitationDomains: undefined });
  await deleteAdmins(app);
  owner = await makeAdmin(app, { firstName: "Owner" });
  secondOwner = await makeAdmin(app, { firstName: "Second" });
});

const send = (actor: { token: string }, method: string, path: string, body: object = {}) =>
  app.call(method, path, { token: actor.token, body, headers: { "idempotency-key": uuid() } });
const makeRole = async (features: FeatureAccess[]) => {
  const id = uuid();
  await app.db.insert(roles).values({ id, name: `Role ${id}`, features });
  return id;
};
const changeRole = async (actor: TestAdmin, roleId: string, features: FeatureAccess[]) => {
  const [role] = await app.db.select().from(roles).where(eq(roles.id, roleId));
  const body = { name: role?.name, description: "", features, version: role?.version };
  return send(actor, "PATCH", `/permissions/role/update/${roleId}`, body);
};
const assign = (actor: TestAdmin, subject: { id: string }, ...role_ids: string[]) =>
  send(actor, "POST", "/permissions/role/user/assign", { admin_id: subject.id, role_ids });
const decide = (actor: TestAdmin, approvalId: string, decision = "approved") =>
  send(actor, "PATCH", `/approvals/${approvalId}/decision`, { decision, reason: "As agreed." });
const findDependence = (adminA: TestAdmin, adminB: TestAdmin) =>
  findFourEyesConflict(app.db, adminA.id, adminB.id, SENSITIVE_RIGHTS);
const addDependency = (adminId: string, dependsOn: string) =>
  inTransaction(app.db, (tx) => recordAdminDependencies(tx, [{ adminId, on: dependsOn, reason: "let_in" }]));

describe("request for roles", () => {
  const WANTED_RIGHTS = makeRights({ iReports: ["read", "export"], Events: ["read"] });
  const OTHER_RIGHTS = makeRights({ "System Wallet": ["read", "create", "approve"] });

  it.each(["an invitation", "an assignment"])(
    "a request for roles names their rights, and can't be approved after a role of %s changed",
    async (grantWay) => {
      const roleId = await makeRole(WANTED_RIGHTS);
      const officer = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
      const person = { first_name: "New", last_name: "Person", email: "new@example.org", role_ids: [roleId] };
      const requestAnswer =
        grantWay === "an invitation"
          ? await send(owner, "POST", "/auth/admin", person)
          : await assign(owner, officer, roleId);
      const { id, awaiting } = requestAnswer.json.data;
      expect(awaiting.change).toContain("export in iReports");
      expect((await changeRole(owner, roleId, OTHER_RIGHTS)).status).toBe(200);
      const answer = await decide(secondOwner, awaiting.approvalId);
      expect([answer.status, answer.json.message]).toEqual([
        409,
        expect.stringContaining("has changed since the request"),
      ]);
      const [admin] = await app.db.select().from(admins).where(eq(admins.id, id));
      expect(JSON.stringify(await readCurrentRights(app.db, admin?.id ?? ""))).not.toContain(
        '"System Wallet","access":{"read":true',
      );
      expect((await decide(secondOwner, awaiting.approvalId, "rejected")).status).toBe(200);
    },
  );

  it("a request for roles can't be approved by an approver with fewer rights, or if no full administrator would remain", async () => {
    const leadRights = makeRights({ [ROLES_FEATURE]: ["read", "update", "approve"], iReports: ["read", "export"] });
    const [requester, approver] = [
      await makeAdmin(app, { rights: leadRights }),
      await makeAdmin(app, { rights: leadRights }),
    ];
    const officer = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
    const exportRoleId = await makeRole(makeRights({ iReports: ["read", "export"] }));
    const { awaiting } = (await assign(requester, officer, exportRoleId)).json.data;
    await app.db.update(roles).set({ features: ALL_RIGHTS }).where(eq(roles.id, officer.roleId));
    expect((await decide(approver, awaiting.approvalId)).status).toBe(403);
    await app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, owner.id));
    await app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, secondOwner.id));
    await app.db.update(roles).set({ features: ALL_RIGHTS }).where(eq(roles.id, approver.roleId));
    await app.db
      .update(roles)
      .set({ features: makeRights({}) })
      .where(eq(roles.id, requester.roleId));
    expect(isFullAdministrator((await readCurrentRights(app.db, officer.id)) ?? [])).toBe(true);
    expect((await decide(approver, awaiting.approvalId)).status).toBe(409);
  });
});

describe("role that its only possible approver holds too", () => {
  it("a role that its only approver holds can get more rights with their approval, without making them depend on the requester", async () => {
    const roleId = await makeRole(makeRights({ Events: ["read"] }));
    const officer = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    for (const adminId of [secondOwner.id, officer.id]) await app.db.insert(adminRoles).values({ adminId, roleId });
    const { awaiting } = (await changeRole(owner, roleId, makeRights({ Events: ["read", "approve"] }))).json.data;
    expect((await decide(secondOwner, awaiting.approvalId)).status).toBe(200);
    expect([await findDependence(owner, secondOwner), await findDependence(owner, officer as TestAdmin)]).toEqual([
      null,
      "granted",
    ]);
  });
});

describe("address outside the allowed domains", () => {
  it("an admin account with an email address outside the allowed domains needs a second admin's approval for roles, even if the first request was withdrawn", async () => {
    Object.assign(env(), { invitationDomains: ["crossriver.gov.ng"] });
    const roleId = await makeRole(makeRights({ Events: ["read"] }));
    const person = { first_name: "Otto", last_name: "Outside", email: "otto@gmail.example", role_ids: [roleId] };
    const invited = (await send(owner, "POST", "/auth/admin", person)).json.data;
    expect((await send(owner, "PATCH", `/approvals/${invited.awaiting.approvalId}/cancellation`)).status).toBe(200);
    const assignedAgain = (await assign(owner, invited, roleId)).json.data;
    expect(assignedAgain.roles).toEqual([]);
    expect(assignedAgain.awaiting.change).toContain("otto@gmail.example, outside the domains");
    expect((await decide(secondOwner, assignedAgain.awaiting.approvalId)).status).toBe(200);
  });
});

describe("two admins", () => {
  it("two admins stay independent if both set up the same third account", async () => {
    const officer = await makeAdmin(app);
    await addDependency(officer.id, secondOwner.id);
    await addDependency(officer.id, owner.id);
    expect([
      await findDependence(owner, secondOwner),
      await findDependence(owner, officer),
      await findDependence(officer, secondOwner),
    ]).toEqual([null, "set_up", "set_up"]);
  });

  it("two admins depend on each other if one admin set up both, even in several steps", async () => {
    const [adminA, adminB] = [await makeAdmin(app), await makeAdmin(app)];
    await addDependency(adminA.id, owner.id);
    await addDependency(adminB.id, adminA.id);
    const third = await makeAdmin(app);
    await addDependency(third.id, owner.id);
    expect([
      await findDependence(adminB, third),
      await findDependence(owner, adminB),
      await findDependence(secondOwner, adminB),
    ]).toEqual(["set_up", "set_up", null]);
  });

  it("two admins become independent if the setup key was used for one, regardless of earlier dependencies", async () => {
    await addDependency(secondOwner.id, owner.id);
    expect(await findDependence(owner, secondOwner)).toBe("set_up");
    await inTransaction(app.db, (tx) =>
      recordAdminDependencies(tx, [{ adminId: secondOwner.id, on: owner.id, reason: "invited", byKey: true }]),
    );
    expect(await findDependence(owner, secondOwner)).toBeNull();
    expect(await app.db.select().from(adminDependencies)).toHaveLength(2);
  });

  it("two admins who are not independent cause the setup key to be printed", async () => {
    const printedTexts: string[] = [];
    await printSetupKey(app.db, (text) => void printedTexts.push(text));
    expect(printedTexts).toEqual([]);
    await addDependency(secondOwner.id, owner.id);
    await printSetupKey(app.db, (text) => void printedTexts.push(text));
    expect(printedTexts.join()).toContain(
      "No two full administrators of this installation are known to be two people.",
    );
  });
});
