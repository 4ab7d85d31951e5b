import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FEATURES, FLAGS, grantsOf } from "@/lib/contract/access";
import { STRONGER, STRONGER_HOLDERS } from "@/lib/contract/rp.values";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { outbox } from "@/lib/server/db/schema/outbox";
import { adminReferences, sessions } from "@/lib/server/db/schema/session";
import { forgetAdmins, makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
type Made = Awaited<ReturnType<typeof makeAdmin>>;
/** An admin who may only manage roles and admins. */
let manager: Made;
const MANAGER = { "Roles & Permissions": ["read", "create", "update", "delete"] } as const;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await forgetAdmins(app);
  manager = await makeAdmin(app, { firstName: "Manager", rights: rightsOf(MANAGER) });
});

const send = (method: string, path: string, body: object = {}, by = manager) =>
  app.call(method, path, { token: by.token, body });
const setStatus = (admin: { id: string }, status: string) =>
  send("PATCH", "/users/admin/status-update", { admin_id: admin.id, status });
const assign = (admin: { id: string }, role_ids: string[]) =>
  send("POST", "/permissions/role/user/assign", { admin_id: admin.id, role_ids });
const remove = (...all: { id: string }[]) => send("DELETE", "/users/admin/bulk", { accounts: all.map(({ id }) => id) });
const editRole = (roleId: string, body: object) =>
  send("PATCH", `/permissions/role/update/${roleId}`, { name: roleId, description: "", version: 1, ...body });

/** Returns the state that a change of rights could affect. */
const everything = async () => ({
  admins: await app.db.select().from(admins).orderBy(admins.id),
  held: await app.db.select().from(adminRoles).orderBy(adminRoles.adminId),
  roles: await app.db.select().from(roles).orderBy(roles.id),
  sessions: await app.db.select().from(sessions).orderBy(sessions.id),
  references: await app.db.select().from(adminReferences).orderBy(adminReferences.referenceHash),
  mails: await app.db.select().from(outbox),
});

describe("an admin who lacks a right that another admin has", () => {
  it("can't weaken a full administrator even if another remains: 403, an audit row, no change", async () => {
    const [full] = [await makeAdmin(app), await makeAdmin(app)];
    const spare = await makeAdmin(app, { rights: rightsOf({}) });
    const before = await everything();
    const answers = [
      await setStatus(full, "suspended"),
      await assign(full, []),
      await assign(full, [full.roleId, spare.roleId]),
      await editRole(full.roleId, { features: rightsOf(MANAGER) }),
      await send("DELETE", `/permissions/role/${full.roleId}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const sentences = [STRONGER, STRONGER, STRONGER, STRONGER_HOLDERS, STRONGER_HOLDERS];
    expect(answers.map(({ json }) => json.message)).toEqual(sentences);
    const removed = await remove(full);
    expect(removed.json.data.results).toEqual([{ id: full.id, name: full.name, deleted: false, message: STRONGER }]);
    expect(await everything()).toEqual(before);
    const trail = (await app.audit()).slice(0, 6).reverse();
    expect(trail.map(({ outcome, refusal }) => [outcome, refusal])).toEqual(
      [...sentences, STRONGER].map((sentence) => ["refused", sentence]),
    );
  });

  it("is stopped by every single flag of every feature", async () => {
    const held = grantsOf(rightsOf(MANAGER));
    for (const feature of FEATURES)
      for (const flag of FLAGS) {
        const other = await makeAdmin(app, { rights: rightsOf({ [feature]: [flag] }) });
        const isHeld = held.some((grant) => grant.feature === feature && grant.flag === flag);
        const answers = [await editRole(other.roleId, { features: [] }), await setStatus(other, "suspended")];
        expect([feature, flag, ...answers.map(({ status }) => status)]).toEqual([
          feature,
          flag,
          ...Array(2).fill(isHeld ? 200 : 403),
        ]);
      }
  }, 60_000);

  it("is compared with the rights of all roles together, also of suspended and invited admins", async () => {
    const suspended = await makeAdmin(app, { rights: rightsOf({ Grants: ["read"] }), status: "suspended" });
    expect((await remove(suspended)).json.data.results[0]).toMatchObject({ deleted: false, message: STRONGER });
    const two = await makeAdmin(app, { rights: rightsOf({}) });
    await app.db.insert(adminRoles).values({ adminId: two.id, roleId: suspended.roleId });
    expect((await setStatus(two, "suspended")).status).toBe(403);
    await app.db.update(admins).set({ status: "invited" }).where(eq(admins.id, two.id));
    expect((await send("POST", `/auth/admin/${two.id}/invitation`)).json.message).toBe(STRONGER);
    expect((await remove(two)).json.data.results[0].deleted).toBe(false);
  });

  it("may suspend, reassign and delete an equal, and add rights to a role of stronger admins", async () => {
    const equal = await makeAdmin(app, { rights: rightsOf(MANAGER) });
    expect((await setStatus(equal, "suspended")).status).toBe(200);
    expect((await assign(equal, [])).status).toBe(200);
    expect((await remove(equal)).json.data.results[0].deleted).toBe(true);
    const rich = await makeAdmin(app, { rights: rightsOf({ Grants: ["read"] }) });
    const more = rightsOf({ Grants: ["read"], "Roles & Permissions": ["read"] });
    expect((await editRole(rich.roleId, { features: more })).status).toBe(200);
    // Removing one of the manager's own rights from a stronger admin is refused as well.
    const answer = await editRole(rich.roleId, { features: rightsOf({ Grants: ["read"] }), version: 2 });
    expect(answer.json.message).toBe(STRONGER_HOLDERS);
  });

  it("sees in lists and records which admins are stronger", async () => {
    const full = await makeAdmin(app);
    const get = async (path: string, by = manager) => (await app.call("GET", path, { token: by.token })).json.data;
    const flags = async (by: Made) =>
      Object.fromEntries(
        (await get("/users/all/admins", by)).items.map((row: { id: string; is_stronger: boolean }) => [
          row.id,
          row.is_stronger,
        ]),
      );
    expect(await flags(manager)).toEqual({ [manager.id]: false, [full.id]: true });
    expect(await flags(full)).toEqual({ [manager.id]: false, [full.id]: false });
    expect(await get(`/users/all/admins/${full.id}`)).toMatchObject({ is_stronger: true });
    expect(await get(`/permissions/roles/single/${full.roleId}`)).toMatchObject({ is_held_by_stronger: true });
    expect(await get(`/permissions/roles/single/${manager.roleId}`)).toMatchObject({ is_held_by_stronger: false });
  });
});

describe("when a full administrator loses that role", () => {
  const WAYS: [string, (by: Made, other: Made) => Promise<{ status: number }>, string][] = [
    [
      "suspended",
      (by, other) => send("PATCH", "/users/admin/status-update", { admin_id: other.id, status: "suspended" }, by),
      "The account is suspended.",
    ],
    [
      "deleted",
      (by, other) => send("DELETE", "/users/admin/bulk", { accounts: [other.id] }, by),
      "The account is deleted.",
    ],
    [
      "re-roled",
      (by, other) => send("POST", "/permissions/role/user/assign", { admin_id: other.id, role_ids: [] }, by),
      "The roles were changed.",
    ],
    [
      "re-roled by an edit of their role",
      (by, other) =>
        send(
          "PATCH",
          `/permissions/role/update/${other.roleId}`,
          { name: "Less", description: "", features: rightsOf(MANAGER), version: 1 },
          by,
        ),
      "The roles were changed.",
    ],
  ];
  it.each(WAYS)("%s, all active admins and the affected one get a mail", async (_how, act, sentence) => {
    const [by, other] = [await makeAdmin(app, { firstName: "Ngozi" }), await makeAdmin(app, { firstName: "Ofem" })];
    await makeAdmin(app, { status: "suspended" });
    expect((await act(by, other)).status).toBe(200);
    const mails = await app.mails();
    expect(mails.map(({ to }) => to).sort()).toEqual([manager.email, by.email, other.email].sort());
    for (const { subject, text } of mails) {
      expect(subject).toBe("A full administrator was removed");
      expect(text).toContain(`${by.name} removed ${other.name} as a full administrator. ${sentence}`);
      expect(text).toContain(`${by.name} is now the only full administrator.`);
    }
  });

  it("no mail is sent if another admin is suspended, or the change is rejected", async () => {
    const full = await makeAdmin(app);
    const officer = await makeAdmin(app, { rights: rightsOf({}) });
    await setStatus(officer, "suspended");
    await setStatus(full, "suspended");
    await send(
      "PATCH",
      `/permissions/role/update/${full.roleId}`,
      { name: "x y", description: "", features: [], version: 1 },
      full,
    );
    expect(await app.mails()).toEqual([]);
  });
});
