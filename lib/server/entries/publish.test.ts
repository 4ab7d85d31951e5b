import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userGroups } from "@/lib/server/db/schema/user";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deskOf, docOf, publishedAt } from "@/lib/server/testing/entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let desk: ReturnType<typeof deskOf>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  desk = deskOf(app, admin, "announcements");
});
afterAll(() => app.stop());

const announcement = (title: string, groups: string[] = []) => ({
  texts: { en: { title, body: docOf(`Text of ${title}`) } },
  image_id: null,
  image_alt: "",
  link: "",
  audience: groups.length ? "groups" : "everybody",
  group_ids: groups,
  pinned: false,
});
const newest = async () => (await app.audit())[0];
const archive = (id: string, version: number, archived: boolean) =>
  desk.call("PATCH", `/${id}/archive`, { version, archived });
const withdraw = (id: string, version: number, what = "all") =>
  desk.call("POST", `/${id}/withdrawal`, { version, what });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function group() {
  const id = uuid();
  await app.db.insert(userGroups).values({ id, name: `Group ${id}`, kind: "static" });
  return id;
}
/** Deletes a group by the admin's call, which refuses one in use. */
async function deleteGroup(id: string) {
  const to = `/user-management/user-groups/${id}`;
  const { status, json } = await app.call("DELETE", to, { token: admin.token, body: { version: 1 } });
  expect([status, json.message]).toEqual([200, "OK"]);
}

describe("a group that was deleted", () => {
  it.each([
    ["live", {}],
    ["scheduled", { from: inHours(5) }],
  ])("prevents restoring an entry that was %s for it", async (_, times) => {
    const [kept, gone] = [await group(), await group()];
    const made = await desk.published(announcement("For groups", [kept, gone]), times);
    const shelved = (await archive(made.id, made.version, true)).json.data;
    await deleteGroup(gone);
    const { status, json } = await archive(made.id, shelved.version, false);
    expect([status, json.message]).toEqual([409, expect.stringContaining("group that no longer exists")]);
    expect(json.current).toMatchObject({ id: made.id, state: "archived", version: shelved.version });
  });

  it("does not prevent restoring if the version for it has ended or was withdrawn", async () => {
    const [gone, other] = [await group(), await group()];
    const made = await desk.published(announcement("Withdrawn", [gone]));
    const off = (await withdraw(made.id, made.version)).json.data;
    const over = await desk.draft(announcement("Over", [gone]));
    await publishedAt(app, admin, over.id, { from: -2, until: -1 });
    const changed = await desk.published(announcement("Other since", [gone]));
    const draft = announcement("Other since", [other]);
    const saved = (await desk.call("PATCH", `/${changed.id}`, { version: changed.version, draft })).json.data;
    const again = (await desk.publish(changed.id, saved.version)).json.data;
    const shelved = [];
    for (const { id, version } of [off, over, again]) shelved.push((await archive(id, version, true)).json.data);
    await deleteGroup(gone);
    const back = [];
    for (const { id, version } of shelved) back.push((await archive(id, version, false)).json.data.state);
    expect(back).toEqual(["draft", "expired", "published"]);
  });

  it("is not published to again by restoring an earlier version", async () => {
    const gone = await group();
    const made = await desk.published(announcement("For some", [gone]), { until: inHours(1) });
    const draft = announcement("For all");
    const saved = (await desk.call("PATCH", `/${made.id}`, { version: made.version, draft })).json.data;
    const all = (await desk.publish(made.id, saved.version)).json.data;
    // The first version uses the group until it ends.
    const off = (await withdraw(made.id, all.version)).json.data;
    await deleteGroup(gone);
    const back = await desk.call("POST", `/${made.id}/publications/1/draft`, { version: off.version });
    expect(back.status).toBe(200);
    const refused = await desk.publish(made.id, back.json.data.version);
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ["draft.group_ids"]]);
    expect((await desk.get(made.id)).state).toBe("draft");
  });
});

describe("unpublished changes", () => {
  it("are shown again when the version that had them is cancelled", async () => {
    const made = await desk.published(announcement("Before"));
    const draft = announcement("After");
    const saved = (await desk.call("PATCH", `/${made.id}`, { version: made.version, draft })).json.data;
    expect(saved.changed).toBe(true);
    const planned = (await desk.publish(made.id, saved.version, { from: inHours(5) })).json.data;
    expect(planned).toMatchObject({ state: "published", changed: false });
    expect((await newest())?.after).toMatchObject({ scheduled: 2 });
    expect((await newest())?.after).not.toHaveProperty("published");
    const cancelled = (await withdraw(made.id, planned.version, "next")).json.data;
    expect(cancelled).toMatchObject({ state: "published", next_from: null, changed: true });
  });
});

describe("withdrawing", () => {
  const numbersWithdrawn = async (id: string) =>
    (await desk.get(id)).publications
      .filter(({ withdrawn_at }: { withdrawn_at: string | null }) => withdrawn_at)
      .map(({ number }: { number: number }) => number);

  it("requires a live or scheduled version, not an ended one", async () => {
    const made = await desk.draft(announcement("Ended long ago"));
    await publishedAt(app, admin, made.id, { from: -9, until: -8 });
    const { status, json } = await withdraw(made.id, made.version);
    expect([status, json.message]).toEqual([409, "This announcement is not published."]);
    expect(await numbersWithdrawn(made.id)).toEqual([]);
    const planned = (await desk.publish(made.id, made.version, { from: inHours(5) })).json.data;
    expect((await withdraw(made.id, planned.version)).json.data.state).toBe("expired");
    expect(await newest()).toMatchObject({ before: { scheduled: "2" }, after: { step: "withdrawn" } });
    expect((await newest())?.before).not.toHaveProperty("published");
    expect(await numbersWithdrawn(made.id)).toEqual([2]);
  });

  it("logs only the live version, and makes no replaced version live again", async () => {
    const made = await desk.draft(announcement("Many versions"));
    await publishedAt(app, admin, made.id, { from: -9, until: -8, number: 1 });
    await publishedAt(app, admin, made.id, { from: -7, number: 2 });
    const live = (await desk.publish(made.id, made.version)).json.data;
    expect(live.live_number).toBe(3);
    expect((await withdraw(made.id, live.version)).json.data).toMatchObject({ state: "expired", live_number: null });
    expect((await newest())?.before).toEqual({ published: "3" });
    expect(await numbersWithdrawn(made.id)).toEqual([3, 2]);
  });
});

it("returns a version with its content, and the list of versions without", async () => {
  const made = await desk.published(announcement("Contents"));
  expect(made.publications[0]).not.toHaveProperty("content");
  const { json } = await desk.call("GET", `/${made.id}/publications/1`);
  expect(json.data).toMatchObject({ number: 1, content: { texts: { en: { title: "Contents" } } } });
  expect((await desk.call("GET", `/${made.id}/publications/2`)).status).toBe(404);
});
