import { call } from "@orpc/server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quickHash } from "@/lib/server/testing/quick-hash";
import { requestContext } from "./api/request";
import { admins } from "./db/schema/admin";
import { sessions, signInCodes, throttles } from "./db/schema/session";
import { router } from "./router";
import { makeAdmin, startTestApp, type TestApp } from "./testing/app";

let app: TestApp;
let passwordHash: string;
const PASSWORD = "a long enough password";

beforeAll(async () => {
  app = await startTestApp();
  passwordHash = await quickHash(PASSWORD);
});
afterAll(() => app.stop());

const login = (email: string, password = PASSWORD, address = "10.1.0.1") =>
  app.call("POST", "/auth/admin/login", { body: { email, password }, headers: { "x-forwarded-for": address } });
const verifyCode = (reference: string, token: string, address = "10.1.0.1") =>
  app.call("PATCH", "/auth/admin/verify-token/sign-in", {
    body: { reference, token },
    headers: { "x-forwarded-for": address },
  });
const requestFromAddress = (address: string) => ({
  ...requestContext(new Headers({ "x-forwarded-for": address })),
  database: app.db,
});
const wrongCode = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, "0");

describe("auth.login and auth.verifySignIn", () => {
  it("auth.login and auth.verifySignIn exchange password and mailed code for a session of 3 days, with an audit row for each step", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const firstStep = await login(admin.email);
    expect(firstStep.status).toBe(200);
    expect(firstStep.json.data.reference).toMatch(/^[0-9a-f-]{36}$/);
    const code = await app.mailedCode();
    const secondStep = await verifyCode(firstStep.json.data.reference, code);
    expect(secondStep.json).toMatchObject({ status: 200, data: { token: expect.any(String) } });
    const me = await app.call("GET", "/users", { token: secondStep.json.data.token });
    expect(me.json.data).toMatchObject({ first_name: "Ada", email: admin.email });

    const [session] = await app.db
      .select()
      .from(sessions)
      .where(eq(sessions.adminId, admin.id))
      .orderBy(sessions.createdAt);
    expect(session).toBeDefined();
    const storedSessions = await app.db.select().from(sessions);
    expect(JSON.stringify(storedSessions)).not.toContain(secondStep.json.data.token);
    const newest = storedSessions.at(-1);
    expect((newest?.expiresAt.getTime() ?? 0) - (newest?.createdAt.getTime() ?? 0)).toBeCloseTo(259_200_000, -4);

    const rows = (await app.audit()).filter((row) => row.adminId === admin.id);
    expect(rows.map((row) => [row.action, row.outcome])).toEqual([
      ["auth.verifySignIn", "done"],
      ["auth.login", "done"],
    ]);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it("auth.login and auth.verifySignIn return the same for an unknown email, a wrong password and a suspended account", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const suspended = await makeAdmin(app, { passwordHash, status: "suspended" });
    const answers = [
      await login(admin.email, "wrong password here", "10.2.0.1"),
      await login("nobody@example.com", PASSWORD, "10.2.0.2"),
      await login(suspended.email, PASSWORD, "10.2.0.3"),
    ];
    for (const answer of answers) expect(answer.status).toBe(401);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.json))).size).toBe(1);
    const [refusalAudit] = await app.audit();
    expect(refusalAudit).toMatchObject({ action: "auth.login", outcome: "refused" });
  });

  it("auth.login and auth.verifySignIn accept a code only once", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const { reference } = (await login(admin.email, PASSWORD, "10.3.0.1")).json.data;
    const code = await app.mailedCode();
    expect((await verifyCode(reference, code, "10.3.0.1")).status).toBe(200);
    expect((await verifyCode(reference, code, "10.3.0.1")).status).toBe(400);
  });

  it("auth.login and auth.verifySignIn reject a code after 10 minutes", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const { reference } = (await login(admin.email, PASSWORD, "10.4.0.1")).json.data;
    const code = await app.mailedCode();
    const [row] = await app.db.select().from(signInCodes).where(eq(signInCodes.reference, reference));
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(590_000);
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(600_000);
    await app.db.update(signInCodes).set({ expiresAt: new Date() }).where(eq(signInCodes.reference, reference));
    expect((await verifyCode(reference, code, "10.4.0.1")).json.code).toBe("CODE");
  });

  it("auth.login and auth.verifySignIn check at most 5 of 1,000 concurrent wrong codes, and then reject the right one", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const { reference } = (await login(admin.email, PASSWORD, "10.5.0.1")).json.data;
    const code = await app.mailedCode();
    // Calls the procedure directly, without the HTTP handler's concurrency limit, to simulate many instances.
    const loginWrongly = (n: number) =>
      call(
        router.auth.verifySignIn,
        { reference, token: wrongCode(code) },
        { context: requestFromAddress(`10.6.${n % 250}.${n % 199}`) },
      );
    const answers = await Promise.allSettled(Array.from({ length: 1_000 }, (_, n) => loginWrongly(n)));
    const statuses = answers.map((answer) => (answer.status === "rejected" ? answer.reason.status : 200));
    // The status is undefined if the attempt waited too long for a database connection, so that its code was not checked.
    expect(statuses.filter((status) => ![400, 429, 503, undefined].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 400 || status === 429).length).toBeGreaterThan(100);
    const [row] = await app.db.select().from(signInCodes).where(eq(signInCodes.reference, reference));
    expect(row?.tries).toBeLessThanOrEqual(5);
    await app.db.delete(throttles);
    await app.db.update(signInCodes).set({ tries: 5 }).where(eq(signInCodes.reference, reference));
    expect((await verifyCode(reference, code, "10.5.0.2")).status).toBe(400);
  }, 60_000);

  it("auth.login and auth.verifySignIn limit a code to 5 attempts even if no account limit delays them", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const { reference } = (await login(admin.email, PASSWORD, "10.5.1.1")).json.data;
    const code = await app.mailedCode();
    for (let n = 0; n < 5; n++) {
      await app.db.delete(throttles);
      expect((await verifyCode(reference, wrongCode(code), "10.5.1.1")).status).toBe(400);
    }
    await app.db.delete(throttles);
    expect((await verifyCode(reference, code, "10.5.1.1")).status).toBe(400);
  });

  it("auth.login and auth.verifySignIn refuse an account for some time after 5 attempts from any IP address, and return the seconds to wait", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    for (let n = 0; n < 5; n++)
      expect((await login(admin.email, "wrong password here", `10.7.0.${n}`)).status).toBe(401);
    const blockedLogin = await login(admin.email, PASSWORD, "10.7.0.99");
    expect(blockedLogin.status).toBe(429);
    expect(blockedLogin.json.retry_after).toBeGreaterThanOrEqual(1);
    expect(blockedLogin.headers.get("retry-after")).toBe(String(blockedLogin.json.retry_after));
    expect(blockedLogin.json.message).toMatch(/Wait \d+ seconds? and try again/);
    // The account is never locked permanently: after the wait the right password works.
    await app.db.update(throttles).set({ blockedUntil: new Date(Date.now() - 1) });
    expect((await login(admin.email, PASSWORD, "10.7.0.99")).status).toBe(200);
  });

  it("the next API call with the session of a suspended admin returns 401", async () => {
    const admin = await makeAdmin(app);
    expect((await app.call("GET", "/users", { token: admin.token })).status).toBe(200);
    await app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, admin.id));
    const answer = await app.call("GET", "/users", { token: admin.token });
    expect(answer.status).toBe(401);
    expect(answer.json.message).toBe("Your session has ended. Sign in again.");
  });
});

describe("auth.resendCode", () => {
  it("auth.resendCode waits for the countdown, mails another code, and keeps the number of attempts", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const { reference } = (await login(admin.email, PASSWORD, "10.8.0.1")).json.data;
    const oldCode = await app.mailedCode();
    const resendCode = () =>
      app.call("POST", "/auth/admin/resend-code", { body: { reference }, headers: { "x-forwarded-for": "10.8.0.1" } });
    const earlyResend = await resendCode();
    expect(earlyResend.status).toBe(429);
    expect(earlyResend.json.retry_after).toBeLessThanOrEqual(59);

    await verifyCode(reference, wrongCode(oldCode), "10.8.0.1");
    const minuteAgo = new Date(Date.now() - 60_000);
    await app.db.update(signInCodes).set({ sentAt: minuteAgo }).where(eq(signInCodes.reference, reference));
    expect((await resendCode()).status).toBe(200);
    const resentCode = await app.mailedCode();
    const [row] = await app.db.select().from(signInCodes).where(eq(signInCodes.reference, reference));
    expect(row).toMatchObject({ tries: 1, sends: 2 });
    if (resentCode !== oldCode) expect((await verifyCode(reference, oldCode, "10.8.0.1")).status).toBe(400);
    expect((await verifyCode(reference, resentCode, "10.8.0.1")).status).toBe(200);
  });
});

describe("auth.logout", () => {
  it("auth.logout ends the current session and no other", async () => {
    const admin = await makeAdmin(app, { passwordHash });
    const otherAdmin = await makeAdmin(app);
    expect((await app.call("DELETE", "/auth/admin/session", { token: admin.token })).status).toBe(200);
    expect((await app.call("GET", "/users", { token: admin.token })).status).toBe(401);
    expect((await app.call("GET", "/users", { token: otherAdmin.token })).status).toBe(200);
    expect((await app.audit())[0]).toMatchObject({ action: "auth.logout", adminId: admin.id, outcome: "done" });
  });
});
