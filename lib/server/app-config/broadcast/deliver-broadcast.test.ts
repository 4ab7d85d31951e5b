import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { approvals } from "@/lib/server/db/schema/approvals";
import { broadcastFailures, broadcasts } from "@/lib/server/db/schema/broadcasts";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { contentEntries } from "@/lib/server/db/schema/content-entries";
import { outbox } from "@/lib/server/db/schema/outbox";
import { users } from "@/lib/server/db/schema/user";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";
import { beginStopping } from "@/lib/server/process/stopping";
import { clearFirebaseAccessToken } from "@/lib/server/push/access-token";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  deliverAllBroadcasts,
  makeBroadcast,
  makeCitizen,
  makeOutboxDue,
  SERVICE_ACCOUNT,
} from "@/lib/server/testing/broadcasts";
import { emptyTables } from "@/lib/server/testing/empty-tables";
import { startFakeGoogle, UNREGISTERED_TOKEN_RESPONSE } from "@/lib/server/testing/fake-google";
import { uploadTestFile } from "@/lib/server/testing/ireports";
import { makePicture } from "@/lib/server/testing/pictures";
import { changeSettings } from "@/lib/server/testing/settings";
import { startDueBroadcasts } from "./start-sending";

const settings = changeSettings();

let app: TestApp;
let fakeGoogle: Awaited<ReturnType<typeof startFakeGoogle>>;
let admin: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  // Disables timeouts: the fake Firebase runs in this process, and on a busy machine its response takes longer than the 4 s allowed per
  // device.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
  app = await startTestApp();
  fakeGoogle = await startFakeGoogle();
  admin = await makeAdmin(app);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await fakeGoogle.stop();
  await app.stop();
});
beforeEach(async () => {
  fakeGoogle.reset();
  clearFirebaseAccessToken();
  await emptyTables(app.db, "outbox", "broadcasts", "user_devices");
  await app.db.update(users).set({ status: "closed" });
  Object.assign(settings, {
    firebaseServiceAccount: SERVICE_ACCOUNT,
    firebaseTokenUrl: `${fakeGoogle.url}/token`,
    firebaseSendUrl: fakeGoogle.url,
    broadcastApprovalAbove: 1_000,
  });
});

const call = (method: string, path: string, body?: unknown, token = admin.token) =>
  app.call(method, `/app-config/broadcasts${path}`, { token, body });
type BroadcastValues = Parameters<typeof makeBroadcast>[2];
/** Creates a broadcast and requests to send it now. */
async function startBroadcast(values: BroadcastValues = {}) {
  const made = await makeBroadcast(app, admin.id, values);
  const answer = await call("POST", `/${made.id}/sending`, { version: 1, at: null });
  expect(answer.json.message).toBe("OK");
  return made.id;
}
const readRow = async (id: string) => {
  const [found] = await app.db.select().from(broadcasts).where(eq(broadcasts.id, id));
  if (!found) throw new Error("gone");
  return found;
};
const sentMessages = () =>
  fakeGoogle.asked.flatMap(({ path, body }) => (path === "/token" ? [] : [JSON.parse(body).message]));
const sentTokens = () =>
  sentMessages()
    .map(({ token }) => token)
    .sort();
const storedFailures = async () =>
  Object.fromEntries((await app.db.select().from(broadcastFailures)).map(({ token, reason }) => [token, reason]));
const firebaseAnswer = (code: number, errorCode?: string) => ({
  status: code,
  body: errorCode ? { error: { details: [{ errorCode }] } } : {},
});
const auditOf = async (action: string) => (await app.audit()).filter((each) => each.action === action);

describe("sending", () => {
  it("a notification is delivered to each device of the audience once, with its destination", async () => {
    await makeCitizen(app, ["a", "b"]);
    await makeCitizen(app, ["c"]);
    await makeCitizen(app, ["closed"], { status: "closed" });
    const id = await startBroadcast({ destination: { kind: "wallet", target: "" } });
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["a", "b", "c"]);
    expect(sentMessages()[0]).toMatchObject({
      notification: { title: "Water comes back" },
      data: { category: "broadcast", broadcast_id: id, destination: "wallet", target: "" },
      android: { collapse_key: id, notification: { tag: id } },
      apns: { headers: { "apns-collapse-id": id } },
      webpush: { headers: { Topic: id.replaceAll("-", "") }, notification: { tag: id } },
    });
    expect(await readRow(id)).toMatchObject({ state: "sent", people: 2, devices: 3, done: 3, sent: 3, unknown: 0 });
    expect(await storedFailures()).toEqual({});
    expect(await auditOf("appConfig.broadcastSent")).toMatchObject([
      { adminId: null, recordId: id, after: { state: "sent", sent: 3 } },
    ]);
  });

  it.each([
    [700, 700],
    [2_000, 960],
  ])(
    "a notification's picture of %i px width is sent as the URL of a size that the server serves",
    async (originalWidth, servedWidth) => {
      const bytes = await (await makePicture(1, { width: originalWidth, height: 400 })).jpeg().toBuffer();
      const uploaded = await uploadTestFile(app, "/content/images", bytes, { token: admin.token, type: "image/jpeg" });
      const imageId = uploaded.json.data.id;
      await makeCitizen(app, ["a"]);
      await startBroadcast({ imageId });
      await deliverAllBroadcasts(app);
      const path = `/public/images/${imageId}/${servedWidth}`;
      const [{ notification, apns }] = sentMessages();
      expect(notification.image).toMatch(new RegExp(`^https?://[^/]+/api/v1${path}$`));
      expect(apns.fcm_options.image).toBe(notification.image);
      expect((await app.call("GET", path)).status).toBe(200);
    },
  );

  it("a notification is delivered in several batches in the order of device tokens, which may contain any characters", async () => {
    const tokens = Array.from({ length: 430 }, (_, index) => `${["Z", "a", "_", "é", "-"][index % 5]}${index}`);
    for (let from = 0; from < tokens.length; from += 10) await makeCitizen(app, tokens.slice(from, from + 10));
    const id = await startBroadcast();
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual([...tokens].sort());
    expect(await readRow(id)).toMatchObject({ state: "sent", devices: 430, sent: 430, done: 430 });
  });

  it("a notification skips devices registered after its start", async () => {
    await makeCitizen(app, ["early"]);
    const id = await startBroadcast();
    const lateCitizen = await makeCitizen(app, ["late"]);
    await app.db
      .update(userDevices)
      .set({ createdAt: new Date(Date.now() + 60_000) })
      .where(eq(userDevices.userId, lateCitizen.id));
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["early"]);
    expect(await readRow(id)).toMatchObject({ state: "sent", sent: 1 });
  });

  it("the delivery of a notification deletes devices that Firebase no longer knows, and counts devices that Firebase refuses", async () => {
    await makeCitizen(app, ["gone", "odd", "fine"]);
    fakeGoogle.answers.take = (token) =>
      token === "gone"
        ? UNREGISTERED_TOKEN_RESPONSE
        : token === "odd"
          ? firebaseAnswer(400, "INVALID_ARGUMENT")
          : firebaseAnswer(200);
    const id = await startBroadcast();
    await deliverAllBroadcasts(app);
    expect(await readRow(id)).toMatchObject({
      state: "sent",
      sent: 1,
      gone: 1,
      refused: 1,
      unknown: 0,
      unavailable: 0,
    });
    expect((await app.db.select().from(userDevices)).map(({ token }) => token).sort()).toEqual(["fine", "odd"]);
    expect(await storedFailures()).toEqual({ odd: "refused" });
  });

  it("a notification is retried after a delay, only for devices for which Firebase was unavailable", async () => {
    await makeCitizen(app, ["busy", "fine"]);
    fakeGoogle.answers.take = (token) => firebaseAnswer(token === "busy" ? 503 : 200);
    const id = await startBroadcast();
    await deliverOutboxKind("broadcast", app.db);
    expect(await readRow(id)).toMatchObject({ state: "sending", phase: "retries", round: 1, sent: 1, unavailable: 1 });
    const [next] = await app.db.select().from(outbox);
    expect(next?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 50_000);
    fakeGoogle.reset();
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["busy"]);
    expect(await readRow(id)).toMatchObject({ state: "sent", sent: 2, unavailable: 0, unknown: 0, done: 2 });
  });

  it("a notification is retried three times, then the devices that were not reached are counted", async () => {
    await makeCitizen(app, ["busy", "fine"]);
    fakeGoogle.answers.take = (token) => firebaseAnswer(token === "busy" ? 429 : 200);
    const id = await startBroadcast();
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["busy", "busy", "busy", "busy", "fine"]);
    expect(await readRow(id)).toMatchObject({ state: "sent", sent: 1, unavailable: 1 });
  });

  it("a notification is not retried for a device whose new owner is not in the audience", async () => {
    const firstCitizen = await makeCitizen(app, ["phone"], { lga: "Ikom" });
    const other = await makeCitizen(app, [], { lga: "Obudu" });
    await makeCitizen(app, ["removed", "stays"], { lga: "Ikom" });
    fakeGoogle.answers.take = () => firebaseAnswer(503);
    const id = await startBroadcast({ audience: { kind: "lgas", lgas: ["Ikom"] } });
    await deliverOutboxKind("broadcast", app.db);
    await app.db.update(userDevices).set({ userId: other.id }).where(eq(userDevices.userId, firstCitizen.id));
    await app.db.delete(userDevices).where(eq(userDevices.token, "removed"));
    fakeGoogle.reset();
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["stays"]);
    expect(await readRow(id)).toMatchObject({ state: "sent", done: 3, sent: 1, gone: 1, unavailable: 1, unknown: 0 });
    expect(await storedFailures()).toEqual({ phone: "unavailable" });
  });

  it("a notification pauses when Firebase rejects the server's service account, and continues on request", async () => {
    await makeCitizen(app, ["a"]);
    fakeGoogle.answers.grant = () => firebaseAnswer(401);
    const id = await startBroadcast();
    await deliverAllBroadcasts(app);
    const paused = await readRow(id);
    expect(paused).toMatchObject({ state: "paused", done: 0 });
    expect(paused.note).toContain("FIREBASE_SERVICE_ACCOUNT");
    expect(await auditOf("appConfig.broadcastPaused")).toHaveLength(1);
    fakeGoogle.reset();
    const resumed = await call("PATCH", `/${id}/pause`, { version: paused.version, paused: false });
    expect(resumed.json.data).toMatchObject({ state: "sending", note: null });
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["a"]);
    expect(await readRow(id)).toMatchObject({ state: "sent", sent: 1 });
  });

  it("a notification pauses if Firebase refuses every device of a batch, because the devices can't be the cause then", async () => {
    for (const each of ["a", "b", "c"])
      await makeCitizen(
        app,
        Array.from({ length: 10 }, (_, index) => `${each}${index}`),
      );
    fakeGoogle.answers.take = () => firebaseAnswer(400, "INVALID_ARGUMENT");
    const id = await startBroadcast();
    await deliverAllBroadcasts(app);
    expect(await readRow(id)).toMatchObject({ state: "paused", done: 30, refused: 30 });
    expect((await readRow(id)).note).toContain("Firebase refused every device");
  });

  it("a notification that paused because Firebase rejected the service account is sent to the devices of the failed batch on resuming", async () => {
    await makeCitizen(app, ["a", "b"]);
    fakeGoogle.answers.take = () => firebaseAnswer(403);
    const id = await startBroadcast();
    await deliverAllBroadcasts(app);
    expect(await readRow(id)).toMatchObject({ state: "paused", done: 2, unavailable: 2, refused: 0 });
    fakeGoogle.reset();
    await call("PATCH", `/${id}/pause`, { version: (await readRow(id)).version, paused: false });
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["a", "b"]);
    expect(await readRow(id)).toMatchObject({ state: "sent", sent: 2, unavailable: 0 });
  });

  it("a notification is mailed once to people without a device, if requested", async () => {
    await makeCitizen(app, ["a"], { email: "has@example.com" });
    await makeCitizen(app, [], { email: "has-not@example.com" });
    await makeCitizen(app, [], { email: "closed@example.com", status: "closed" });
    const id = await startBroadcast({ mailWithoutDevice: true });
    await deliverAllBroadcasts(app);
    await deliverAllBroadcasts(app);
    const mails = (await app.db.select().from(outbox)).map(({ kind, payload }) => ({ kind, payload }));
    expect(mails).toMatchObject([
      { kind: "broadcast_mail", payload: { to: "has-not@example.com", subject: "Water comes back" } },
    ]);
    expect(await readRow(id)).toMatchObject({ state: "sent", mails: 1, sent: 1 });
    const sent: string[] = [];
    await deliverOutboxKind("broadcast_mail", app.db, { broadcast_mail: async ({ to }) => void sent.push(to) });
    expect(sent).toEqual(["has-not@example.com"]);
  });
});

describe("after a crash", () => {
  let releaseServer = async () => {};
  afterEach(() => releaseServer());

  /** Simulates a server that crashed during a batch. */
  async function crashAfterClaim(tokens: string[]) {
    await makeCitizen(app, tokens);
    const id = await startBroadcast();
    const answers: (() => void)[] = [];
    fakeGoogle.answers.take = () => new Promise((resolve) => answers.push(() => resolve(firebaseAnswer(200))));
    const hangingDelivery = deliverOutboxKind("broadcast", app.db);
    releaseServer = async () => {
      for (const answer of answers) answer();
      await hangingDelivery;
    };
    await expect.poll(async () => (await readRow(id)).unknown).toBe(tokens.length);
    // Clears the requests received so far: devices are claimed before sending, so any later request would be a second
    // delivery.
    await vi.waitFor(() => expect(answers).toHaveLength(tokens.length), { timeout: 10_000 });
    await app.db
      .update(broadcasts)
      .set({ leaseUntil: new Date(Date.now() - 1_000) })
      .where(eq(broadcasts.id, id));
    fakeGoogle.reset();
    return id;
  }

  it("after a crash, the interrupted batch of a notification is not resent: its devices' results stay unknown until an admin resends", async () => {
    const id = await crashAfterClaim(["a", "b"]);
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual([]);
    const sent = await readRow(id);
    expect(sent).toMatchObject({ state: "sent", unknown: 2, done: 2, sent: 0 });
    const answer = await call("POST", `/${id}/unknown`, { version: sent.version });
    expect(answer.json.data).toMatchObject({ state: "sending", failed: { unknown: 0, unavailable: 2 } });
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["a", "b"]);
    expect(await readRow(id)).toMatchObject({ state: "sent", sent: 2, unknown: 0, unavailable: 0, done: 2 });
    expect(await storedFailures()).toEqual({});
  });

  it("the results of a notification's batch are ignored if the server that sent it has lost the sending lease", async () => {
    await makeCitizen(app, ["a"]);
    const id = await startBroadcast();
    let answer = (_: unknown) => {};
    fakeGoogle.answers.take = () =>
      new Promise((resolve) => {
        answer = () => resolve(firebaseAnswer(200));
      });
    const slowDelivery = deliverOutboxKind("broadcast", app.db);
    await expect.poll(async () => (await readRow(id)).unknown).toBe(1);
    await app.db
      .update(broadcasts)
      .set({ leaseUntil: new Date(Date.now() - 1_000) })
      .where(eq(broadcasts.id, id));
    await deliverAllBroadcasts(app);
    expect(await readRow(id)).toMatchObject({ state: "sent", unknown: 1, sent: 0 });
    answer(null);
    await slowDelivery;
    expect(await readRow(id)).toMatchObject({ state: "sent", unknown: 1, sent: 0 });
  });

  it("only the server with the sending lease sends a notification; another server sends nothing and retries its outbox row later", async () => {
    await makeCitizen(app, ["a"]);
    const id = await startBroadcast();
    await app.db
      .update(broadcasts)
      .set({ leaseUntil: new Date(Date.now() + 60_000) })
      .where(eq(broadcasts.id, id));
    expect(await deliverOutboxKind("broadcast", app.db)).toBe(0);
    expect(sentTokens()).toEqual([]);
    expect(await app.db.select().from(outbox)).toHaveLength(1);
  });
});

describe("server that is shutting down", () => {
  afterEach(() => Reflect.deleteProperty(globalThis, "crossRiverPayIsStopping"));

  it("a stopping server starts no further batch of a notification, and leaves the outbox row for another server", async () => {
    await makeCitizen(app, ["a"]);
    await startBroadcast();
    beginStopping();
    expect(await deliverOutboxKind("broadcast", app.db)).toBe(0);
    expect(sentTokens()).toEqual([]);
    expect(await app.db.select().from(outbox)).toMatchObject([{ kind: "broadcast", attempts: 1 }]);
  });
});

describe("pause and cancel", () => {
  it("pausing or cancelling a notification takes effect between two batches, and a paused notification can be resumed", async () => {
    await makeCitizen(app, ["a"]);
    const id = await startBroadcast();
    const paused = await call("PATCH", `/${id}/pause`, { version: 2, paused: true });
    expect(paused.json.data.state).toBe("paused");
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual([]);
    await call("PATCH", `/${id}/pause`, { version: 3, paused: false });
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["a"]);
    expect(await readRow(id)).toMatchObject({ state: "sent", sent: 1 });
  });

  const queuedMails = () => app.db.select().from(outbox).where(eq(outbox.kind, "broadcast_mail"));
  async function mailedAddresses() {
    await makeCitizen(app, ["a"]);
    await makeCitizen(app);
    await makeCitizen(app);
    fakeGoogle.answers.take = () => firebaseAnswer(503);
    const id = await startBroadcast({ mailWithoutDevice: true });
    const other = await startBroadcast({ mailWithoutDevice: true, title: "Another" });
    await deliverAllBroadcasts(app).catch(() => {});
    expect(await queuedMails()).toHaveLength(4);
    return { id, other };
  }
  async function deliverMails() {
    const sent: string[] = [];
    const broadcast_mail = async ({ subject }: { subject: string }) => void sent.push(subject);
    const count = await deliverOutboxKind("broadcast_mail", app.db, { broadcast_mail });
    expect(sent).toHaveLength(count);
    return sent;
  }

  it("cancelling a notification deletes only its own unsent mails", async () => {
    const { id } = await mailedAddresses();
    await app.db.update(broadcasts).set({ state: "sending", version: 9 }).where(eq(broadcasts.id, id));
    expect((await call("PATCH", `/${id}/cancellation`, { version: 9 })).status).toBe(200);
    expect(await deliverMails()).toEqual(["Another", "Another"]);
    expect(await queuedMails()).toEqual([]);
    expect(await readRow(id)).toMatchObject({ state: "cancelled", mails: 0 });
  });

  it("pausing a notification postpones its mails", async () => {
    const { id } = await mailedAddresses();
    await app.db
      .update(broadcasts)
      .set({ state: "sending", phase: "retries", version: 9 })
      .where(eq(broadcasts.id, id));
    await call("PATCH", `/${id}/pause`, { version: 9, paused: true });
    expect(await deliverMails()).toEqual(["Another", "Another"]);
    const heldMails = await queuedMails();
    expect(heldMails).toHaveLength(2);
    for (const { nextAttemptAt } of heldMails) expect(nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 200_000);
    expect((await call("PATCH", `/${id}/pause`, { version: 10, paused: false })).status).toBe(200);
    expect(await deliverMails()).toEqual(["Water comes back", "Water comes back"]);
    expect(await readRow(id)).toMatchObject({ mails: 2 });
  });

  it("resuming a notification requires approval if the audience has grown above the limit", async () => {
    await makeCitizen(app, ["a"]);
    settings.broadcastApprovalAbove = 1;
    const id = await startBroadcast();
    await call("PATCH", `/${id}/pause`, { version: 2, paused: true });
    await makeCitizen(app, []);
    const resume = () => call("PATCH", `/${id}/pause`, { version: 3, paused: false });
    const refused = await resume();
    expect(refused.status).toBe(409);
    expect(refused.json.message).toContain("The audience is now 2 people, and above 1 a second admin has to approve");
    expect(refused.json.current.state).toBe("paused");
    await app.db.update(broadcasts).set({ approved: true });
    expect((await resume()).json.data.state).toBe("sending");
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["a"]);
  });

  it("sending a notification pauses automatically if the audience grows above the limit", async () => {
    await makeCitizen(app, ["a"], { lga: "Ikom" });
    settings.broadcastApprovalAbove = 1;
    const toEverybody = await startBroadcast();
    const languages = await startBroadcast({ audience: { kind: "languages", languages: ["en"] } });
    await makeCitizen(app, ["b"], { lga: "Obudu" });
    const toIkom = await startBroadcast({ audience: { kind: "lgas", lgas: ["Ikom"] } });
    await deliverAllBroadcasts(app);
    expect((await readRow(toIkom)).state).toBe("sent");
    expect(sentTokens()).toEqual(["a"]);
    for (const id of [toEverybody, languages]) {
      const paused = await readRow(id);
      expect(paused).toMatchObject({ state: "paused", done: 0 });
      expect(paused.note).toContain("Cancel this notification and send a new one");
      expect((await auditOf("appConfig.broadcastPaused")).filter(({ recordId }) => recordId === id)).toHaveLength(1);
    }
  });

  it("a notification's retries continue for the original devices even if the audience has grown", async () => {
    await makeCitizen(app, ["busy", "fine"]);
    fakeGoogle.answers.take = (token) => firebaseAnswer(token === "busy" ? 503 : 200);
    const id = await startBroadcast();
    await deliverOutboxKind("broadcast", app.db);
    await makeCitizen(app, ["b"]);
    settings.broadcastApprovalAbove = 1;
    fakeGoogle.reset();
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["busy"]);
    expect(await readRow(id)).toMatchObject({ state: "sent", sent: 2 });
  });

  it("after the cancellation of a notification, results of messages already sent are stored, and no more messages are sent", async () => {
    for (let index = 0; index < 30; index++)
      await makeCitizen(
        app,
        Array.from({ length: 10 }, (_, at) => `d${String(index * 10 + at).padStart(3, "0")}`),
      );
    const id = await startBroadcast();
    let isCancelled = false;
    fakeGoogle.answers.take = async () => {
      if (!isCancelled) {
        isCancelled = true;
        await call("PATCH", `/${id}/cancellation`, { version: 2 });
      }
      return firebaseAnswer(200);
    };
    await deliverAllBroadcasts(app);
    expect(await readRow(id)).toMatchObject({ state: "cancelled", sent: 200, done: 200, unknown: 0 });
    expect(sentTokens()).toHaveLength(200);
    expect((await auditOf("appConfig.cancelBroadcast"))[0]).toMatchObject({
      recordId: id,
      after: { state: "cancelled" },
    });
  });
});

describe("scheduled broadcast", () => {
  const oneSecondAgo = () => new Date(Date.now() - 1_000);

  it("a scheduled notification starts at its time, once, with an audit row", async () => {
    await makeCitizen(app, ["a"]);
    const { id } = await makeBroadcast(app, admin.id, { state: "scheduled", scheduledFor: oneSecondAgo() });
    const laterBroadcast = await makeBroadcast(app, admin.id, {
      state: "scheduled",
      scheduledFor: new Date(Date.now() + 60_000),
    });
    expect(await Promise.all([startDueBroadcasts(app.db), startDueBroadcasts(app.db)])).toContain(1);
    expect(await app.db.select().from(outbox)).toHaveLength(1);
    await deliverAllBroadcasts(app);
    expect(sentTokens()).toEqual(["a"]);
    expect((await readRow(laterBroadcast.id)).state).toBe("scheduled");
    expect((await auditOf("appConfig.broadcastStarted"))[0]).toMatchObject({ adminId: null, recordId: id });
  });

  it("a scheduled notification becomes a draft again if its destination is no longer published", async () => {
    await makeCitizen(app, ["a"]);
    const target = uuid();
    await app.db.insert(contentEntries).values({ id: target, kind: "faq", draft: {} as never });
    const { id } = await makeBroadcast(app, admin.id, {
      state: "scheduled",
      scheduledFor: oneSecondAgo(),
      approved: true,
      destination: { kind: "faq", target },
    });
    await startDueBroadcasts(app.db);
    const expectedNote = "It was not sent. This question is not published now. Publish it first, or choose another.";
    expect(await readRow(id)).toMatchObject({
      state: "draft",
      scheduledFor: null,
      approved: false,
      note: expectedNote,
    });
  });

  it("a scheduled notification becomes a draft again if its audience has grown above the limit without approval", async () => {
    await makeCitizen(app, ["a"]);
    await makeCitizen(app, ["b"]);
    settings.broadcastApprovalAbove = 1;
    const { id } = await makeBroadcast(app, admin.id, { state: "scheduled", scheduledFor: oneSecondAgo() });
    const approvedBroadcast = await makeBroadcast(app, admin.id, {
      state: "scheduled",
      scheduledFor: oneSecondAgo(),
      approved: true,
    });
    await startDueBroadcasts(app.db);
    expect(await readRow(id)).toMatchObject({ state: "draft", scheduledFor: null });
    expect((await readRow(id)).note).toContain("grew to 2 people");
    expect((await readRow(approvedBroadcast.id)).state).toBe("sending");
  });

  it("a scheduled notification waits for approval again if its audience grew by more than a tenth since the approval", async () => {
    for (const token of ["a", "b"]) await makeCitizen(app, [token]);
    settings.broadcastApprovalAbove = 1;
    const scheduled = { state: "scheduled", scheduledFor: oneSecondAgo(), approved: true, approvedPeople: 1 } as const;
    const { id } = await makeBroadcast(app, admin.id, scheduled);
    const withinLimit = await makeBroadcast(app, admin.id, { ...scheduled, approvedPeople: 2 });
    for (const recordId of [id, withinLimit.id])
      await app.db.insert(approvals).values({
        ...{ id: uuid(), kind: "appConfig.sendBroadcast", recordType: "broadcast", recordId, recordName: "News" },
        ...{ change: "Send it", payload: {}, requestedBy: admin.id, state: "approved", expiresAt: new Date() },
      });
    await startDueBroadcasts(app.db);
    expect((await readRow(withinLimit.id)).state).toBe("sending");
    expect(await readRow(id)).toMatchObject({ state: "awaiting_approval", approved: false, approvedPeople: null });
    expect((await readRow(id)).note).toContain("its audience is now 2 people, and a second admin approved it for 1");
    const [newRequest] = await app.db
      .select()
      .from(approvals)
      .where(and(eq(approvals.recordId, id), eq(approvals.state, "waiting")));
    expect(newRequest).toMatchObject({ requestedBy: admin.id, payload: { at: null, people: 2 } });
    expect((await auditOf("appConfig.broadcastHeld"))[0]).toMatchObject({
      recordId: id,
      after: {
        state: "awaiting_approval",
        awaiting_approval: expect.stringContaining("to 2 people now (1 were approved"),
      },
    });
  });

  it("a scheduled notification is not sent while its outbox row is not due", async () => {
    await makeCitizen(app, ["a"]);
    await startBroadcast();
    await app.db.update(outbox).set({ nextAttemptAt: new Date(Date.now() + 60_000) });
    expect(await deliverOutboxKind("broadcast", app.db)).toBe(0);
    await makeOutboxDue(app);
    expect(await deliverOutboxKind("broadcast", app.db)).toBe(1);
  });
});
