import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
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

describe("second step of a sign-in", () => {
  const beginSignIn = async () =>
    (await app.call("POST", "/auth/admin/login", { body: { email: admin.email, password: PASSWORD } })).json.data;
  const finishSignIn = (body: object) => app.call("PATCH", "/auth/admin/verify-token/sign-in", { body });
  const isProved = async (token: string) =>
    (await ownCalls.call("GET", "proof", undefined, { ...admin, token })).json.data.proved_until !== null;

  it("the second step of a sign-in accepts the mailed code, which counts as a proof of identity if no passkey or app is set up", async () => {
    const { reference, methods } = await beginSignIn();
    expect(methods).toEqual(["mail"]);
    const finished = await finishSignIn({ reference, token: await app.mailedCode() });
    expect(await isProved(finished.json.data.token)).toBe(true);
  });

  it("the second step of a sign-in accepts the mailed code of an admin with a passkey, but not as a proof of identity", async () => {
    await ownCalls.addPasskey();
    await app.mails();
    const { reference, methods } = await beginSignIn();
    expect(methods).toEqual(["passkey", "mail"]);
    const finished = await finishSignIn({ reference, token: await app.mailedCode() });
    expect(await isProved(finished.json.data.token)).toBe(false);
  });

  it("the second step of a sign-in accepts a passkey", async () => {
    const { device } = await ownCalls.addPasskey();
    const { reference } = await beginSignIn();
    const { options } = (await app.call("POST", "/auth/admin/passkey-options", { body: { reference } })).json.data;
    const body = { reference, credential: device.sign(options) };
    const verify = () => app.call("PATCH", "/auth/admin/verify-passkey/sign-in", { body });
    const finished = await verify();
    expect(await isProved(finished.json.data.token)).toBe(true);
    expect(await ownCalls.lastDone()).toMatchObject({
      action: "auth.verifyPasskey",
      after: { step: "signed in", by: "passkey" },
    });
    expect((await verify()).status).toBe(400);
  });

  it("the second step of a sign-in accepts a code of the authenticator app and a recovery code", async () => {
    const { code } = await ownCalls.addAuthenticator();
    const { codes } = (await ownCalls.call("POST", "keys/recovery-codes", {})).json.data;
    const first = await beginSignIn();
    const signedIn = await finishSignIn({ reference: first.reference, token: code(1) });
    expect(await isProved(signedIn.json.data.token)).toBe(true);
    const second = await beginSignIn();
    const recovered = await finishSignIn({ reference: second.reference, token: codes[0] });
    expect(await isProved(recovered.json.data.token)).toBe(true);
    const third = await beginSignIn();
    expect((await finishSignIn({ reference: third.reference, token: codes[0] })).json.code).toBe("CODE");
  });

  it("the second step of a sign-in rejects another admin's passkey, and any passkey without the password", async () => {
    const { device } = await ownCalls.addPasskey();
    admin = await makeAdminWithPassword(app);
    const { reference } = await beginSignIn();
    const { options } = (await app.call("POST", "/auth/admin/passkey-options", { body: { reference } })).json.data;
    const body = { reference, credential: device.sign(options) };
    expect((await app.call("PATCH", "/auth/admin/verify-passkey/sign-in", { body })).status).toBe(400);
    const unknownReference = "018f3f6e-0000-7000-8000-000000000000";
    const anyPasskey = (
      await app.call("POST", "/auth/admin/passkey-options", { body: { reference: unknownReference } })
    ).json.data;
    const anyPasskeyProof = { reference: unknownReference, credential: device.sign(anyPasskey.options) };
    expect((await app.call("PATCH", "/auth/admin/verify-passkey/sign-in", { body: anyPasskeyProof })).status).toBe(400);
  });

  it("the second step of a sign-in accepts no passkey or code if the password was wrong, but does not reveal that in the response", async () => {
    await ownCalls.addPasskey();
    const { codes } = (await ownCalls.call("POST", "keys/recovery-codes", {})).json.data;
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
    expect((await finishSignIn({ reference, token: codes[0] })).json.code).toBe("CODE");
    expect((await ownCalls.keys()).recovery_codes.left).toBe(10);
  });
});
