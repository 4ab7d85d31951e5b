import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FEATURES, makeRights, PERMISSION_FLAGS, toRightList } from "@/lib/contract/access";
import { STRONGER_ADMIN_MESSAGE, STRONGER_HOLDERS_MESSAGE } from "@/lib/contract/rp.values";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { outbox } from "@/lib/server/db/schema/outbox";
import { adminReferences, sessions } from "@/lib/server/db/schema/session";
import { deleteAdmins, makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
/** An admin who may only manage roles and admins. */
let manager: TestAdmin;
const MANAGER_RIGHTS = { "Roles & Permissions": ["read", "create", "update", "delete"] } as const;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await deleteAdmins(app);
  manager = await makeAdmin(app, { firstName: "Manager", rights: makeRights(MANAGER_RIGHTS) });
});

const send = (method: string, path: string, body: object = {}, actor = manager) =>
  app.call(method, path, { token: actor.token, body });
const setStatus = (admin: { id: string }, status: string) =>
  send("PATCH", "/users/admin/status-update", { admin_id: admin.id, status });
const assign = (admin: { id: string }, role_ids: string[]) =>
  send("POST", "/permissions/role/user/assign", { admin_id: admin.id, role_ids });
const removeAdmins = (...targets: { id: string }[]) =>
  send("DELETE", "/users/admin/bulk", { accounts: targets.map(({ id }) => id) });
const editRole = (roleId: string, body: object) =>
  send("PATCH", `/permissions/role/update/${roleId}`, { name: roleId, description: "", version: 1, ...body });

/** Returns all values that a change of rights could affect. */
const readRolesAndStatus = async () => ({
  admins: await app.db.select().from(admins).orderBy(admins.id),
  held: await app.db.select().from(adminRoles).orderBy(adminRoles.adminId),
  roles: await app.db.select().from(roles).orderBy(roles.id),
  sessions: await app.db.select().from(sessions).orderBy(sessions.id),
  references: await app.db.select().from(adminReferences).orderBy(adminReferences.referenceHash),
  mails: await app.db.select().from(outbox),
});

describe("admin with fewer rights than another admin", () => {
  it("an admin with fewer rights can't take rights from a full administrator even if another remains: 403, an audit row, no change", async () => {
    const [fullAdmin] = [await makeAdmin(app), await makeAdmin(app)];
    const adminWithoutRights = await makeAdmin(app, { rights: makeRights({}) });
    const before = await readRolesAndStatus();
    const answers = [
      await setStatus(fullAdmin, "suspended"),
      await assign(fullAdmin, []),
      await assign(fullAdmin, [fullAdmin.roleId, adminWithoutRights.roleId]),
      await editRole(fullAdmin.roleId, { features: makeRights(MANAGER_RIGHTS) }),
      await send("DELETE", `/permissions/role/${fullAdmin.roleId}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const expectedRefusals = [
      STRONGER_ADMIN_MESSAGE,
      STRONGER_ADMIN_MESSAGE,
      STRONGER_ADMIN_MESSAGE,
      STRONGER_HOLDERS_MESSAGE,
      STRONGER_HOLDERS_MESSAGE,
    ];
    expect(answers.map(({ json }) => json.message)).toEqual(expectedRefusals);
    const removed = await removeAdmins(fullAdmin);
    expect(removed.json.data.results).toEqual([
      { id: fullAdmin.id, name: fullAdmin.name, deleted: false, message: STRONGER_ADMIN_MESSAGE },
    ]);
    expect(await readRolesAndStatus()).toEqual(before);
    const trail = (await app.audit()).slice(0, 6).reverse();
    expect(trail.map(({ outcome, refusal }) => [outcome, refusal])).toEqual(
      [...expectedRefusals, STRONGER_ADMIN_MESSAGE].map((sentence) => ["refused", sentence]),
    );
  });

  it("an admin with fewer rights is refused for every single flag of every feature", async () => {
    const managerGrants = toRightList(makeRights(MANAGER_RIGHTS));
    for (const feature of FEATURES)
      for (const flag of PERMISSION_FLAGS) {
        const other = await makeAdmin(app, { rights: makeRights({ [feature]: [flag] }) });
        const isHeld = managerGrants.some((grant) => grant.feature === feature && grant.flag === flag);
        const answers = [await editRole(other.roleId, { features: [] }), await setStatus(other, "suspended")];
        expect([feature, flag, ...answers.map(({ status }) => status)]).toEqual([
          feature,
          flag,
          ...Array(2).fill(isHeld ? 200 : 403),
        ]);
      }
  }, 60_000);

  it("all roles together decide who has more rights, also for suspended and invited admins", async () => {
    const suspended = await makeAdmin(app, { rights: makeRights({ Grants: ["read"] }), status: "suspended" });
    expect((await removeAdmins(suspended)).json.data.results[0]).toMatchObject({
      deleted: false,
      message: STRONGER_ADMIN_MESSAGE,
    });
    const adminToDelete = await makeAdmin(app, { rights: makeRights({}) });
    await app.db.insert(adminRoles).values({ adminId: adminToDelete.id, roleId: suspended.roleId });
    expect((await setStatus(adminToDelete, "suspended")).status).toBe(403);
    await app.db.update(admins).set({ status: "invited" }).where(eq(admins.id, adminToDelete.id));
    expect((await send("POST", `/auth/admin/${adminToDelete.id}/invitation`)).json.message).toBe(
      STRONGER_ADMIN_MESSAGE,
    );
    expect((await removeAdmins(adminToDelete)).json.data.results[0].deleted).toBe(false);
  });

  it("an admin may suspend, reassign and delete an admin with equal rights, and add rights to a role of admins with more rights", async () => {
    const equalManager = await makeAdmin(app, { rights: makeRights(MANAGER_RIGHTS) });
    expect((await setStatus(equalManager, "suspended")).status).toBe(200);
    expect((await assign(equalManager, [])).status).toBe(200);
    expect((await removeAdmins(equalManager)).json.data.results[0].deleted).toBe(true);
    const adminWithMore = await makeAdmin(app, { rights: makeRights({ Grants: ["read"] }) });
    const moreRights = makeRights({ Grants: ["read"], "Roles & Permissions": ["read"] });
    expect((await editRole(adminWithMore.roleId, { features: moreRights })).status).toBe(200);
    // Removing one of the manager's own rights from an admin with more rights is refused as well.
    const answer = await editRole(adminWithMore.roleId, { features: makeRights({ Grants: ["read"] }), version: 2 });
    expect(answer.json.message).toBe(STRONGER_HOLDERS_MESSAGE);
  });

  it("an admin with fewer rights sees in lists and records which admins have more rights", async () => {
    const fullAdmin = await makeAdmin(app);
    const fetchData = async (path: string, actor = manager) =>
      (await app.call("GET", path, { token: actor.token })).json.data;
    const flags = async (actor: TestAdmin) =>
      Object.fromEntries(
        (await fetchData("/users/all/admins", actor)).items.map((row: { id: string; is_stronger: boolean }) => [
          row.id,
          row.is_stronger,
        ]),
      );
    expect(await flags(manager)).toEqual({ [manager.id]: false, [fullAdmin.id]: true });
    expect(await flags(fullAdmin)).toEqual({ [manager.id]: false, [fullAdmin.id]: false });
    expect(await fetchData(`/users/all/admins/${fullAdmin.id}`)).toMatchObject({ is_stronger: true });
    expect(await fetchData(`/permissions/roles/single/${fullAdmin.roleId}`)).toMatchObject({
      is_held_by_stronger: true,
    });
    expect(await fetchData(`/permissions/roles/single/${manager.roleId}`)).toMatchObject({
      is_held_by_stronger: false,
    });
  });
});

describe("when a full administrator loses that role", () => {
  const ATTEMPTS: [string, (actor: TestAdmin, other: TestAdmin) => Promise<{ status: number }>, string][] = [
    [
      "suspended",
      (actor, other) => send("PATCH", "/users/admin/status-update", { admin_id: other.id, status: "suspended" }, actor),
      "The account is suspended.",
    ],
    [
      "deleted",
      (actor, other) => send("DELETE", "/users/admin/bulk", { accounts: [other.id] }, actor),
      "The account is deleted.",
    ],
    [
      "re-roled",
      (actor, other) => send("POST", "/permissions/role/user/assign", { admin_id: other.id, role_ids: [] }, actor),
      "The roles were changed.",
    ],
    [
      "re-roled by an edit of their role",
      (actor, other) =>
        send(
          "PATCH",
          `/permissions/role/update/${other.roleId}`,
          { name: "Less", description: "", features: makeRights(MANAGER_RIGHTS), version: 1 },
          actor,
        ),
      "The roles were changed.",
    ],
  ];
  it.each(ATTEMPTS)(
    "all admins get a mail when a full administrator loses that role: %s",
    async (_case, attempt, sentence) => {
      const [actor, other] = [
        await makeAdmin(app, { firstName: "Ngozi" }),
        await makeAdmin(app, { firstName: "Ofem" }),
      ];
      await makeAdmin(app, { status: "suspended" });
      expect((await attempt(actor, other)).status).toBe(200);
      const mails = await app.mails();
      expect(mails.map(({ to }) => to).sort()).toEqual([manager.email, actor.email, other.email].sort());
      for (const { subject, text } of mails) {
        expect(subject).toBe("A full administrator was removed");
        expect(text).toContain(`${actor.name} removed ${other.name} as a full administrator. ${sentence}`);
        expect(text).toContain(`${actor.name} is now the only full administrator.`);
      }
    },
  );

  it("no mail about lost full administration is sent if another admin is suspended, or the change is rejected", async () => {
    const fullAdmin = await makeAdmin(app);
    const officer = await makeAdmin(app, { rights: makeRights({}) });
    await setStatus(officer, "suspended");
    await setStatus(fullAdmin, "suspended");
    await send(
      "PATCH",
      `/permissions/role/update/${fullAdmin.roleId}`,
      { name: "x y", description: "", features: [], version: 1 },
      fullAdmin,
    );
    expect(await app.mails()).toEqual([]);
  });
});
