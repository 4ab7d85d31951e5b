import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userGroups } from "@/lib/server/db/schema/user";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { contentEntryCallsOf, docWithText, publishDraftWithTimes } from "@/lib/server/testing/content-entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let contentEntryCalls: ReturnType<typeof contentEntryCallsOf>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  contentEntryCalls = contentEntryCallsOf(app, admin, "announcements");
});
afterAll(() => app.stop());

const announcement = (title: string, groups: string[] = []) => ({
  texts: { en: { title, body: docWithText(`Text of ${title}`) } },
  image_id: null,
  image_alt: "",
  link: "",
  audience: groups.length ? "groups" : "everybody",
  group_ids: groups,
  pinned: false,
});
const newestAudit = async () => (await app.audit())[0];
const archiveContentEntry = (id: string, version: number, archived: boolean) =>
  contentEntryCalls.call("PATCH", `/${id}/archive`, { version, archived });
const withdrawContentEntry = (id: string, version: number, what = "all") =>
  contentEntryCalls.call("POST", `/${id}/withdrawal`, { version, what });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function createGroup() {
  const id = uuid();
  await app.db.insert(userGroups).values({ id, name: `Group ${id}`, kind: "static" });
  return id;
}
/** Deletes a group through the API, which refuses a group in use. */
async function deleteGroup(id: string) {
  const groupPath = `/user-management/user-groups/${id}`;
  const { status, json } = await app.call("DELETE", groupPath, { token: admin.token, body: { version: 1 } });
  expect([status, json.message]).toEqual([200, "OK"]);
}

describe("a group that was deleted", () => {
  it.each([
    ["live", {}],
    ["scheduled", { from: inHours(5) }],
  ])("refuses to restore an archived entry that was %s for a group deleted since", async (_, times) => {
    const [keptGroup, deletedGroup] = [await createGroup(), await createGroup()];
    const made = await contentEntryCalls.published(announcement("For groups", [keptGroup, deletedGroup]), times);
    const shelved = (await archiveContentEntry(made.id, made.version, true)).json.data;
    await deleteGroup(deletedGroup);
    const { status, json } = await archiveContentEntry(made.id, shelved.version, false);
    expect([status, json.message]).toEqual([409, expect.stringContaining("group that no longer exists")]);
    expect(json.current).toMatchObject({ id: made.id, state: "archived", version: shelved.version });
  });

  it("restores an archived content entry if its publication to a deleted group has ended or was withdrawn", async () => {
    const [deletedGroup, other] = [await createGroup(), await createGroup()];
    const made = await contentEntryCalls.published(announcement("Withdrawn", [deletedGroup]));
    const withdrawnEntry = (await withdrawContentEntry(made.id, made.version)).json.data;
    const endedEntry = await contentEntryCalls.draft(announcement("Over", [deletedGroup]));
    await publishDraftWithTimes(app, admin, endedEntry.id, { from: -2, until: -1 });
    const changedEntry = await contentEntryCalls.published(announcement("Other since", [deletedGroup]));
    const draft = announcement("Other since", [other]);
    const saved = (
      await contentEntryCalls.call("PATCH", `/${changedEntry.id}`, { version: changedEntry.version, draft })
    ).json.data;
    const republished = (await contentEntryCalls.publish(changedEntry.id, saved.version)).json.data;
    const shelved = [];
    for (const { id, version } of [withdrawnEntry, endedEntry, republished])
      shelved.push((await archiveContentEntry(id, version, true)).json.data);
    await deleteGroup(deletedGroup);
    const restored = [];
    for (const { id, version } of shelved)
      restored.push((await archiveContentEntry(id, version, false)).json.data.state);
    expect(restored).toEqual(["draft", "expired", "published"]);
  });

  it("refuses to publish a restored version whose group was deleted", async () => {
    const deletedGroup = await createGroup();
    const made = await contentEntryCalls.published(announcement("For some", [deletedGroup]), { until: inHours(1) });
    const draft = announcement("For all");
    const saved = (await contentEntryCalls.call("PATCH", `/${made.id}`, { version: made.version, draft })).json.data;
    const toEverybody = (await contentEntryCalls.publish(made.id, saved.version)).json.data;
    // Withdraws the publication, so that the group is no longer in use.
    const withdrawnEntry = (await withdrawContentEntry(made.id, toEverybody.version)).json.data;
    await deleteGroup(deletedGroup);
    const restored = await contentEntryCalls.call("POST", `/${made.id}/publications/1/draft`, {
      version: withdrawnEntry.version,
    });
    expect(restored.status).toBe(200);
    const refused = await contentEntryCalls.publish(made.id, restored.json.data.version);
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ["draft.group_ids"]]);
    expect((await contentEntryCalls.get(made.id)).state).toBe("draft");
  });
});

describe("unpublished changes", () => {
  it("shows a draft's changes as unpublished again if the scheduled version that contains them is cancelled", async () => {
    const made = await contentEntryCalls.published(announcement("Before"));
    const draft = announcement("After");
    const saved = (await contentEntryCalls.call("PATCH", `/${made.id}`, { version: made.version, draft })).json.data;
    expect(saved.changed).toBe(true);
    const scheduledEntry = (await contentEntryCalls.publish(made.id, saved.version, { from: inHours(5) })).json.data;
    expect(scheduledEntry).toMatchObject({ state: "published", changed: false });
    expect((await newestAudit())?.after).toMatchObject({ scheduled: 2 });
    expect((await newestAudit())?.after).not.toHaveProperty("published");
    const cancelled = (await withdrawContentEntry(made.id, scheduledEntry.version, "next")).json.data;
    expect(cancelled).toMatchObject({ state: "published", next_from: null, changed: true });
  });
});

describe("withdrawing", () => {
  const numbersWithdrawn = async (id: string) =>
    (await contentEntryCalls.get(id)).publications
      .filter(({ withdrawn_at }: { withdrawn_at: string | null }) => withdrawn_at)
      .map(({ number }: { number: number }) => number);

  it("withdraws a live or scheduled version, but refuses to withdraw an ended one", async () => {
    const made = await contentEntryCalls.draft(announcement("Ended long ago"));
    await publishDraftWithTimes(app, admin, made.id, { from: -9, until: -8 });
    const { status, json } = await withdrawContentEntry(made.id, made.version);
    expect([status, json.message]).toEqual([409, "This announcement is not published."]);
    expect(await numbersWithdrawn(made.id)).toEqual([]);
    const scheduledEntry = (await contentEntryCalls.publish(made.id, made.version, { from: inHours(5) })).json.data;
    expect((await withdrawContentEntry(made.id, scheduledEntry.version)).json.data.state).toBe("expired");
    expect(await newestAudit()).toMatchObject({ before: { scheduled: "2" }, after: { step: "withdrawn" } });
    expect((await newestAudit())?.before).not.toHaveProperty("published");
    expect(await numbersWithdrawn(made.id)).toEqual([2]);
  });

  it("withdrawing the live version does not make an earlier version live again; the audit row contains only the live version", async () => {
    const made = await contentEntryCalls.draft(announcement("Many versions"));
    await publishDraftWithTimes(app, admin, made.id, { from: -9, until: -8, number: 1 });
    await publishDraftWithTimes(app, admin, made.id, { from: -7, number: 2 });
    const liveEntry = (await contentEntryCalls.publish(made.id, made.version)).json.data;
    expect(liveEntry.live_number).toBe(3);
    expect((await withdrawContentEntry(made.id, liveEntry.version)).json.data).toMatchObject({
      state: "expired",
      live_number: null,
    });
    expect((await newestAudit())?.before).toEqual({ published: "3" });
    expect(await numbersWithdrawn(made.id)).toEqual([3, 2]);
  });
});

it("returns one version of a content entry with its content, and the list of versions without content", async () => {
  const made = await contentEntryCalls.published(announcement("Contents"));
  expect(made.publications[0]).not.toHaveProperty("content");
  const { json } = await contentEntryCalls.call("GET", `/${made.id}/publications/1`);
  expect(json.data).toMatchObject({ number: 1, content: { texts: { en: { title: "Contents" } } } });
  expect((await contentEntryCalls.call("GET", `/${made.id}/publications/2`)).status).toBe(404);
});
