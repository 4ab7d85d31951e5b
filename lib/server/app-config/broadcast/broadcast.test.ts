import { eq, inArray } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { broadcastOpens, broadcasts } from "@/lib/server/db/schema/broadcasts";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { contentEntries, contentEntryPublications } from "@/lib/server/db/schema/content-entries";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens } from "@/lib/server/db/schema/session";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { clearFirebaseAccessToken } from "@/lib/server/push/access-token";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { BROADCAST_DRAFT, makeBroadcast, makeCitizen, SERVICE_ACCOUNT } from "@/lib/server/testing/broadcasts";
import { emptyTables } from "@/lib/server/testing/empty-tables";
import { startFakeGoogle, UNREGISTERED_TOKEN_RESPONSE } from "@/lib/server/testing/fake-google";
import { uploadTestFile } from "@/lib/server/testing/ireports";
import { makeJpeg } from "@/lib/server/testing/pictures";
import { changeSettings } from "@/lib/server/testing/settings";

const settings = changeSettings();

let app: TestApp;
let fakeGoogle: Awaited<ReturnType<typeof startFakeGoogle>>;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let otherAdmin: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  fakeGoogle = await startFakeGoogle();
  admin = await makeAdmin(app);
  otherAdmin = await makeAdmin(app, { firstName: "Grace" });
});
afterAll(async () => {
  await fakeGoogle.stop();
  await app.stop();
});
beforeEach(async () => {
  fakeGoogle.reset();
  clearFirebaseAccessToken();
  await emptyTables(app.db, "outbox", "approvals", "broadcasts", "user_devices", "device_tokens");
  await app.db.update(users).set({ status: "closed" });
  Object.assign(settings, {
    firebaseServiceAccount: SERVICE_ACCOUNT,
    firebaseTokenUrl: `${fakeGoogle.url}/token`,
    firebaseSendUrl: fakeGoogle.url,
    broadcastApprovalAbove: 1_000,
  });
});

const BROADCASTS_PATH = "/app-config/broadcasts";
const call = (method: string, path: string, body?: unknown, token = admin.token) =>
  app.call(method, `${BROADCASTS_PATH}${path}`, { token, body });
const createDraft = async (values: object = {}) => {
  const answer = await call("POST", "", { ...BROADCAST_DRAFT, ...values });
  expect(answer.json.message).toBe("OK");
  return answer.json.data;
};
const sendNow = (id: string, values: object = {}, token = admin.token) =>
  call("POST", `/${id}/sending`, { version: 1, at: null, ...values }, token);
const readRow = async (id: string) => (await app.db.select().from(broadcasts).where(eq(broadcasts.id, id)))[0];
const newestAudit = async () => (await app.audit())[0];
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
async function makeGroup(values: Partial<typeof userGroups.$inferInsert> = {}) {
  const id = uuid();
  await app.db.insert(userGroups).values({ id, name: `Group ${id}`, kind: "static", ...values });
  return id;
}

async function makeEntry(values: Partial<typeof contentEntries.$inferInsert> = {}) {
  const id = uuid();
  await app.db.insert(contentEntries).values({ id, kind: "announcements", draft: {} as never, ...values });
  return id;
}
const publishContentEntry = (entryId: string, values: Partial<typeof contentEntryPublications.$inferInsert> = {}) =>
  app.db.insert(contentEntryPublications).values({
    entryId,
    number: 1,
    kind: "announcements",
    content: {} as never,
    title: "Open",
    from: new Date(Date.now() - 60_000),
    until: new Date(Date.now() + 600_000),
    publishedBy: admin.id,
    ...values,
  });

describe("draft", () => {
  it("a draft of a notification is created with an audit row", async () => {
    const made = await createDraft({ title: "  Water comes back " });
    expect(made).toMatchObject({ title: "Water comes back", state: "draft", audience_words: "Everybody", version: 1 });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.createBroadcast",
      recordType: "broadcast",
      recordId: made.id,
      recordName: "Water comes back",
      after: { audience: "Everybody", state: "draft" },
    });
    expect((await call("GET", `/${made.id}`)).json.data).toMatchObject({
      id: made.id,
      timeline: [{ by: { id: admin.id } }],
    });
  });

  it.each([
    ["title", { title: " " }, "title"],
    ["a title that a phone would cut", { title: "x".repeat(66) }, "title"],
    ["text", { text: "" }, "text"],
    ["a link's address", { destination: { kind: "link", target: "http://example.com" } }, "destination.target"],
    ["an announcement", { destination: { kind: "announcement", target: "" } }, "destination.target"],
    ["an empty target for a page of the app", { destination: { kind: "home", target: "x" } }, "destination.target"],
    ["a picture that exists", { image_id: uuid() }, "image_id"],
    ["a group that exists", { audience: { kind: "groups", group_ids: [uuid()] } }, "audience.group_ids"],
    ["a language that exists", { audience: { kind: "languages", languages: ["xx"] } }, "audience.languages"],
  ])("a draft of a notification requires valid content: %s", async (_what, values, field) => {
    const answer = await call("POST", "", { ...BROADCAST_DRAFT, ...values });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fields)).toContain(field);
  });

  it("a draft of a notification is saved only if its version is current", async () => {
    const { id } = await createDraft();
    const saved = await call("PATCH", `/${id}`, { ...BROADCAST_DRAFT, version: 1, title: "Water is back" });
    expect(saved.json.data).toMatchObject({ title: "Water is back", version: 2 });
    expect(await newestAudit()).toMatchObject({
      before: { title: "Water comes back" },
      after: { title: "Water is back" },
    });
    const staleSave = await call("PATCH", `/${id}`, { ...BROADCAST_DRAFT, version: 1 });
    expect(staleSave.status).toBe(409);
    expect(staleSave.json.current).toMatchObject({ title: "Water is back", version: 2 });
    expect((await call("PATCH", `/${uuid()}`, { ...BROADCAST_DRAFT, version: 1 })).status).toBe(404);
  });

  it("a draft of a notification is deleted; a scheduled or sent one can't be deleted or changed", async () => {
    const { id } = await createDraft();
    expect((await call("DELETE", `/${id}`, { version: 2 })).status).toBe(409);
    expect((await call("DELETE", `/${id}`, { version: 1 })).status).toBe(200);
    expect(await readRow(id)).toBeUndefined();
    for (const state of ["scheduled", "sending", "paused", "sent", "cancelled"] as const) {
      const { id: other } = await makeBroadcast(app, admin.id, { state });
      const answers = [
        await call("DELETE", `/${other}`, { version: 1 }),
        await call("PATCH", `/${other}`, { ...BROADCAST_DRAFT, version: 1 }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([409, 409]);
      expect(answers[0]?.json.current.state).toBe(state);
    }
  });

  it("a notification can't be changed in the database after it was sent", async () => {
    const { id } = await makeBroadcast(app, admin.id, { state: "sent" });
    const change = app.db.update(broadcasts).set({ text: "Something else" }).where(eq(broadcasts.id, id));
    await expect(change).rejects.toMatchObject({ cause: { message: "only a draft can be changed" } });
  });

  it("a draft of a notification prevents deleting the groups in its audience", async () => {
    const group = await makeGroup();
    const { id } = await createDraft({ audience: { kind: "groups", group_ids: [group] } });
    const refused = await app.call("DELETE", `/user-management/user-groups/${group}`, {
      token: admin.token,
      body: { version: 1 },
    });
    expect(refused.status).toBe(409);
    expect(refused.json.message).toContain("used by: notification Water comes back");
    await app.db.update(broadcasts).set({ state: "sending" }).where(eq(broadcasts.id, id));
    await app.db.update(broadcasts).set({ state: "sent" }).where(eq(broadcasts.id, id));
    const deleted = await app.call("DELETE", `/user-management/user-groups/${group}`, {
      token: admin.token,
      body: { version: 1 },
    });
    expect(deleted.status).toBe(200);
    expect((await call("GET", `/${id}`)).json.data.audience_words).toBe("a group that was deleted");
  });
});

describe("list", () => {
  const listTitles = async (query = "") =>
    (await call("GET", query)).json.data.items.map(({ title }: { title: string }) => title);

  it("the list of notifications is filtered by state, audience and words, sorted and paged", async () => {
    expect((await call("GET", "")).json.data).toMatchObject({ items: [], total: 0, missing_settings: [] });
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await makeBroadcast(app, admin.id, {
      title: "Carnival",
      updatedAt: at(-3),
      audience: { kind: "lgas", lgas: ["Ikom"] },
    });
    await makeBroadcast(app, admin.id, {
      title: "Bridge",
      state: "sent",
      updatedAt: at(-2),
      text: "The bridge is open",
    });
    await makeBroadcast(app, admin.id, { title: "Alarm", state: "scheduled", scheduledFor: at(9), updatedAt: at(-1) });
    expect(await listTitles()).toEqual(["Alarm", "Bridge", "Carnival"]);
    expect(await listTitles("?sort=title")).toEqual(["Alarm", "Bridge", "Carnival"]);
    expect(await listTitles("?sort=-title")).toEqual(["Carnival", "Bridge", "Alarm"]);
    await makeBroadcast(app, admin.id, {
      title: "Done",
      state: "sent",
      startedAt: at(-60),
      endedAt: at(-55),
      updatedAt: at(-9),
    });
    await makeBroadcast(app, admin.id, {
      title: "On",
      state: "sending",
      startedAt: at(-30),
      scheduledFor: at(-90),
      updatedAt: at(-8),
    });
    expect((await listTitles("?sort=scheduled_for")).slice(0, 3)).toEqual(["Done", "On", "Alarm"]);
    expect((await listTitles("?sort=-scheduled_for")).slice(0, 3)).toEqual(["Alarm", "On", "Done"]);
    await app.db.delete(broadcasts).where(inArray(broadcasts.title, ["Done", "On"]));
    expect(await listTitles("?state=sent,scheduled")).toEqual(["Alarm", "Bridge"]);
    expect(await listTitles("?audience=lgas")).toEqual(["Carnival"]);
    expect(await listTitles("?q=OPEN")).toEqual(["Bridge"]);
    expect(await listTitles("?q=100%25")).toEqual([]);
    expect(await listTitles("?size=20&page=1")).toEqual([]);
    expect((await call("GET", "?state=lost")).status).toBe(400);
    expect((await call("GET", "", undefined, (await makeAdmin(app, { rights: makeRights({}) })).token)).status).toBe(
      403,
    );
  });

  it("the list of notifications returns the names of the settings that are required for sending but missing on this server", async () => {
    settings.firebaseServiceAccount = undefined;
    expect((await call("GET", "")).json.data.missing_settings).toEqual(["FIREBASE_SERVICE_ACCOUNT"]);
    const counted = await call("POST", "/audience", { audience: { kind: "everybody" } });
    expect(counted.json.data.missing_settings).toEqual(["FIREBASE_SERVICE_ACCOUNT"]);
  });
});

describe("audience", () => {
  const countAudience = async (audience: object) => (await call("POST", "/audience", { audience })).json.data;

  it("the audience of a notification is counted in people and in devices, without closed accounts", async () => {
    const citizenOfIkom = await makeCitizen(app, ["a", "b"], { lga: "Ikom", tier: 2 });
    await makeCitizen(app, [], { lga: "Ikom", tier: 1 });
    const citizenOfObudu = await makeCitizen(app, ["c"], { lga: "Obudu", tier: 2 });
    await makeCitizen(app, ["x"], { lga: "Ikom", tier: 2, status: "closed" });
    await app.db.update(userDevices).set({ language: "efi" }).where(eq(userDevices.token, "b"));
    const listGroup = await makeGroup();
    await app.db.insert(userGroupMembers).values({ groupId: listGroup, userId: citizenOfObudu.id });
    const rule = await makeGroup({ kind: "rule", rule: { lga: "Ikom" } });
    const audienceCount = (people: number, devices: number, without_device: number) => ({
      people,
      devices,
      without_device,
      approval_above: 1_000,
      missing_settings: [],
    });
    expect(await countAudience({ kind: "everybody" })).toEqual(audienceCount(3, 3, 1));
    expect(await countAudience({ kind: "lgas", lgas: ["Ikom"] })).toEqual(audienceCount(2, 2, 1));
    expect(await countAudience({ kind: "tiers", tiers: ["2"] })).toEqual(audienceCount(2, 3, 0));
    expect(await countAudience({ kind: "languages", languages: ["efi"] })).toEqual(audienceCount(1, 1, 0));
    expect(await countAudience({ kind: "groups", group_ids: [listGroup] })).toEqual(audienceCount(1, 1, 0));
    expect(await countAudience({ kind: "groups", group_ids: [listGroup, rule] })).toEqual(audienceCount(3, 3, 1));
    expect(citizenOfIkom.id).not.toBe(citizenOfObudu.id);
  });
});

describe("sending", () => {
  it("sending a notification starts immediately, or at its scheduled time", async () => {
    await makeCitizen(app, ["a"]);
    const firstBroadcast = await createDraft();
    expect((await sendNow(firstBroadcast.id)).json.data).toMatchObject({
      state: "sending",
      people: 1,
      devices: 1,
      phase: "devices",
    });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.sendBroadcast",
      after: { state: "sending", people: 1 },
    });
    expect(await app.db.select().from(outbox)).toMatchObject([
      { kind: "broadcast", payload: { broadcastId: firstBroadcast.id } },
    ]);
    const secondBroadcast = await createDraft();
    const at = inAnHour();
    expect((await sendNow(secondBroadcast.id, { at })).json.data).toMatchObject({
      state: "scheduled",
      scheduled_for: at,
    });
    expect((await sendNow(secondBroadcast.id, { at, version: 2 })).status).toBe(409);
    const cancelAnswer = await call("PATCH", `/${secondBroadcast.id}/cancellation`, { version: 2 });
    expect(cancelAnswer.json.data).toMatchObject({ state: "draft", scheduled_for: null });
  });

  it("sending a notification is refused, with the reason, if its time is past, its audience is empty, its version is outdated, or Firebase is not configured", async () => {
    const { id } = await createDraft();
    const sendInPast = await sendNow(id, { at: new Date(Date.now() - 600_000).toISOString() });
    expect([sendInPast.status, sendInPast.json.fields.at]).toEqual([400, "This time has passed. Choose a later one."]);
    expect((await sendNow(id, { at: new Date(Date.now() + 400 * 86_400_000).toISOString() })).status).toBe(400);
    expect((await sendNow(id)).json.message).toContain("Nobody matches this audience");
    await makeCitizen(app);
    expect((await sendNow(id)).json.message).toContain("Nobody in this audience has a device");
    await makeCitizen(app, ["a"]);
    expect((await sendNow(id, { version: 2 })).status).toBe(409);
    settings.firebaseServiceAccount = undefined;
    const withoutFirebase = await sendNow(id);
    expect([withoutFirebase.status, withoutFirebase.json.message]).toEqual([
      409,
      "Notifications can't be sent from this server yet. Ask operations to set FIREBASE_SERVICE_ACCOUNT.",
    ]);
    expect(await readRow(id)).toMatchObject({ state: "draft", version: 1 });
  });

  it("sending a notification accepts only a destination that citizens can open at that time", async () => {
    await makeCitizen(app, ["a"]);
    const entryId = await makeEntry();
    const { id } = await createDraft({ destination: { kind: "announcement", target: entryId } });
    const closedAnswer = await sendNow(id);
    expect([closedAnswer.status, closedAnswer.json.fields["destination.target"]]).toEqual([
      400,
      "This announcement is not published now. Publish it first, or choose another.",
    ]);
    await publishContentEntry(entryId);
    expect((await sendNow(id, { at: inAnHour() })).status).toBe(400);
    expect((await sendNow(id)).json.data.state).toBe("sending");
  });

  it("sending a notification is refused if its destination is an archived content entry, or one whose last published version has ended", async () => {
    await makeCitizen(app, ["a"]);
    const archived = await makeEntry({ archivedAt: new Date() });
    await publishContentEntry(archived);
    const replacedEntry = await makeEntry();
    await publishContentEntry(replacedEntry, { until: null, from: new Date(Date.now() - 120_000) });
    await publishContentEntry(replacedEntry, { number: 2, until: new Date(Date.now() - 30_000) });
    for (const target of [archived, replacedEntry]) {
      const { id } = await createDraft({ destination: { kind: "announcement", target } });
      expect(Object.keys((await sendNow(id)).json.fields)).toEqual(["destination.target"]);
    }
  });

  it("the audit trail contains the title of a notification's destination", async () => {
    await createDraft({ destination: { kind: "announcement", target: await makeEntry({ title: "Road closed" }) } });
    expect(await newestAudit()).toMatchObject({ after: { leads_to: "announcement “Road closed”" } });
  });
});

describe("audience above the limit", () => {
  async function requestApproval(values: object = {}, draft: object = {}) {
    await makeCitizen(app, ["a"]);
    await makeCitizen(app, ["b"]);
    settings.broadcastApprovalAbove = 1;
    const { id } = await createDraft(draft);
    const answer = await sendNow(id, { reason: "The works are done", ...values });
    return { id, data: answer.json.data, approvalId: answer.json.data.awaiting.approvalId };
  }
  const decide = (approvalId: string, body: object, token = otherAdmin.token) =>
    app.call("PATCH", `/approvals/${approvalId}/decision`, { token, body, headers: { "idempotency-key": uuid() } });

  it("a notification to more people than the limit waits for a second admin, who approves it", async () => {
    const { id, data, approvalId } = await requestApproval();
    expect(data).toMatchObject({
      state: "awaiting_approval",
      awaiting: { change: "Send “Water comes back” to 2 people now", requested_by: { id: admin.id } },
    });
    expect(await app.db.select().from(outbox)).toEqual([]);
    expect((await call("PATCH", `/${id}`, { ...BROADCAST_DRAFT, version: 2 })).status).toBe(409);
    expect((await call("PATCH", `/${id}/cancellation`, { version: 2 })).status).toBe(409);
    expect((await decide(approvalId, { decision: "approved" }, admin.token)).status).toBe(403);
    expect((await decide(approvalId, { decision: "approved" })).status).toBe(200);
    expect(await readRow(id)).toMatchObject({ state: "sending", approved: true });
    expect(await newestAudit()).toMatchObject({
      recordId: id,
      after: { state: "sending", people: 2, approval: "approved" },
    });
  });

  it("a notification to more people than the limit can't be approved if its audience has grown by more than a tenth since the request; otherwise the approved size is stored", async () => {
    const { id, approvalId } = await requestApproval();
    await makeCitizen(app, ["c"]);
    const refused = await decide(approvalId, { decision: "approved" });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("grew from 2 to 3 people")]);
    expect((await readRow(id))?.state).toBe("awaiting_approval");
    expect((await decide(approvalId, { decision: "rejected", reason: "Ask again." })).status).toBe(200);
    const { version } = (await call("GET", `/${id}`)).json.data;
    const secondRequest = await sendNow(id, { reason: "The works are done", version });
    await decide(secondRequest.json.data.awaiting.approvalId, { decision: "approved" });
    expect(await readRow(id)).toMatchObject({ state: "sending", approved: true, approvedPeople: 3 });
  });

  it("a notification to more people than the limit can't be approved if its destination is no longer published", async () => {
    const target = await makeEntry();
    await publishContentEntry(target);
    const { id, approvalId } = await requestApproval({}, { destination: { kind: "announcement", target } });
    await app.db.update(contentEntries).set({ archivedAt: new Date() }).where(eq(contentEntries.id, target));
    const refused = await decide(approvalId, { decision: "approved" });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "This announcement is not published now. Publish it first, or choose another.",
    ]);
    expect((await readRow(id))?.state).toBe("awaiting_approval");
  });

  it("a notification to more people than the limit is scheduled after approval if a time was requested", async () => {
    const at = inAnHour();
    const { id, approvalId } = await requestApproval({ at });
    await decide(approvalId, { decision: "approved" });
    expect(await readRow(id)).toMatchObject({ state: "scheduled", scheduledFor: new Date(at), approved: true });
  });

  it("a notification to more people than the limit becomes a draft again if the second admin rejects it or the first withdraws it", async () => {
    const { id, approvalId } = await requestApproval();
    await decide(approvalId, { decision: "rejected", reason: "Not today" });
    expect(await readRow(id)).toMatchObject({ state: "draft", version: 3 });
    expect(await newestAudit()).toMatchObject({ before: { state: "awaiting_approval" }, after: { state: "draft" } });
    const secondRequest = await sendNow(id, { version: 3, reason: "The works are done" });
    const withdrawn = await app.call(
      "PATCH",
      `/approvals/${secondRequest.json.data.awaiting.approvalId}/cancellation`,
      {
        token: admin.token,
      },
    );
    expect(withdrawn.status).toBe(200);
    expect((await readRow(id))?.state).toBe("draft");
  });

  it("requesting the approval of a notification to more people than the limit requires a reason", async () => {
    await makeCitizen(app, ["a"]);
    settings.broadcastApprovalAbove = 0;
    const { id } = await createDraft();
    const answer = await sendNow(id);
    expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, ["reason"]]);
  });
});

describe("pause, cancel and resend", () => {
  it.each([
    ["pause", { paused: true }, "draft"],
    ["pause", { paused: false }, "sending"],
    ["cancellation", {}, "sent"],
    ["cancellation", {}, "draft"],
    ["unknown", {}, "sending"],
    ["unknown", {}, "cancelled"],
    ["unknown", {}, "sent"],
  ] as const)(
    "a call of %s with body %o returns 409 and the current broadcast if its state is %s",
    async (path, body, state) => {
      const { id } = await makeBroadcast(app, admin.id, { state });
      const answer = await call(path === "unknown" ? "POST" : "PATCH", `/${id}/${path}`, { version: 1, ...body });
      expect(answer.status).toBe(409);
      expect(answer.json.current.state).toBe(state);
    },
  );

  it("resending a notification is refused, with the reason, if no device has an unknown result, or if the notification was cancelled or is still being sent", async () => {
    const conflictMessage = async (state: "cancelled" | "sending" | "sent", unknown: number) => {
      const { id } = await makeBroadcast(app, admin.id, { state, unknown });
      return (await call("POST", `/${id}/unknown`, { version: 1 })).json.message;
    };
    expect(await conflictMessage("sent", 0)).toBe("No devices have an unknown result.");
    expect(await conflictMessage("cancelled", 1)).toBe("This notification was cancelled, so it can't be sent again.");
    expect(await conflictMessage("sending", 1)).toBe("This is possible once everything else was sent.");
  });

  it("pausing and cancelling a notification are refused for an outdated version", async () => {
    const { id } = await makeBroadcast(app, admin.id, { state: "sending", version: 2 });
    expect((await call("PATCH", `/${id}/pause`, { version: 1, paused: true })).status).toBe(409);
    expect((await call("PATCH", `/${id}/cancellation`, { version: 1 })).status).toBe(409);
  });
});

describe("test to the admin's own browsers", () => {
  const sendTest = (id: string) => call("POST", `/${id}/test`, { version: 1 });

  it("sending a test notification without a registered browser returns a message about how to turn on pushes", async () => {
    const { id } = await createDraft();
    const answer = await sendTest(id);
    expect([answer.status, answer.json.message]).toEqual([
      409,
      expect.stringContaining("Allow notifications in this browser"),
    ]);
  });

  it("a test notification is sent only to the caller's browsers; those that Firebase no longer knows are deleted", async () => {
    for (const [token, device_token] of [
      [admin.token, "mine"],
      [admin.token, "old"],
      [otherAdmin.token, "theirs"],
    ])
      await app.call("POST", "/settings/admin/dashboard", { token, body: { device_token } });
    fakeGoogle.answers.take = (token) => (token === "old" ? UNREGISTERED_TOKEN_RESPONSE : { status: 200, body: {} });
    const { id } = await createDraft();
    const answer = await sendTest(id);
    expect(answer.json.data).toMatchObject({ sent: 1, gone: 1 });
    const sentTokens = fakeGoogle.asked.flatMap(({ path, body }) =>
      path === "/token" ? [] : [JSON.parse(body).message.token],
    );
    expect(sentTokens.sort()).toEqual(["mine", "old"]);
    expect((await app.db.select().from(deviceTokens)).map(({ token }) => token).sort()).toEqual(["mine", "theirs"]);
    expect(await newestAudit()).toMatchObject({ action: "appConfig.testBroadcast", after: { sent: 1, gone: 1 } });
  });

  it("a test notification has no picture, because pictures of drafts are not served; the response mentions that", async () => {
    await app.call("POST", "/settings/admin/dashboard", { token: admin.token, body: { device_token: "mine" } });
    const bytes = await makeJpeg(1);
    const uploaded = await uploadTestFile(app, "/content/images", bytes, { token: admin.token, type: "image/jpeg" });
    const { id } = await createDraft({ image_id: uploaded.json.data.id });
    expect((await sendTest(id)).json.data.message).toContain("A test has no picture");
    expect(JSON.parse(fakeGoogle.asked.at(-1)?.body ?? "").message.notification).toEqual({
      title: BROADCAST_DRAFT.title,
      body: BROADCAST_DRAFT.text,
    });
    expect((await sendTest((await createDraft()).id)).json.data.message).not.toContain("picture");
  });

  it("a test notification returns an error if Firebase is unavailable", async () => {
    await app.call("POST", "/settings/admin/dashboard", { token: admin.token, body: { device_token: "mine" } });
    fakeGoogle.answers.take = () => ({ status: 503, body: {} });
    expect((await sendTest((await createDraft()).id)).status).toBe(503);
  });
});

describe("app's report of an opening", () => {
  it("an opened notification counts only once per citizen", async () => {
    const user = await makeCitizen(app, ["a"]);
    const { id } = await makeBroadcast(app, admin.id, { state: "sent", startedAt: new Date() });
    const openAs = (broadcastId: string) =>
      app.callAsApp("POST", `/broadcasts/${broadcastId}/opens`, { body: { user_id: user.id } });
    expect((await openAs(id)).json.data).toEqual({ opened: true });
    const record = { recordType: "user", recordId: user.id };
    expect(await newestAudit()).toMatchObject({
      ...record,
      after: { step: "opened", notification: BROADCAST_DRAFT.title },
    });
    expect((await openAs(id)).status).toBe(200);
    expect(await newestAudit()).toMatchObject({ ...record, after: { step: "was opened before" } });
    expect(await app.db.select().from(broadcastOpens)).toHaveLength(1);
    expect((await call("GET", `/${id}`)).json.data.opened).toBe(1);
    expect((await openAs((await createDraft()).id)).status).toBe(404);
    expect(await newestAudit()).toMatchObject({ outcome: "refused" });
  });
});
