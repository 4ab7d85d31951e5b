import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { readFullAdministrators } from "./current-rights";
import { restoreFullAdministrator } from "./restore-admin";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const reason = "Both administrators left; decided by the board on 30 November";
const statusOf = async (id: string) => (await app.db.select().from(admins).where(eq(admins.id, id)))[0]?.status;

it("restoreFullAdministrator makes one named admin a full administrator, only while there is none, and adds an audit row", async () => {
  const administrator = await makeAdmin(app);
  const clerk = await makeAdmin(app, { rights: [], passwordHash: "hash", status: "suspended" });
  const restore = (email: string, why = reason) => restoreFullAdministrator(app.db, { email, reason: why });
  await expect(restore(clerk.email)).rejects.toThrow(`${administrator.email}) is an active full administrator`);
  await app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, administrator.id));

  await expect(restore(clerk.email, "because")).rejects.toThrow(/reason of at least 10/);
  await expect(restore("nobody@example.com")).rejects.toThrow("There is no admin nobody@example.com.");
  const invited = await makeAdmin(app, { rights: [], status: "suspended" });
  await expect(restore(invited.email)).rejects.toThrow(/never accepted/);
  expect(await statusOf(clerk.id)).toBe("suspended");

  expect(await restore(clerk.email.toUpperCase())).toContain(clerk.email);
  expect((await readFullAdministrators(app.db)).map(({ id }) => id)).toEqual([clerk.id]);
  expect((await app.audit(clerk.id))[0]).toMatchObject({
    action: "rp.restoreAdmin",
    adminId: null,
    before: { status: "suspended" },
    after: { status: "active", reason, roles: expect.arrayContaining(["Full administrator"]) },
  });
  await expect(restore(clerk.email)).rejects.toThrow(/is an active full administrator/);
});

it("restoreFullAdministrator gives no rights to other admins whose role Full administrator has lost its rights", async () => {
  await app.db.update(admins).set({ status: "suspended" });
  const other = await makeAdmin(app, { rights: [] });
  await app.db.delete(adminRoles);
  await app.db.delete(roles).where(eq(roles.name, "Full administrator"));
  await app.db.update(roles).set({ name: "Full administrator" }).where(eq(roles.id, other.roleId));
  await app.db.insert(adminRoles).values({ adminId: other.id, roleId: other.roleId });
  const clerk = await makeAdmin(app, { rights: [], passwordHash: "hash" });
  await restoreFullAdministrator(app.db, { email: clerk.email, reason });
  expect((await readFullAdministrators(app.db)).map(({ id }) => id)).toEqual([clerk.id]);
});

it.each(["full administrator", "Restored administrator"])(
  "restoreFullAdministrator gives no rights to suspended or active holders of an incomplete role %s",
  async (roleName) => {
    await app.db.update(admins).set({ status: "suspended" });
    await app.db.delete(adminRoles);
    await app.db.delete(roles);
    const clerk = await makeAdmin(app, { rights: [], passwordHash: "hash" });
    const usual = await makeAdmin(app, { rights: [] });
    await app.db.update(roles).set({ name: "Full administrator" }).where(eq(roles.id, usual.roleId));
    const others = [];
    for (const status of ["active", "suspended"] as const) {
      const other = await makeAdmin(app, { rights: [], status });
      await app.db.insert(adminRoles).values({ adminId: other.id, roleId: usual.roleId }).onConflictDoNothing();
      others.push(other);
    }
    const [first] = others;
    if (!first) throw new Error("There is no other admin.");
    if (roleName === "full administrator")
      await app.db.update(roles).set({ name: roleName }).where(eq(roles.id, usual.roleId));
    else await app.db.update(roles).set({ name: roleName }).where(eq(roles.id, first.roleId));
    await restoreFullAdministrator(app.db, { email: clerk.email, reason });
    await app.db.update(admins).set({ status: "active" });
    expect((await readFullAdministrators(app.db)).map(({ id }) => id)).toEqual([clerk.id]);
  },
);
