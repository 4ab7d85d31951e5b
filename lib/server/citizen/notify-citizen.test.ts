import { generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceAccount } from "@/lib/env";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { outbox } from "@/lib/server/db/schema/outbox";
import { users } from "@/lib/server/db/schema/user";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { clearFirebaseAccessToken } from "@/lib/server/push/access-token";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startFakeGoogle, UNREGISTERED_TOKEN_RESPONSE } from "@/lib/server/testing/fake-google";
import { changeSettings } from "@/lib/server/testing/settings";
import { notifyCitizen } from "./notify-citizen";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const SERVICE_ACCOUNT: ServiceAccount = { projectId: "test", clientEmail: "push@test.example", privateKey };
const settings = changeSettings();

let app: TestApp;
let fakeGoogle: Awaited<ReturnType<typeof startFakeGoogle>>;
let citizenAda: Awaited<ReturnType<typeof makeUser>>;
const NOTIFICATION = {
  subject: "Your report IR-1 is resolved",
  text: "“Street <b>light</b>”\n\nMended.",
  title: "Your report IR-1 is resolved",
  body: "You can rate what was done.",
  data: { category: "ireport", ireport_id: "1" },
};
beforeAll(async () => {
  app = await startTestApp();
  fakeGoogle = await startFakeGoogle();
});
afterAll(async () => {
  await fakeGoogle.stop();
  await app.stop();
});
beforeEach(async () => {
  fakeGoogle.reset();
  clearFirebaseAccessToken();
  await app.db.delete(outbox);
  await app.db.delete(userDevices);
  Object.assign(settings, {
    firebaseServiceAccount: SERVICE_ACCOUNT,
    firebaseTokenUrl: `${fakeGoogle.url}/token`,
    firebaseSendUrl: fakeGoogle.url,
  });
  citizenAda = await makeUser(app);
  for (const device_token of ["phone", "tablet"])
    await app.callAsApp("POST", "/devices", { body: { user_id: citizenAda.id, device_token, platform: "android" } });
});

const notifyAda = (news = NOTIFICATION) => app.db.transaction((tx) => notifyCitizen(tx, citizenAda.id, news));
const sentMessages = () =>
  fakeGoogle.asked.flatMap(({ path, body }) => (path === "/token" ? [] : [JSON.parse(body).message]));
const queuedKinds = async () => (await app.db.select().from(outbox)).map(({ kind }) => kind).sort();
const deliverPushes = () => deliverOutbox(app.db, { mail: async () => {} });

describe("notification of a citizen", () => {
  it("a citizen is notified by one plain text mail, and by one push per device with the data for the app", async () => {
    await notifyAda();
    expect(await queuedKinds()).toEqual(["citizen_push", "citizen_push", "mail"]);
    const [mail] = await app.mails();
    expect(mail).toMatchObject({ to: citizenAda.email, subject: NOTIFICATION.subject });
    expect(mail?.text).toBe(`Hello ${citizenAda.firstName},\n\n${NOTIFICATION.text}\n\nCross River Pay\n`);
    expect(
      sentMessages()
        .map(({ token }) => token)
        .sort(),
    ).toEqual(["phone", "tablet"]);
    expect(sentMessages()[0]).toMatchObject({
      notification: { title: NOTIFICATION.title, body: NOTIFICATION.body },
      data: NOTIFICATION.data,
    });
    expect(await queuedKinds()).toEqual([]);
  });

  it("a citizen's notification replaces line breaks in subjects and titles by spaces, so that no mail header is injected", async () => {
    await notifyAda({ ...NOTIFICATION, subject: "Hello\r\nBcc: all@example.com", title: "One\nTwo" });
    expect((await app.mails())[0]?.subject).toBe("Hello Bcc: all@example.com");
    expect(sentMessages()[0].notification.title).toBe("One Two");
  });

  it("a citizen's notification is not sent to a closed account", async () => {
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, citizenAda.id));
    await notifyAda();
    expect(await queuedKinds()).toEqual([]);
  });

  it("a citizen is notified only by mail if push is not configured", async () => {
    settings.firebaseServiceAccount = undefined;
    await notifyAda();
    expect(await queuedKinds()).toEqual(["mail"]);
  });

  it("a citizen's notification is not sent to a device that has moved to another citizen, or after the account was closed", async () => {
    const obi = await makeUser(app);
    await notifyAda();
    await app.callAsApp("POST", "/devices", {
      body: { user_id: obi.id, device_token: "phone", platform: "android" },
    });
    await deliverPushes();
    expect(sentMessages().map(({ token }) => token)).toEqual(["tablet"]);
    await notifyAda();
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, citizenAda.id));
    fakeGoogle.reset();
    await deliverPushes();
    expect(sentMessages()).toEqual([]);
  });

  it("a push to a citizen deletes a device that Firebase no longer knows, and is retried if Firebase is unavailable", async () => {
    await notifyAda();
    fakeGoogle.answers.take = (token) => (token === "phone" ? UNREGISTERED_TOKEN_RESPONSE : { status: 503, body: {} });
    await deliverPushes();
    expect((await app.db.select().from(userDevices)).map(({ token }) => token)).toEqual(["tablet"]);
    expect(await queuedKinds()).toEqual(["citizen_push"]);
    fakeGoogle.reset();
    await app.db.update(outbox).set({ nextAttemptAt: new Date() });
    await deliverPushes();
    expect(sentMessages().map(({ token }) => token)).toEqual(["tablet"]);
    expect(await queuedKinds()).toEqual([]);
  });
});
