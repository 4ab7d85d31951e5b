import { generateKeyPairSync, verify } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServiceAccount } from "@/lib/env";
import { changeSettings } from "@/lib/server/testing/settings";
import { log } from "./base/log";
import { deviceTokens, sessions } from "./db/schema/session";
import { forgetAccessToken } from "./push/access-token";
import { forgetOldDevices } from "./push/device-tokens";
import { makeAdmin, makeKyc, rightsOf, startTestApp, type TestApp } from "./testing/app";
import { startGoogle, UNREGISTERED } from "./testing/google";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const ACCOUNT: ServiceAccount = {
  projectId: "test-project",
  clientEmail: "push@test-project.example",
  privateKeyId: "key-1",
  privateKey,
};
const settings = changeSettings();

let app: TestApp;
let google: Awaited<ReturnType<typeof startGoogle>>;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
const KYC_READ = rightsOf({ "KYC Management": ["read"] });

beforeAll(async () => {
  app = await startTestApp();
  google = await startGoogle();
});
beforeEach(async () => {
  google.reset();
  forgetAccessToken();
  await app.db.delete(deviceTokens);
  admin = await makeAdmin(app, { rights: KYC_READ, firstName: "Grace" });
  Object.assign(settings, {
    firebaseServiceAccount: ACCOUNT,
    firebaseTokenUrl: `${google.url}/token`,
    firebaseSendUrl: google.url,
  });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await google.stop();
  await app.stop();
});

const save = (device_token: unknown, token = admin.token) =>
  app.call("POST", "/settings/admin/dashboard", { token, body: { device_token } });
const sendTest = (token = admin.token) => app.call("POST", "/users/admin/device-token", { token });
const devices = () => app.db.select().from(deviceTokens).orderBy(asc(deviceTokens.token));
const sends = () => google.asked.filter(({ path }) => path !== "/token");
const NOT_REACHED = "Firebase can't be reached right now. Try again in a minute.";
const NOT_ACCEPTED = "Firebase does not accept this server's pushes. Ask operations to check FIREBASE_SERVICE_ACCOUNT.";

describe("push.config", () => {
  it("is null if push is not configured", async () => {
    const answer = await app.call("GET", "/settings/admin/push", { token: admin.token });
    expect(answer).toMatchObject({ status: 200, json: { data: null } });
  });

  it("returns what a browser needs, without the service account", async () => {
    const firebase = { api_key: "k", project_id: "p", app_id: "a", messaging_sender_id: "m", vapid_key: "v" };
    settings.firebase = firebase;
    const answer = await app.call("GET", "/settings/admin/push", { token: admin.token });
    delete settings.firebase;
    expect(answer).toMatchObject({ status: 200, json: { data: firebase } });
    expect(JSON.stringify(answer.json)).not.toContain("test-project");
  });
});

describe("push.saveDevice", () => {
  it("stores the token for the caller and keeps it out of the audit trail", async () => {
    expect((await save("device-1")).status).toBe(200);
    expect(await devices()).toMatchObject([{ token: "device-1", adminId: admin.id }]);
    const [row] = await app.audit();
    expect(row).toMatchObject({ action: "push.saveDevice", outcome: "done", recordId: admin.id });
    expect(JSON.stringify(row)).not.toContain("device-1");
  });

  it("stores a token once, for the admin and session that saved it last", async () => {
    await save("device-1");
    const [first] = await devices();
    const other = await makeAdmin(app);
    await save("device-1", other.token);
    const [moved, ...more] = await devices();
    expect(more).toEqual([]);
    expect(moved).toMatchObject({ adminId: other.id, createdAt: first?.createdAt });
    expect(moved?.sessionId).not.toBe(first?.sessionId);
    expect(await sendTest()).toMatchObject({ status: 200, json: { data: { sent: 0 } } });
  });

  it("keeps the ten newest devices of an admin, and all of other admins", async () => {
    const other = await makeAdmin(app);
    await save("of-somebody-else", other.token);
    for (let n = 1; n <= 12; n++) {
      await save(`device-${n}`);
      await app.db
        .update(deviceTokens)
        .set({ lastUsedAt: new Date(n) })
        .where(eq(deviceTokens.token, `device-${n}`));
    }
    const kept = (await devices()).map(({ token }) => token);
    expect(kept).toHaveLength(11);
    expect(kept).not.toContain("device-1");
    expect(kept).not.toContain("device-2");
    expect(kept).toContain("of-somebody-else");
  });

  it.each([
    ["nothing", ""],
    ["2,001 characters", "x".repeat(2_001)],
    ["space", "a token"],
    ["NUL", "a\0b"],
    ["text that is not ASCII", "ẹ̀kọ́"],
    ["a list", ["a"]],
    ["no token at all", undefined],
  ])("rejects %s, with an audit row", async (_what, token) => {
    const answer = await save(token);
    expect(answer).toMatchObject({ status: 400, json: { fields: { device_token: expect.stringMatching(/\.$/) } } });
    expect(await devices()).toEqual([]);
    expect((await app.audit())[0]).toMatchObject({ action: "push.saveDevice", outcome: "refused", adminId: admin.id });
  });

  it("accepts 2,000 incompressible characters", async () => {
    const token = Array.from({ length: 2_000 }, () => String.fromCharCode(33 + Math.random() * 93)).join("");
    expect((await save(token)).status).toBe(200);
  });

  it("deletes a token after its session has ended, and not before", async () => {
    await save("device-1");
    const other = await makeAdmin(app);
    await save("device-2", other.token);
    await app.call("DELETE", "/auth/admin/session", { token: admin.token });
    await forgetOldDevices(app.db);
    expect(await devices()).toMatchObject([{ token: "device-2" }]);
    await app.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.adminId, other.id));
    await forgetOldDevices(app.db);
    expect(await devices()).toEqual([]);
  });
});

describe("push.sendTest", () => {
  it("authenticates to Google as the service account", async () => {
    await save("device-1");
    expect((await sendTest()).status).toBe(200);
    const form = new URLSearchParams(google.asked[0]?.body);
    expect(form.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
    const [head = "", claims = "", signature = ""] = form.get("assertion")?.split(".") ?? [];
    expect(verify("sha256", Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, "base64url"))).toBe(
      true,
    );
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    expect(read(head)).toEqual({ alg: "RS256", typ: "JWT", kid: "key-1" });
    const { iat, exp, ...rest } = read(claims);
    expect(rest).toEqual({
      iss: ACCOUNT.clientEmail,
      scope: "https://www.googleapis.com/auth/firebase.messaging",
      aud: `${google.url}/token`,
    });
    expect(exp - iat).toBe(3_600);
    expect(Math.abs(iat * 1_000 - Date.now())).toBeLessThan(5_000);
  });

  it("sends a push about the newest identity request to each of the caller's devices, and to no other", async () => {
    await makeKyc(app, { submittedAt: new Date(Date.now() - 7_200_000) });
    const newest = await makeKyc(app);
    const other = await makeAdmin(app);
    await save("of-somebody-else", other.token);
    await save("device-1");
    await save("device-2");
    await app.db.update(deviceTokens).set({ lastUsedAt: new Date(0) });
    expect(await sendTest()).toMatchObject({ status: 200, json: { data: { sent: 2 } } });

    expect(sends()).toHaveLength(2);
    for (const { path, headers } of sends()) {
      expect(path).toBe("/v1/projects/test-project/messages:send");
      expect(headers).toMatchObject({ authorization: "Bearer an-access-token", "content-type": "application/json" });
    }
    const messages = sends().map(({ body }) => JSON.parse(body).message);
    expect(messages.map(({ token }) => token).sort()).toEqual(["device-1", "device-2"]);
    expect(messages[0]).toEqual({
      token: expect.any(String),
      data: { category_data: expect.any(String) },
      webpush: { headers: { Urgency: "high", TTL: "3600" } },
    });
    expect(JSON.parse(messages[0].data.category_data)).toEqual({
      title: "Test notification",
      body: "Push notifications work in this browser.",
      category: "kyc",
      request_id: newest.id,
    });
    const used = (await devices()).map(({ token, lastUsedAt }) => [token, lastUsedAt.getTime() > 0]);
    expect(used).toEqual([
      ["device-1", true],
      ["device-2", true],
      ["of-somebody-else", false],
    ]);
    const [row] = await app.audit();
    expect(row).toMatchObject({ action: "push.sendTest", outcome: "done", recordId: admin.id, after: { sent: 2 } });
    expect(JSON.stringify(row)).not.toContain("device-1");
  });

  it("does not reveal a request's id to an admin who may not read requests", async () => {
    const request = await makeKyc(app, { submittedAt: new Date() });
    const reader = await makeAdmin(app, { rights: rightsOf({}) });
    await save("device-1", reader.token);
    expect((await sendTest(reader.token)).json.data).toEqual({ sent: 1 });
    expect(sends()[0]?.body).toContain("request_id");
    expect(sends()[0]?.body).not.toContain(request.id);
  });

  it("reuses an access token, and requests a new one after FCM rejected it", async () => {
    await save("device-1");
    await sendTest();
    await sendTest();
    expect(google.asked.filter(({ path }) => path === "/token")).toHaveLength(1);
    google.answers.take = () => ({ status: 401, body: {} });
    expect(await sendTest()).toMatchObject({ status: 503, json: { message: NOT_ACCEPTED } });
    google.answers.take = () => ({ status: 200, body: {} });
    expect((await sendTest()).status).toBe(200);
    expect(google.asked.filter(({ path }) => path === "/token")).toHaveLength(2);
  });

  it("sends nothing and does not call Google if the caller has no device", async () => {
    expect(await sendTest()).toMatchObject({ status: 200, json: { data: { sent: 0 } } });
    expect(google.asked).toEqual([]);
    expect((await app.audit())[0]).toMatchObject({ action: "push.sendTest", after: { sent: 0 } });
  });

  it("sends nothing to a browser that has signed out", async () => {
    await save("device-1");
    await app.call("DELETE", "/auth/admin/session", { token: admin.token });
    // Gives the token to an admin with an open session. The session that saved it has ended.
    const again = await makeAdmin(app);
    await app.db.update(deviceTokens).set({ adminId: again.id });
    expect((await sendTest(again.token)).json.data).toEqual({ sent: 0 });
    expect(google.asked).toEqual([]);
  });

  it("deletes devices that Firebase no longer knows, and sends to the others", async () => {
    await save("device-1");
    await save("gone");
    google.answers.take = (token) => (token === "gone" ? UNREGISTERED : { status: 200, body: {} });
    expect((await sendTest()).json.data).toEqual({ sent: 1 });
    expect(await devices()).toMatchObject([{ token: "device-1" }]);
    google.answers.take = () => UNREGISTERED;
    expect((await sendTest()).json.data).toEqual({ sent: 0 });
    expect(await devices()).toEqual([]);
    expect((await app.audit())[0]).toMatchObject({ after: { sent: 0, forgotten: 1 } });
  });

  it("keeps a device after a 404 that is not about the device", async () => {
    await save("device-1");
    google.answers.take = () => ({ status: 404, body: { error: { status: "NOT_FOUND" } } });
    expect(await sendTest()).toMatchObject({ status: 503, json: { message: NOT_ACCEPTED } });
    expect(await devices()).toHaveLength(1);
  });

  it("counts only the devices that succeeded", async () => {
    await save("device-1");
    await save("slow");
    google.answers.take = (token) => ({ status: token === "slow" ? 503 : 200, body: {} });
    expect((await sendTest()).json.data).toEqual({ sent: 1 });
    expect(await devices()).toHaveLength(2);
  });

  it("answers 503 with a message if there is no service account", async () => {
    settings.firebaseServiceAccount = undefined;
    const answer = await sendTest();
    expect(answer.status).toBe(503);
    expect(answer.json.message).toBe(
      "Push is not set up on this server. Ask operations to set FIREBASE_SERVICE_ACCOUNT.",
    );
    expect(google.asked).toEqual([]);
  });

  const never = () => new Promise<never>(() => {});
  it.each([
    ["FCM fails", NOT_REACHED, () => (google.answers.take = () => ({ status: 500, body: { error: {} } }))],
    ["FCM has had enough", NOT_REACHED, () => (google.answers.take = () => ({ status: 429, body: {} }))],
    ["FCM does not answer", NOT_REACHED, () => (google.answers.take = never)],
    ["FCM forbids it", NOT_ACCEPTED, () => (google.answers.take = () => ({ status: 403, body: "<html>" }))],
    ["the token endpoint fails", NOT_REACHED, () => (google.answers.grant = () => ({ status: 502, body: "" }))],
    ["the token endpoint does not answer", NOT_REACHED, () => (google.answers.grant = never)],
    ["the token endpoint talks HTML", NOT_REACHED, () => (google.answers.grant = () => ({ status: 200, body: "<p>" }))],
    [
      "the service account is not valid",
      NOT_ACCEPTED,
      () => (google.answers.grant = () => ({ status: 400, body: { error: "invalid_grant" } })),
    ],
    ["Google is not there", NOT_REACHED, () => (settings.firebaseTokenUrl = "http://127.0.0.1:9/token")],
    ["FCM is not there", NOT_REACHED, () => (settings.firebaseSendUrl = "http://127.0.0.1:9")],
  ])("answers 503 with a message if %s, and logs no token", async (_what, message, prepare) => {
    const wait = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => wait(Math.min(ms, 300)));
    const warn = vi.spyOn(log, "warn");
    await save("device-1");
    prepare();
    const answer = await sendTest();
    expect(answer).toMatchObject({ status: 503, json: { code: "PUSH_UNAVAILABLE", message } });
    expect(await devices()).toHaveLength(1);
    expect(warn).toHaveBeenCalled();
    for (const secret of ["device-1", "an-access-token", "assertion"])
      expect(JSON.stringify(warn.mock.calls)).not.toContain(secret);
  });
});
