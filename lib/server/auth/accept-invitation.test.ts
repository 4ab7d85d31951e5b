import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { setupKey } from "@/lib/server/base/secret";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { adminReferences, throttles } from "@/lib/server/db/schema/session";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";
import { printSetUpHint } from "./first-admin";
import { createMailedReference, INVITATION_LINK_MINUTES, mailedLinkOf } from "./mailed-links";

let app: TestApp;
const PASSWORD = "okra soup on the veranda";
const personName = { first_name: "Ọjọ́ma", last_name: "O'Neil" };

describe("auth.register", () => {
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    await app.db.delete(throttles);
    // Frees the admin names used by earlier tests.
    await app.db.update(admins).set({ status: "deleted" });
  });

  /** Creates the same records as rp.createAdmin: an invited admin with a role, and the reference of the mailed link. */
  async function createInvitation() {
    const admin = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    await app.db.update(admins).set({ status: "invited" }).where(eq(admins.id, admin.id));
    const reference = await app.db.transaction((tx) =>
      createMailedReference(tx, { adminId: admin.id, kind: "invitation", minutes: INVITATION_LINK_MINUTES }),
    );
    return { ...admin, reference };
  }
  const registerWith = (body: object) =>
    app.call("POST", "/auth/admin/register", { body: { ...personName, password: PASSWORD, ...body } });

  it("auth.register makes the invited admin active, with the invited roles and able to sign in", async () => {
    const { id, email, reference } = await createInvitation();
    expect(mailedLinkOf("invitation", reference, email)).toBe(
      `http://localhost:3000/auth/register?reference=${reference}&email=${encodeURIComponent(email)}`,
    );
    expect((await registerWith({ reference, email: email.toUpperCase() })).json).toMatchObject({
      status: 200,
      data: {},
    });
    const [row] = await app.db.select().from(admins).where(eq(admins.id, id));
    expect(row).toMatchObject({
      status: "active",
      email,
      firstName: personName.first_name,
      lastName: personName.last_name,
    });
    const signIn = await app.call("POST", "/auth/admin/login", { body: { email, password: PASSWORD } });
    expect(signIn.status).toBe(200);
    const audit = (await app.audit()).find((entry) => entry.action === "auth.register");
    expect(audit).toMatchObject({ outcome: "done", adminId: id, before: { status: "invited" } });
    expect(audit?.after).toMatchObject({ status: "active" });
    expect(JSON.stringify(audit)).not.toContain(PASSWORD);
  });

  it("auth.register works only once, even for concurrent requests", async () => {
    const { email, reference } = await createInvitation();
    const answers = await Promise.all(Array.from({ length: 4 }, () => registerWith({ reference, email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it("auth.register rejects an invitation after 7 days", async () => {
    const { id, email, reference } = await createInvitation();
    const [stored] = await app.db.select().from(adminReferences).where(eq(adminReferences.adminId, id));
    expect((stored?.expiresAt.getTime() ?? 0) - (stored?.createdAt.getTime() ?? 0)).toBeCloseTo(604_800_000, -3);
    await app.db.update(adminReferences).set({ expiresAt: new Date() }).where(eq(adminReferences.adminId, id));
    const answer = await registerWith({ reference, email });
    expect(answer).toMatchObject({ status: 400, json: { code: "REFERENCE" } });
    expect((await app.audit())[0]).toMatchObject({ action: "auth.register", outcome: "refused" });
  });

  it("auth.register rejects a wrong email, the reference of a password reset, uninvited admins, weak passwords, and fields such as roles", async () => {
    const { id, email, reference } = await createInvitation();
    const other = await createInvitation();
    const resetReference = await app.db.transaction((tx) =>
      createMailedReference(tx, { adminId: id, kind: "reset", minutes: 30 }),
    );
    for (const body of [
      { reference, email: other.email },
      { reference, email: [email] },
      { reference: resetReference, email },
      { reference, email, password: "Password1234!" },
      { reference, email, password: `${email} and more` },
      { reference, email, first_name: " " },
      { reference, email, status: "active" },
      { reference, email, role_ids: [] },
    ]) {
      await app.db.delete(throttles);
      expect([body, (await registerWith(body)).status]).toEqual([body, 400]);
    }
    for (const status of ["suspended", "active", "deleted"] as const) {
      await app.db.update(admins).set({ status }).where(eq(admins.id, id));
      await app.db.delete(throttles);
      expect((await registerWith({ reference, email })).status).toBe(400);
    }
  });
});

const settings = changeSettings();

describe("auth.setUp on an empty installation", () => {
  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.stop());
  const setUp = (body: object = {}) =>
    app.call("POST", "/auth/admin/set-up", {
      body: { setup_key: setupKey(), email: "first@example.com", ...personName, password: PASSWORD, ...body },
    });
  const isEmpty = async () => (await app.call("GET", "/auth/admin/installation")).json.data.empty;

  it("auth.setUp reports whether mails are written to files because SMTP is not configured", async () => {
    const isMailUnset = async () => (await app.call("GET", "/auth/admin/installation")).json.data.mail_is_unset;
    expect(await isMailUnset()).toBe(true);
    settings.smtpUrl = "smtp://localhost:2525";
    expect(await isMailUnset()).toBe(false);
    settings.smtpUrl = undefined;
  });

  it("auth.setUp creates a full administrator with the printed key; a second request gets 409", async () => {
    expect(await isEmpty()).toBe(true);
    const printedTexts: string[] = [];
    const print = (text: string) => void printedTexts.push(text);
    await printSetUpHint(app.db, print);
    expect(printedTexts[0]).toContain("http://localhost:3000/auth/register");
    const key = /setup key\s+(\S+)/.exec(printedTexts[0] ?? "")?.[1] ?? "";
    expect(key).toMatch(/^(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}$/);

    expect((await setUp({ setup_key: ` ${key.toLowerCase().replaceAll("-", " ")} ` })).status).toBe(200);
    expect(await isEmpty()).toBe(false);
    const [admin] = await app.db.select().from(admins);
    expect(admin).toMatchObject({ status: "active", email: "first@example.com" });
    const [role] = await app.db.select().from(roles);
    expect(role?.name).toBe("Full administrator");
    expect(role?.features).toHaveLength(12);
    expect(role?.features.every(({ access }) => Object.values(access).every(Boolean))).toBe(true);
    expect((await app.audit())[0]).toMatchObject({ action: "auth.setUp", outcome: "done", recordId: admin?.id });

    const secondSetUp = await setUp({ email: "second@example.com" });
    expect(secondSetUp).toMatchObject({ status: 409, json: { code: "CONFLICT" } });
    await printSetUpHint(app.db, print);
    expect(printedTexts).toHaveLength(1);
  });

  it("auth.setUp creates one administrator from concurrent requests with the same key", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => setUp({ email: `racer${n}@example.com`, password: `${PASSWORD} ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(await app.db.select().from(admins)).toHaveLength(1);
    expect(await app.db.select().from(adminRoles)).toHaveLength(1);
  });

  it("auth.setUp audits a wrong key and throttles guessing", async () => {
    const wrongKey = await setUp({ setup_key: "0000-0000-0000-0000-0000" });
    expect(wrongKey).toMatchObject({ status: 400, json: { fields: { setup_key: expect.any(String) } } });
    expect((await app.audit())[0]).toMatchObject({ action: "auth.setUp", outcome: "refused" });
    for (let n = 0; n < 29; n++) await setUp({ setup_key: `guess ${n}` });
    expect((await setUp()).status).toBe(429);
    expect(await app.db.select().from(admins)).toEqual([]);
  });

  it("auth.setUp rejects a weak password", async () => {
    for (const password of ["Password1234!", "first@example.com", "tiny"])
      expect((await setUp({ password })).json.fields).toHaveProperty("password");
  });

  it("auth.setUp adds missing rights to an existing role for full administrators", async () => {
    const id = "00000000-0000-7000-8000-000000000001";
    await app.db.insert(roles).values({ id, name: "full Administrator", features: makeRights({}) });
    expect((await setUp()).status).toBe(200);
    const [role] = await app.db.select().from(roles);
    expect(role?.features.every(({ access }) => access.approve)).toBe(true);
  });
});
