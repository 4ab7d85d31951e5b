import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ALL_RIGHTS, FEATURES, makeRights, PERMISSION_FLAGS } from "@/lib/contract/access";
import { STRONGER_ADMIN_MESSAGE } from "@/lib/contract/rp.values";
import { raceRounds } from "@/lib/server/testing/race-rounds";
import { secondAdminSetupKey } from "./base/secret";
import { adminRoles, admins, pinnedRecords, roles } from "./db/schema/admin";
import { homeLayouts, homeVisits } from "./db/schema/home";
import { noticeSettings, notices } from "./db/schema/notices";
import { outbox } from "./db/schema/outbox";
import { listSettings, savedViews } from "./db/schema/saved-views";
import { adminReferences, sessions } from "./db/schema/session";
import { deleteAdmins, makeAdmin, startTestApp, type TestApp } from "./testing/app";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let owner: TestAdmin;
let manager: TestAdmin;
const ROLES_FEATURE = "Roles & Permissions";
const MANAGER_RIGHTS = makeRights({
  [ROLES_FEATURE]: ["read", "create", "update", "delete"],
  "KYC Management": ["read", "update"],
});
const OFFICER_RIGHTS = makeRights({ "KYC Management": ["read"] });

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
// Each test starts with a full administrator (`owner`) and an admin who manages roles (`manager`).
beforeEach(async () => {
  await deleteAdmins(app);
  owner = await makeAdmin(app, { firstName: "Owner" });
  manager = await makeAdmin(app, { firstName: "Manager", rights: MANAGER_RIGHTS });
});

const assign = (actor: TestAdmin, admin: { id: string }, roleIds: string[], extraFields: object = {}) =>
  app.call("POST", "/permissions/role/user/assign", {
    token: actor.token,
    body: { admin_id: admin.id, role_ids: roleIds, ...extraFields },
  });
const setStatus = (actor: TestAdmin, admin: { id: string }, status: string) =>
  app.call("PATCH", "/users/admin/status-update", { token: actor.token, body: { admin_id: admin.id, status } });
const removeAdmins = (actor: TestAdmin, ...all: { id: string }[]) =>
  app.call("DELETE", "/users/admin/bulk", { token: actor.token, body: { accounts: all.map(({ id }) => id) } });
const invite = (actor: TestAdmin, body: object) => app.call("POST", "/auth/admin", { token: actor.token, body });
const addRole = (actor: TestAdmin, name: string, features: object) =>
  app.call("POST", "/permissions/role", { token: actor.token, body: { name, description: "", features } });
const editRole = (actor: TestAdmin, roleId: string, body: object) =>
  app.call("PATCH", `/permissions/role/update/${roleId}`, {
    token: actor.token,
    body: { name: `Edited ${roleId}`, description: "", version: 1, ...body },
  });
const fetchMe = (actor: { token: string }) => app.call("GET", "/users", { token: actor.token });
const fetchAccess = async (actor: { token: string }) =>
  (await app.call("GET", "/permissions/roles/users/access", { token: actor.token })).json.data.features;
const createRoleId = async (name: string, features = OFFICER_RIGHTS) => {
  const answer = await addRole(owner, name, features);
  expect(answer.status).toBe(200);
  return answer.json.data.roleId as string;
};
const lastAudit = async () => (await app.audit())[0];

describe("rp.createAdmin", () => {
  const ADA_INPUT = { first_name: "Ada", last_name: "Obi", email: "ada.obi@example.com" };

  it("rp.createAdmin creates the account with its roles, a mail with a link that works once, and an audit row", async () => {
    const roleId = await createRoleId("Officer");
    const pastedInput = { first_name: "\u200bAda\u00a0", email: "Ada Obi <Ada.Obi@example.com>\u200b" };
    const answer = await invite(owner, { ...ADA_INPUT, ...pastedInput, role_ids: [roleId] });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({
      ...ADA_INPUT,
      status: "invited",
      roles: [{ roleId, name: "Officer" }],
      awaiting: null,
    });
    const [mail] = await app.mails();
    expect(mail?.to).toBe(ADA_INPUT.email);
    const link = new URL(/http\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    expect(link.pathname).toBe("/auth/register");
    expect(link.searchParams.get("email")).toBe(ADA_INPUT.email);
    const [reference] = await app.db.select().from(adminReferences);
    expect(reference).toMatchObject({ adminId: answer.json.data.id, kind: "invitation", usedAt: null });
    expect(reference?.referenceHash).not.toBe(link.searchParams.get("reference"));
    const row = await lastAudit();
    expect(row).toMatchObject({ action: "rp.createAdmin", outcome: "done", recordId: answer.json.data.id });
    expect(JSON.stringify(row)).not.toContain(link.searchParams.get("reference"));
  });

  it("rp.createAdmin creates one account if it is sent several times with one Idempotency-Key", async () => {
    const roleId = await createRoleId("Officer");
    const send = () =>
      app.call("POST", "/auth/admin", {
        token: owner.token,
        body: { ...ADA_INPUT, role_ids: [roleId] },
        headers: { "idempotency-key": "invite-ada" },
      });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await app.db.select().from(outbox)).toHaveLength(1);
  });

  it("rp.createAdmin rejects an email of another admin in any case, with the owner's name; a deleted account's email is available", async () => {
    const roleId = await createRoleId("Officer");
    const first = await invite(owner, { ...ADA_INPUT, role_ids: [roleId] });
    const repeatedInvite = await invite(owner, { ...ADA_INPUT, email: "ADA.OBI@example.com", role_ids: [roleId] });
    expect(repeatedInvite.status).toBe(409);
    expect(repeatedInvite.json.message).toContain("Ada Obi (invited)");
    await removeAdmins(owner, first.json.data);
    expect((await invite(owner, { ...ADA_INPUT, role_ids: [roleId] })).status).toBe(200);
  });

  it.each([
    ["without roles", { ...ADA_INPUT, role_ids: [] }, "role_ids"],
    ["with an unknown role", { ...ADA_INPUT, role_ids: ["00000000-0000-7000-8000-000000000000"] }, "role_ids"],
    ["with a name of spaces", { ...ADA_INPUT, first_name: "  ", role_ids: [] }, "first_name"],
    ["with an email that is a list", { ...ADA_INPUT, email: [ADA_INPUT.email], role_ids: [] }, "email"],
  ])("rp.createAdmin rejects an invitation %s", async (_case, body, field) => {
    const answer = await invite(owner, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fields)).toContain(field);
  });

  it("rp.createAdmin rejects fields such as status, version or password", async () => {
    const roleId = await createRoleId("Officer");
    for (const extraField of [{ status: "active" }, { version: 7 }, { password: "x" }, { password_hash: "x" }])
      expect((await invite(owner, { ...ADA_INPUT, role_ids: [roleId], ...extraField })).status).toBe(400);
    expect(await app.db.select().from(admins)).toHaveLength(2);
  });
});

describe("admin can't grant rights beyond their own", () => {
  it("an admin can't grant rights beyond their own by inviting, assigning, creating or editing a role, or lifting a suspension", async () => {
    const roleBeyondOwn = await createRoleId("Beyond", makeRights({ Transactions: ["read"] }));
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const suspended = await makeAdmin(app, { rights: makeRights({ Grants: ["approve"] }), status: "suspended" });
    const before = await app.db.select().from(adminRoles);
    const attempts = [
      await invite(manager, { first_name: "A", last_name: "B", email: "a@b.example", role_ids: [roleBeyondOwn] }),
      await assign(manager, officer, [officer.roleId, roleBeyondOwn]),
      await addRole(manager, "Mine", makeRights({ "KYC Management": ["read", "approve"] })),
      await editRole(manager, officer.roleId, { features: makeRights({ "KYC Management": ["read", "export"] }) }),
      await setStatus(manager, suspended, "active"),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    for (const { json } of attempts) expect(json.message).toContain("rights that you don't have yourself");
    expect((await app.audit()).slice(0, 5).map(({ outcome }) => outcome)).toEqual(Array(5).fill("refused"));
    expect(await app.db.select().from(adminRoles)).toEqual(before);
  });

  it("an admin can't grant a right that they lack, whichever flag of a feature it is", async () => {
    for (const feature of FEATURES)
      for (const flag of PERMISSION_FLAGS) {
        const held = MANAGER_RIGHTS.some((right) => right.name === feature && right.access[flag]);
        const answer = await addRole(manager, `${feature} ${flag}`, makeRights({ [feature]: [flag] }));
        expect([feature, flag, answer.status]).toEqual([feature, flag, held ? 200 : 403]);
      }
  });

  it("an admin who edits a role may keep rights that the role already has and the admin lacks, because only added rights count", async () => {
    const adminWithMoreRights = await makeAdmin(app, { rights: makeRights({ Grants: ["approve"] }) });
    const unchangedRole = await editRole(manager, adminWithMoreRights.roleId, {
      features: makeRights({ Grants: ["approve"], "KYC Management": ["read"] }),
    });
    expect(unchangedRole.status).toBe(200);
  });

  it("an admin can't grant rights that a concurrent request has just removed from them", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const kyc = await createRoleId("KYC reader");
    const [takenRole, roleInUse] = await Promise.all([
      assign(owner, manager, []),
      assign(manager, officer, [officer.roleId, kyc]),
    ]);
    expect(takenRole.status).toBe(200);
    const order = (await app.audit()).filter(({ adminId }) => adminId === owner.id || adminId === manager.id).reverse();
    // The two requests run concurrently. If the manager's request ran first, the manager still had the rights to assign the role.
    expect(roleInUse.status).toBe(
      order.find(({ action }) => action === "rp.assignRoles")?.adminId === manager.id ? 200 : 403,
    );
    expect((await assign(manager, officer, [])).status).toBe(403);
  });
});

describe("admin can't change themselves", () => {
  it("an admin can't change their own roles, status or account, nor add a right to a role that they hold", async () => {
    const officer = await createRoleId("Officer", makeRights({ "User Management": ["read"] }));
    await app.db.insert(adminRoles).values({ adminId: manager.id, roleId: officer });
    const answers = [
      await assign(manager, manager, []),
      await assign(owner, owner, [owner.roleId]),
      await setStatus(owner, owner, "suspended"),
      await setStatus(owner, owner, "active"),
      await editRole(manager, officer, {
        features: makeRights({ "User Management": ["read"], [ROLES_FEATURE]: ["delete"] }),
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const deleted = await removeAdmins(owner, owner);
    expect(deleted.json.data.results).toEqual([
      { id: owner.id, name: owner.name, deleted: false, message: expect.stringContaining("your own account") },
    ]);
    expect((await fetchMe(owner)).status).toBe(200);
  });
});

describe("last full administrator", () => {
  const ALMOST_ALL_RIGHTS = makeRights(
    Object.fromEntries(FEATURES.map((name) => [name, name === "Grants" ? ["read"] : PERMISSION_FLAGS])),
  );

  it("the last full administrator can't be lost by suspension, deletion, role change, role edit or role deletion", async () => {
    const answers = [
      await setStatus(manager, owner, "suspended"),
      await assign(manager, owner, []),
      await app.call("DELETE", `/permissions/role/${owner.roleId}`, { token: manager.token, body: {} }),
      await assign(owner, owner, []),
      await editRole(owner, owner.roleId, { features: ALMOST_ALL_RIGHTS }),
    ];
    // 403 for an admin with fewer rights. The last full administrator gets 409 when editing their own role, which is
    // their only way to lose rights.
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 409]);
    expect(answers[4]?.json.message).toContain("leave nobody with full administration");
    const deleted = await removeAdmins(manager, owner);
    expect(deleted.json.data.results[0]).toMatchObject({ deleted: false, message: STRONGER_ADMIN_MESSAGE });
    expect(
      (await fetchAccess(owner)).every((right: { access: object }) => Object.values(right.access).every(Boolean)),
    ).toBe(true);
  });

  it("deleting all full administrators in one call keeps one of them and returns the reason", async () => {
    const second = await makeAdmin(app);
    const answer = await removeAdmins(second, owner, second);
    expect(answer.json.data.results.map((row: { deleted: boolean }) => row.deleted)).toEqual([true, false]);
  });

  it("invited and suspended admins with all rights do not count as full administrators, so the last active one can't be removed", async () => {
    await makeAdmin(app, { status: "suspended" });
    expect((await editRole(owner, owner.roleId, { features: ALMOST_ALL_RIGHTS })).status).toBe(409);
  });

  const REMOVALS: [string, (actor: TestAdmin, other: TestAdmin) => Promise<{ status: number }>][] = [
    ["suspending", (actor, other) => setStatus(actor, other, "suspended")],
    ["taking the roles of", (actor, other) => assign(actor, other, [])],
    ["editing the role of", (actor, other) => editRole(actor, other.roleId, { features: ALMOST_ALL_RIGHTS })],
    [
      "deleting",
      async (actor, other) => {
        const answer = await removeAdmins(actor, other);
        return { status: answer.json.data?.results[0].deleted ? 200 : answer.status === 200 ? 409 : answer.status };
      },
    ],
  ];

  it("the last full administrator can't be lost if two full administrators remove each other concurrently", async () => {
    let [firstFull, secondFull] = [owner, await makeAdmin(app)];
    for (let round = 0; round < raceRounds(32, 200); round++) {
      const removalAt = (at: number) => REMOVALS[at % REMOVALS.length]?.[1] ?? REMOVALS[0]?.[1];
      const answers = await Promise.all([
        removalAt(round)?.(firstFull, secondFull),
        removalAt(Math.floor(round / REMOVALS.length))?.(secondFull, firstFull),
      ]);
      const fullAdmins = await app.call("GET", "/users/all/admins?full=true", { token: manager.token });
      const doneCount = answers.filter((answer) => answer?.status === 200).length;
      expect([round, doneCount, fullAdmins.json.data.total]).toEqual([round, 1, 1]);
      const id = fullAdmins.json.data.items[0].id;
      firstFull = id === firstFull.id ? firstFull : secondFull;
      secondFull = await makeAdmin(app);
    }
  }, 120_000);
});

describe("rp.assignRoles", () => {
  it("rp.assignRoles takes effect with the admin's next call, and the audit row has old and new roles", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const kyc = () => app.call("GET", "/kyc", { token: officer.token });
    expect((await kyc()).status).toBe(200);
    const answer = await assign(owner, officer, [], { version: 1 });
    expect(answer.json.data).toMatchObject({ roles: [], version: 2, is_full: false });
    expect((await kyc()).status).toBe(403);
    expect((await app.audit()).find(({ action }) => action === "rp.assignRoles")).toMatchObject({
      recordType: "admin",
      recordId: officer.id,
      after: { roles: [] },
    });
    await assign(owner, officer, [officer.roleId]);
    expect((await kyc()).status).toBe(200);
  });

  it("rp.assignRoles rejects an outdated version with the current admin, and an unknown admin", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    await assign(owner, officer, []);
    const staleAssignment = await assign(owner, officer, [officer.roleId], { version: 1 });
    expect(staleAssignment.status).toBe(409);
    expect(staleAssignment.json.current).toMatchObject({ id: officer.id, roles: [], version: 2 });
    expect((await assign(owner, { id: "00000000-0000-7000-8000-000000000000" }, [])).status).toBe(404);
  });
});

describe("rp.setAdminStatus", () => {
  it("rp.setAdminStatus suspends an admin, which ends the admin's sessions immediately, and reactivates the admin", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const answer = await setStatus(manager, officer, "suspended");
    expect(answer.json.data).toMatchObject({ status: "suspended", version: 2 });
    expect((await fetchMe(officer)).status).toBe(401);
    const [session] = await app.db.select().from(sessions).where(eq(sessions.adminId, officer.id));
    expect(session?.endedAt).not.toBeNull();
    expect(await lastAudit()).toMatchObject({ before: { status: "active" }, after: { status: "suspended" } });
    expect((await setStatus(manager, officer, "suspended")).status).toBe(409);
    expect((await setStatus(manager, officer, "active")).json.data.status).toBe("active");
    // The officer's session from before the suspension stays invalid after the reactivation.
    expect((await fetchMe(officer)).status).toBe(401);
  });

  it("rp.setAdminStatus rejects an invited admin and unknown statuses", async () => {
    const roleId = await createRoleId("Officer");
    const invited = await invite(owner, { first_name: "A", last_name: "B", email: "a@b.example", role_ids: [roleId] });
    expect((await setStatus(owner, invited.json.data, "active")).status).toBe(409);
    expect((await setStatus(owner, manager, "deleted")).status).toBe(400);
  });

  it("rp.setAdminStatus rejects a call of an admin who was suspended while it ran", async () => {
    for (let round = 0; round < 20; round++) {
      const other = await makeAdmin(app, { rights: MANAGER_RIGHTS });
      const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
      await Promise.all([setStatus(owner, other, "suspended"), setStatus(other, officer, "suspended")]);
      const rows = (await app.audit()).filter((row) => row.outcome === "done").slice(0, 2);
      // If both calls succeeded, the call of the admin who was suspended must have been committed first.
      if (rows.some((row) => row.adminId === other.id)) expect(rows[1]?.adminId).toBe(other.id);
    }
  });
});

describe("rp.deleteAdmins", () => {
  it("rp.deleteAdmins deletes the accounts that can be deleted and returns a reason for each account that can't", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const unknownAdmin = { id: "00000000-0000-7000-8000-000000000000" };
    const answer = await removeAdmins(manager, officer, manager, owner, unknownAdmin);
    expect(answer.json.data.results).toEqual([
      { id: officer.id, name: officer.name, deleted: true, message: "Deleted." },
      { id: manager.id, name: manager.name, deleted: false, message: expect.stringContaining("your own account") },
      { id: owner.id, name: owner.name, deleted: false, message: STRONGER_ADMIN_MESSAGE },
      {
        id: unknownAdmin.id,
        name: "Unknown account",
        deleted: false,
        message: expect.stringContaining("does not exist"),
      },
    ]);
    expect((await fetchMe(officer)).status).toBe(401);
    const [row] = await app.db.select().from(admins).where(eq(admins.id, officer.id));
    expect(row?.status).toBe("deleted");
    const auditRows = (await app.audit()).slice(0, 4);
    expect(auditRows.map(({ action }) => action)).toEqual(Array(4).fill("rp.deleteAdmins"));
    const auditRowOf = (id: string) => auditRows.find(({ recordId }) => recordId === id);
    expect(auditRowOf(officer.id)).toMatchObject({ outcome: "done", refusal: null, after: { status: "deleted" } });
    expect(auditRowOf(manager.id)).toMatchObject({
      outcome: "refused",
      refusal: expect.stringContaining("your own account"),
      recordName: manager.name,
    });
    expect(auditRowOf(owner.id)).toMatchObject({
      outcome: "refused",
      refusal: STRONGER_ADMIN_MESSAGE,
      recordName: owner.name,
    });
    expect(auditRowOf(unknownAdmin.id)).toMatchObject({
      outcome: "refused",
      refusal: expect.stringContaining("does not exist"),
      recordType: "admin",
      recordName: "Unknown account",
    });
    const list = await app.call("GET", "/users/all/admins", { token: owner.token });
    expect(list.json.data.items.map(({ id }: { id: string }) => id)).not.toContain(officer.id);
  });

  it("rp.deleteAdmins deletes pins, settings, notices and private views of the account, and keeps shared views", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const other = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const record = { recordId: uuid(), title: "Ekaette Bassey", detail: "+2348031112223" };
    for (const adminId of [officer.id, other.id]) {
      const view = (audience: "mine" | "role" | "everybody", roleId: string | null = null) => {
        const name = `${audience} ${roleId ?? ""}`;
        return { id: uuid(), list: "kyc" as const, ownerId: adminId, name, audience, roleId, search: "?q=bassey" };
      };
      const views = [view("mine"), view("role"), view("role", officer.roleId), view("everybody")];
      await app.db.insert(savedViews).values(views);
      await app.db.insert(pinnedRecords).values({ adminId, kind: "kyc", ...record });
      await app.db.insert(listSettings).values({ adminId, list: "kyc", defaultViewId: views[3]?.id });
      await app.db.insert(homeLayouts).values({ adminId, blocks: [] });
      await app.db.insert(homeVisits).values({ adminId, visitedAt: new Date() });
      const subject = { recordType: "kyc" as const, recordId: record.recordId, recordName: "KYC-000001" };
      await app.db
        .insert(notices)
        .values({ id: uuid(), adminId, kind: "late", cause: "late:1", ...subject, inApp: true });
      await app.db.insert(noticeSettings).values({ id: adminId, digestHour: 7 });
    }
    expect((await removeAdmins(owner, officer)).json.data.results[0].deleted).toBe(true);
    const rowsOf = async ({ id }: { id: string }) => [
      await app.db.$count(pinnedRecords, eq(pinnedRecords.adminId, id)),
      await app.db.$count(listSettings, eq(listSettings.adminId, id)),
      await app.db.$count(homeLayouts, eq(homeLayouts.adminId, id)),
      await app.db.$count(homeVisits, eq(homeVisits.adminId, id)),
      await app.db.$count(notices, eq(notices.adminId, id)),
      await app.db.$count(noticeSettings, eq(noticeSettings.id, id)),
      await app.db.$count(savedViews, eq(savedViews.ownerId, id)),
    ];
    expect(await rowsOf(officer)).toEqual([0, 0, 0, 0, 0, 0, 2]);
    expect(await rowsOf(other)).toEqual([1, 1, 1, 1, 1, 1, 4]);
  });

  it("rp.deleteAdmins invalidates a pending invitation", async () => {
    const roleId = await createRoleId("Officer");
    const invited = await invite(owner, { first_name: "A", last_name: "B", email: "a@b.example", role_ids: [roleId] });
    await removeAdmins(owner, invited.json.data);
    const [reference] = await app.db.select().from(adminReferences);
    expect(reference?.usedAt).not.toBeNull();
    expect((await app.call("DELETE", `/permissions/role/${roleId}`, { token: owner.token, body: {} })).status).toBe(
      200,
    );
  });
});

describe("roles", () => {
  it("a role is created, is changed for all admins who hold it, and shows its history", async () => {
    const roleId = await createRoleId("Officer");
    const officer = await makeAdmin(app, { rights: [] });
    await assign(owner, officer, [roleId]);
    const name = '<b>Officer</b> "é" 😀 =1+1';
    const answer = await editRole(owner, roleId, { name, features: makeRights({ Grants: ["read"] }) });
    expect(answer.json.data).toMatchObject({ name, members: 1, version: 2 });
    expect(answer.json.data.features).toHaveLength(FEATURES.length);
    expect((await app.call("GET", "/kyc", { token: officer.token })).status).toBe(403);
    const roleAnswer = await app.call("GET", `/permissions/roles/single/${roleId}`, { token: owner.token });
    expect(roleAnswer.json.data).toMatchObject({ people: [{ id: officer.id, status: "active" }] });
    expect(roleAnswer.json.data.timeline.map(({ action }: { action: string }) => action)).toEqual([
      "rp.updateRole",
      "rp.createRole",
    ]);
    expect((await app.audit()).find(({ action }) => action === "rp.updateRole")).toMatchObject({
      before: { "KYC Management": "read" },
      after: { Grants: "read" },
    });
  });

  it("an outdated edit of a role is rejected with the current role", async () => {
    const roleId = await createRoleId("Officer");
    const parallelEdits = await Promise.all([
      editRole(owner, roleId, { description: "one", features: [] }),
      editRole(manager, roleId, { description: "two", features: [] }),
    ]);
    expect(parallelEdits.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [savedEdit, conflictEdit] =
      parallelEdits[0]?.status === 200 ? parallelEdits : [parallelEdits[1], parallelEdits[0]];
    expect(conflictEdit?.json.current).toMatchObject({ version: 2, description: savedEdit?.json.data.description });
  });

  it("a role with a taken name or invalid rights is rejected", async () => {
    const roleId = await createRoleId("Officer");
    await createRoleId("Clerk");
    expect((await addRole(owner, "OFFICER", [])).status).toBe(409);
    expect((await editRole(owner, roleId, { name: "clerk", features: [] })).status).toBe(409);
    const [right] = ALL_RIGHTS;
    for (const features of [
      [{ name: "Root", access: right?.access }],
      [right, right],
      [{ name: "Grants", access: { read: true } }],
      [{ name: "Grants", access: { ...right?.access, root: true } }],
      "all",
    ])
      expect((await addRole(owner, "Odd", features as object)).status).toBe(400);
    expect((await editRole(owner, roleId, { features: [], members: 9 })).status).toBe(400);
  });

  it("a role with sensitive rights needs the setup key while no other admin can approve it, then another admin's approval", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const widerRights = { features: makeRights({ "KYC Management": ["read"], Grants: ["approve"] }) };
    const withoutApprover = await editRole(owner, officer.roleId, widerRights);
    expect(withoutApprover).toMatchObject({
      status: 400,
      json: { fields: { setup_key: expect.stringContaining("setup key") } },
    });
    const withSetupKey = await editRole(owner, officer.roleId, { ...widerRights, setup_key: secondAdminSetupKey(0) });
    expect(withSetupKey.json.data).toMatchObject({ awaiting: null, version: 2 });
    expect((await lastAudit())?.after).toMatchObject({ approval: expect.stringContaining("setup key") });

    const second = await makeAdmin(app);
    const all = { features: ALL_RIGHTS, version: 2, reason: "Leads the north." };
    const requestedEdit = await editRole(owner, officer.roleId, all);
    expect(requestedEdit.json.data).toMatchObject({
      version: 2,
      awaiting: { change: expect.stringContaining("export in User Management"), approvers: [{ id: second.id }] },
    });
    expect(
      (await fetchAccess(officer)).find(({ name }: { name: string }) => name === ROLES_FEATURE).access.approve,
    ).toBe(false);
    expect((await editRole(owner, officer.roleId, { version: 2, features: [] })).status).toBe(409);
    const decided = await app.call("PATCH", `/approvals/${requestedEdit.json.data.awaiting.approvalId}/decision`, {
      token: second.token,
      headers: { "idempotency-key": uuid() },
      body: { decision: "approved" },
    });
    expect(decided.status).toBe(200);
    expect(
      (await fetchAccess(officer)).find(({ name }: { name: string }) => name === ROLES_FEATURE).access.approve,
    ).toBe(true);
    expect(await lastAudit()).toMatchObject({ action: "approvals.decide", recordId: officer.roleId });
  });

  it("a role that no admin holds can get more rights immediately, because nobody gains a right", async () => {
    const roleId = await createRoleId("Nobody's");
    expect((await editRole(owner, roleId, { features: ALL_RIGHTS })).json.data).toMatchObject({
      awaiting: null,
      version: 2,
    });
  });

  it("roles are not deleted while they have holders; the message contains the number of holders", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const deleteRole = () =>
      app.call("DELETE", `/permissions/role/${officer.roleId}`, { token: manager.token, body: {} });
    const held = await deleteRole();
    expect(held.status).toBe(409);
    expect(held.json.message).toContain("1 admin has");
    await assign(owner, officer, []);
    expect((await deleteRole()).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ action: "rp.deleteRole", recordId: officer.roleId });
    expect(await app.db.select().from(roles).where(eq(roles.id, officer.roleId))).toEqual([]);
    expect((await deleteRole()).status).toBe(404);
  });

  it("deleting a role also deletes saved views for that role whose owner was deleted, because nobody would see them", async () => {
    const roleId = await createRoleId("Officer");
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const gone = await makeAdmin(app, { status: "deleted" });
    await app.db.insert(savedViews).values(
      [officer, gone].flatMap(({ id: ownerId }) =>
        [roleId, officer.roleId].map((each) => ({
          ...{ id: uuid(), list: "kyc" as const, ownerId, name: `For ${each}`, search: "" },
          ...{ audience: "role" as const, roleId: each },
        })),
      ),
    );
    expect((await app.call("DELETE", `/permissions/role/${roleId}`, { token: owner.token, body: {} })).status).toBe(
      200,
    );
    const viewsOf = async ({ id }: { id: string }) =>
      (await app.db.select().from(savedViews).where(eq(savedViews.ownerId, id))).map((view) => view.roleId);
    expect(await viewsOf(gone)).toEqual([officer.roleId]);
    expect((await viewsOf(officer)).toSorted()).toEqual([officer.roleId, null]);
  });

  it("roles are listed with the number of holders, searched, sorted and paged", async () => {
    for (let n = 0; n < 22; n++) await createRoleId(`Role A${String(n).padStart(2, "0")}`);
    const list = async (query: string) =>
      (await app.call("GET", `/permissions/roles${query}`, { token: owner.token })).json.data;
    expect(await list("?q=A0")).toMatchObject({ total: 10 });
    expect((await list("?page=1")).items).toHaveLength(4);
    expect((await list("?sort=-members")).items[0].members).toBe(1);
    expect(await list("?q=zzz")).toMatchObject({ items: [], total: 0 });
    expect((await list("?q=Role%20A00")).items[0]).toMatchObject({ name: "Role A00", members: 0, version: 1 });
  });
});

describe("rp.admins, rp.stats and rp.permissions", () => {
  const list = async (query: string) =>
    (await app.call("GET", `/users/all/admins${query}`, { token: owner.token })).json.data;
  const ids = async (query: string) => (await list(query)).items.map(({ id }: { id: string }) => id);

  it("rp.admins, rp.stats and rp.permissions filter, search and sort, and return no secrets", async () => {
    const suspended = await makeAdmin(app, { firstName: "Zed", rights: OFFICER_RIGHTS, status: "suspended" });
    await app.db.update(admins).set({ lastSignInAt: new Date() }).where(eq(admins.id, manager.id));
    expect(await ids("")).toEqual([manager.id, owner.id, suspended.id]);
    expect(await ids("?sort=-name")).toEqual([suspended.id, owner.id, manager.id]);
    expect((await ids("?sort=-last_sign_in_at"))[0]).toBe(manager.id);
    expect(await ids("?status=suspended")).toEqual([suspended.id]);
    expect(await ids("?status=active,invited")).toEqual([manager.id, owner.id]);
    expect(await ids(`?roleId=${manager.roleId}`)).toEqual([manager.id]);
    expect(await ids("?full=true")).toEqual([owner.id]);
    // A suspended admin is not listed, because they have no effective rights.
    expect(await ids("?may=KYC%20Management:read")).toEqual([manager.id, owner.id]);
    expect(await ids("?may=Grants:approve")).toEqual([owner.id]);
    expect(await ids("?q=zed")).toEqual([suspended.id]);
    expect(await ids(`?q=${manager.email}`)).toEqual([manager.id]);
    expect(await ids("?q=%25")).toEqual([]);
    expect(await ids("?page=3")).toEqual([]);
    expect(JSON.stringify(await list(""))).not.toContain("assword");
  });

  it.each(["?sort=password_hash", "?status=deleted", "?may=Grants", "?roleId=x", "?version=1"])(
    "rp.admins, rp.stats and rp.permissions reject %s",
    async (query) => {
      expect((await app.call("GET", `/users/all/admins${query}`, { token: owner.token })).status).toBe(400);
    },
  );

  it("rp.admins, rp.stats and rp.permissions count the holders of each right", async () => {
    await makeAdmin(app, { rights: OFFICER_RIGHTS, status: "suspended" });
    const stats = (await app.call("GET", "/users/roles/stats", { token: owner.token })).json.data;
    expect(stats).toMatchObject({ admins: 3, active: 2, invited: 0, suspended: 1, roles: 3, full: 1 });
    expect(stats.features[0]).toMatchObject({ name: "KYC Management", admins: { read: 2, approve: 1 } });
    const all = (await app.call("GET", "/permissions/all", { token: owner.token })).json.data;
    expect(all).toEqual({ features: FEATURES, flags: PERMISSION_FLAGS });
  });
});
