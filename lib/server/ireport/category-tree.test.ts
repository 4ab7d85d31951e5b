import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { ireportCategories, ireportTemplates } from "@/lib/server/db/schema/ireport-set-up";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeIreport } from "@/lib/server/testing/ireports";

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
let app: TestApp;
/** `officer` can't see private categories; `headOfficer` can. */
let officer: Admin;
let headOfficer: Admin;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "create", "update", "delete"] }) });
  headOfficer = await makeAdmin(app, {
    rights: makeRights({ iReports: ["read", "create", "update", "delete", "approve"] }),
  });
});
afterAll(() => app.stop());

let categoryCount = 0;
const categoryInput = (values: object = {}) => ({
  name: `Roads ${++categoryCount}`,
  parent_id: null,
  department_id: null,
  target_hours: 72,
  submitted_hours: 4,
  acknowledged_hours: 24,
  in_progress_hours: 48,
  icon: "construction",
  active: true,
  private: false,
  ...values,
});
const callApi = (method: string, path: string, body: object | undefined, actor = officer) =>
  app.call(method, `/ireports/${path}`, { token: actor.token, body });
const addCategory = async (values: object = {}, actor = officer) =>
  (await callApi("POST", "categories", categoryInput(values), actor)).json.data;
const categories = async (actor = officer) => (await callApi("GET", "categories", undefined, actor)).json.data.items;
const lastAudit = async () => (await app.audit())[0];

describe("categories", () => {
  it("creates report categories on two levels, each at the end of its level and with an audit row", async () => {
    const roads = await addCategory({ name: "  Roads and bridges " });
    expect(roads).toMatchObject({ name: "Roads and bridges", parent_id: null, hidden: false, reports: 0, version: 1 });
    expect(await lastAudit()).toMatchObject({
      action: "ireport.createCategory",
      recordType: "ireport_category",
      recordId: roads.id,
      recordName: "Roads and bridges",
      after: { name: "Roads and bridges", target_hours: 72, active: true },
    });
    const first = await addCategory({ name: "Potholes", parent_id: roads.id });
    const second = await addCategory({ name: "Bridges", parent_id: roads.id });
    expect([first.position, second.position]).toEqual([0, 1]);
    const third = await callApi("POST", "categories", categoryInput({ parent_id: first.id }));
    expect([third.status, third.json.fields.parent_id]).toEqual([400, expect.stringContaining("first level")]);
    const listed = (await categories()).map(({ id }: { id: string }) => id);
    expect(listed.slice(listed.indexOf(roads.id), listed.indexOf(roads.id) + 3)).toEqual([
      roads.id,
      first.id,
      second.id,
    ]);
  });

  it("refuses a report category's name that its level already uses, ignoring case", async () => {
    const { name, id } = await addCategory();
    expect((await callApi("POST", "categories", categoryInput({ name: name.toUpperCase() }))).status).toBe(409);
    const below = await addCategory({ name, parent_id: id });
    expect(below.name).toBe(name);
    const otherCategory = await addCategory();
    const renamed = await callApi("PATCH", `categories/${otherCategory.id}`, categoryInput({ name, version: 1 }));
    expect([renamed.status, renamed.json.message]).toEqual([409, expect.stringContaining(name)]);
  });

  it("refuses a report category with an unknown department or parent, or with invalid target hours", async () => {
    for (const wrong of [{ department_id: uuid() }, { parent_id: uuid() }, { target_hours: 0 }, { icon: "skull" }]) {
      const answer = await callApi("POST", "categories", categoryInput(wrong));
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, Object.keys(wrong)]);
    }
  });

  it("changes and moves a report category; refuses an outdated change and returns the current category", async () => {
    const [fromParent, toParent] = [await addCategory(), await addCategory()];
    const child = await addCategory({ parent_id: fromParent.id });
    const report = await makeIreport(app, { category: await fetchRow(child.id) });
    const moved = await callApi("PATCH", `categories/${child.id}`, {
      ...categoryInput({ name: "Moved", parent_id: toParent.id, target_hours: 5 }),
      version: 1,
    });
    expect(moved.json.data).toMatchObject({ name: "Moved", parent_id: toParent.id, reports: 1, open: 1, version: 2 });
    expect(await lastAudit()).toMatchObject({
      before: { parent: fromParent.name, target_hours: 72 },
      after: { parent: toParent.name, target_hours: 5 },
    });
    const single = await app.call("GET", `/ireports/${report.id}`, { token: officer.token });
    expect(single.json.data).toMatchObject({ category: { name: "Moved" }, due_at: report.dueAt.toISOString() });
    const stale = await callApi("PATCH", `categories/${child.id}`, { ...categoryInput(), version: 1 });
    expect([stale.status, stale.json.current]).toEqual([409, expect.objectContaining({ name: "Moved", version: 2 })]);
    const third = await callApi("PATCH", `categories/${toParent.id}`, {
      ...categoryInput({ parent_id: fromParent.id }),
      version: 1,
    });
    expect([third.status, third.json.fields.parent_id]).toEqual([400, expect.stringContaining("below this one")]);
    const movedIntoItself = await callApi("PATCH", `categories/${fromParent.id}`, {
      ...categoryInput({ parent_id: fromParent.id }),
      version: 1,
    });
    expect(movedIntoItself.status).toBe(400);
    expect((await callApi("PATCH", `categories/${uuid()}`, { ...categoryInput(), version: 1 })).status).toBe(404);
  });

  it("reorders the report categories of a level in one request, but not if the level has changed", async () => {
    const parent = await addCategory();
    const [a, b, c] = [
      await addCategory({ parent_id: parent.id }),
      await addCategory({ parent_id: parent.id }),
      await addCategory({ parent_id: parent.id }),
    ];
    const ids = [c.id, a.id, b.id];
    const answer = await callApi("POST", "categories/order", { parent_id: parent.id, ids });
    const order = (rows: { id: string; parent_id: string }[]) =>
      rows.filter((row) => row.parent_id === parent.id).map(({ id }) => id);
    expect(order(answer.json.data.items)).toEqual(ids);
    expect(await lastAudit()).toMatchObject({
      recordId: parent.id,
      before: { order: [a, b, c].map(({ name }) => name).join(", ") },
      after: { order: [c, a, b].map(({ name }) => name).join(", ") },
    });
    for (const wrong of [
      [a.id, b.id],
      [a.id, b.id, b.id],
      [a.id, b.id, uuid()],
      [a.id, b.id, c.id, parent.id],
    ]) {
      const refused = await callApi("POST", "categories/order", { parent_id: parent.id, ids: wrong });
      expect([refused.status, order(refused.json.current)]).toEqual([409, ids]);
    }
    expect((await callApi("POST", "categories/order", { parent_id: uuid(), ids })).status).toBe(404);
  });

  it("refuses to delete a report category in use, and lists its uses", async () => {
    const parent = await addCategory();
    await addCategory({ parent_id: parent.id });
    await makeIreport(app, { category: await fetchRow(parent.id) });
    await app.db
      .insert(ireportTemplates)
      .values({ id: uuid(), name: `T ${++categoryCount}`, text: "x", categoryId: parent.id });
    const refused = await callApi("DELETE", `categories/${parent.id}`, { version: 1 });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringContaining("has 1 report, 1 template and 1 category below it, so it can't be deleted"),
    ]);
    const emptyCategory = await addCategory();
    const stale = await callApi("DELETE", `categories/${emptyCategory.id}`, { version: 2 });
    expect([stale.status, stale.json.current.id]).toEqual([409, emptyCategory.id]);
    expect((await callApi("DELETE", `categories/${emptyCategory.id}`, { version: 1 })).json.data).toEqual({
      id: emptyCategory.id,
    });
    expect(await lastAudit()).toMatchObject({
      action: "ireport.deleteCategory",
      recordName: emptyCategory.name,
      before: { name: emptyCategory.name },
    });
    expect((await callApi("DELETE", `categories/${emptyCategory.id}`, { version: 1 })).status).toBe(404);
  });

  it("lets only admins with access to private report categories make a category private, and hides it from others", async () => {
    const refused = await callApi("POST", "categories", categoryInput({ private: true }));
    expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining("approve")]);
    const publicCategory = await addCategory();
    expect(
      (await callApi("PATCH", `categories/${publicCategory.id}`, { ...categoryInput({ private: true }), version: 1 }))
        .status,
    ).toBe(403);
    const secret = await addCategory({ name: "Canary office", private: true }, headOfficer);
    const below = await addCategory({ name: "Canary below", parent_id: secret.id }, headOfficer);
    expect([secret.hidden, below.hidden, below.private]).toEqual([true, true, false]);
    expect(JSON.stringify(await categories())).not.toContain("Canary");
    expect(JSON.stringify(await categories(headOfficer))).toContain("Canary below");
    for (const id of [secret.id, below.id]) {
      expect((await callApi("PATCH", `categories/${id}`, { ...categoryInput(), version: 1 })).status).toBe(404);
      expect((await callApi("DELETE", `categories/${id}`, { version: 1 })).status).toBe(404);
      const childOfPrivate = await callApi("POST", "categories", categoryInput({ parent_id: id }));
      expect([childOfPrivate.status, childOfPrivate.json.fields.parent_id]).toEqual([
        400,
        expect.stringContaining("does not exist"),
      ]);
      const template = { name: `T ${++categoryCount}`, text: "x", category_id: id, state: null };
      expect((await callApi("POST", "templates", template)).status).toBe(400);
    }
    expect((await callApi("POST", "categories/order", { parent_id: secret.id, ids: [below.id] })).status).toBe(404);
    expect(JSON.stringify(await app.audit())).not.toContain("Canary");
    const madePublic = await callApi(
      "PATCH",
      `categories/${secret.id}`,
      { ...categoryInput({ private: false }), version: 1 },
      headOfficer,
    );
    expect(madePublic.json.data).toMatchObject({ private: false, hidden: false });
    expect((await categories()).some(({ id }: { id: string }) => id === below.id)).toBe(true);
  });

  it("keeps the positions of report categories hidden from an admin who reorders the visible ones", async () => {
    const parent = await addCategory();
    const a = await addCategory({ parent_id: parent.id });
    const privateCategory = await addCategory({ parent_id: parent.id, private: true }, headOfficer);
    const b = await addCategory({ parent_id: parent.id });
    await callApi("POST", "categories/order", { parent_id: parent.id, ids: [b.id, a.id] });
    const order = (await categories(headOfficer)).filter((row: { parent_id: string }) => row.parent_id === parent.id);
    expect(order.map(({ id }: { id: string }) => id)).toEqual([b.id, privateCategory.id, a.id]);
  });

  it("lets an admin with only the read right list but not change report categories", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
    const { id } = await addCategory();
    expect((await callApi("POST", "categories", categoryInput(), reader)).status).toBe(403);
    expect((await callApi("PATCH", `categories/${id}`, { ...categoryInput(), version: 1 }, reader)).status).toBe(403);
    expect((await callApi("DELETE", `categories/${id}`, { version: 1 }, reader)).status).toBe(403);
    expect(await lastAudit()).toMatchObject({ outcome: "refused", recordType: "ireport_category", recordId: id });
    expect((await callApi("GET", "categories", undefined, reader)).status).toBe(200);
  });

  it("creates only one report category if concurrent requests send the same name", async () => {
    const sameInput = categoryInput();
    const answers = await Promise.all(Array.from({ length: 5 }, () => callApi("POST", "categories", sameInput)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});

async function fetchRow(id: string) {
  const [row] = await app.db.select().from(ireportCategories).where(eq(ireportCategories.id, id));
  if (!row) throw new Error("no category");
  return row;
}

describe("departments", () => {
  it("creates, changes and deletes an iReport department whose lead can read reports", async () => {
    const leadAdmin = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }), firstName: "Grace" });
    const works = (await callApi("POST", "departments", { name: " Works ", lead_id: leadAdmin.id })).json.data;
    expect(works).toEqual({
      id: works.id,
      name: "Works",
      lead: { id: leadAdmin.id, name: leadAdmin.name, email: leadAdmin.email },
      categories: 0,
      version: 1,
    });
    expect(await lastAudit()).toMatchObject({
      recordType: "ireport_department",
      after: { name: "Works", lead: leadAdmin.name },
    });
    expect((await callApi("POST", "departments", { name: "works", lead_id: null })).status).toBe(409);
    const path = `departments/${works.id}`;
    const changed = await callApi("PATCH", path, { name: "Public works", lead_id: null, version: 1 });
    expect(changed.json.data).toMatchObject({ name: "Public works", lead: null, version: 2 });
    expect(await lastAudit()).toMatchObject({
      before: { name: "Works", lead: leadAdmin.name },
      after: { name: "Public works", lead: null },
    });
    const stale = await callApi("PATCH", path, { name: "X works", lead_id: null, version: 1 });
    expect([stale.status, stale.json.current]).toEqual([409, expect.objectContaining({ name: "Public works" })]);
    const category = await addCategory({ department_id: works.id });
    expect(category.department).toEqual({ id: works.id, name: "Public works" });
    const deletionInUse = await callApi("DELETE", path, { version: 2 });
    expect([deletionInUse.status, deletionInUse.json.message]).toEqual([409, expect.stringContaining(category.name)]);
    await callApi("DELETE", `categories/${category.id}`, { version: 1 });
    expect((await callApi("DELETE", path, { version: 2 })).json.data).toEqual({ id: works.id });
    expect((await callApi("DELETE", path, { version: 2 })).status).toBe(404);
  });

  it("refuses a department lead who can't read reports, is suspended or does not exist", async () => {
    const outsider = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    const suspended = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }), status: "suspended" });
    for (const lead_id of [outsider.id, suspended.id, uuid()]) {
      const answer = await callApi("POST", "departments", { name: `Water ${++categoryCount}`, lead_id });
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, ["lead_id"]]);
    }
  });

  it("hides a department's private report categories from admins who may not see them", async () => {
    const { id } = (await callApi("POST", "departments", { name: "Discipline", lead_id: null })).json.data;
    await addCategory({ name: "Canary complaints", private: true, department_id: id }, headOfficer);
    const listDepartments = (actor: Admin) => callApi("GET", "departments", undefined, actor);
    const departmentCounts = async (actor: Admin) =>
      (await listDepartments(actor)).json.data.items.find((each: { id: string }) => each.id === id).categories;
    expect([await departmentCounts(officer), await departmentCounts(headOfficer)]).toEqual([0, 1]);
    const refused = await callApi("DELETE", `departments/${id}`, { version: 1 });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("1 that you may not see")]);
    expect(JSON.stringify(refused.json)).not.toContain("Canary");
  });
});

describe("templates", () => {
  it("creates, changes and deletes message templates for reports, and refuses a name that is already used", async () => {
    const category = await addCategory();
    const body = {
      name: "We are on it",
      text: "Dear {name},\n{number} is in hand.",
      category_id: category.id,
      state: "in_progress",
    };
    const made = (await callApi("POST", "templates", body)).json.data;
    expect(made).toMatchObject({
      text: body.text,
      category: { id: category.id, name: category.name },
      state: "in_progress",
      version: 1,
    });
    expect(await lastAudit()).toMatchObject({
      recordType: "ireport_template",
      after: { name: body.name, text: body.text, category: category.name },
    });
    expect((await callApi("POST", "templates", { ...body, name: "WE ARE ON IT" })).status).toBe(409);
    const path = `templates/${made.id}`;
    const changed = await callApi("PATCH", path, { ...body, category_id: null, state: null, version: 1 });
    expect(changed.json.data).toMatchObject({ category: null, state: null, version: 2 });
    const stale = await callApi("PATCH", path, { ...body, version: 1 });
    expect([stale.status, stale.json.current.version]).toEqual([409, 2]);
    expect((await callApi("DELETE", path, { version: 1 })).status).toBe(409);
    expect((await callApi("DELETE", path, { version: 2 })).json.data).toEqual({ id: made.id });
    expect(await lastAudit()).toMatchObject({ action: "ireport.deleteTemplate", before: { name: body.name } });
  });

  it("hides message templates of private report categories from admins who may not see these, and keeps template texts out of the audit trail", async () => {
    const secret = await addCategory({ private: true }, headOfficer);
    const body = { name: "Canary template", text: "Canary text", category_id: secret.id, state: null };
    const made = (await callApi("POST", "templates", body, headOfficer)).json.data;
    expect(JSON.stringify((await callApi("GET", "templates", undefined)).json)).not.toContain("Canary");
    expect((await callApi("PATCH", `templates/${made.id}`, { ...body, category_id: null, version: 1 })).status).toBe(
      404,
    );
    expect((await callApi("DELETE", `templates/${made.id}`, { version: 1 })).status).toBe(404);
    expect(
      (await callApi("PATCH", `templates/${made.id}`, { ...body, text: "Canary two", version: 1 }, headOfficer)).json
        .data.version,
    ).toBe(2);
    expect(JSON.stringify(await app.audit())).not.toContain("Canary t");
  });
});
