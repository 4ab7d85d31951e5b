import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FEATURES, makeRights, PERMISSION_FLAGS } from "@/lib/contract/access";
import { raceRounds } from "@/lib/server/testing/race-rounds";
import { secondAdminSetupKey } from "./base/secret";
import { adminRoles, admins, roles } from "./db/schema/admin";
import { approvals } from "./db/schema/approvals";
import { deleteAdmins, makeAdmin, startTestApp, type TestApp } from "./testing/app";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let owner: TestAdmin;
let otherOwner: TestAdmin;
let officer: TestAdmin;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await deleteAdmins(app);
  owner = await makeAdmin(app, { firstName: "Owner" });
  otherOwner = await makeAdmin(app, { firstName: "Second" });
  officer = await makeAdmin(app, { firstName: "Officer", rights: makeRights({ "KYC Management": ["read"] }) });
});

const assignRoles = (actor: TestAdmin, admin: { id: string }, roleIds: string[], reason?: string) =>
  app.call("POST", "/permissions/role/user/assign", {
    token: actor.token,
    body: { admin_id: admin.id, role_ids: roleIds, reason },
  });
const requestFullAdministration = async () => {
  const answer = await assignRoles(owner, officer, [owner.roleId], "Looks after the north.");
  expect(answer.status).toBe(200);
  return answer.json.data.awaiting.approvalId as string;
};
const decideRequest = (actor: TestAdmin, id: string, decision: string, reason?: string, key: string | null = uuid()) =>
  app.call("PATCH", `/approvals/${id}/decision`, {
    token: actor.token,
    headers: key ? { "idempotency-key": key } : {},
    body: { decision, reason },
  });
const cancelRequest = (actor: TestAdmin, id: string) =>
  app.call("PATCH", `/approvals/${id}/cancellation`, { token: actor.token, body: {} });
const listInbox = async (actor: TestAdmin, query = "") =>
  (await app.call("GET", `/approvals${query}`, { token: actor.token })).json.data.items;
const countWaiting = async (actor: TestAdmin) =>
  (await app.call("GET", "/approvals/waiting", { token: actor.token })).json.data.waiting;
const rolesOf = async (admin: { id: string }) =>
  (await app.db.select().from(adminRoles).where(eq(adminRoles.adminId, admin.id))).map(({ roleId }) => roleId);
const requestStateOf = async (id: string) =>
  (await app.db.select().from(approvals).where(eq(approvals.id, id)))[0]?.state;

describe("grant of full administration", () => {
  it("a grant of full administration waits for the approval of another full administrator; the admin's page shows the request and who can approve it", async () => {
    const answer = await assignRoles(owner, officer, [owner.roleId], "Looks after the north.");
    expect(answer.json.data).toMatchObject({
      is_full: false,
      roles: [{ roleId: officer.roleId }],
      awaiting: {
        change: expect.stringContaining("Full administration"),
        requested_by: { id: owner.id, name: owner.name, email: owner.email },
        approvers: [{ id: otherOwner.id, name: otherOwner.name, email: otherOwner.email }],
      },
    });
    expect(await rolesOf(officer)).toEqual([officer.roleId]);
    expect((await app.audit())[0]).toMatchObject({
      action: "rp.assignRoles",
      after: { awaiting_approval: expect.stringContaining("Full administration") },
    });
    expect(await countWaiting(otherOwner)).toBe(1);
    expect([await countWaiting(owner), await countWaiting(officer)]).toEqual([0, 0]);
    expect(await listInbox(otherOwner)).toMatchObject([
      { record: { type: "admin", id: officer.id }, reason: "Looks after the north.", state: "waiting" },
    ]);
    expect(await listInbox(owner)).toEqual([]);
    expect(await listInbox(owner, "?view=mine")).toHaveLength(1);
  });

  it("a grant of full administration takes effect with its approval, in one transaction, with one audit row on the record", async () => {
    const id = await requestFullAdministration();
    const before = (await app.audit()).length;
    const answer = await decideRequest(otherOwner, id, "approved");
    expect(answer.json.data).toMatchObject({ state: "approved", decided_by: { id: otherOwner.id } });
    expect(await rolesOf(officer)).toEqual([owner.roleId]);
    expect((await app.call("GET", "/users/roles/stats", { token: officer.token })).status).toBe(200);
    const auditRows = await app.audit();
    expect(auditRows.length).toBe(before + 1);
    expect(auditRows[0]).toMatchObject({
      action: "approvals.decide",
      adminId: otherOwner.id,
      recordType: "admin",
      recordId: officer.id,
      after: { approval: "approved", requested_by: owner.id },
    });
    const { timeline } = (await app.call("GET", `/users/all/admins/${officer.id}`, { token: owner.token })).json.data;
    expect(timeline[0].changes).toContainEqual({
      field: "requested_by",
      before: null,
      after: `${owner.name} (${owner.email})`,
    });
    expect(await listInbox(otherOwner, "?view=decided")).toHaveLength(1);
    expect(await countWaiting(otherOwner)).toBe(0);
  });

  it("an admin who is invited as full administrator has no rights until another admin approves the grant", async () => {
    const answer = await app.call("POST", "/auth/admin", {
      token: owner.token,
      body: { first_name: "Ada", last_name: "Obi", email: "ada@example.com", role_ids: [owner.roleId] },
    });
    expect(answer.json.data).toMatchObject({ status: "invited", roles: [], awaiting: expect.any(Object) });
    await decideRequest(otherOwner, answer.json.data.awaiting.approvalId, "approved");
    expect(await rolesOf(answer.json.data)).toEqual([owner.roleId]);
  });

  it.each([
    ["approve", "Grants"],
    ["export", "User Management"],
    ["update", "Transactions"],
    ["create", "Roles & Permissions"],
  ] as const)("a grant of any sensitive right requires approval: %s in %s", async (flag, feature) => {
    const addRole = async (name: string, features: object) =>
      (await app.call("POST", "/permissions/role", { token: owner.token, body: { name, description: "", features } }))
        .json.data.roleId;
    const plainRole = await addRole("Plain", makeRights(Object.fromEntries(FEATURES.map((name) => [name, ["read"]]))));
    const sensitiveRole = await addRole("Sensitive", makeRights({ [feature]: [flag] }));
    expect((await assignRoles(owner, officer, [plainRole])).json.data.awaiting).toBeNull();
    const answer = await assignRoles(owner, officer, [plainRole, sensitiveRole]);
    expect(answer.json.data.awaiting).toMatchObject({ change: expect.stringContaining("Sensitive rights") });
    expect(await rolesOf(officer)).toEqual([plainRole]);
    expect((await decideRequest(otherOwner, answer.json.data.awaiting.approvalId, "approved")).status).toBe(200);
    expect((await rolesOf(officer)).sort()).toEqual([plainRole, sensitiveRole].sort());
    const mails = (await app.mails()).filter(({ subject }) => subject === "Sensitive rights were given");
    expect(mails.map(({ to }) => to).sort()).toEqual([owner.email, otherOwner.email].sort());
    expect(mails[0]?.text).toContain(`- ${officer.name} (${officer.email})`);
    expect(mails[0]?.text).toContain(`- ${feature}: ${flag}`);
    expect(mails[0]?.text).toContain(`${otherOwner.name} approved it.`);
  });

  it("a grant of full administration takes effect immediately if nobody could approve it, with the reason in the audit row", async () => {
    await assignRoles(owner, otherOwner, []);
    const answer = await app.call("POST", "/permissions/role/user/assign", {
      token: owner.token,
      body: { admin_id: officer.id, role_ids: [owner.roleId], setup_key: secondAdminSetupKey(0) },
    });
    expect(answer.json.data).toMatchObject({ is_full: true, awaiting: null });
    expect((await app.audit())[0]?.after).toMatchObject({
      approval: expect.stringContaining("setup key"),
    });
  });
});

describe("decision", () => {
  it("an approval request can't be decided by its requester, nor by an admin who currently lacks the right", async () => {
    const id = await requestFullAdministration();
    const almostFull = await makeAdmin(app, {
      rights: makeRights({ ...Object.fromEntries(FEATURES.map((name) => [name, PERMISSION_FLAGS])), Grants: ["read"] }),
    });
    const formerAdmin = await makeAdmin(app);
    await assignRoles(owner, formerAdmin, []);
    for (const admin of [owner, officer, almostFull, formerAdmin])
      expect([admin.name, (await decideRequest(admin, id, "approved")).status]).toEqual([admin.name, 403]);
    expect(await requestStateOf(id)).toBe("waiting");
    expect((await app.audit())[0]).toMatchObject({ action: "approvals.decide", outcome: "refused" });
    expect(await rolesOf(officer)).toEqual([officer.roleId]);
  });

  it("an approval request is decided once: of two concurrent decisions one succeeds, and the other gets 409 with the decider's name", async () => {
    const third = await makeAdmin(app, { firstName: "Third" });
    for (let raceRound = 0; raceRound < raceRounds(10, 30); raceRound++) {
      await assignRoles(owner, officer, [officer.roleId]);
      const id = await requestFullAdministration();
      const answers = await Promise.all([
        decideRequest(otherOwner, id, "approved"),
        decideRequest(third, id, "rejected", "Not needed there."),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers[0]?.status === 200 ? otherOwner : third;
      expect(answers.find(({ status }) => status === 409)?.json.message).toContain(winner.name);
      expect(await rolesOf(officer)).toEqual([winner === otherOwner ? owner.roleId : officer.roleId]);
    }
  }, 60_000);

  it("deciding an approval request requires an Idempotency-Key; a retry gets the first response", async () => {
    const id = await requestFullAdministration();
    expect(await decideRequest(otherOwner, id, "approved", undefined, null)).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining("Idempotency-Key") },
    });
    expect(await requestStateOf(id)).toBe("waiting");
    const key = uuid();
    const first = await decideRequest(otherOwner, id, "approved", undefined, key);
    const rows = (await app.audit()).length;
    const repeats = await Promise.all([1, 2].map(() => decideRequest(otherOwner, id, "approved", undefined, key)));
    expect([first, ...repeats].map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { json } of repeats) expect(json.data).toEqual(first.json.data);
    expect((await app.audit()).length).toBe(rows);
    expect((await decideRequest(otherOwner, id, "rejected", "No", key)).status).toBe(400);
    expect((await decideRequest(otherOwner, id, "approved")).status).toBe(409);
  });

  it("rejecting an approval request requires a reason and has no effect on the record", async () => {
    const id = await requestFullAdministration();
    expect((await decideRequest(otherOwner, id, "rejected")).status).toBe(400);
    const answer = await decideRequest(otherOwner, id, "rejected", "Not needed there.");
    expect(answer.json.data).toMatchObject({ state: "rejected", decision_reason: "Not needed there." });
    expect(await rolesOf(officer)).toEqual([officer.roleId]);
    expect((await decideRequest(otherOwner, id, "approved")).status).toBe(409);
  });

  it("deciding an approval request is refused after seven days; its change can then be requested again", async () => {
    const id = await requestFullAdministration();
    await app.db.update(approvals).set({ expiresAt: new Date() }).where(eq(approvals.id, id));
    expect(await countWaiting(otherOwner)).toBe(0);
    const lateDecision = await decideRequest(otherOwner, id, "approved");
    expect(lateDecision.status).toBe(409);
    expect(lateDecision.json.message).toContain("expired");
    expect((await listInbox(owner, "?view=mine"))[0].state).toBe("expired");
    await requestFullAdministration();
    expect(await requestStateOf(id)).toBe("expired");
  });

  it("the decision of an approval request is rolled back if its effect is refused", async () => {
    const role = await app.call("POST", "/permissions/role", {
      token: owner.token,
      body: {
        name: "All",
        description: "",
        features: makeRights(Object.fromEntries(FEATURES.map((n) => [n, PERMISSION_FLAGS]))),
      },
    });
    const answer = await assignRoles(owner, officer, [role.json.data.roleId]);
    await app.call("DELETE", `/permissions/role/${role.json.data.roleId}`, { token: owner.token, body: {} });
    const id = answer.json.data.awaiting.approvalId;
    const decided = await decideRequest(otherOwner, id, "approved");
    expect(decided.status).toBe(409);
    expect(decided.json.message).toContain("Reject the request");
    expect(await requestStateOf(id)).toBe("waiting");
  });

  it("deciding an unknown approval request returns 404", async () => {
    expect((await decideRequest(otherOwner, "00000000-0000-7000-8000-000000000000", "approved")).status).toBe(404);
  });
});

describe("approvals inbox", () => {
  it("the approvals inbox lists pending requests oldest first, and the admin's own or decided requests newest first", async () => {
    const other = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    const first = await requestFullAdministration();
    const laterApprovalId = (await assignRoles(owner, other, [owner.roleId])).json.data.awaiting.approvalId;
    const idsOfView = async (actor: TestAdmin, view: string) =>
      (await listInbox(actor, view)).map(({ approvalId }: { approvalId: string }) => approvalId);
    expect(await idsOfView(otherOwner, "")).toEqual([first, laterApprovalId]);
    expect(await idsOfView(otherOwner, "?sort=-requested_at")).toEqual([laterApprovalId, first]);
    expect(await idsOfView(owner, "?view=mine")).toEqual([laterApprovalId, first]);
    for (const id of [laterApprovalId, first])
      expect((await decideRequest(otherOwner, id, "rejected", "Not now.")).status).toBe(200);
    expect(await idsOfView(otherOwner, "?view=decided")).toEqual([laterApprovalId, first]);
  });

  const grantRights = async (admin: TestAdmin, rights: Parameters<typeof makeRights>[0]) =>
    app.db
      .update(roles)
      .set({ features: makeRights(rights) })
      .where(eq(roles.id, admin.roleId));

  it("the approvals inbox lists an admin's own or decided requests only while the admin may read the requests' feature", async () => {
    await decideRequest(otherOwner, await requestFullAdministration(), "rejected", "Not needed there.");
    const visibleIds = async () => [
      ...(await listInbox(owner, "?view=mine&q=Officer")),
      ...(await listInbox(otherOwner, "?view=decided&q=Officer")),
    ];
    expect(await visibleIds()).toHaveLength(2);
    for (const admin of [owner, otherOwner]) await grantRights(admin, { "Roles & Permissions": ["read"] });
    expect(await visibleIds()).toMatchObject([{ record: { id: officer.id } }, { record: { id: officer.id } }]);
    for (const admin of [owner, otherOwner]) await grantRights(admin, { "KYC Management": ["read", "approve"] });
    expect(await visibleIds()).toEqual([]);
    for (const admin of [owner, otherOwner]) await grantRights(admin, {});
    expect(await visibleIds()).toEqual([]);
    for (const view of ["waiting", "mine", "decided"]) expect(await listInbox(otherOwner, `?view=${view}`)).toEqual([]);
  });
});

describe("waiting request", () => {
  it("a waiting request for full administration blocks changes of the admin's roles until it is decided or withdrawn", async () => {
    const id = await requestFullAdministration();
    const other = await assignRoles(owner, officer, []);
    expect(other).toMatchObject({ status: 409, json: { current: { awaiting: { approvalId: id } } } });
    expect(other.json.message).toContain(owner.name);
    expect((await cancelRequest(otherOwner, id)).status).toBe(403);
    expect((await cancelRequest(owner, id)).json.data.state).toBe("cancelled");
    expect((await app.audit())[0]).toMatchObject({ action: "approvals.cancel", recordId: officer.id });
    expect((await cancelRequest(owner, id)).status).toBe(409);
    expect((await assignRoles(owner, officer, [])).status).toBe(200);
  });

  it.each([
    ["is no longer active", () => app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, owner.id))],
    ["may not ask any more", () => app.db.delete(adminRoles).where(eq(adminRoles.adminId, owner.id))],
  ])(
    "approving a waiting request withdraws it if its requester %s; the response and the request state the reason",
    async (_, loseRight) => {
      const id = await requestFullAdministration();
      // Simulates a request created while its requester was being suspended, so that the suspension did not withdraw it.
      await loseRight();
      const answer = await decideRequest(otherOwner, id, "approved");
      expect([answer.status, answer.json.current.state]).toEqual([409, "cancelled"]);
      expect(answer.json.message).toContain(`${owner.name} `);
      expect(answer.json.message).toContain("the request is withdrawn");
      expect(await rolesOf(officer)).not.toContain(owner.roleId);
      expect(await requestStateOf(id)).toBe("cancelled");
      const [row] = await app.db.select().from(approvals).where(eq(approvals.id, id));
      expect(row?.decisionReason).toContain("the request is withdrawn");
      expect((await app.audit()).find(({ action }) => action === "approvals.withdraw")).toMatchObject({
        adminId: null,
        recordId: officer.id,
        after: { approval: "cancelled" },
      });
      expect((await decideRequest(otherOwner, id, "rejected", "Too late.")).status).toBe(409);
    },
  );

  it("a waiting approval request is withdrawn if its requester is suspended or the admin it is about is deleted", async () => {
    const first = await requestFullAdministration();
    await app.call("PATCH", "/users/admin/status-update", {
      token: otherOwner.token,
      body: { admin_id: owner.id, status: "suspended" },
    });
    expect(await requestStateOf(first)).toBe("cancelled");
    const third = await makeAdmin(app);
    const answer = await assignRoles(third, officer, [otherOwner.roleId]);
    await app.call("DELETE", "/users/admin/bulk", { token: otherOwner.token, body: { accounts: [officer.id] } });
    expect(await requestStateOf(answer.json.data.awaiting.approvalId)).toBe("cancelled");
  });
});
