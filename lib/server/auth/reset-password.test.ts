import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { admins } from "@/lib/server/db/schema/admin";
import { outbox } from "@/lib/server/db/schema/outbox";
import { adminReferences, throttles } from "@/lib/server/db/schema/session";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { quickHash } from "@/lib/server/testing/quick-hash";
import { createMailedReference } from "./mailed-links";

let app: TestApp;
let passwordHash: string;
const OLD_PASSWORD = "okra soup on the veranda";
const NEW_PASSWORD = "three goats and a radio";

beforeAll(async () => {
  app = await startTestApp();
  passwordHash = await quickHash(OLD_PASSWORD);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(throttles);
  await app.db.delete(outbox);
});

const requestLink = (email: unknown, headers = {}) =>
  app.call("POST", "/auth/admin/forgot", { body: { email }, headers });
const resetPassword = (body: object, address = "10.0.0.1") =>
  app.call("PATCH", "/auth/admin/reset-password", { body, headers: { "x-forwarded-for": address } });
const login = (email: string, password: string) =>
  app.call("POST", "/auth/admin/login", { body: { email, password }, headers: { "x-forwarded-for": "10.9.9.9" } });
const linkInMail = (text = "") => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "about:blank");

/** Requests a reset and returns the reference from the mailed link. */
async function referenceFor(email: string) {
  await requestLink(email);
  return linkInMail((await app.mails()).at(-1)?.text).searchParams.get("reference") ?? "";
}

it("a reset to a password with the admin's own name is refused, and the link stays valid", async () => {
  const admin = await makeAdmin(app, { passwordHash, firstName: "Ekaette" });
  const reference = await referenceFor(admin.email);
  const refused = await resetPassword({ reference, email: admin.email, password: `${admin.name}-7kQ!` });
  expect(refused).toMatchObject({ status: 400, json: { fields: { password: expect.stringContaining("too close") } } });
  expect((await resetPassword({ reference, email: admin.email, password: NEW_PASSWORD })).status).toBe(200);
});

describe("auth.forgot", () => {
  it("auth.forgot mails a link with the configured origin, ignoring the Host header, and stores only a hash", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const forgedHeaders = { host: "evil.example", "x-forwarded-host": "evil.example", origin: "https://evil.example" };
    const answer = await requestLink(admin.email.toUpperCase(), forgedHeaders);
    expect(answer).toMatchObject({ status: 200, json: { data: {} } });
    const [mail] = await app.mails();
    expect(mail).toMatchObject({ to: admin.email, subject: "Reset your Cross River Pay password" });
    const link = linkInMail(mail?.text);
    expect(link.origin + link.pathname).toBe("http://localhost:3000/auth/reset-password");
    expect(link.searchParams.get("email")).toBe(admin.email);
    expect(mail?.text).not.toContain("evil");

    const [stored] = await app.db.select().from(adminReferences).where(eq(adminReferences.adminId, admin.id));
    expect(JSON.stringify(stored)).not.toContain(link.searchParams.get("reference"));
    expect((stored?.expiresAt.getTime() ?? 0) - (stored?.createdAt.getTime() ?? 0)).toBeCloseTo(1_800_000, -3);
    expect((await app.audit())[0]).toMatchObject({ action: "auth.forgot", outcome: "done", adminId: admin.id });
  });

  it("auth.forgot returns the same bytes for an unknown email and for the emails of suspended and invited admins, and mails none of them", async () => {
    const knownAdmin = await makeAdmin(app, { passwordHash });
    const suspended = await makeAdmin(app, { passwordHash, status: "suspended" });
    const invited = await makeAdmin(app);
    await app.db.update(admins).set({ status: "invited" }).where(eq(admins.id, invited.id));
    const first = await requestLink(knownAdmin.email);
    await app.mails();
    for (const email of ["nobody@example.com", suspended.email, invited.email]) {
      const answer = await requestLink(email);
      expect([answer.status, JSON.stringify(answer.json)]).toEqual([first.status, JSON.stringify(first.json)]);
      const headerNames = (headers: Headers) => [...headers.keys()].sort();
      expect(headerNames(answer.headers)).toEqual(headerNames(first.headers));
      expect((await app.audit())[0]).toMatchObject({ action: "auth.forgot", outcome: "done", adminId: null });
    }
    expect(await app.mails()).toEqual([]);
  });

  it("auth.forgot limits known and unknown emails equally, so that no mailbox is flooded", async () => {
    const knownAdmin = await makeAdmin(app, { passwordHash });
    for (const email of [knownAdmin.email, "nobody@example.com"]) {
      const answers = [];
      for (let n = 0; n < 6; n++) answers.push((await requestLink(email)).status);
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  it("auth.forgot rejects an email that is a list or an object", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    for (const email of [[admin.email, "evil@example.com"], { $ne: "" }, `${admin.email},evil@example.com`])
      expect((await requestLink(email)).status).toBe(400);
    expect(await app.mails()).toEqual([]);
  });
});

describe("auth.checkLink", () => {
  const checkReference = async (body: object) =>
    (await app.call("POST", "/auth/admin/check-link", { body: { kind: "reset", ...body } })).json;

  it("auth.checkLink returns whether a link is usable, without using it up; the response is the same for every unusable link", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const reference = await referenceFor(admin.email);
    for (let n = 0; n < 2; n++)
      expect((await checkReference({ reference, email: admin.email })).data).toEqual({ usable: true, name: null });
    const unusable = { usable: false, name: null };
    expect((await checkReference({ reference, email: "nobody@example.com" })).data).toEqual(unusable);
    expect((await checkReference({ reference: "abc", email: admin.email })).data).toEqual(unusable);
    expect((await checkReference({ kind: "invitation", reference, email: admin.email })).data).toEqual(unusable);
    expect((await resetPassword({ reference, email: admin.email, password: NEW_PASSWORD })).status).toBe(200);
    expect((await checkReference({ reference, email: admin.email })).data).toEqual(unusable);
  });

  it("auth.checkLink returns the name on an invitation, and throttles guessing", async () => {
    const admin = await makeAdmin(app);
    await app.db.update(admins).set({ status: "invited" }).where(eq(admins.id, admin.id));
    const link = await app.db.transaction((tx) =>
      createMailedReference(tx, { adminId: admin.id, kind: "invitation", minutes: 5 }),
    );
    const invitation = { kind: "invitation", reference: link, email: admin.email };
    const [first_name, last_name] = admin.name.split(" ");
    expect((await checkReference(invitation)).data).toEqual({ usable: true, name: { first_name, last_name } });
    for (let n = 0; n < 30; n++) await checkReference({ reference: "x".repeat(43), email: admin.email });
    expect((await checkReference({ reference: "x".repeat(43), email: admin.email })).status).toBe(429);
    expect((await checkReference(invitation)).data.usable).toBe(true);
  });
});

describe("auth.resetPassword", () => {
  it("auth.resetPassword sets the password, ends all sessions and unfinished sign-ins immediately, and sends a mail", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const unfinishedSignIn = (await login(admin.email, OLD_PASSWORD)).json.data.reference;
    const code = await app.mailedCode();
    const reference = await referenceFor(admin.email);
    expect((await app.call("GET", "/users", { token: admin.token })).status).toBe(200);

    expect((await resetPassword({ reference, email: admin.email, password: NEW_PASSWORD })).json).toMatchObject({
      status: 200,
    });
    expect((await app.call("GET", "/users", { token: admin.token })).status).toBe(401);
    const verified = await app.call("PATCH", "/auth/admin/verify-token/sign-in", {
      body: { reference: unfinishedSignIn, token: code },
    });
    expect(verified.json.code).toBe("CODE");
    expect((await login(admin.email, OLD_PASSWORD)).status).toBe(401);
    expect((await login(admin.email, NEW_PASSWORD)).status).toBe(200);

    const subjects = (await app.mails()).map((mail) => mail.subject);
    expect(subjects).toContain("Your Cross River Pay password was changed");
    const row = (await app.audit()).find((entry) => entry.action === "auth.resetPassword");
    expect(row).toMatchObject({ outcome: "done", adminId: admin.id, recordId: admin.id });
  });

  it("auth.resetPassword works only once, even for concurrent requests", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const reference = await referenceFor(admin.email);
    await app.db.delete(throttles);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        resetPassword({ reference, email: admin.email, password: `${NEW_PASSWORD} ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    await app.db.delete(throttles);
    const secondReset = await resetPassword({ reference, email: admin.email, password: NEW_PASSWORD });
    expect(secondReset).toMatchObject({ status: 400, json: { code: "REFERENCE" } });
    expect((await app.audit())[0]).toMatchObject({ action: "auth.resetPassword", outcome: "refused" });
  });

  it("auth.resetPassword invalidates all other links of the admin", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const first = await referenceFor(admin.email);
    const secondReference = await referenceFor(admin.email);
    expect((await resetPassword({ reference: first, email: admin.email, password: NEW_PASSWORD })).status).toBe(200);
    expect(
      (await resetPassword({ reference: secondReference, email: admin.email, password: OLD_PASSWORD })).status,
    ).toBe(400);
  });

  it("auth.resetPassword rejects an expired link, the link of another account or an invitation, a list as email, and a suspended admin", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const other = await makeAdmin(app, { passwordHash });
    const reference = await referenceFor(admin.email);
    const invitation = await app.db.transaction((tx) =>
      createMailedReference(tx, { adminId: admin.id, kind: "invitation", minutes: 30 }),
    );
    const resetStatus = async (body: object) =>
      (await resetPassword({ reference, email: admin.email, password: NEW_PASSWORD, ...body })).status;
    expect(await resetStatus({ email: other.email })).toBe(400);
    expect(await resetStatus({ email: [admin.email] })).toBe(400);
    expect(await resetStatus({ email: [admin.email, other.email] })).toBe(400);
    expect(await resetStatus({ reference: invitation })).toBe(400);
    expect(await resetStatus({ reference: [reference] })).toBe(400);
    expect(await resetStatus({ reference: "x".repeat(43) })).toBe(400);
    await app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, admin.id));
    expect(await resetStatus({})).toBe(400);
    await app.db.update(admins).set({ status: "active" }).where(eq(admins.id, admin.id));
    await app.db.update(adminReferences).set({ expiresAt: new Date() }).where(eq(adminReferences.adminId, admin.id));
    await app.db.delete(throttles);
    expect(await resetStatus({})).toBe(400);
    const [row] = await app.db.select().from(admins).where(eq(admins.id, admin.id));
    expect(row?.passwordHash).toBe(passwordHash);
    expect((await app.call("GET", "/users", { token: admin.token })).status).toBe(200);
  });

  it("auth.resetPassword rejects a weak password without using the link up, and returns the field with the error", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const reference = await referenceFor(admin.email);
    for (const password of ["too short", "Password1234!", `${admin.email} and more`, "y".repeat(129)]) {
      const answer = await resetPassword({ reference, email: admin.email, password });
      expect([password, answer.status, Object.keys(answer.json.fields)]).toEqual([password, 400, ["password"]]);
    }
    expect((await resetPassword({ reference, email: admin.email, password: NEW_PASSWORD })).status).toBe(200);
  });

  it("auth.resetPassword counts unusable links and wrong passwords of an account together, from any IP address", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    for (let n = 0; n < 3; n++) await login(admin.email, "wrong password here");
    for (let n = 0; n < 2; n++)
      await resetPassword({ reference: "x".repeat(43), email: admin.email, password: NEW_PASSWORD }, `10.5.0.${n}`);
    const blockedReset = await resetPassword(
      { reference: "x".repeat(43), email: admin.email, password: NEW_PASSWORD },
      "10.5.0.9",
    );
    expect(blockedReset.status).toBe(429);
    expect((await login(admin.email, OLD_PASSWORD)).status).toBe(429);
    expect(blockedReset.json.message).toMatch(/Wait \d+ seconds? and try again/);
  });

  it("a sign-in with the old password that runs concurrently with auth.resetPassword leaves no open session", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    for (let raceRound = 0; raceRound < 5; raceRound++) {
      await app.db.update(admins).set({ passwordHash }).where(eq(admins.id, admin.id));
      const reference = await referenceFor(admin.email);
      const [signedIn, resetAnswer] = await Promise.all([
        login(admin.email, OLD_PASSWORD),
        resetPassword({ reference, email: admin.email, password: NEW_PASSWORD }),
      ]);
      expect(resetAnswer.status).toBe(200);
      const mail = (await app.mails()).find(({ text }) => text.includes("sign-in code"));
      const code = /code is (\d{6})/.exec(mail?.text ?? "")?.[1];
      await app.db.delete(throttles);
      if (signedIn.status === 200) {
        const body = { reference: signedIn.json.data.reference, token: code };
        expect((await app.call("PATCH", "/auth/admin/verify-token/sign-in", { body })).status).toBe(400);
      }
    }
  });
});
