import { generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceAccount } from "@/lib/env";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startGoogle, UNREGISTERED } from "@/lib/server/testing/google";
import { changeSettings } from "@/lib/server/testing/settings";
import { forgetAccessToken } from "./access-token";
import { queuePush } from "./deliver-push";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const ACCOUNT: ServiceAccount = { projectId: "test", clientEmail: "push@test.example", privateKey };
const settings = changeSettings();

let app: TestApp;
let google: Awaited<ReturnType<typeof startGoogle>>;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
const PUSH = {
  title: "Assigned to you",
  body: "Ada assigned KYC-1 to you.",
  category: "kyc" as const,
  request_id: "1",
};

beforeAll(async () => {
  app = await startTestApp();
  google = await startGoogle();
  admin = await makeAdmin(app);
});
afterAll(async () => {
  await google.stop();
  await app.stop();
});
beforeEach(async () => {
  google.reset();
  forgetAccessToken();
  await app.db.delete(outbox);
  await app.db.delete(deviceTokens);
  Object.assign(settings, {
    firebaseServiceAccount: ACCOUNT,
    firebaseTokenUrl: `${google.url}/token`,
    firebaseSendUrl: google.url,
  });
  for (const device_token of ["phone", "laptop"])
    await app.call("POST", "/settings/admin/dashboard", { token: admin.token, body: { device_token } });
});

const queue = () => app.db.transaction((tx) => queuePush(tx, admin.id, PUSH));
const queued = async () =>
  (await app.db.select().from(outbox)).map(({ payload }) => "token" in payload && payload.token);
const sentTo = () =>
  google.asked.flatMap(({ path, body }) => (path === "/token" ? [] : [JSON.parse(body).message.token])).sort();
const due = () => app.db.update(outbox).set({ nextAttemptAt: new Date() });

describe("a queued push", () => {
  it("is sent after the commit, once to each device", async () => {
    await queue();
    expect(google.asked).toEqual([]);
    await deliverOutbox(app.db);
    await deliverOutbox(app.db);
    expect(sentTo()).toEqual(["laptop", "phone"]);
    expect(JSON.parse(JSON.parse(google.asked.at(-1)?.body ?? "").message.data.category_data)).toEqual(PUSH);
    expect(await queued()).toEqual([]);
  });

  it("is not sent if the change was rolled back", async () => {
    const refused = app.db.transaction(async (tx) => {
      await queuePush(tx, admin.id, PUSH);
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    await deliverOutbox(app.db);
    expect(google.asked).toEqual([]);
  });

  it("is retried later, only for devices that did not get it", async () => {
    await queue();
    google.answers.take = (token) => ({ status: token === "phone" ? 503 : 200, body: {} });
    await deliverOutbox(app.db);
    expect(await queued()).toEqual(["phone"]);
    const [kept] = await app.db.select().from(outbox);
    expect(kept?.attempts).toBe(1);
    expect(kept?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 3_000);
    google.reset();
    await due();
    await deliverOutbox(app.db);
    expect(sentTo()).toEqual(["phone"]);
    expect(await queued()).toEqual([]);
  });

  it("deletes a device that Firebase no longer knows", async () => {
    await queue();
    google.answers.take = (token) => (token === "phone" ? UNREGISTERED : { status: 200, body: {} });
    await deliverOutbox(app.db);
    expect(await queued()).toEqual([]);
    expect((await app.db.select().from(deviceTokens)).map(({ token }) => token)).toEqual(["laptop"]);
  });

  it("is dropped if the device is signed out, if it is too old, or if push is not configured", async () => {
    await queue();
    await app.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.adminId, admin.id));
    await deliverOutbox(app.db);
    await app.db.update(sessions).set({ endedAt: null }).where(eq(sessions.adminId, admin.id));
    await queue();
    await app.db.update(outbox).set({ createdAt: new Date(Date.now() - 7_200_000) });
    await deliverOutbox(app.db);
    await queue();
    settings.firebaseServiceAccount = undefined;
    await deliverOutbox(app.db);
    expect(sentTo()).toEqual([]);
    expect(await queued()).toEqual([]);
  });
});
