import { eq, inArray, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { broadcastOpens, broadcasts } from "@/lib/server/db/schema/broadcasts";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { entries, entryPublications } from "@/lib/server/db/schema/entries";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens } from "@/lib/server/db/schema/session";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { forgetAccessToken } from "@/lib/server/push/access-token";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { ACCOUNT, DRAFT, makeBroadcast, makeCitizen } from "@/lib/server/testing/broadcasts";
import { startGoogle, UNREGISTERED } from "@/lib/server/testing/google";
import { sendFile } from "@/lib/server/testing/ireports";
import { makeJpeg } from "@/lib/server/testing/pictures";
import { changeSettings } from "@/lib/server/testing/settings";

const settings = changeSettings();

let app: TestApp;
let google: Awaited<ReturnType<typeof startGoogle>>;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let second: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  google = await startGoogle();
  admin = await makeAdmin(app);
  second = await makeAdmin(app, { firstName: "Grace" });
});
afterAll(async () => {
  await google.stop();
  await app.stop();
});
beforeEach(async () => {
  google.reset();
  forgetAccessToken();
  await app.db.execute(
    sql`truncate outbox, approvals, broadcast_failures, broadcast_opens, broadcasts, user_devices, device_tokens cascade`,
  );
  await app.db.update(users).set({ status: "closed" });
  Object.assign(settings, {
    firebaseServiceAccount: ACCOUNT,
    firebaseTokenUrl: `${google.url}/token`,
    firebaseSendUrl: google.url,
    broadcastApprovalAbove: 1_000,
  });
});

const ROOT = "/app-config/broadcasts";
const call = (method: string, path: string, body?: unknown, token = admin.token) =>
  app.call(method, `${ROOT}${path}`, { token, body });
const create = async (values: object = {}) => {
  const answer = await call("POST", "", { ...DRAFT, ...values });
  expect(answer.json.message).toBe("OK");
  return answer.json.data;
};
const send = (id: string, values: object = {}, token = admin.token) =>
  call("POST", `/${id}/sending`, { version: 1, at: null, ...values }, token);
const row = async (id: string) => (await app.db.select().from(broadcasts).where(eq(broadcasts.id, id)))[0];
const newestAudit = async () => (await app.audit())[0];
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
async function makeGroup(values: Partial<typeof userGroups.$inferInsert> = {}) {
  const id = uuid();
  await app.db.insert(userGroups).values({ id, name: `Group ${id}`, kind: "static", ...values });
  return id;
}

async function makeEntry(values: Partial<typeof entries.$inferInsert> = {}) {
  const id = uuid();
  await app.db.insert(entries).values({ id, kind: "announcements", draft: {} as never, ...values });
  return id;
}
const publish = (entryId: string, values: Partial<typeof entryPublications.$inferInsert> = {}) =>
  app.db.insert(entryPublications).values({
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

describe("a draft", () => {
  it("is created with an audit row", async () => {
    const made = await create({ title: "  Water comes back " });
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
  ])("requires %s", async (_what, values, field) => {
    const answer = await call("POST", "", { ...DRAFT, ...values });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fields)).toContain(field);
  });

  it("is saved only from its current version", async () => {
    const { id } = await create();
    const saved = await call("PATCH", `/${id}`, { ...DRAFT, version: 1, title: "Water is back" });
    expect(saved.json.data).toMatchObject({ title: "Water is back", version: 2 });
    expect(await newestAudit()).toMatchObject({
      before: { title: "Water comes back" },
      after: { title: "Water is back" },
    });
    const late = await call("PATCH", `/${id}`, { ...DRAFT, version: 1 });
    expect(late.status).toBe(409);
    expect(late.json.current).toMatchObject({ title: "Water is back", version: 2 });
    expect((await call("PATCH", `/${uuid()}`, { ...DRAFT, version: 1 })).status).toBe(404);
  });

  it("is deleted; a scheduled or sent one can't be deleted or changed", async () => {
    const { id } = await create();
    expect((await call("DELETE", `/${id}`, { version: 2 })).status).toBe(409);
    expect((await call("DELETE", `/${id}`, { version: 1 })).status).toBe(200);
    expect(await row(id)).toBeUndefined();
    for (const state of ["scheduled", "sending", "paused", "sent", "cancelled"] as const) {
      const { id: other } = await makeBroadcast(app, admin.id, { state });
      const answers = [
        await call("DELETE", `/${other}`, { version: 1 }),
        await call("PATCH", `/${other}`, { ...DRAFT, version: 1 }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([409, 409]);
      expect(answers[0]?.json.current.state).toBe(state);
    }
  });

  it("can't be changed in the database after it was sent", async () => {
    const { id } = await makeBroadcast(app, admin.id, { state: "sent" });
    const change = app.db.update(broadcasts).set({ text: "Something else" }).where(eq(broadcasts.id, id));
    await expect(change).rejects.toMatchObject({ cause: { message: "only a draft can be changed" } });
  });

  it("prevents deleting the groups in its audience", async () => {
    const group = await makeGroup();
    const { id } = await create({ audience: { kind: "groups", group_ids: [group] } });
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

describe("the list", () => {
  const titles = async (query = "") =>
    (await call("GET", query)).json.data.items.map(({ title }: { title: string }) => title);

  it("is filtered by state, audience and words, sorted and paged", async () => {
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
    expect(await titles()).toEqual(["Alarm", "Bridge", "Carnival"]);
    expect(await titles("?sort=title")).toEqual(["Alarm", "Bridge", "Carnival"]);
    expect(await titles("?sort=-title")).toEqual(["Carnival", "Bridge", "Alarm"]);
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
    expect((await titles("?sort=scheduled_for")).slice(0, 3)).toEqual(["Done", "On", "Alarm"]);
    expect((await titles("?sort=-scheduled_for")).slice(0, 3)).toEqual(["Alarm", "On", "Done"]);
    await app.db.delete(broadcasts).where(inArray(broadcasts.title, ["Done", "On"]));
    expect(await titles("?state=sent,scheduled")).toEqual(["Alarm", "Bridge"]);
    expect(await titles("?audience=lgas")).toEqual(["Carnival"]);
    expect(await titles("?q=OPEN")).toEqual(["Bridge"]);
    expect(await titles("?q=100%25")).toEqual([]);
    expect(await titles("?size=20&page=1")).toEqual([]);
    expect((await call("GET", "?state=lost")).status).toBe(400);
    expect((await call("GET", "", undefined, (await makeAdmin(app, { rights: rightsOf({}) })).token)).status).toBe(403);
  });

  it("returns the missing settings", async () => {
    settings.firebaseServiceAccount = undefined;
    expect((await call("GET", "")).json.data.missing_settings).toEqual(["FIREBASE_SERVICE_ACCOUNT"]);
    const counted = await call("POST", "/audience", { audience: { kind: "everybody" } });
    expect(counted.json.data.missing_settings).toEqual(["FIREBASE_SERVICE_ACCOUNT"]);
  });
});

describe("an audience", () => {
  const count = async (audience: object) => (await call("POST", "/audience", { audience })).json.data;

  it("is counted by people and devices, without closed accounts", async () => {
    const ikom = await makeCitizen(app, ["a", "b"], { lga: "Ikom", tier: 2 });
    await makeCitizen(app, [], { lga: "Ikom", tier: 1 });
    const obudu = await makeCitizen(app, ["c"], { lga: "Obudu", tier: 2 });
    await makeCitizen(app, ["x"], { lga: "Ikom", tier: 2, status: "closed" });
    await app.db.update(userDevices).set({ language: "efi" }).where(eq(userDevices.token, "b"));
    const chosen = await makeGroup();
    await app.db.insert(userGroupMembers).values({ groupId: chosen, userId: obudu.id });
    const rule = await makeGroup({ kind: "rule", rule: { lga: "Ikom" } });
    const of = (people: number, devices: number, without_device: number) => ({
      people,
      devices,
      without_device,
      approval_above: 1_000,
      missing_settings: [],
    });
    expect(await count({ kind: "everybody" })).toEqual(of(3, 3, 1));
    expect(await count({ kind: "lgas", lgas: ["Ikom"] })).toEqual(of(2, 2, 1));
    expect(await count({ kind: "tiers", tiers: ["2"] })).toEqual(of(2, 3, 0));
    expect(await count({ kind: "languages", languages: ["efi"] })).toEqual(of(1, 1, 0));
    expect(await count({ kind: "groups", group_ids: [chosen] })).toEqual(of(1, 1, 0));
    expect(await count({ kind: "groups", group_ids: [chosen, rule] })).toEqual(of(3, 3, 1));
    expect(ikom.id).not.toBe(obudu.id);
  });
});

describe("sending", () => {
  it("starts immediately, or waits for its time", async () => {
    await makeCitizen(app, ["a"]);
    const now = await create();
    expect((await send(now.id)).json.data).toMatchObject({ state: "sending", people: 1, devices: 1, phase: "devices" });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.sendBroadcast",
      after: { state: "sending", people: 1 },
    });
    expect(await app.db.select().from(outbox)).toMatchObject([{ kind: "broadcast", payload: { broadcastId: now.id } }]);
    const later = await create();
    const at = inAnHour();
    expect((await send(later.id, { at })).json.data).toMatchObject({ state: "scheduled", scheduled_for: at });
    expect((await send(later.id, { at, version: 2 })).status).toBe(409);
    const taken = await call("PATCH", `/${later.id}/cancellation`, { version: 2 });
    expect(taken.json.data).toMatchObject({ state: "draft", scheduled_for: null });
  });

  it("is refused with a message: a past time, an empty audience, an outdated version, no Firebase", async () => {
    const { id } = await create();
    const past = await send(id, { at: new Date(Date.now() - 600_000).toISOString() });
    expect([past.status, past.json.fields.at]).toEqual([400, "This time has passed. Choose a later one."]);
    expect((await send(id, { at: new Date(Date.now() + 400 * 86_400_000).toISOString() })).status).toBe(400);
    expect((await send(id)).json.message).toContain("Nobody matches this audience");
    await makeCitizen(app);
    expect((await send(id)).json.message).toContain("Nobody in this audience has a device");
    await makeCitizen(app, ["a"]);
    expect((await send(id, { version: 2 })).status).toBe(409);
    settings.firebaseServiceAccount = undefined;
    const unset = await send(id);
    expect([unset.status, unset.json.message]).toEqual([
      409,
      "Notifications can't be sent from this server yet. Ask operations to set FIREBASE_SERVICE_ACCOUNT.",
    ]);
    expect(await row(id)).toMatchObject({ state: "draft", version: 1 });
  });

  it("accepts only a destination that citizens can open at that time", async () => {
    await makeCitizen(app, ["a"]);
    const entryId = await makeEntry();
    const { id } = await create({ destination: { kind: "announcement", target: entryId } });
    const closed = await send(id);
    expect([closed.status, closed.json.fields["destination.target"]]).toEqual([
      400,
      "This announcement is not published now. Publish it first, or choose another.",
    ]);
    await publish(entryId);
    expect((await send(id, { at: inAnHour() })).status).toBe(400);
    expect((await send(id)).json.data.state).toBe("sending");
  });

  it("refuses an archived entry, and one whose last version has ended, as destination", async () => {
    await makeCitizen(app, ["a"]);
    const archived = await makeEntry({ archivedAt: new Date() });
    await publish(archived);
    const overtaken = await makeEntry();
    await publish(overtaken, { until: null, from: new Date(Date.now() - 120_000) });
    await publish(overtaken, { number: 2, until: new Date(Date.now() - 30_000) });
    for (const target of [archived, overtaken]) {
      const { id } = await create({ destination: { kind: "announcement", target } });
      expect(Object.keys((await send(id)).json.fields)).toEqual(["destination.target"]);
    }
  });

  it("records the title of the destination in the audit trail", async () => {
    await create({ destination: { kind: "announcement", target: await makeEntry({ title: "Road closed" }) } });
    expect(await newestAudit()).toMatchObject({ after: { leads_to: "announcement “Road closed”" } });
  });
});

describe("an audience above the limit", () => {
  async function asked(values: object = {}, draft: object = {}) {
    await makeCitizen(app, ["a"]);
    await makeCitizen(app, ["b"]);
    settings.broadcastApprovalAbove = 1;
    const { id } = await create(draft);
    const answer = await send(id, { reason: "The works are done", ...values });
    return { id, data: answer.json.data, approvalId: answer.json.data.awaiting.approvalId };
  }
  const decide = (approvalId: string, body: object, token = second.token) =>
    app.call("PATCH", `/approvals/${approvalId}/decision`, { token, body, headers: { "idempotency-key": uuid() } });

  it("waits for a second admin, who approves it", async () => {
    const { id, data, approvalId } = await asked();
    expect(data).toMatchObject({
      state: "awaiting_approval",
      awaiting: { change: "Send “Water comes back” to 2 people now", requested_by: { id: admin.id } },
    });
    expect(await app.db.select().from(outbox)).toEqual([]);
    expect((await call("PATCH", `/${id}`, { ...DRAFT, version: 2 })).status).toBe(409);
    expect((await call("PATCH", `/${id}/cancellation`, { version: 2 })).status).toBe(409);
    expect((await decide(approvalId, { decision: "approved" }, admin.token)).status).toBe(403);
    expect((await decide(approvalId, { decision: "approved" })).status).toBe(200);
    expect(await row(id)).toMatchObject({ state: "sending", approved: true });
    expect(await newestAudit()).toMatchObject({
      recordId: id,
      after: { state: "sending", people: 2, approval: "approved" },
    });
  });

  it("is not approved after its audience grew by more than a tenth; the approved size is stored", async () => {
    const { id, approvalId } = await asked();
    await makeCitizen(app, ["c"]);
    const refused = await decide(approvalId, { decision: "approved" });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("grew from 2 to 3 people")]);
    expect((await row(id))?.state).toBe("awaiting_approval");
    expect((await decide(approvalId, { decision: "rejected", reason: "Ask again." })).status).toBe(200);
    const { version } = (await call("GET", `/${id}`)).json.data;
    const again = await send(id, { reason: "The works are done", version });
    await decide(again.json.data.awaiting.approvalId, { decision: "approved" });
    expect(await row(id)).toMatchObject({ state: "sending", approved: true, approvedPeople: 3 });
  });

  it("is not approved if the destination is no longer published", async () => {
    const target = await makeEntry();
    await publish(target);
    const { id, approvalId } = await asked({}, { destination: { kind: "announcement", target } });
    await app.db.update(entries).set({ archivedAt: new Date() }).where(eq(entries.id, target));
    const refused = await decide(approvalId, { decision: "approved" });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "This announcement is not published now. Publish it first, or choose another.",
    ]);
    expect((await row(id))?.state).toBe("awaiting_approval");
  });

  it("is scheduled if a time was requested", async () => {
    const at = inAnHour();
    const { id, approvalId } = await asked({ at });
    await decide(approvalId, { decision: "approved" });
    expect(await row(id)).toMatchObject({ state: "scheduled", scheduledFor: new Date(at), approved: true });
  });

  it("becomes a draft again if the second admin rejects it or the first withdraws it", async () => {
    const { id, approvalId } = await asked();
    await decide(approvalId, { decision: "rejected", reason: "Not today" });
    expect(await row(id)).toMatchObject({ state: "draft", version: 3 });
    expect(await newestAudit()).toMatchObject({ before: { state: "awaiting_approval" }, after: { state: "draft" } });
    const again = await send(id, { version: 3, reason: "The works are done" });
    const withdrawn = await app.call("PATCH", `/approvals/${again.json.data.awaiting.approvalId}/cancellation`, {
      token: admin.token,
    });
    expect(withdrawn.status).toBe(200);
    expect((await row(id))?.state).toBe("draft");
  });

  it("requires a reason", async () => {
    await makeCitizen(app, ["a"]);
    settings.broadcastApprovalAbove = 0;
    const { id } = await create();
    const answer = await send(id);
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
  ] as const)("%s %o is refused in state %s, with the current broadcast", async (path, body, state) => {
    const { id } = await makeBroadcast(app, admin.id, { state });
    const answer = await call(path === "unknown" ? "POST" : "PATCH", `/${id}/${path}`, { version: 1, ...body });
    expect(answer.status).toBe(409);
    expect(answer.json.current.state).toBe(state);
  });

  it("returns why unknown devices are not sent to again", async () => {
    const message = async (state: "cancelled" | "sending" | "sent", unknown: number) => {
      const { id } = await makeBroadcast(app, admin.id, { state, unknown });
      return (await call("POST", `/${id}/unknown`, { version: 1 })).json.message;
    };
    expect(await message("sent", 0)).toBe("No devices have an unknown result.");
    expect(await message("cancelled", 1)).toBe("This notification was cancelled, so it can't be sent again.");
    expect(await message("sending", 1)).toBe("This is possible once everything else was sent.");
  });

  it("is refused with an outdated version", async () => {
    const { id } = await makeBroadcast(app, admin.id, { state: "sending", version: 2 });
    expect((await call("PATCH", `/${id}/pause`, { version: 1, paused: true })).status).toBe(409);
    expect((await call("PATCH", `/${id}/cancellation`, { version: 1 })).status).toBe(409);
  });
});

describe("a test to the admin's own browsers", () => {
  const test = (id: string) => call("POST", `/${id}/test`, { version: 1 });

  it("explains how to turn on pushes if no browser is registered", async () => {
    const { id } = await create();
    const answer = await test(id);
    expect([answer.status, answer.json.message]).toEqual([
      409,
      expect.stringContaining("Allow notifications in this browser"),
    ]);
  });

  it("is sent only to the caller's browsers, and removes unregistered ones", async () => {
    for (const [token, device_token] of [
      [admin.token, "mine"],
      [admin.token, "old"],
      [second.token, "theirs"],
    ])
      await app.call("POST", "/settings/admin/dashboard", { token, body: { device_token } });
    google.answers.take = (token) => (token === "old" ? UNREGISTERED : { status: 200, body: {} });
    const { id } = await create();
    const answer = await test(id);
    expect(answer.json.data).toMatchObject({ sent: 1, gone: 1 });
    const to = google.asked.flatMap(({ path, body }) => (path === "/token" ? [] : [JSON.parse(body).message.token]));
    expect(to.sort()).toEqual(["mine", "old"]);
    expect((await app.db.select().from(deviceTokens)).map(({ token }) => token).sort()).toEqual(["mine", "theirs"]);
    expect(await newestAudit()).toMatchObject({ action: "appConfig.testBroadcast", after: { sent: 1, gone: 1 } });
  });

  it("omits the picture, which is not served before sending, and mentions that", async () => {
    await app.call("POST", "/settings/admin/dashboard", { token: admin.token, body: { device_token: "mine" } });
    const bytes = await makeJpeg(1);
    const uploaded = await sendFile(app, "/content/images", bytes, { token: admin.token, type: "image/jpeg" });
    const { id } = await create({ image_id: uploaded.json.data.id });
    expect((await test(id)).json.data.message).toContain("A test has no picture");
    expect(JSON.parse(google.asked.at(-1)?.body ?? "").message.notification).toEqual({
      title: DRAFT.title,
      body: DRAFT.text,
    });
    expect((await test((await create()).id)).json.data.message).not.toContain("picture");
  });

  it("returns an error if Firebase serves none", async () => {
    await app.call("POST", "/settings/admin/dashboard", { token: admin.token, body: { device_token: "mine" } });
    google.answers.take = () => ({ status: 503, body: {} });
    expect((await test((await create()).id)).status).toBe(503);
  });
});

describe("the app's report of an opening", () => {
  it("counts once per citizen", async () => {
    const user = await makeCitizen(app, ["a"]);
    const { id } = await makeBroadcast(app, admin.id, { state: "sent", startedAt: new Date() });
    const open = (broadcastId: string) =>
      app.callAsApp("POST", `/broadcasts/${broadcastId}/opens`, { body: { user_id: user.id } });
    expect((await open(id)).json.data).toEqual({ opened: true });
    const record = { recordType: "user", recordId: user.id };
    expect(await newestAudit()).toMatchObject({ ...record, after: { step: "opened", notification: DRAFT.title } });
    expect((await open(id)).status).toBe(200);
    expect(await newestAudit()).toMatchObject({ ...record, after: { step: "was opened before" } });
    expect(await app.db.select().from(broadcastOpens)).toHaveLength(1);
    expect((await call("GET", `/${id}`)).json.data.opened).toBe(1);
    expect((await open((await create()).id)).status).toBe(404);
    expect(await newestAudit()).toMatchObject({ outcome: "refused" });
  });
});
