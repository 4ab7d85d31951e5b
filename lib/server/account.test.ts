import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteOldSignIns } from "@/lib/server/auth/delete-old-sign-ins";
import { openSession } from "@/lib/server/auth/session";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeAdminWithPassword, ownAccountCalls, totpCodeOf } from "@/lib/server/testing/own-account";
import { makePasskeyDevice } from "@/lib/server/testing/passkey-device";

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

async function proveByMail() {
  const { reference } = (await ownCalls.call("POST", "proof/mailed-code", {})).json.data;
  const code = /code is (\d{6})/.exec((await ownCalls.mailed())?.text ?? "")?.[1] ?? "";
  return { method: "mail", reference, code };
}

describe("proof by mailed code", () => {
  it("a proof of identity by mailed code is valid in the session for 15 minutes and has an audit row", async () => {
    await ownCalls.forgetProof();
    expect(await ownCalls.proof()).toEqual({ methods: ["mail"], proved_until: null });
    const answer = await ownCalls.call("PATCH", "proof", await proveByMail());
    expect(answer.status).toBe(200);
    const msLeft = Date.parse(answer.json.data.proved_until) - Date.now();
    expect(msLeft).toBeGreaterThan(14 * 60_000);
    expect(msLeft).toBeLessThanOrEqual(15 * 60_000);
    expect(await ownCalls.lastDone()).toMatchObject({
      action: "account.prove",
      after: { step: "identity proved", by: "mail" },
    });
  });

  it("a mailed code proves identity once, in the session that requested it, within 10 minutes", async () => {
    const input = await proveByMail();
    const otherSession = await openSession(app.db, admin.id, { address: "10.0.0.2", device: "phone" }, false);
    expect((await ownCalls.call("PATCH", "proof", input, { ...admin, token: otherSession })).status).toBe(400);
    expect((await ownCalls.call("PATCH", "proof", input)).status).toBe(200);
    expect((await ownCalls.call("PATCH", "proof", input)).status).toBe(400);
    const lateProof = await proveByMail();
    await app.db.execute(sql`update proof_challenges set expires_at = now() where reference = ${lateProof.reference}`);
    expect((await ownCalls.call("PATCH", "proof", lateProof)).status).toBe(400);
  });

  it("a proof of identity by mailed code rejects a wrong code with a message and an audit row, and returns 429 after five attempts", async () => {
    await ownCalls.forgetProof();
    const input = await proveByMail();
    const wrongProof = { ...input, code: input.code === "000000" ? "000001" : "000000" };
    const [first] = await Promise.all(Array.from({ length: 5 }, () => ownCalls.call("PATCH", "proof", wrongProof)));
    expect(first?.json).toMatchObject({ code: "PROOF", fields: { code: expect.stringContaining("not right") } });
    expect((await ownCalls.call("PATCH", "proof", input)).status).toBe(429);
    expect((await ownCalls.proof()).proved_until).toBeNull();
    expect(
      (await app.audit()).filter(({ action, outcome }) => action === "account.prove" && outcome === "refused").length,
    ).toBeGreaterThanOrEqual(5);
  });

  it("codes for proofs of identity are mailed without a limit while each one is entered correctly", async () => {
    for (let attempt = 0; attempt < 8; attempt++)
      expect((await ownCalls.call("PATCH", "proof", await proveByMail())).status).toBe(200);
  });

  it("a mailed code for a proof of identity is deleted a day after it expired", async () => {
    const { reference } = await proveByMail();
    const isStored = async () =>
      (await app.db.execute(sql`select 1 from proof_challenges where reference = ${reference}`)).rows.length === 1;
    await deleteOldSignIns(app.db);
    expect(await isStored()).toBe(true);
    await app.db.execute(
      sql`update proof_challenges set expires_at = now() - interval '25 hours' where reference = ${reference}`,
    );
    await deleteOldSignIns(app.db);
    expect(await isStored()).toBe(false);
  });

  it("a proof of identity by mailed code is not available to an admin with a passkey or authenticator app", async () => {
    const proofBefore = await proveByMail();
    await ownCalls.addPasskey();
    await ownCalls.forgetProof();
    expect((await ownCalls.call("POST", "proof/mailed-code", {})).status).toBe(409);
    expect((await ownCalls.call("PATCH", "proof", proofBefore)).json.code).toBe("PROOF");
  });
});

describe("keys that no longer work", () => {
  it("passkeys of a previous host and authenticator apps under a previous APP_SECRET are ignored: the admin then proves identity by mailed code and can set up new ones", async () => {
    await ownCalls.addPasskey();
    await ownCalls.addAuthenticator();
    expect((await ownCalls.proof()).methods).toEqual(["passkey", "authenticator"]);
    // Simulates that APP_ORIGIN moved to another host and APP_SECRET was replaced.
    await app.db.execute(sql`update admin_passkeys set host = 'old.example' where admin_id = ${admin.id}`);
    await app.db.execute(
      sql`update admin_authenticators set secret = decode(repeat('00', 60), 'hex') where admin_id = ${admin.id}`,
    );
    await ownCalls.forgetProof();
    expect((await ownCalls.proof()).methods).toEqual(["mail"]);
    expect((await ownCalls.call("PATCH", "proof", await proveByMail())).status).toBe(200);
    expect((await ownCalls.call("DELETE", "keys/authenticator")).status).toBe(200);
    expect((await ownCalls.addAuthenticator()).confirmed.status).toBe(200);
  });

  it("confirming an authenticator app returns 409 instead of 5xx if APP_SECRET was replaced during the setup", async () => {
    await ownCalls.call("POST", "keys/authenticator", {});
    await app.db.execute(
      sql`update admin_authenticators set secret = decode(repeat('00', 60), 'hex') where admin_id = ${admin.id}`,
    );
    expect((await ownCalls.call("PATCH", "keys/authenticator", { code: "123456" })).status).toBe(409);
  });
});

describe("passkey", () => {
  it("an admin with a recent proof of identity can add a passkey, which then proves identity; a mail and an audit row report it", async () => {
    const { device, added } = await ownCalls.addPasskey();
    expect(added.json.data).toMatchObject({
      passkeys: [{ name: "Work laptop", is_synced: false, last_used_at: null }],
      recovery_codes: null,
      allows_passkeys: true,
    });
    expect(await ownCalls.mailed()).toMatchObject({ to: admin.email, text: expect.stringContaining("Work laptop") });
    expect(await ownCalls.lastDone()).toMatchObject({
      action: "account.addPasskey",
      after: { passkey: "Work laptop" },
    });
    await ownCalls.forgetProof();
    expect((await ownCalls.proof()).methods).toEqual(["passkey"]);
    const { reference, options } = (await ownCalls.call("POST", "proof/passkey-challenge", {})).json.data;
    expect(options.allowCredentials).toMatchObject([{ id: device.id }]);
    const input = { method: "passkey", reference, credential: device.sign(options) };
    expect((await ownCalls.call("PATCH", "proof", input)).status).toBe(200);
    expect((await ownCalls.keys()).passkeys[0].last_used_at).not.toBeNull();
    expect((await ownCalls.call("PATCH", "proof", input)).json.code).toBe("PROOF");
  });

  it.each<[string, Parameters<ReturnType<typeof makePasskeyDevice>["sign"]>[1]]>([
    ["signed for another site", { origin: "https://crossriverpay.evil.example" }],
    ["of a device without user verification", { isVerified: false }],
    ["whose signature counter decreased, as a copied key would", { signatures: 0 }],
  ])("a passkey is rejected if it is %s", async (_, change) => {
    const { device } = await ownCalls.addPasskey();
    await ownCalls.forgetProof();
    const { reference, options } = (await ownCalls.call("POST", "proof/passkey-challenge", {})).json.data;
    const credential = device.sign(options, change);
    expect((await ownCalls.call("PATCH", "proof", { method: "passkey", reference, credential })).json.code).toBe(
      "PROOF",
    );
    expect((await ownCalls.proof()).proved_until).toBeNull();
  });

  it("a passkey is rejected if it is another admin's, or signs another challenge", async () => {
    const { device } = await ownCalls.addPasskey();
    const other = await makeAdmin(app);
    const otherChallenge = (await ownCalls.call("POST", "proof/passkey-challenge", {}, other)).json.data;
    const credential = device.sign(otherChallenge.options);
    expect(
      (
        await ownCalls.call(
          "PATCH",
          "proof",
          { method: "passkey", reference: otherChallenge.reference, credential },
          other,
        )
      ).status,
    ).toBe(400);
    const ownChallenge = (await ownCalls.call("POST", "proof/passkey-challenge", {})).json.data;
    expect(
      (await ownCalls.call("PATCH", "proof", { method: "passkey", reference: ownChallenge.reference, credential }))
        .status,
    ).toBe(400);
  });

  it("a passkey is not added twice, for another site, or without a recent proof of identity", async () => {
    const { device } = await ownCalls.addPasskey();
    expect((await ownCalls.addPasskey(device)).added.status).toBe(409);
    const { reference, options } = (await ownCalls.call("POST", "keys/passkey-challenge", {})).json.data;
    const credential = makePasskeyDevice().create(options, { origin: "https://evil.example" });
    expect((await ownCalls.call("POST", "keys/passkeys", { reference, name: "Phone", credential })).json.code).toBe(
      "PROOF",
    );
    await ownCalls.forgetProof();
    expect((await ownCalls.call("POST", "keys/passkey-challenge", {})).json.code).toBe("PROOF_NEEDED");
    expect((await ownCalls.call("POST", "keys/passkeys", { reference, name: "Phone", credential })).json.code).toBe(
      "PROOF_NEEDED",
    );
    expect((await ownCalls.keys()).passkeys).toHaveLength(1);
  });

  it("a passkey can only be removed by its owner", async () => {
    await ownCalls.addPasskey();
    const [{ passkeyId }] = (await ownCalls.keys()).passkeys;
    const other = await makeAdmin(app);
    expect((await ownCalls.call("DELETE", `keys/passkeys/${passkeyId}`, undefined, other)).status).toBe(404);
    expect((await ownCalls.call("DELETE", `keys/passkeys/${passkeyId}`)).json.data.passkeys).toEqual([]);
    expect(await ownCalls.lastDone()).toMatchObject({
      action: "account.removePasskey",
      after: { removed_passkey: "Work laptop" },
    });
    expect((await ownCalls.proof()).methods).toEqual(["mail"]);
  });
});

describe("authenticator app", () => {
  it("an authenticator app is confirmed by its first code; each of its later codes proves the admin's identity once", async () => {
    const { uri, code, confirmed } = await ownCalls.addAuthenticator();
    expect(uri).toContain(encodeURIComponent(admin.email));
    expect(confirmed.json.data.authenticator).not.toBeNull();
    await ownCalls.forgetProof();
    expect((await ownCalls.proof()).methods).toEqual(["authenticator"]);
    const usedCode = { method: "authenticator", code: code() };
    expect((await ownCalls.call("PATCH", "proof", usedCode)).json.code).toBe("PROOF");
    const next = { method: "authenticator", code: code(1) };
    expect((await ownCalls.call("PATCH", "proof", next)).status).toBe(200);
    expect((await ownCalls.call("PATCH", "proof", next)).status).toBe(400);
  });

  it("an authenticator app can't prove identity before a code has confirmed it, and a second app is rejected", async () => {
    const { secret } = (await ownCalls.call("POST", "keys/authenticator", {})).json.data;
    expect((await ownCalls.proof()).methods).toEqual(["mail"]);
    expect((await ownCalls.call("PATCH", "proof", { method: "authenticator", code: totpCodeOf(secret) })).status).toBe(
      400,
    );
    expect((await ownCalls.call("PATCH", "keys/authenticator", { code: "000000" })).json.code).toBe("PROOF");
    await ownCalls.call("PATCH", "keys/authenticator", { code: totpCodeOf(secret) });
    expect((await ownCalls.call("POST", "keys/authenticator", {})).status).toBe(409);
    expect((await ownCalls.call("PATCH", "keys/authenticator", { code: totpCodeOf(secret) })).status).toBe(409);
  });

  it("removing an authenticator app also removes the recovery codes if no passkey remains", async () => {
    await ownCalls.addAuthenticator();
    expect((await ownCalls.call("POST", "keys/recovery-codes", {})).json.data.codes).toHaveLength(10);
    const { authenticator, recovery_codes } = (await ownCalls.call("DELETE", "keys/authenticator")).json.data;
    expect([authenticator, recovery_codes]).toEqual([null, null]);
    expect((await ownCalls.call("DELETE", "keys/authenticator")).status).toBe(409);
  });

  it("the secret of an authenticator app is in neither the database nor the audit trail as plain text", async () => {
    const { secret } = await ownCalls.addAuthenticator();
    const { rows } = await app.db.execute(
      sql`select (select json_agg(a)::text from admin_authenticators a) || (select json_agg(t)::text from audit_trails t) as all`,
    );
    expect(String(rows[0]?.all)).not.toContain(secret);
  });
});

describe("recovery codes", () => {
  it("only an admin with a passkey or authenticator app can create recovery codes; each works once, and its use is reported by mail", async () => {
    expect((await ownCalls.call("POST", "keys/recovery-codes", {})).status).toBe(409);
    await ownCalls.addPasskey();
    const { codes } = (await ownCalls.call("POST", "keys/recovery-codes", {})).json.data;
    expect(new Set(codes).size).toBe(10);
    await ownCalls.forgetProof();
    expect((await ownCalls.proof()).methods).toEqual(["passkey", "recovery_code"]);
    const typedCode = String(codes[3]).toLowerCase().replaceAll("-", " ");
    expect((await ownCalls.call("PATCH", "proof", { method: "recovery_code", code: typedCode })).status).toBe(200);
    expect((await ownCalls.mailed())?.subject).toContain("recovery code");
    expect((await ownCalls.call("PATCH", "proof", { method: "recovery_code", code: codes[3] })).status).toBe(400);
    expect((await ownCalls.keys()).recovery_codes.left).toBe(9);
  });

  it("recovery codes stop working when new ones are created, and never work for another admin", async () => {
    await ownCalls.addPasskey();
    const oldCodes = (await ownCalls.call("POST", "keys/recovery-codes", {})).json.data.codes;
    const { codes } = (await ownCalls.call("POST", "keys/recovery-codes", {})).json.data;
    expect((await ownCalls.call("PATCH", "proof", { method: "recovery_code", code: oldCodes[0] })).status).toBe(400);
    const other = ownAccountCalls(app, await makeAdmin(app));
    await other.addPasskey();
    await other.call("POST", "keys/recovery-codes", {});
    expect((await other.call("PATCH", "proof", { method: "recovery_code", code: codes[0] })).status).toBe(400);
    expect((await ownCalls.call("PATCH", "proof", { method: "recovery_code", code: codes[0] })).status).toBe(200);
  });
});
