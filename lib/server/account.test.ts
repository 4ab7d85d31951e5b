import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetOldSignIns } from "@/lib/server/auth/delete-old-sign-ins";
import { openSession } from "@/lib/server/auth/session";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { codeOf, makeAdminWithPassword, ownAccount } from "@/lib/server/testing/own-account";
import { makePasskeyDevice } from "@/lib/server/testing/passkey-device";

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

async function mailedProof() {
  const { reference } = (await own.call("POST", "proof/mailed-code", {})).json.data;
  const code = /code is (\d{6})/.exec((await own.mailed())?.text ?? "")?.[1] ?? "";
  return { method: "mail", reference, code };
}

describe("a proof by mailed code", () => {
  it("is valid in the session for 15 minutes and has an audit row", async () => {
    await own.forgetProof();
    expect(await own.proof()).toEqual({ methods: ["mail"], proved_until: null });
    const answer = await own.call("PATCH", "proof", await mailedProof());
    expect(answer.status).toBe(200);
    const left = Date.parse(answer.json.data.proved_until) - Date.now();
    expect(left).toBeGreaterThan(14 * 60_000);
    expect(left).toBeLessThanOrEqual(15 * 60_000);
    expect(await own.lastDone()).toMatchObject({
      action: "account.prove",
      after: { step: "identity proved", by: "mail" },
    });
  });

  it("works once, in the session that requested it, within 10 minutes", async () => {
    const input = await mailedProof();
    const elsewhere = await openSession(app.db, admin.id, { address: "10.0.0.2", device: "phone" }, false);
    expect((await own.call("PATCH", "proof", input, { ...admin, token: elsewhere })).status).toBe(400);
    expect((await own.call("PATCH", "proof", input)).status).toBe(200);
    expect((await own.call("PATCH", "proof", input)).status).toBe(400);
    const late = await mailedProof();
    await app.db.execute(sql`update proof_challenges set expires_at = now() where reference = ${late.reference}`);
    expect((await own.call("PATCH", "proof", late)).status).toBe(400);
  });

  it("rejects a wrong code with a message and an audit row, and answers 429 after five", async () => {
    await own.forgetProof();
    const input = await mailedProof();
    const wrong = { ...input, code: input.code === "000000" ? "000001" : "000000" };
    const [first] = await Promise.all(Array.from({ length: 5 }, () => own.call("PATCH", "proof", wrong)));
    expect(first?.json).toMatchObject({ code: "PROOF", fields: { code: expect.stringContaining("not right") } });
    expect((await own.call("PATCH", "proof", input)).status).toBe(429);
    expect((await own.proof()).proved_until).toBeNull();
    expect(
      (await app.audit()).filter(({ action, outcome }) => action === "account.prove" && outcome === "refused").length,
    ).toBeGreaterThanOrEqual(5);
  });

  it("is mailed again without a limit if the codes are entered correctly", async () => {
    for (let proofs = 0; proofs < 8; proofs++)
      expect((await own.call("PATCH", "proof", await mailedProof())).status).toBe(200);
  });

  it("is deleted a day after it expired", async () => {
    const { reference } = await mailedProof();
    const isStored = async () =>
      (await app.db.execute(sql`select 1 from proof_challenges where reference = ${reference}`)).rows.length === 1;
    await forgetOldSignIns(app.db);
    expect(await isStored()).toBe(true);
    await app.db.execute(
      sql`update proof_challenges set expires_at = now() - interval '25 hours' where reference = ${reference}`,
    );
    await forgetOldSignIns(app.db);
    expect(await isStored()).toBe(false);
  });

  it("is not available to an admin who has a key", async () => {
    const before = await mailedProof();
    await own.addPasskey();
    await own.forgetProof();
    expect((await own.call("POST", "proof/mailed-code", {})).status).toBe(409);
    expect((await own.call("PATCH", "proof", before)).json.code).toBe("PROOF");
  });
});

describe("keys that no longer work", () => {
  it("do not count: without others the mailed code is the proof, and new keys can be set up", async () => {
    await own.addPasskey();
    await own.addAuthenticator();
    expect((await own.proof()).methods).toEqual(["passkey", "authenticator"]);
    // As after APP_ORIGIN moved to another host, and APP_SECRET was replaced.
    await app.db.execute(sql`update admin_passkeys set host = 'old.example' where admin_id = ${admin.id}`);
    await app.db.execute(
      sql`update admin_authenticators set secret = decode(repeat('00', 60), 'hex') where admin_id = ${admin.id}`,
    );
    await own.forgetProof();
    expect((await own.proof()).methods).toEqual(["mail"]);
    expect((await own.call("PATCH", "proof", await mailedProof())).status).toBe(200);
    expect((await own.call("DELETE", "keys/authenticator")).status).toBe(200);
    expect((await own.addAuthenticator()).confirmed.status).toBe(200);
  });

  it("answer no 5xx if APP_SECRET was replaced during the setup", async () => {
    await own.call("POST", "keys/authenticator", {});
    await app.db.execute(
      sql`update admin_authenticators set secret = decode(repeat('00', 60), 'hex') where admin_id = ${admin.id}`,
    );
    expect((await own.call("PATCH", "keys/authenticator", { code: "123456" })).status).toBe(409);
  });
});

describe("a passkey", () => {
  it("is added after a recent proof, with a mail and an audit row, and proves the admin's identity", async () => {
    const { device, added } = await own.addPasskey();
    expect(added.json.data).toMatchObject({
      passkeys: [{ name: "Work laptop", is_synced: false, last_used_at: null }],
      recovery_codes: null,
      allows_passkeys: true,
    });
    expect(await own.mailed()).toMatchObject({ to: admin.email, text: expect.stringContaining("Work laptop") });
    expect(await own.lastDone()).toMatchObject({ action: "account.addPasskey", after: { passkey: "Work laptop" } });
    await own.forgetProof();
    expect((await own.proof()).methods).toEqual(["passkey"]);
    const { reference, options } = (await own.call("POST", "proof/passkey-challenge", {})).json.data;
    expect(options.allowCredentials).toMatchObject([{ id: device.id }]);
    const input = { method: "passkey", reference, credential: device.sign(options) };
    expect((await own.call("PATCH", "proof", input)).status).toBe(200);
    expect((await own.keys()).passkeys[0].last_used_at).not.toBeNull();
    expect((await own.call("PATCH", "proof", input)).json.code).toBe("PROOF");
  });

  it.each<[string, Parameters<ReturnType<typeof makePasskeyDevice>["sign"]>[1]]>([
    ["signed for another site", { origin: "https://crossriverpay.evil.example" }],
    ["of a device without user verification", { isVerified: false }],
    ["whose signature counter decreased, as a copied key would", { signatures: 0 }],
  ])("is rejected if it is %s", async (_, change) => {
    const { device } = await own.addPasskey();
    await own.forgetProof();
    const { reference, options } = (await own.call("POST", "proof/passkey-challenge", {})).json.data;
    const credential = device.sign(options, change);
    expect((await own.call("PATCH", "proof", { method: "passkey", reference, credential })).json.code).toBe("PROOF");
    expect((await own.proof()).proved_until).toBeNull();
  });

  it("is rejected if it is another admin's, or signs another challenge", async () => {
    const { device } = await own.addPasskey();
    const other = await makeAdmin(app);
    const asked = (await own.call("POST", "proof/passkey-challenge", {}, other)).json.data;
    const credential = device.sign(asked.options);
    expect(
      (await own.call("PATCH", "proof", { method: "passkey", reference: asked.reference, credential }, other)).status,
    ).toBe(400);
    const mine = (await own.call("POST", "proof/passkey-challenge", {})).json.data;
    expect(
      (await own.call("PATCH", "proof", { method: "passkey", reference: mine.reference, credential })).status,
    ).toBe(400);
  });

  it("is not added twice, for another site, or without a recent proof", async () => {
    const { device } = await own.addPasskey();
    expect((await own.addPasskey(device)).added.status).toBe(409);
    const { reference, options } = (await own.call("POST", "keys/passkey-challenge", {})).json.data;
    const credential = makePasskeyDevice().create(options, { origin: "https://evil.example" });
    expect((await own.call("POST", "keys/passkeys", { reference, name: "Phone", credential })).json.code).toBe("PROOF");
    await own.forgetProof();
    expect((await own.call("POST", "keys/passkey-challenge", {})).json.code).toBe("PROOF_NEEDED");
    expect((await own.call("POST", "keys/passkeys", { reference, name: "Phone", credential })).json.code).toBe(
      "PROOF_NEEDED",
    );
    expect((await own.keys()).passkeys).toHaveLength(1);
  });

  it("can only be removed by its owner", async () => {
    await own.addPasskey();
    const [{ passkeyId }] = (await own.keys()).passkeys;
    const other = await makeAdmin(app);
    expect((await own.call("DELETE", `keys/passkeys/${passkeyId}`, undefined, other)).status).toBe(404);
    expect((await own.call("DELETE", `keys/passkeys/${passkeyId}`)).json.data.passkeys).toEqual([]);
    expect(await own.lastDone()).toMatchObject({
      action: "account.removePasskey",
      after: { removed_passkey: "Work laptop" },
    });
    expect((await own.proof()).methods).toEqual(["mail"]);
  });
});

describe("an authenticator app", () => {
  it("is set up with its first code and proves the admin's identity, each code once", async () => {
    const { uri, code, confirmed } = await own.addAuthenticator();
    expect(uri).toContain(encodeURIComponent(admin.email));
    expect(confirmed.json.data.authenticator).not.toBeNull();
    await own.forgetProof();
    expect((await own.proof()).methods).toEqual(["authenticator"]);
    const used = { method: "authenticator", code: code() };
    expect((await own.call("PATCH", "proof", used)).json.code).toBe("PROOF");
    const next = { method: "authenticator", code: code(1) };
    expect((await own.call("PATCH", "proof", next)).status).toBe(200);
    expect((await own.call("PATCH", "proof", next)).status).toBe(400);
  });

  it("proves nothing before its first code, and a second app is rejected", async () => {
    const { secret } = (await own.call("POST", "keys/authenticator", {})).json.data;
    expect((await own.proof()).methods).toEqual(["mail"]);
    expect((await own.call("PATCH", "proof", { method: "authenticator", code: codeOf(secret) })).status).toBe(400);
    expect((await own.call("PATCH", "keys/authenticator", { code: "000000" })).json.code).toBe("PROOF");
    await own.call("PATCH", "keys/authenticator", { code: codeOf(secret) });
    expect((await own.call("POST", "keys/authenticator", {})).status).toBe(409);
    expect((await own.call("PATCH", "keys/authenticator", { code: codeOf(secret) })).status).toBe(409);
  });

  it("is removed, together with the recovery codes if no passkey remains", async () => {
    await own.addAuthenticator();
    expect((await own.call("POST", "keys/recovery-codes", {})).json.data.codes).toHaveLength(10);
    const { authenticator, recovery_codes } = (await own.call("DELETE", "keys/authenticator")).json.data;
    expect([authenticator, recovery_codes]).toEqual([null, null]);
    expect((await own.call("DELETE", "keys/authenticator")).status).toBe(409);
  });

  it("keeps its secret out of the database, the audit trail and stored answers", async () => {
    const { secret } = await own.addAuthenticator();
    const { rows } = await app.db.execute(
      sql`select (select json_agg(a)::text from admin_authenticators a) || (select json_agg(t)::text from audit_trails t) as all`,
    );
    expect(String(rows[0]?.all)).not.toContain(secret);
  });
});

describe("recovery codes", () => {
  it("require a key, work once each, and their use is mailed", async () => {
    expect((await own.call("POST", "keys/recovery-codes", {})).status).toBe(409);
    await own.addPasskey();
    const { codes } = (await own.call("POST", "keys/recovery-codes", {})).json.data;
    expect(new Set(codes).size).toBe(10);
    await own.forgetProof();
    expect((await own.proof()).methods).toEqual(["passkey", "recovery_code"]);
    const typed = String(codes[3]).toLowerCase().replaceAll("-", " ");
    expect((await own.call("PATCH", "proof", { method: "recovery_code", code: typed })).status).toBe(200);
    expect((await own.mailed())?.subject).toContain("recovery code");
    expect((await own.call("PATCH", "proof", { method: "recovery_code", code: codes[3] })).status).toBe(400);
    expect((await own.keys()).recovery_codes.left).toBe(9);
  });

  it("stop working when new ones are created, and never work for another admin", async () => {
    await own.addPasskey();
    const old = (await own.call("POST", "keys/recovery-codes", {})).json.data.codes;
    const { codes } = (await own.call("POST", "keys/recovery-codes", {})).json.data;
    expect((await own.call("PATCH", "proof", { method: "recovery_code", code: old[0] })).status).toBe(400);
    const other = ownAccount(app, await makeAdmin(app));
    await other.addPasskey();
    await other.call("POST", "keys/recovery-codes", {});
    expect((await other.call("PATCH", "proof", { method: "recovery_code", code: codes[0] })).status).toBe(400);
    expect((await own.call("PATCH", "proof", { method: "recovery_code", code: codes[0] })).status).toBe(200);
  });
});
