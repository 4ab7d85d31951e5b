import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import * as values from "@/lib/contract/saved-views.values";
import { openSession } from "@/lib/server/auth/session";
import { adminRoles, roles } from "@/lib/server/db/schema/admin";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { listSettings, savedViews } from "@/lib/server/db/schema/saved-views";
import { sessions } from "@/lib/server/db/schema/session";
import { clearViewCounts } from "@/lib/server/saved-views/count-views";
import { LISTS_WITH_VIEWS } from "@/lib/server/saved-views/lists";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";

let app: TestApp;
type Admin = Awaited<ReturnType<typeof makeAdmin>>;
/** `reader` may read KYC requests; `editor` may also update them. */
let reader: Admin;
let editor: Admin;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(savedViews);
  await app.db.delete(listSettings);
  clearViewCounts();
  reader = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
  editor = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read", "update"] }) });
});

const view = (changes: object = {}) => ({
  list: "kyc",
  name: "Late ones",
  audience: "mine",
  search: "state=pending,in_review&late=true&sort=-due_at&size=50",
  columns: { order: ["name", "due_at"], hidden: ["tier"] },
  ...changes,
});
const create = (admin: Admin, changes: object = {}) =>
  app.call("POST", "/saved-views", { token: admin.token, body: view(changes) });
const createdView = async (admin: Admin, changes: object = {}) => {
  const answer = await create(admin, changes);
  expect([answer.status, answer.json.message]).toEqual([200, "OK"]);
  return answer.json.data;
};
/** Inserts saved views of the list of identity requests into the database. */
const insertViews = (length: number, owner: Admin, audience: values.ViewAudience, roleId?: string) =>
  app.db.insert(savedViews).values(
    Array.from({ length }, (_, index) => ({
      id: uuid(),
      list: "kyc" as const,
      ownerId: owner.id,
      name: `View ${index}`,
      audience,
      roleId,
      search: "",
    })),
  );
const update = (admin: Admin, id: string, body: object) =>
  app.call("PATCH", `/saved-views/${id}`, { token: admin.token, body });
const remove = (admin: Admin, id: string, version = 1) =>
  app.call("DELETE", `/saved-views/${id}`, { token: admin.token, body: { version } });
const read = async (token: string) => {
  const answer = await app.call("GET", "/saved-views", { token });
  expect(answer.status).toBe(200);
  return answer.json.data;
};
const namesFor = async (admin: Admin) => (await read(admin.token)).views.map(({ name }: { name: string }) => name);
const saveSettings = (token: string, body: object, list = "kyc") =>
  app.call("PATCH", `/saved-views/settings/${list}`, { token, body });
const counts = async (admin: Admin, list = "kyc", within = {}) => {
  const answer = await app.call("POST", "/saved-views/counts", { token: admin.token, body: { list, within } });
  expect(answer.status).toBe(200);
  return answer.json.data.items;
};

it("LISTS_WITH_VIEWS contains every list with saved views under its declared name", () => {
  expect(Object.keys(LISTS_WITH_VIEWS).sort()).toEqual([...values.LIST_NAMES]);
  for (const [name, { list }] of Object.entries(LISTS_WITH_VIEWS)) expect(list.name).toBe(name);
});

describe("saving a view", () => {
  it("saving a view stores it for its owner alone, with an audit row that has no filters", async () => {
    const saved = await createdView(reader);
    expect(saved).toMatchObject({
      ...view(),
      role: null,
      owner: { id: reader.id, name: reader.name },
      is_mine: true,
      may_change: true,
      version: 1,
    });
    expect((await read(reader.token)).views).toEqual([saved]);
    expect(await namesFor(editor)).toEqual([]);
    const [row] = await app.audit(saved.id);
    expect(row).toMatchObject({ action: "savedViews.create", outcome: "done", recordName: "Late ones" });
    expect(row?.after).toEqual({ list: "kyc", name: "Late ones", audience: "mine" });
  });

  it("an admin who may update the feature can save a view that everybody who may read the list sees", async () => {
    const saved = await createdView(editor, { audience: "everybody" });
    expect(await namesFor(reader)).toEqual(["Late ones"]);
    expect((await read(reader.token)).views[0]).toMatchObject({ is_mine: false, may_change: false });
    const stranger = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    expect(await namesFor(stranger)).toEqual([]);
    expect((await app.audit(saved.id))[0]?.after).toMatchObject({ audience: "everybody", search: saved.search });
  });

  it("a saved view for a role is shown only to the admins of that role who may read the list, and to its owner", async () => {
    const colleague = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    const blind = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    await createdView(editor, { audience: "role", role_id: colleague.roleId });
    await createdView(editor, { audience: "role", role_id: blind.roleId, name: "For those who cannot read it" });
    expect(await namesFor(colleague)).toEqual(["Late ones"]);
    expect(await namesFor(reader)).toEqual([]);
    expect(await namesFor(blind)).toEqual([]);
    await app.db.insert(adminRoles).values({ adminId: reader.id, roleId: colleague.roleId });
    expect(await namesFor(reader)).toEqual(["Late ones"]);
  });

  it("saving a view refuses sharing without the right to update, returns the reason, and audits the refusal", async () => {
    for (const audience of ["everybody", "role"])
      expect(await create(reader, { audience, role_id: reader.roleId })).toMatchObject({
        status: 403,
        json: { message: expect.stringContaining("right to update KYC Management") },
      });
    const [row] = (await app.audit()).filter(({ action }) => action === "savedViews.create");
    expect(row).toMatchObject({ outcome: "refused", adminId: reader.id });
    expect(await create(editor, { list: "approvals", search: "", audience: "everybody" })).toMatchObject({
      status: 403,
      json: { message: expect.stringContaining("can't be shared") },
    });
  });

  it("saving a view refuses unknown filters, a missing or unknown role, an unknown list, and a list that the admin may not read", async () => {
    const statuses = async (...changes: object[]) =>
      Promise.all(changes.map(async (each) => (await create(editor, each)).status));
    expect(
      await statuses(
        { search: "state=nonsense" },
        { search: "password=1" },
        { audience: "role" },
        { audience: "role", role_id: uuid() },
        { list: "nothing" },
        { name: "" },
        { name: "x".repeat(61) },
        { columns: { order: ["<b>"], hidden: [] } },
        { owner_id: reader.id },
      ),
    ).toEqual(Array(9).fill(400));
    expect(await statuses({ list: "users", search: "" })).toEqual([403]);
  });

  it("saving a view refuses a name that differs only in case from another view of the owner, and the owner's 51st view of a list, also in parallel", async () => {
    await createdView(reader);
    expect(await create(reader, { name: "LATE ones" })).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Choose another name") },
    });
    await createdView(editor);
    await insertViews(values.SAVED_VIEWS_MAX - 2, reader, "mine");
    const answers = await Promise.all(["A", "B", "C"].map((name) => create(reader, { name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe("sharing views of a list with everybody", () => {
  const message = "Everybody has 50 views of this list already. Delete one of them, or share the view with a role.";

  it("sharing a 51st view of a list with everybody is refused: for concurrent requests, and for private and role views that become shared", async () => {
    await insertViews(values.SHARED_VIEWS_MAX - 1, editor, "everybody");
    const own = await createdView(editor);
    const colleague = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read", "update"] }) });
    const ofRole = await createdView(colleague, { audience: "role", role_id: reader.roleId });
    const audience = "everybody";
    const answers = await Promise.all(["A", "B"].map((name) => create(colleague, { audience, name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const share = { version: 1, name: "Late ones", audience };
    expect(await update(editor, own.id, share)).toMatchObject({ status: 409, json: { message } });
    expect(await update(colleague, ofRole.id, share)).toMatchObject({ status: 409, json: { message } });
    const { id } = answers.find(({ status }) => status === 200)?.json.data ?? {};
    expect((await update(colleague, id, { version: 1, name: "Renamed", audience: "everybody" })).status).toBe(200);
    await createdView(colleague, { name: "Own" });
  });

  it("the limit for saved views shared with everybody does not count views for roles, which only their owner and admins with the role see", async () => {
    await insertViews(values.SAVED_VIEWS_MAX, editor, "role", reader.roleId);
    const colleague = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read", "update"] }) });
    await createdView(colleague, { audience: "role", role_id: colleague.roleId, name: "Ours" });
    await createdView(colleague, { audience: "everybody" });
    expect(await create(editor, { audience: "role", role_id: reader.roleId })).toMatchObject({
      status: 409,
      json: { message: "You have 50 views of this list. Delete one to save another." },
    });
  });
});

describe("changing a view", () => {
  it("changing a view renames it and overwrites its filters and columns, with an audit row of the values before and after", async () => {
    const { id } = await createdView(editor, { audience: "everybody" });
    const answer = await update(editor, id, {
      version: 1,
      name: "Tier 2",
      audience: "everybody",
      search: "tier=2",
      columns: null,
    });
    expect(answer.json.data).toMatchObject({ name: "Tier 2", search: "tier=2", columns: null, version: 2 });
    expect((await app.audit(id))[0]).toMatchObject({
      action: "savedViews.update",
      before: { name: "Late ones" },
      after: { name: "Tier 2", search: "tier=2" },
    });
  });

  it("changing a view returns 409 with the current view for an outdated version, and 409 for a taken name", async () => {
    const { id } = await createdView(reader);
    await createdView(reader, { name: "Other" });
    expect(await update(reader, id, { version: 1, name: "other", audience: "mine" })).toMatchObject({ status: 409 });
    expect((await update(reader, id, { version: 1, name: "First", audience: "mine" })).status).toBe(200);
    expect(await update(reader, id, { version: 1, name: "Second", audience: "mine" })).toMatchObject({
      status: 409,
      json: { current: { name: "First", version: 2 } },
    });
  });

  it("changing a view refuses the same input as creating one, and returns 404 for other admins' private views", async () => {
    const own = await createdView(reader);
    expect((await update(reader, own.id, { version: 1, name: "Mine", audience: "everybody" })).status).toBe(403);
    expect(
      (await update(reader, own.id, { version: 1, name: "Mine", audience: "mine", search: "state=nonsense" })).status,
    ).toBe(400);
    expect((await update(editor, own.id, { version: 1, name: "Mine", audience: "mine" })).status).toBe(404);
    expect((await remove(editor, own.id)).status).toBe(404);
    const shared = await createdView(editor, { audience: "everybody" });
    expect((await update(reader, shared.id, { version: 1, name: "Mine", audience: "everybody" })).status).toBe(403);
    expect((await remove(reader, shared.id)).status).toBe(403);
    const other = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read", "update"] }) });
    expect(await update(other, shared.id, { version: 1, name: "Ours", audience: "mine" })).toMatchObject({
      status: 409,
    });
    expect((await update(other, shared.id, { version: 1, name: "Ours", audience: "everybody" })).status).toBe(200);
  });

  it("deleting a view requires its current version, resets the default view of admins who chose it, and adds an audit row", async () => {
    const shared = await createdView(editor, { audience: "everybody" });
    await saveSettings(reader.token, { default_view_id: shared.id });
    expect((await remove(editor, shared.id, 7)).status).toBe(409);
    expect((await remove(editor, shared.id)).status).toBe(200);
    expect((await remove(editor, shared.id)).status).toBe(404);
    expect((await read(reader.token)).settings).toMatchObject([{ list: "kyc", default_view_id: null }]);
    expect((await app.audit(shared.id))[0]).toMatchObject({ action: "savedViews.remove", before: { list: "kyc" } });
  });

  it("a saved view of a deleted role is shown to its owner, who can share it again", async () => {
    const { id } = await createdView(editor, { audience: "role", role_id: reader.roleId });
    await app.db.delete(adminRoles).where(eq(adminRoles.roleId, reader.roleId));
    await app.db.delete(roles).where(eq(roles.id, reader.roleId));
    expect((await read(editor.token)).views).toMatchObject([{ audience: "role", role: null }]);
    expect((await update(editor, id, { version: 1, name: "Still here", audience: "role" })).status).toBe(200);
    expect((await update(editor, id, { version: 2, name: "Again", audience: "everybody" })).json.data).toMatchObject({
      role: null,
    });
  });
});

describe("audiences of a view", () => {
  const audiences = (admin: Admin, list = "kyc") =>
    app.call("GET", `/saved-views/audiences?list=${list}`, { token: admin.token });

  it("an admin who may share views can share with all roles; others can share with none and get the reason", async () => {
    expect((await audiences(reader)).json.data).toEqual({
      may_share: false,
      reason: expect.stringContaining("right to update KYC Management"),
      roles: [],
    });
    expect((await audiences(editor, "approvals")).json.data).toMatchObject({
      may_share: false,
      reason: expect.stringContaining("Every admin sees other rows in this list"),
    });
    const { may_share, reason, roles: choices } = (await audiences(editor)).json.data;
    expect([may_share, reason]).toEqual([true, null]);
    expect(choices).toContainEqual({ id: reader.roleId, name: expect.any(String) });
    expect((await audiences(editor, "users")).status).toBe(403);
  });
});

describe("settings of a list", () => {
  it("settings of a list store the default view and columns, field by field, without an audit row", async () => {
    const { id } = await createdView(reader);
    const rowsBefore = (await app.audit()).length;
    await saveSettings(reader.token, { default_view_id: id });
    await saveSettings(reader.token, { columns: { order: ["due_at"], hidden: ["tier"] } });
    expect((await app.audit()).length).toBe(rowsBefore);
    expect((await read(reader.token)).settings).toEqual([
      { list: "kyc", default_view_id: id, columns: { order: ["due_at"], hidden: ["tier"] }, last_search: null },
    ]);
    await saveSettings(reader.token, { default_view_id: null });
    expect((await read(reader.token)).settings).toMatchObject([
      { default_view_id: null, columns: { hidden: ["tier"] } },
    ]);
    expect((await read(editor.token)).settings).toEqual([]);
  });

  it("settings of a list refuse a view of another list, of another admin, and a list that the admin may not read", async () => {
    const { id } = await createdView(editor);
    expect((await saveSettings(reader.token, { default_view_id: id })).status).toBe(404);
    expect((await saveSettings(reader.token, { last_search: "" }, "users")).status).toBe(403);
    expect((await saveSettings(reader.token, { last_search: "" }, "nothing")).status).toBe(400);
    const both = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"], Events: ["read"] }) });
    const own = await createdView(both);
    expect((await saveSettings(both.token, { default_view_id: own.id }, "events")).status).toBe(400);
  });

  it("settings of a list drop a default view that the admin no longer sees", async () => {
    const { id } = await createdView(editor, { audience: "role", role_id: reader.roleId });
    const own = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    await app.db.insert(adminRoles).values({ adminId: own.id, roleId: reader.roleId });
    await saveSettings(own.token, { default_view_id: id });
    expect((await read(own.token)).settings).toMatchObject([{ default_view_id: id }]);
    await app.db.delete(adminRoles).where(eq(adminRoles.adminId, own.id));
    const anew = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    await app.db.insert(adminRoles).values({ adminId: own.id, roleId: anew.roleId });
    expect((await read(own.token)).settings).toMatchObject([{ default_view_id: null }]);
  });

  it("settings of a list return the last used filters once the session that used them has ended, without search words and invalid filters", async () => {
    await saveSettings(reader.token, { last_search: "state=pending&q=Bassey&lga=Nowhere&page=4&size=50" });
    expect((await read(reader.token)).settings).toMatchObject([{ last_search: null }]);
    const later = await openSession(app.db, reader.id, { address: "10.0.0.2", device: "phone" }, false);
    expect((await read(later)).settings).toMatchObject([{ last_search: null }]);
    await app.call("DELETE", "/auth/admin/session", { token: reader.token });
    expect((await read(later)).settings).toMatchObject([{ last_search: "state=pending&size=50" }]);
    expect((await read(editor.token)).settings).toEqual([]);
    await saveSettings(later, { last_search: "" });
    await app.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.adminId, reader.id));
    const last = await openSession(app.db, reader.id, { address: "10.0.0.2", device: "phone" }, false);
    expect((await read(last)).settings).toMatchObject([{ last_search: null }]);
  });
});

describe("counts of views", () => {
  it("the count of each saved view that the admin sees equals the count of the list with the view's filters", async () => {
    await makeKycRequest(app, { tier: 2 });
    const all = await createdView(reader, { name: "All", search: "" });
    const tier = await createdView(editor, {
      name: "Tier 2",
      search: "tier=2&sort=name&size=100",
      audience: "everybody",
    });
    await createdView(editor, { name: "Private" });
    const total = async (query: string) =>
      (await app.call("GET", `/kyc${query}`, { token: reader.token })).json.data.total;
    expect(await counts(reader)).toEqual([
      { id: all.id, total: await total(""), totalIsCapped: false },
      { id: tier.id, total: await total("?tier=2"), totalIsCapped: false },
    ]);
  });

  it("counts of views are cached for the caller, and never shared with another admin", async () => {
    const { id } = await createdView(editor, { search: "", audience: "everybody" });
    const [before] = await counts(reader);
    await makeKycRequest(app);
    expect(await counts(reader)).toEqual([before]);
    expect(await counts(editor)).toEqual([{ id, total: before.total + 1, totalIsCapped: false }]);
  });

  it("counts of views include reports of private categories only for admins who see them", async () => {
    const head = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update", "approve"] }) });
    const desk = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
    await makeIreport(app);
    await makeIreport(app, { category: await makeIreportCategory(app, { private: true }) });
    const shared = { list: "ireports", search: "", audience: "everybody", columns: null };
    const { id } = await createdView(head, shared);
    expect(await counts(head, "ireports")).toEqual([{ id, total: 2, totalIsCapped: false }]);
    expect(await counts(desk, "ireports")).toEqual([{ id, total: 1, totalIsCapped: false }]);
  });

  it("counts of views leave out a view that the list refuses, and ignore stored filters that became invalid", async () => {
    const { id } = await createdView(reader, { search: "tier=2" });
    await app.db.update(savedViews).set({ search: "tier=99&nonsense=1&sort=%00" });
    const total = (await app.call("GET", "/kyc", { token: reader.token })).json.data.total;
    expect(await counts(reader)).toEqual([{ id, total, totalIsCapped: false }]);
    expect(await counts(reader, "kyc", { state: "nonsense" })).toEqual([]);
  });

  it("counts of views leave out a slow count, and do not try it again for five minutes", async () => {
    const { id } = await createdView(reader, { search: "" });
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${kycRequests} in access exclusive mode`);
      expect(await counts(reader)).toEqual([]);
    });
    expect(await counts(reader)).toEqual([]);
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 5 * 60_000);
    try {
      expect(await counts(reader)).toMatchObject([{ id }]);
    } finally {
      clock.mockRestore();
    }
  });

  it("counts of views are refused for a list that the admin may not read", async () => {
    const answer = await app.call("POST", "/saved-views/counts", { token: reader.token, body: { list: "users" } });
    expect(answer.status).toBe(403);
  });
});
