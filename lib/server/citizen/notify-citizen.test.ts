import { generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceAccount } from "@/lib/env";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { outbox } from "@/lib/server/db/schema/outbox";
import { users } from "@/lib/server/db/schema/user";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { forgetAccessToken } from "@/lib/server/push/access-token";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startGoogle, UNREGISTERED } from "@/lib/server/testing/google";
import { changeSettings } from "@/lib/server/testing/settings";
import { notifyCitizen } from "./notify-citizen";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const ACCOUNT: ServiceAccount = { projectId: "test", clientEmail: "push@test.example", privateKey };
const settings = changeSettings();

let app: TestApp;
let google: Awaited<ReturnType<typeof startGoogle>>;
let ada: Awaited<ReturnType<typeof makeUser>>;
const NEWS = {
  subject: "Your report IR-1 is resolved",
  text: "“Street <b>light</b>”\n\nMended.",
  title: "Your report IR-1 is resolved",
  body: "You can rate what was done.",
  data: { category: "ireport", ireport_id: "1" },
};
beforeAll(async () => {
  app = await startTestApp();
  google = await startGoogle();
});
afterAll(async () => {
  await google.stop();
  await app.stop();
});
beforeEach(async () => {
  google.reset();
  forgetAccessToken();
  await app.db.delete(outbox);
  await app.db.delete(userDevices);
  Object.assign(settings, {
    firebaseServiceAccount: ACCOUNT,
    firebaseTokenUrl: `${google.url}/token`,
    firebaseSendUrl: google.url,
  });
  ada = await makeUser(app);
  for (const device_token of ["phone", "tablet"])
    await app.callAsApp("POST", "/devices", { body: { user_id: ada.id, device_token, platform: "android" } });
});

const tell = (news = NEWS) => app.db.transaction((tx) => notifyCitizen(tx, ada.id, news));
const messages = () => google.asked.flatMap(({ path, body }) => (path === "/token" ? [] : [JSON.parse(body).message]));
const queued = async () => (await app.db.select().from(outbox)).map(({ kind }) => kind).sort();
const pushes = () => deliverOutbox(app.db, { mail: async () => {} });

describe("a notification of a citizen", () => {
  it("is one plain text mail, and one push per device with the app's data", async () => {
    await tell();
    expect(await queued()).toEqual(["citizen_push", "citizen_push", "mail"]);
    const [mail] = await app.mails();
    expect(mail).toMatchObject({ to: ada.email, subject: NEWS.subject });
    expect(mail?.text).toBe(`Hello ${ada.firstName},\n\n${NEWS.text}\n\nCross River Pay\n`);
    expect(
      messages()
        .map(({ token }) => token)
        .sort(),
    ).toEqual(["phone", "tablet"]);
    expect(messages()[0]).toMatchObject({
      notification: { title: NEWS.title, body: NEWS.body },
      data: NEWS.data,
    });
    expect(await queued()).toEqual([]);
  });

  it("replaces line breaks in subjects and titles by spaces, so that no mail header is injected", async () => {
    await tell({ ...NEWS, subject: "Hello\r\nBcc: all@example.com", title: "One\nTwo" });
    expect((await app.mails())[0]?.subject).toBe("Hello Bcc: all@example.com");
    expect(messages()[0].notification.title).toBe("One Two");
  });

  it("is not sent to a closed account", async () => {
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, ada.id));
    await tell();
    expect(await queued()).toEqual([]);
  });

  it("is only a mail if push is not configured", async () => {
    settings.firebaseServiceAccount = undefined;
    await tell();
    expect(await queued()).toEqual(["mail"]);
  });

  it("is not sent to a device that has moved to another citizen, or after the account was closed", async () => {
    const obi = await makeUser(app);
    await tell();
    await app.callAsApp("POST", "/devices", {
      body: { user_id: obi.id, device_token: "phone", platform: "android" },
    });
    await pushes();
    expect(messages().map(({ token }) => token)).toEqual(["tablet"]);
    await tell();
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, ada.id));
    google.reset();
    await pushes();
    expect(messages()).toEqual([]);
  });

  it("deletes a device that Firebase no longer knows, and retries others", async () => {
    await tell();
    google.answers.take = (token) => (token === "phone" ? UNREGISTERED : { status: 503, body: {} });
    await pushes();
    expect((await app.db.select().from(userDevices)).map(({ token }) => token)).toEqual(["tablet"]);
    expect(await queued()).toEqual(["citizen_push"]);
    google.reset();
    await app.db.update(outbox).set({ nextAttemptAt: new Date() });
    await pushes();
    expect(messages().map(({ token }) => token)).toEqual(["tablet"]);
    expect(await queued()).toEqual([]);
  });
});
