import { generateKeyPairSync, verify } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import type { ServiceAccount } from "@/lib/env";
import { changeSettings } from "@/lib/server/testing/settings";
import { log } from "./base/log";
import { deviceTokens, sessions } from "./db/schema/session";
import { clearFirebaseAccessToken } from "./push/access-token";
import { deleteTokensOfEndedSessions } from "./push/device-tokens";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "./testing/app";
import { startFakeGoogle, UNREGISTERED_TOKEN_RESPONSE } from "./testing/fake-google";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const SERVICE_ACCOUNT: ServiceAccount = {
  projectId: "test-project",
  clientEmail: "push@test-project.example",
  privateKeyId: "key-1",
  privateKey,
};
const settings = changeSettings();

let app: TestApp;
let fakeGoogle: Awaited<ReturnType<typeof startFakeGoogle>>;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
const KYC_READ = makeRights({ "KYC Management": ["read"] });

beforeAll(async () => {
  app = await startTestApp();
  fakeGoogle = await startFakeGoogle();
});
beforeEach(async () => {
  fakeGoogle.reset();
  clearFirebaseAccessToken();
  await app.db.delete(deviceTokens);
  admin = await makeAdmin(app, { rights: KYC_READ, firstName: "Grace" });
  Object.assign(settings, {
    firebaseServiceAccount: SERVICE_ACCOUNT,
    firebaseTokenUrl: `${fakeGoogle.url}/token`,
    firebaseSendUrl: fakeGoogle.url,
  });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await fakeGoogle.stop();
  await app.stop();
});

const saveToken = (device_token: unknown, token = admin.token) =>
  app.call("POST", "/settings/admin/dashboard", { token, body: { device_token } });
const sendTest = (token = admin.token) => app.call("POST", "/users/admin/device-token", { token });
const devices = () => app.db.select().from(deviceTokens).orderBy(asc(deviceTokens.token));
const sentRequests = () => fakeGoogle.asked.filter(({ path }) => path !== "/token");
const NOT_REACHED_MESSAGE = "Firebase can't be reached right now. Try again in a minute.";
const NOT_ACCEPTED_MESSAGE =
  "Firebase does not accept this server's pushes. Ask operations to check FIREBASE_SERVICE_ACCOUNT.";

describe("push.config", () => {
  it("push.config returns null if push is not configured", async () => {
    const answer = await app.call("GET", "/settings/admin/push", { token: admin.token });
    expect(answer).toMatchObject({ status: 200, json: { data: null } });
  });

  it("push.config returns the Firebase settings that a browser needs, without the service account", async () => {
    const firebaseConfig = { api_key: "k", project_id: "p", app_id: "a", messaging_sender_id: "m", vapid_key: "v" };
    settings.firebase = firebaseConfig;
    const answer = await app.call("GET", "/settings/admin/push", { token: admin.token });
    delete settings.firebase;
    expect(answer).toMatchObject({ status: 200, json: { data: firebaseConfig } });
    expect(JSON.stringify(answer.json)).not.toContain("test-project");
  });
});

describe("push.saveDevice", () => {
  it("push.saveDevice stores the device token for the caller and keeps it out of the audit trail", async () => {
    expect((await saveToken("device-1")).status).toBe(200);
    expect(await devices()).toMatchObject([{ token: "device-1", adminId: admin.id }]);
    const [row] = await app.audit();
    expect(row).toMatchObject({ action: "push.saveDevice", outcome: "done", recordId: admin.id });
    expect(JSON.stringify(row)).not.toContain("device-1");
  });

  it("push.saveDevice stores a device token once, for the admin and session that saved it last", async () => {
    await saveToken("device-1");
    const [first] = await devices();
    const other = await makeAdmin(app);
    await saveToken("device-1", other.token);
    const [movedDevice, ...otherDevices] = await devices();
    expect(otherDevices).toEqual([]);
    expect(movedDevice).toMatchObject({ adminId: other.id, createdAt: first?.createdAt });
    expect(movedDevice?.sessionId).not.toBe(first?.sessionId);
    expect(await sendTest()).toMatchObject({ status: 200, json: { data: { sent: 0 } } });
  });

  it("push.saveDevice keeps the ten newest devices of an admin, and all of other admins", async () => {
    const other = await makeAdmin(app);
    await saveToken("of-somebody-else", other.token);
    for (let n = 1; n <= 12; n++) {
      await saveToken(`device-${n}`);
      await app.db
        .update(deviceTokens)
        .set({ lastUsedAt: new Date(n) })
        .where(eq(deviceTokens.token, `device-${n}`));
    }
    const keptTokens = (await devices()).map(({ token }) => token);
    expect(keptTokens).toHaveLength(11);
    expect(keptTokens).not.toContain("device-1");
    expect(keptTokens).not.toContain("device-2");
    expect(keptTokens).toContain("of-somebody-else");
  });

  it.each([
    ["nothing", ""],
    ["2,001 characters", "x".repeat(2_001)],
    ["space", "a token"],
    ["NUL", "a\0b"],
    ["text that is not ASCII", "ẹ̀kọ́"],
    ["a list", ["a"]],
    ["no token at all", undefined],
  ])("push.saveDevice rejects %s, with an audit row", async (_case, token) => {
    const answer = await saveToken(token);
    expect(answer).toMatchObject({ status: 400, json: { fields: { device_token: expect.stringMatching(/\.$/) } } });
    expect(await devices()).toEqual([]);
    expect((await app.audit())[0]).toMatchObject({ action: "push.saveDevice", outcome: "refused", adminId: admin.id });
  });

  it("push.saveDevice accepts a token of 2,000 incompressible characters", async () => {
    const token = Array.from({ length: 2_000 }, () => String.fromCharCode(33 + Math.random() * 93)).join("");
    expect((await saveToken(token)).status).toBe(200);
  });

  it("a saved push token is deleted after its session has ended, and not before", async () => {
    await saveToken("device-1");
    const other = await makeAdmin(app);
    await saveToken("device-2", other.token);
    await app.call("DELETE", "/auth/admin/session", { token: admin.token });
    await deleteTokensOfEndedSessions(app.db);
    expect(await devices()).toMatchObject([{ token: "device-2" }]);
    await app.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.adminId, other.id));
    await deleteTokensOfEndedSessions(app.db);
    expect(await devices()).toEqual([]);
  });
});

describe("push.sendTest", () => {
  it("push.sendTest authenticates to Google as the service account", async () => {
    await saveToken("device-1");
    expect((await sendTest()).status).toBe(200);
    const tokenForm = new URLSearchParams(fakeGoogle.asked[0]?.body);
    expect(tokenForm.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
    const [jwtHeader = "", jwtClaims = "", signature = ""] = tokenForm.get("assertion")?.split(".") ?? [];
    expect(
      verify("sha256", Buffer.from(`${jwtHeader}.${jwtClaims}`), publicKey, Buffer.from(signature, "base64url")),
    ).toBe(true);
    const decodePart = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    expect(decodePart(jwtHeader)).toEqual({ alg: "RS256", typ: "JWT", kid: "key-1" });
    const { iat, exp, ...rest } = decodePart(jwtClaims);
    expect(rest).toEqual({
      iss: SERVICE_ACCOUNT.clientEmail,
      scope: "https://www.googleapis.com/auth/firebase.messaging",
      aud: `${fakeGoogle.url}/token`,
    });
    expect(exp - iat).toBe(3_600);
    expect(Math.abs(iat * 1_000 - Date.now())).toBeLessThan(5_000);
  });

  it("push.sendTest sends a push about the newest identity request to each of the caller's devices, and to no other", async () => {
    await makeKycRequest(app, { submittedAt: new Date(Date.now() - 7_200_000) });
    const newestRequest = await makeKycRequest(app);
    const other = await makeAdmin(app);
    await saveToken("of-somebody-else", other.token);
    await saveToken("device-1");
    await saveToken("device-2");
    await app.db.update(deviceTokens).set({ lastUsedAt: new Date(0) });
    expect(await sendTest()).toMatchObject({ status: 200, json: { data: { sent: 2 } } });

    expect(sentRequests()).toHaveLength(2);
    for (const { path, headers } of sentRequests()) {
      expect(path).toBe("/v1/projects/test-project/messages:send");
      expect(headers).toMatchObject({ authorization: "Bearer an-access-token", "content-type": "application/json" });
    }
    const messages = sentRequests().map(({ body }) => JSON.parse(body).message);
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
      request_id: newestRequest.id,
    });
    const usedTokens = (await devices()).map(({ token, lastUsedAt }) => [token, lastUsedAt.getTime() > 0]);
    expect(usedTokens).toEqual([
      ["device-1", true],
      ["device-2", true],
      ["of-somebody-else", false],
    ]);
    const [row] = await app.audit();
    expect(row).toMatchObject({ action: "push.sendTest", outcome: "done", recordId: admin.id, after: { sent: 2 } });
    expect(JSON.stringify(row)).not.toContain("device-1");
  });

  it("push.sendTest does not reveal a request's id to an admin who may not read requests", async () => {
    const request = await makeKycRequest(app, { submittedAt: new Date() });
    const reader = await makeAdmin(app, { rights: makeRights({}) });
    await saveToken("device-1", reader.token);
    expect((await sendTest(reader.token)).json.data).toEqual({ sent: 1 });
    expect(sentRequests()[0]?.body).toContain("request_id");
    expect(sentRequests()[0]?.body).not.toContain(request.id);
  });

  it("push.sendTest reuses Google's access token, and requests a new one after FCM rejected it", async () => {
    await saveToken("device-1");
    await sendTest();
    await sendTest();
    expect(fakeGoogle.asked.filter(({ path }) => path === "/token")).toHaveLength(1);
    fakeGoogle.answers.take = () => ({ status: 401, body: {} });
    expect(await sendTest()).toMatchObject({ status: 503, json: { message: NOT_ACCEPTED_MESSAGE } });
    fakeGoogle.answers.take = () => ({ status: 200, body: {} });
    expect((await sendTest()).status).toBe(200);
    expect(fakeGoogle.asked.filter(({ path }) => path === "/token")).toHaveLength(2);
  });

  it("push.sendTest sends nothing and does not call Google if the caller has no device", async () => {
    expect(await sendTest()).toMatchObject({ status: 200, json: { data: { sent: 0 } } });
    expect(fakeGoogle.asked).toEqual([]);
    expect((await app.audit())[0]).toMatchObject({ action: "push.sendTest", after: { sent: 0 } });
  });

  it("push.sendTest sends nothing to a browser that has signed out", async () => {
    await saveToken("device-1");
    await app.call("DELETE", "/auth/admin/session", { token: admin.token });
    // Moves the token to an admin with an open session. The session that saved it has ended.
    const otherAdmin = await makeAdmin(app);
    await app.db.update(deviceTokens).set({ adminId: otherAdmin.id });
    expect((await sendTest(otherAdmin.token)).json.data).toEqual({ sent: 0 });
    expect(fakeGoogle.asked).toEqual([]);
  });

  it("push.sendTest deletes devices that Firebase no longer knows, and sends to the others", async () => {
    await saveToken("device-1");
    await saveToken("gone");
    fakeGoogle.answers.take = (token) => (token === "gone" ? UNREGISTERED_TOKEN_RESPONSE : { status: 200, body: {} });
    expect((await sendTest()).json.data).toEqual({ sent: 1 });
    expect(await devices()).toMatchObject([{ token: "device-1" }]);
    fakeGoogle.answers.take = () => UNREGISTERED_TOKEN_RESPONSE;
    expect((await sendTest()).json.data).toEqual({ sent: 0 });
    expect(await devices()).toEqual([]);
    expect((await app.audit())[0]).toMatchObject({ after: { sent: 0, forgotten: 1 } });
  });

  it("push.sendTest keeps a device after a 404 that does not concern the device", async () => {
    await saveToken("device-1");
    fakeGoogle.answers.take = () => ({ status: 404, body: { error: { status: "NOT_FOUND" } } });
    expect(await sendTest()).toMatchObject({ status: 503, json: { message: NOT_ACCEPTED_MESSAGE } });
    expect(await devices()).toHaveLength(1);
  });

  it("push.sendTest counts only the devices to which the push was sent", async () => {
    await saveToken("device-1");
    await saveToken("slow");
    fakeGoogle.answers.take = (token) => ({ status: token === "slow" ? 503 : 200, body: {} });
    expect((await sendTest()).json.data).toEqual({ sent: 1 });
    expect(await devices()).toHaveLength(2);
  });

  it("push.sendTest returns 503 with a message if there is no service account", async () => {
    settings.firebaseServiceAccount = undefined;
    const answer = await sendTest();
    expect(answer.status).toBe(503);
    expect(answer.json.message).toBe(
      "Push is not set up on this server. Ask operations to set FIREBASE_SERVICE_ACCOUNT.",
    );
    expect(fakeGoogle.asked).toEqual([]);
  });

  const neverResolves = () => new Promise<never>(() => {});
  it.each([
    ["FCM fails", NOT_REACHED_MESSAGE, () => (fakeGoogle.answers.take = () => ({ status: 500, body: { error: {} } }))],
    ["FCM has had enough", NOT_REACHED_MESSAGE, () => (fakeGoogle.answers.take = () => ({ status: 429, body: {} }))],
    ["FCM does not answer", NOT_REACHED_MESSAGE, () => (fakeGoogle.answers.take = neverResolves)],
    ["FCM forbids it", NOT_ACCEPTED_MESSAGE, () => (fakeGoogle.answers.take = () => ({ status: 403, body: "<html>" }))],
    [
      "the token endpoint fails",
      NOT_REACHED_MESSAGE,
      () => (fakeGoogle.answers.grant = () => ({ status: 502, body: "" })),
    ],
    ["the token endpoint does not answer", NOT_REACHED_MESSAGE, () => (fakeGoogle.answers.grant = neverResolves)],
    [
      "the token endpoint talks HTML",
      NOT_REACHED_MESSAGE,
      () => (fakeGoogle.answers.grant = () => ({ status: 200, body: "<p>" })),
    ],
    [
      "the service account is not valid",
      NOT_ACCEPTED_MESSAGE,
      () => (fakeGoogle.answers.grant = () => ({ status: 400, body: { error: "invalid_grant" } })),
    ],
    ["Google is not there", NOT_REACHED_MESSAGE, () => (settings.firebaseTokenUrl = "http://127.0.0.1:9/token")],
    ["FCM is not there", NOT_REACHED_MESSAGE, () => (settings.firebaseSendUrl = "http://127.0.0.1:9")],
  ])("push.sendTest returns 503 with a message if %s, and logs no token", async (_case, message, prepareFailure) => {
    const originalTimeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => originalTimeout(Math.min(ms, 300)));
    const warnSpy = vi.spyOn(log, "warn");
    await saveToken("device-1");
    prepareFailure();
    const answer = await sendTest();
    expect(answer).toMatchObject({ status: 503, json: { code: "PUSH_UNAVAILABLE", message } });
    expect(await devices()).toHaveLength(1);
    expect(warnSpy).toHaveBeenCalled();
    for (const secret of ["device-1", "an-access-token", "assertion"])
      expect(JSON.stringify(warnSpy.mock.calls)).not.toContain(secret);
  });
});
