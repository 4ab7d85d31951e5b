import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeAdminWithPassword, ownAccount, PASSWORD } from "@/lib/server/testing/own-account";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let admin: Awaited<ReturnType<typeof makeAdmin>>;
let own: ReturnType<typeof ownAccount>;
beforeEach(async () => {
  admin = await makeAdminWithPassword(app);
  own = ownAccount(app, admin);
  await app.db.execute(sql`delete from throttles`);
});

describe("the second step of a sign-in", () => {
  const begin = async () =>
    (await app.call("POST", "/auth/admin/login", { body: { email: admin.email, password: PASSWORD } })).json.data;
  const finish = (body: object) => app.call("PATCH", "/auth/admin/verify-token/sign-in", { body });
  const isProved = async (token: string) =>
    (await own.call("GET", "proof", undefined, { ...admin, token })).json.data.proved_until !== null;

  it("accepts the mailed code, which counts as proof if no key is set up", async () => {
    const { reference, methods } = await begin();
    expect(methods).toEqual(["mail"]);
    const done = await finish({ reference, token: await app.mailedCode() });
    expect(await isProved(done.json.data.token)).toBe(true);
  });

  it("accepts the mailed code of an admin with a key, but not as proof", async () => {
    await own.addPasskey();
    await app.mails();
    const { reference, methods } = await begin();
    expect(methods).toEqual(["passkey", "mail"]);
    const done = await finish({ reference, token: await app.mailedCode() });
    expect(await isProved(done.json.data.token)).toBe(false);
  });

  it("accepts a passkey", async () => {
    const { device } = await own.addPasskey();
    const { reference } = await begin();
    const { options } = (await app.call("POST", "/auth/admin/passkey-options", { body: { reference } })).json.data;
    const body = { reference, credential: device.sign(options) };
    const verify = () => app.call("PATCH", "/auth/admin/verify-passkey/sign-in", { body });
    const done = await verify();
    expect(await isProved(done.json.data.token)).toBe(true);
    expect(await own.lastDone()).toMatchObject({
      action: "auth.verifyPasskey",
      after: { step: "signed in", by: "passkey" },
    });
    expect((await verify()).status).toBe(400);
  });

  it("accepts a code of the authenticator app and a recovery code", async () => {
    const { code } = await own.addAuthenticator();
    const { codes } = (await own.call("POST", "keys/recovery-codes", {})).json.data;
    const first = await begin();
    const signedIn = await finish({ reference: first.reference, token: code(1) });
    expect(await isProved(signedIn.json.data.token)).toBe(true);
    const second = await begin();
    const recovered = await finish({ reference: second.reference, token: codes[0] });
    expect(await isProved(recovered.json.data.token)).toBe(true);
    const third = await begin();
    expect((await finish({ reference: third.reference, token: codes[0] })).json.code).toBe("CODE");
  });

  it("rejects another admin's passkey, and any passkey without the password", async () => {
    const { device } = await own.addPasskey();
    admin = await makeAdminWithPassword(app);
    const { reference } = await begin();
    const { options } = (await app.call("POST", "/auth/admin/passkey-options", { body: { reference } })).json.data;
    const body = { reference, credential: device.sign(options) };
    expect((await app.call("PATCH", "/auth/admin/verify-passkey/sign-in", { body })).status).toBe(400);
    const made = "018f3f6e-0000-7000-8000-000000000000";
    const free = (await app.call("POST", "/auth/admin/passkey-options", { body: { reference: made } })).json.data;
    const alone = { reference: made, credential: device.sign(free.options) };
    expect((await app.call("PATCH", "/auth/admin/verify-passkey/sign-in", { body: alone })).status).toBe(400);
  });

  it("accepts and uses up no key if the password was wrong but the answer did not reveal it", async () => {
    await own.addPasskey();
    const { codes } = (await own.call("POST", "keys/recovery-codes", {})).json.data;
    const wrong = () =>
      app.call("POST", "/auth/admin/login", { body: { email: admin.email, password: "not this one at all" } });
    let blind = await wrong();
    for (let tries = 0; tries < 12 && !blind.json.sign_in; tries++) {
      const from = { "x-forwarded-for": `10.0.1.${tries}` };
      const body = { email: admin.email, password: "not this one at all" };
      blind = await app.call("POST", "/auth/admin/login", { body, headers: from });
    }
    expect(blind.json.sign_in.reference).toBeTruthy();
    const { reference } = blind.json.sign_in;
    expect((await finish({ reference, token: codes[0] })).json.code).toBe("CODE");
    expect((await own.keys()).recovery_codes.left).toBe(10);
  });
});
