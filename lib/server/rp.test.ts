import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FEATURES, FLAGS } from "@/lib/contract/access";
import { STRONGER } from "@/lib/contract/rp.values";
import { raceRounds } from "@/lib/server/testing/rounds";
import { secondSetupKey } from "./base/secret";
import { adminRoles, admins, roles } from "./db/schema/admin";
import { outbox } from "./db/schema/outbox";
import { adminReferences, sessions } from "./db/schema/session";
import { ALL_RIGHTS, forgetAdmins, makeAdmin, rightsOf, startTestApp, type TestApp } from "./testing/app";

let app: TestApp;
type Made = Awaited<ReturnType<typeof makeAdmin>>;
let owner: Made;
let manager: Made;
const RP = "Roles & Permissions";
const MANAGER_RIGHTS = rightsOf({
  [RP]: ["read", "create", "update", "delete"],
  "KYC Management": ["read", "update"],
});
const OFFICER_RIGHTS = rightsOf({ "KYC Management": ["read"] });

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
// Each test starts with one full administrator and one who manages roles.
beforeEach(async () => {
  await forgetAdmins(app);
  owner = await makeAdmin(app, { firstName: "Owner" });
  manager = await makeAdmin(app, { firstName: "Manager", rights: MANAGER_RIGHTS });
});

const assign = (by: Made, admin: { id: string }, roleIds: string[], more: object = {}) =>
  app.call("POST", "/permissions/role/user/assign", {
    token: by.token,
    body: { admin_id: admin.id, role_ids: roleIds, ...more },
  });
const setStatus = (by: Made, admin: { id: string }, status: string) =>
  app.call("PATCH", "/users/admin/status-update", { token: by.token, body: { admin_id: admin.id, status } });
const remove = (by: Made, ...all: { id: string }[]) =>
  app.call("DELETE", "/users/admin/bulk", { token: by.token, body: { accounts: all.map(({ id }) => id) } });
const invite = (by: Made, body: object) => app.call("POST", "/auth/admin", { token: by.token, body });
const addRole = (by: Made, name: string, features: object) =>
  app.call("POST", "/permissions/role", { token: by.token, body: { name, description: "", features } });
const editRole = (by: Made, roleId: string, body: object) =>
  app.call("PATCH", `/permissions/role/update/${roleId}`, {
    token: by.token,
    body: { name: `Edited ${roleId}`, description: "", version: 1, ...body },
  });
const me = (by: { token: string }) => app.call("GET", "/users", { token: by.token });
const access = async (by: { token: string }) =>
  (await app.call("GET", "/permissions/roles/users/access", { token: by.token })).json.data.features;
const newRole = async (name: string, features = OFFICER_RIGHTS) => {
  const answer = await addRole(owner, name, features);
  expect(answer.status).toBe(200);
  return answer.json.data.roleId as string;
};
const last = async () => (await app.audit())[0];

describe("rp.createAdmin", () => {
  const ADA = { first_name: "Ada", last_name: "Obi", email: "ada.obi@example.com" };

  it("creates the account with its roles, a mail with a link that works once, and an audit row", async () => {
    const roleId = await newRole("Officer");
    const pasted = { first_name: "\u200bAda\u00a0", email: "Ada Obi <Ada.Obi@example.com>\u200b" };
    const answer = await invite(owner, { ...ADA, ...pasted, role_ids: [roleId] });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({
      ...ADA,
      status: "invited",
      roles: [{ roleId, name: "Officer" }],
      awaiting: null,
    });
    const [mail] = await app.mails();
    expect(mail?.to).toBe(ADA.email);
    const link = new URL(/http\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    expect(link.pathname).toBe("/auth/register");
    expect(link.searchParams.get("email")).toBe(ADA.email);
    const [reference] = await app.db.select().from(adminReferences);
    expect(reference).toMatchObject({ adminId: answer.json.data.id, kind: "invitation", usedAt: null });
    expect(reference?.referenceHash).not.toBe(link.searchParams.get("reference"));
    const row = await last();
    expect(row).toMatchObject({ action: "rp.createAdmin", outcome: "done", recordId: answer.json.data.id });
    expect(JSON.stringify(row)).not.toContain(link.searchParams.get("reference"));
  });

  it("has one effect if it is sent several times with one Idempotency-Key", async () => {
    const roleId = await newRole("Officer");
    const send = () =>
      app.call("POST", "/auth/admin", {
        token: owner.token,
        body: { ...ADA, role_ids: [roleId] },
        headers: { "idempotency-key": "invite-ada" },
      });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await app.db.select().from(outbox)).toHaveLength(1);
  });

  it("rejects a taken email in any case and names its owner; a deleted account's email is free", async () => {
    const roleId = await newRole("Officer");
    const first = await invite(owner, { ...ADA, role_ids: [roleId] });
    const again = await invite(owner, { ...ADA, email: "ADA.OBI@example.com", role_ids: [roleId] });
    expect(again.status).toBe(409);
    expect(again.json.message).toContain("Ada Obi (invited)");
    await remove(owner, first.json.data);
    expect((await invite(owner, { ...ADA, role_ids: [roleId] })).status).toBe(200);
  });

  it.each([
    ["without roles", { ...ADA, role_ids: [] }, "role_ids"],
    ["with an unknown role", { ...ADA, role_ids: ["00000000-0000-7000-8000-000000000000"] }, "role_ids"],
    ["with a name of spaces", { ...ADA, first_name: "  ", role_ids: [] }, "first_name"],
    ["with an email that is a list", { ...ADA, email: [ADA.email], role_ids: [] }, "email"],
  ])("rejects an invitation %s", async (_what, body, field) => {
    const answer = await invite(owner, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fields)).toContain(field);
  });

  it("rejects fields such as status, version or password", async () => {
    const roleId = await newRole("Officer");
    for (const extra of [{ status: "active" }, { version: 7 }, { password: "x" }, { password_hash: "x" }])
      expect((await invite(owner, { ...ADA, role_ids: [roleId], ...extra })).status).toBe(400);
    expect(await app.db.select().from(admins)).toHaveLength(2);
  });
});

describe("an admin can't grant rights beyond their own", () => {
  it("by inviting, assigning, creating or editing a role, or lifting a suspension", async () => {
    const beyond = await newRole("Beyond", rightsOf({ Transactions: ["read"] }));
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const suspended = await makeAdmin(app, { rights: rightsOf({ Grants: ["approve"] }), status: "suspended" });
    const before = await app.db.select().from(adminRoles);
    const tries = [
      await invite(manager, { first_name: "A", last_name: "B", email: "a@b.example", role_ids: [beyond] }),
      await assign(manager, officer, [officer.roleId, beyond]),
      await addRole(manager, "Mine", rightsOf({ "KYC Management": ["read", "approve"] })),
      await editRole(manager, officer.roleId, { features: rightsOf({ "KYC Management": ["read", "export"] }) }),
      await setStatus(manager, suspended, "active"),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    for (const { json } of tries) expect(json.message).toContain("rights that you don't have yourself");
    expect((await app.audit()).slice(0, 5).map(({ outcome }) => outcome)).toEqual(Array(5).fill("refused"));
    expect(await app.db.select().from(adminRoles)).toEqual(before);
  });

  it("for each single flag", async () => {
    for (const feature of FEATURES)
      for (const flag of FLAGS) {
        const held = MANAGER_RIGHTS.some((right) => right.name === feature && right.access[flag]);
        const answer = await addRole(manager, `${feature} ${flag}`, rightsOf({ [feature]: [flag] }));
        expect([feature, flag, answer.status]).toEqual([feature, flag, held ? 200 : 403]);
      }
  });

  it("but may keep rights that the role already has: only added ones count", async () => {
    const rich = await makeAdmin(app, { rights: rightsOf({ Grants: ["approve"] }) });
    const kept = await editRole(manager, rich.roleId, {
      features: rightsOf({ Grants: ["approve"], "KYC Management": ["read"] }),
    });
    expect(kept.status).toBe(200);
  });

  it("with rights that were removed before the change ran", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const kyc = await newRole("KYC reader");
    const [taken, used] = await Promise.all([
      assign(owner, manager, []),
      assign(manager, officer, [officer.roleId, kyc]),
    ]);
    expect(taken.status).toBe(200);
    const order = (await app.audit()).filter(({ adminId }) => adminId === owner.id || adminId === manager.id).reverse();
    // If the manager's request ran first, the rights of that moment allowed it.
    expect(used.status).toBe(
      order.find(({ action }) => action === "rp.assignRoles")?.adminId === manager.id ? 200 : 403,
    );
    expect((await assign(manager, officer, [])).status).toBe(403);
  });
});

describe("an admin can't change themselves", () => {
  it("in roles, status or account, nor by adding a right to a role that they hold", async () => {
    const officer = await newRole("Officer", rightsOf({ "User Management": ["read"] }));
    await app.db.insert(adminRoles).values({ adminId: manager.id, roleId: officer });
    const answers = [
      await assign(manager, manager, []),
      await assign(owner, owner, [owner.roleId]),
      await setStatus(owner, owner, "suspended"),
      await setStatus(owner, owner, "active"),
      await editRole(manager, officer, { features: rightsOf({ "User Management": ["read"], [RP]: ["delete"] }) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const deleted = await remove(owner, owner);
    expect(deleted.json.data.results).toEqual([
      { id: owner.id, name: owner.name, deleted: false, message: expect.stringContaining("your own account") },
    ]);
    expect((await me(owner)).status).toBe(200);
  });
});

describe("the last full administrator", () => {
  const PART = rightsOf(Object.fromEntries(FEATURES.map((name) => [name, name === "Grants" ? ["read"] : FLAGS])));

  it("can't be lost by suspension, deletion, role change, role edit or role deletion", async () => {
    const answers = [
      await setStatus(manager, owner, "suspended"),
      await assign(manager, owner, []),
      await app.call("DELETE", `/permissions/role/${owner.roleId}`, { token: manager.token, body: {} }),
      await assign(owner, owner, []),
      await editRole(owner, owner.roleId, { features: PART }),
    ];
    // 403 for a weaker admin. The last full one gets 409 when editing their own role, the only way to weaken themselves.
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 409]);
    expect(answers[4]?.json.message).toContain("leave nobody with full administration");
    const deleted = await remove(manager, owner);
    expect(deleted.json.data.results[0]).toMatchObject({ deleted: false, message: STRONGER });
    expect((await access(owner)).every((right: { access: object }) => Object.values(right.access).every(Boolean))).toBe(
      true,
    );
  });

  it("can't be lost by deleting all of them in one call: one stays, with a reason", async () => {
    const second = await makeAdmin(app);
    const answer = await remove(second, owner, second);
    expect(answer.json.data.results.map((row: { deleted: boolean }) => row.deleted)).toEqual([true, false]);
  });

  it("can't be lost although invited or suspended admins have all rights too", async () => {
    await makeAdmin(app, { status: "suspended" });
    expect((await editRole(owner, owner.roleId, { features: PART })).status).toBe(409);
  });

  const WAYS: [string, (by: Made, other: Made) => Promise<{ status: number }>][] = [
    ["suspending", (by, other) => setStatus(by, other, "suspended")],
    ["taking the roles of", (by, other) => assign(by, other, [])],
    ["editing the role of", (by, other) => editRole(by, other.roleId, { features: PART })],
    [
      "deleting",
      async (by, other) => {
        const answer = await remove(by, other);
        return { status: answer.json.data?.results[0].deleted ? 200 : answer.status === 200 ? 409 : answer.status };
      },
    ],
  ];

  it("can't be lost if two remove each other concurrently, in any way", async () => {
    let [one, two] = [owner, await makeAdmin(app)];
    for (let round = 0; round < raceRounds(32, 200); round++) {
      const way = (at: number) => WAYS[at % WAYS.length]?.[1] ?? WAYS[0]?.[1];
      const answers = await Promise.all([way(round)?.(one, two), way(Math.floor(round / WAYS.length))?.(two, one)]);
      const left = await app.call("GET", "/users/all/admins?full=true", { token: manager.token });
      const done = answers.filter((answer) => answer?.status === 200).length;
      expect([round, done, left.json.data.total]).toEqual([round, 1, 1]);
      const id = left.json.data.items[0].id;
      one = id === one.id ? one : two;
      two = await makeAdmin(app);
    }
  }, 120_000);
});

describe("rp.assignRoles", () => {
  it("takes effect on the next call, and the audit row has old and new roles", async () => {
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

  it("rejects a stale version with the current admin, and an unknown admin", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    await assign(owner, officer, []);
    const stale = await assign(owner, officer, [officer.roleId], { version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.json.current).toMatchObject({ id: officer.id, roles: [], version: 2 });
    expect((await assign(owner, { id: "00000000-0000-7000-8000-000000000000" }, [])).status).toBe(404);
  });
});

describe("rp.setAdminStatus", () => {
  it("suspends, which ends sessions immediately, and reactivates", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const answer = await setStatus(manager, officer, "suspended");
    expect(answer.json.data).toMatchObject({ status: "suspended", version: 2 });
    expect((await me(officer)).status).toBe(401);
    const [session] = await app.db.select().from(sessions).where(eq(sessions.adminId, officer.id));
    expect(session?.endedAt).not.toBeNull();
    expect(await last()).toMatchObject({ before: { status: "active" }, after: { status: "suspended" } });
    expect((await setStatus(manager, officer, "suspended")).status).toBe(409);
    expect((await setStatus(manager, officer, "active")).json.data.status).toBe("active");
    // The session from before the suspension stays ended.
    expect((await me(officer)).status).toBe(401);
  });

  it("rejects an invited admin and unknown statuses", async () => {
    const roleId = await newRole("Officer");
    const invited = await invite(owner, { first_name: "A", last_name: "B", email: "a@b.example", role_ids: [roleId] });
    expect((await setStatus(owner, invited.json.data, "active")).status).toBe(409);
    expect((await setStatus(owner, manager, "deleted")).status).toBe(400);
  });

  it("rejects a call of an admin who was suspended while it ran", async () => {
    for (let round = 0; round < 20; round++) {
      const other = await makeAdmin(app, { rights: MANAGER_RIGHTS });
      const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
      await Promise.all([setStatus(owner, other, "suspended"), setStatus(other, officer, "suspended")]);
      const rows = (await app.audit()).filter((row) => row.outcome === "done").slice(0, 2);
      // If both succeeded, the suspended admin's call committed first.
      if (rows.some((row) => row.adminId === other.id)) expect(rows[1]?.adminId).toBe(other.id);
    }
  });
});

describe("rp.deleteAdmins", () => {
  it("deletes what can be deleted and returns the reason for each other account", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const unknown = { id: "00000000-0000-7000-8000-000000000000" };
    const answer = await remove(manager, officer, manager, owner, unknown);
    expect(answer.json.data.results).toEqual([
      { id: officer.id, name: officer.name, deleted: true, message: "Deleted." },
      { id: manager.id, name: manager.name, deleted: false, message: expect.stringContaining("your own account") },
      { id: owner.id, name: owner.name, deleted: false, message: STRONGER },
      { id: unknown.id, name: "Unknown account", deleted: false, message: expect.stringContaining("does not exist") },
    ]);
    expect((await me(officer)).status).toBe(401);
    const [row] = await app.db.select().from(admins).where(eq(admins.id, officer.id));
    expect(row?.status).toBe("deleted");
    const trail = (await app.audit()).slice(0, 4);
    expect(trail.map(({ action }) => action)).toEqual(Array(4).fill("rp.deleteAdmins"));
    const rowOf = (id: string) => trail.find(({ recordId }) => recordId === id);
    expect(rowOf(officer.id)).toMatchObject({ outcome: "done", refusal: null, after: { status: "deleted" } });
    expect(rowOf(manager.id)).toMatchObject({
      outcome: "refused",
      refusal: expect.stringContaining("your own account"),
      recordName: manager.name,
    });
    expect(rowOf(owner.id)).toMatchObject({ outcome: "refused", refusal: STRONGER, recordName: owner.name });
    expect(rowOf(unknown.id)).toMatchObject({
      outcome: "refused",
      refusal: expect.stringContaining("does not exist"),
      recordType: "admin",
      recordName: "Unknown account",
    });
    const list = await app.call("GET", "/users/all/admins", { token: owner.token });
    expect(list.json.data.items.map(({ id }: { id: string }) => id)).not.toContain(officer.id);
  });

  it("invalidates a pending invitation", async () => {
    const roleId = await newRole("Officer");
    const invited = await invite(owner, { first_name: "A", last_name: "B", email: "a@b.example", role_ids: [roleId] });
    await remove(owner, invited.json.data);
    const [reference] = await app.db.select().from(adminReferences);
    expect(reference?.usedAt).not.toBeNull();
    expect((await app.call("DELETE", `/permissions/role/${roleId}`, { token: owner.token, body: {} })).status).toBe(
      200,
    );
  });
});

describe("roles", () => {
  it("are created, changed for all holders, and have a history", async () => {
    const roleId = await newRole("Officer");
    const officer = await makeAdmin(app, { rights: [] });
    await assign(owner, officer, [roleId]);
    const name = '<b>Officer</b> "é" 😀 =1+1';
    const answer = await editRole(owner, roleId, { name, features: rightsOf({ Grants: ["read"] }) });
    expect(answer.json.data).toMatchObject({ name, members: 1, version: 2 });
    expect(answer.json.data.features).toHaveLength(FEATURES.length);
    expect((await app.call("GET", "/kyc", { token: officer.token })).status).toBe(403);
    const single = await app.call("GET", `/permissions/roles/single/${roleId}`, { token: owner.token });
    expect(single.json.data).toMatchObject({ people: [{ id: officer.id, status: "active" }] });
    expect(single.json.data.timeline.map(({ action }: { action: string }) => action)).toEqual([
      "rp.updateRole",
      "rp.createRole",
    ]);
    expect((await app.audit()).find(({ action }) => action === "rp.updateRole")).toMatchObject({
      before: { "KYC Management": "read" },
      after: { Grants: "read" },
    });
  });

  it("reject a stale edit with the current role", async () => {
    const roleId = await newRole("Officer");
    const edits = await Promise.all([
      editRole(owner, roleId, { description: "one", features: [] }),
      editRole(manager, roleId, { description: "two", features: [] }),
    ]);
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = edits[0]?.status === 200 ? edits : [edits[1], edits[0]];
    expect(lost?.json.current).toMatchObject({ version: 2, description: won?.json.data.description });
  });

  it("reject a taken name and invalid rights", async () => {
    const roleId = await newRole("Officer");
    await newRole("Clerk");
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

  it("with sensitive rights need the setup key while nobody can approve, then another admin's approval", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const wider = { features: rightsOf({ "KYC Management": ["read"], Grants: ["approve"] }) };
    const alone = await editRole(owner, officer.roleId, wider);
    expect(alone).toMatchObject({ status: 400, json: { fields: { setup_key: expect.stringContaining("setup key") } } });
    const byKey = await editRole(owner, officer.roleId, { ...wider, setup_key: secondSetupKey(0) });
    expect(byKey.json.data).toMatchObject({ awaiting: null, version: 2 });
    expect((await last())?.after).toMatchObject({ approval: expect.stringContaining("setup key") });

    const second = await makeAdmin(app);
    const all = { features: ALL_RIGHTS, version: 2, reason: "Leads the north." };
    const asked = await editRole(owner, officer.roleId, all);
    expect(asked.json.data).toMatchObject({
      version: 2,
      awaiting: { change: expect.stringContaining("export in User Management"), approvers: [{ id: second.id }] },
    });
    expect((await access(officer)).find(({ name }: { name: string }) => name === RP).access.approve).toBe(false);
    expect((await editRole(owner, officer.roleId, { version: 2, features: [] })).status).toBe(409);
    const decided = await app.call("PATCH", `/approvals/${asked.json.data.awaiting.approvalId}/decision`, {
      token: second.token,
      headers: { "idempotency-key": uuid() },
      body: { decision: "approved" },
    });
    expect(decided.status).toBe(200);
    expect((await access(officer)).find(({ name }: { name: string }) => name === RP).access.approve).toBe(true);
    expect(await last()).toMatchObject({ action: "approvals.decide", recordId: officer.roleId });
  });

  it("without holders are widened immediately, because nobody gains a right", async () => {
    const roleId = await newRole("Nobody's");
    expect((await editRole(owner, roleId, { features: ALL_RIGHTS })).json.data).toMatchObject({
      awaiting: null,
      version: 2,
    });
  });

  it("are not deleted while they have holders, with their number in the message", async () => {
    const officer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const del = () => app.call("DELETE", `/permissions/role/${officer.roleId}`, { token: manager.token, body: {} });
    const held = await del();
    expect(held.status).toBe(409);
    expect(held.json.message).toContain("1 admin has");
    await assign(owner, officer, []);
    expect((await del()).status).toBe(200);
    expect(await last()).toMatchObject({ action: "rp.deleteRole", recordId: officer.roleId });
    expect(await app.db.select().from(roles).where(eq(roles.id, officer.roleId))).toEqual([]);
    expect((await del()).status).toBe(404);
  });

  it("are listed with the number of holders, searched, sorted and paged", async () => {
    for (let n = 0; n < 22; n++) await newRole(`Role A${String(n).padStart(2, "0")}`);
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

  it("filter, search and sort, and return no secrets", async () => {
    const suspended = await makeAdmin(app, { firstName: "Zed", rights: OFFICER_RIGHTS, status: "suspended" });
    await app.db.update(admins).set({ lastSignInAt: new Date() }).where(eq(admins.id, manager.id));
    expect(await ids("")).toEqual([manager.id, owner.id, suspended.id]);
    expect(await ids("?sort=-name")).toEqual([suspended.id, owner.id, manager.id]);
    expect((await ids("?sort=-last_sign_in_at"))[0]).toBe(manager.id);
    expect(await ids("?status=suspended")).toEqual([suspended.id]);
    expect(await ids("?status=active,invited")).toEqual([manager.id, owner.id]);
    expect(await ids(`?roleId=${manager.roleId}`)).toEqual([manager.id]);
    expect(await ids("?full=true")).toEqual([owner.id]);
    // A suspended admin has no effective rights.
    expect(await ids("?may=KYC%20Management:read")).toEqual([manager.id, owner.id]);
    expect(await ids("?may=Grants:approve")).toEqual([owner.id]);
    expect(await ids("?q=zed")).toEqual([suspended.id]);
    expect(await ids(`?q=${manager.email}`)).toEqual([manager.id]);
    expect(await ids("?q=%25")).toEqual([]);
    expect(await ids("?page=3")).toEqual([]);
    expect(JSON.stringify(await list(""))).not.toContain("assword");
  });

  it.each(["?sort=password_hash", "?status=deleted", "?may=Grants", "?roleId=x", "?version=1"])(
    "reject %s",
    async (query) => {
      expect((await app.call("GET", `/users/all/admins${query}`, { token: owner.token })).status).toBe(400);
    },
  );

  it("count the holders of each right", async () => {
    await makeAdmin(app, { rights: OFFICER_RIGHTS, status: "suspended" });
    const stats = (await app.call("GET", "/users/roles/stats", { token: owner.token })).json.data;
    expect(stats).toMatchObject({ admins: 3, active: 2, invited: 0, suspended: 1, roles: 3, full: 1 });
    expect(stats.features[0]).toMatchObject({ name: "KYC Management", admins: { read: 2, approve: 1 } });
    const all = (await app.call("GET", "/permissions/all", { token: owner.token })).json.data;
    expect(all).toEqual({ features: FEATURES, flags: FLAGS });
  });
});
