import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { openSession } from "@/lib/server/auth/session";
import { admins } from "@/lib/server/db/schema/admin";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeAdminWithPassword, ownAccountCalls, PASSWORD } from "@/lib/server/testing/own-account";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let admin: Awaited<ReturnType<typeof makeAdmin>>;
let ownCalls: ReturnType<typeof ownAccountCalls>;
beforeEach(async () => {
  admin = await makeAdminWithPassword(app);
  ownCalls = ownAccountCalls(app, admin);
  await app.db.execute(sql`delete from throttles`);
});

describe("one's own password", () => {
  const changePassword = (body: object) => ownCalls.call("PATCH", "password", body);
  const NEW_PASSWORD = "three goats and a radio";

  it("changing one's own password requires the current one, and ends all sessions but the current one", async () => {
    const other = await openSession(app.db, admin.id, { address: "10.0.0.2", device: "phone" }, false);
    expect((await changePassword({ current_password: PASSWORD, password: NEW_PASSWORD })).status).toBe(200);
    expect((await ownCalls.call("GET", "proof")).status).toBe(200);
    expect((await ownCalls.call("GET", "proof", undefined, { ...admin, token: other })).json.ended).toBe("password");
    expect((await ownCalls.mailed())?.text).toContain("You changed the password");
    expect(await ownCalls.lastDone()).toMatchObject({ action: "account.changePassword" });
    const login = (password: string) =>
      app.call("POST", "/auth/admin/login", { body: { email: admin.email, password } });
    expect([(await login(PASSWORD)).status, (await login(NEW_PASSWORD)).status]).toEqual([401, 200]);
  });

  it("changing one's own password rejects a wrong current password, a common new one, one that contains the email, and a missing proof of identity", async () => {
    expect((await changePassword({ current_password: "wrong", password: NEW_PASSWORD })).json.fields).toHaveProperty(
      "current_password",
    );
    expect((await changePassword({ current_password: PASSWORD, password: "password1234" })).json.fields).toHaveProperty(
      "password",
    );
    const withEmail = await changePassword({ current_password: PASSWORD, password: `my ${admin.email} it is` });
    expect(withEmail.json.fields).toHaveProperty("password");
    const withName = await changePassword({ current_password: PASSWORD, password: `${admin.name} 7kQ!` });
    expect(withName.json.fields).toHaveProperty("password");
    await ownCalls.forgetProof();
    expect((await changePassword({ current_password: PASSWORD, password: NEW_PASSWORD })).json.code).toBe(
      "PROOF_NEEDED",
    );
  });
});

describe("one's own email address", () => {
  const beginEmailChange = (email: string) => ownCalls.call("POST", "email", { email });
  const codeTo = async (email: string) => {
    const mail = (await app.mails()).find(({ to: recipient }) => recipient === email);
    return /code (\d{6})/.exec(mail?.text ?? "")?.[1] ?? "";
  };

  it("changing one's own email address needs the code mailed to the new address; the old address gets a mail", async () => {
    const email = `new.${admin.email}`;
    const other = await openSession(app.db, admin.id, { address: "10.0.0.2", device: "phone" }, false);
    const { reference } = (await beginEmailChange(email)).json.data;
    const code = await codeTo(email);
    expect((await ownCalls.call("PATCH", "email", { reference, code })).json.data).toEqual({ email });
    expect(await ownCalls.mailed()).toMatchObject({ to: admin.email, text: expect.stringContaining(email) });
    expect(await ownCalls.lastDone()).toMatchObject({ before: { email: admin.email }, after: { email } });
    expect((await app.call("GET", "/users", { token: admin.token })).json.data.email).toBe(email);
    expect((await app.call("GET", "/users", { token: other })).json.ended).toBe("elsewhere");
  });

  it("changing one's own email address rejects another admin's address, a wrong code, and a session without a recent proof of identity", async () => {
    const other = await makeAdmin(app);
    expect((await beginEmailChange(other.email.toUpperCase())).status).toBe(409);
    const { reference } = (await beginEmailChange(`x.${admin.email}`)).json.data;
    expect((await ownCalls.call("PATCH", "email", { reference, code: "000000" })).status).toBe(400);
    await ownCalls.forgetProof();
    expect((await beginEmailChange(`y.${admin.email}`)).json.code).toBe("PROOF_NEEDED");
  });

  it("an admin who changes their own email address still depends on the admin who set up a deleted account with the old address", async () => {
    const maker = await makeAdmin(app);
    const formerAdmin = await makeAdmin(app);
    await app.db.update(admins).set({ status: "deleted", email: admin.email }).where(eq(admins.id, formerAdmin.id));
    await app.db.execute(
      sql`insert into admin_dependencies (admin_id, depends_on, reason) values (${formerAdmin.id}, ${maker.id}, 'invited')`,
    );
    const dependenceOfBoth = async () =>
      (await app.db.execute(sql`select dependence_between(${maker.id}, ${admin.id}, '[]'::jsonb) as why`)).rows[0]?.why;
    expect(await dependenceOfBoth()).toBe("set_up");
    const email = `moved.${admin.email}`;
    const { reference } = (await beginEmailChange(email)).json.data;
    expect((await ownCalls.call("PATCH", "email", { reference, code: await codeTo(email) })).status).toBe(200);
    expect(await dependenceOfBoth()).toBe("set_up");
  });
});

describe("rp.resetKeys", () => {
  const resetKeys = (id: string, actor = admin) =>
    app.call("DELETE", `/users/all/admins/${id}/keys`, { token: actor.token });

  it("rp.resetKeys removes another admin's passkeys and app, ends their sessions, notifies them by mail and writes an audit row", async () => {
    await ownCalls.addPasskey();
    await ownCalls.call("POST", "keys/recovery-codes", {});
    const lostAdmin = admin;
    const helper = await makeAdmin(app);
    const answer = await resetKeys(lostAdmin.id, helper);
    expect(answer.json.data.keys).toEqual({ passkeys: 0, authenticator: false, recovery_codes: 0 });
    expect((await ownCalls.call("GET", "proof")).json.ended).toBe("keys");
    expect(await ownCalls.mailed()).toMatchObject({ to: lostAdmin.email, text: expect.stringContaining(helper.name) });
    expect((await app.audit(lostAdmin.id))[0]).toMatchObject({ action: "rp.resetKeys", adminId: helper.id });
    expect((await resetKeys(lostAdmin.id, helper)).status).toBe(409);
  });

  it("rp.resetKeys refuses to reset the caller's own keys or those of an admin with more rights, and requires a recent proof of identity", async () => {
    await ownCalls.addPasskey();
    expect((await resetKeys(admin.id)).status).toBe(403);
    const fullAdmin = admin;
    const officer = await makeAdmin(app, { rights: makeRights({ "Roles & Permissions": ["read", "update"] }) });
    expect((await resetKeys(fullAdmin.id, officer)).status).toBe(403);
    const other = await makeAdmin(app, { isProved: false });
    expect((await resetKeys(fullAdmin.id, other)).json.code).toBe("PROOF_NEEDED");
    expect((await ownCalls.keys()).passkeys).toHaveLength(1);
  });
});
