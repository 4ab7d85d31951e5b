import { generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceAccount } from "@/lib/env";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startFakeGoogle, UNREGISTERED_TOKEN_RESPONSE } from "@/lib/server/testing/fake-google";
import { changeSettings } from "@/lib/server/testing/settings";
import { clearFirebaseAccessToken } from "./access-token";
import { queuePushes } from "./deliver-push";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const SERVICE_ACCOUNT: ServiceAccount = { projectId: "test", clientEmail: "push@test.example", privateKey };
const settings = changeSettings();

let app: TestApp;
let fakeGoogle: Awaited<ReturnType<typeof startFakeGoogle>>;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
const PUSH_MESSAGE = {
  title: "Assigned to you",
  body: "Ada assigned KYC-1 to you.",
  category: "kyc" as const,
  request_id: "1",
};

beforeAll(async () => {
  app = await startTestApp();
  fakeGoogle = await startFakeGoogle();
  admin = await makeAdmin(app);
});
afterAll(async () => {
  await fakeGoogle.stop();
  await app.stop();
});
beforeEach(async () => {
  fakeGoogle.reset();
  clearFirebaseAccessToken();
  await app.db.delete(outbox);
  await app.db.delete(deviceTokens);
  Object.assign(settings, {
    firebaseServiceAccount: SERVICE_ACCOUNT,
    firebaseTokenUrl: `${fakeGoogle.url}/token`,
    firebaseSendUrl: fakeGoogle.url,
  });
  for (const device_token of ["phone", "laptop"])
    await app.call("POST", "/settings/admin/dashboard", { token: admin.token, body: { device_token } });
});

const queueToAdmin = () => app.db.transaction((tx) => queuePushes(tx, [{ adminId: admin.id, push: PUSH_MESSAGE }]));
const queuedPushes = async () =>
  (await app.db.select().from(outbox)).map(({ payload }) => "token" in payload && payload.token);
const sentTokens = () =>
  fakeGoogle.asked.flatMap(({ path, body }) => (path === "/token" ? [] : [JSON.parse(body).message.token])).sort();
const makeDue = () => app.db.update(outbox).set({ nextAttemptAt: new Date() });

describe("a queued push", () => {
  it("a push notification is sent after the commit, once to each device", async () => {
    await queueToAdmin();
    expect(fakeGoogle.asked).toEqual([]);
    await deliverOutbox(app.db);
    await deliverOutbox(app.db);
    expect(sentTokens()).toEqual(["laptop", "phone"]);
    expect(JSON.parse(JSON.parse(fakeGoogle.asked.at(-1)?.body ?? "").message.data.category_data)).toEqual(
      PUSH_MESSAGE,
    );
    expect(await queuedPushes()).toEqual([]);
  });

  it("a push notification is not sent if the change was rolled back", async () => {
    const refused = app.db.transaction(async (tx) => {
      await queuePushes(tx, [{ adminId: admin.id, push: PUSH_MESSAGE }]);
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    await deliverOutbox(app.db);
    expect(fakeGoogle.asked).toEqual([]);
  });

  it("a push notification is retried later, only for devices that did not receive it", async () => {
    await queueToAdmin();
    fakeGoogle.answers.take = (token) => ({ status: token === "phone" ? 503 : 200, body: {} });
    await deliverOutbox(app.db);
    expect(await queuedPushes()).toEqual(["phone"]);
    const [storedRow] = await app.db.select().from(outbox);
    expect(storedRow?.attempts).toBe(1);
    expect(storedRow?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 3_000);
    fakeGoogle.reset();
    await makeDue();
    await deliverOutbox(app.db);
    expect(sentTokens()).toEqual(["phone"]);
    expect(await queuedPushes()).toEqual([]);
  });

  it("a push notification deletes a device that Firebase no longer knows", async () => {
    await queueToAdmin();
    fakeGoogle.answers.take = (token) => (token === "phone" ? UNREGISTERED_TOKEN_RESPONSE : { status: 200, body: {} });
    await deliverOutbox(app.db);
    expect(await queuedPushes()).toEqual([]);
    expect((await app.db.select().from(deviceTokens)).map(({ token }) => token)).toEqual(["laptop"]);
  });

  it("a push notification is dropped if the device is signed out, the push is too old, or push is not configured", async () => {
    await queueToAdmin();
    await app.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.adminId, admin.id));
    await deliverOutbox(app.db);
    await app.db.update(sessions).set({ endedAt: null }).where(eq(sessions.adminId, admin.id));
    await queueToAdmin();
    await app.db.update(outbox).set({ createdAt: new Date(Date.now() - 7_200_000) });
    await deliverOutbox(app.db);
    await queueToAdmin();
    settings.firebaseServiceAccount = undefined;
    await deliverOutbox(app.db);
    expect(sentTokens()).toEqual([]);
    expect(await queuedPushes()).toEqual([]);
  });
});
