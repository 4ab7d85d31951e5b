import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordNamed } from "./refused";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "./testing/app";
import { deskOf, question } from "./testing/entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const newest = async () => {
  const [row] = await app.audit();
  return [row?.outcome, row?.recordType, row?.recordId];
};

describe("what was refused stands in the trail of its record", () => {
  it("as an entry of its kind", async () => {
    const desk = deskOf(app, admin, "faq");
    const made = await desk.draft(question("What is a wallet?"));
    const old = { version: made.version + 7, draft: question("Another") };
    expect((await desk.call("PATCH", `/${made.id}`, old)).status).toBe(409);
    expect(await newest()).toEqual(["refused", "faq_question", made.id]);
    expect((await desk.call("DELETE", `/${made.id}`, { version: made.version + 7 })).status).toBe(409);
    expect(await newest()).toEqual(["refused", "faq_question", made.id]);
  });

  it("as an announcement or a question in the calls of the citizen app, which name no kind", async () => {
    const [user, id] = [await makeUser(app), uuid()];
    await app.callAsApp("POST", `/announcements/${id}/reads`, { body: { user_id: user.id } });
    expect(await newest()).toEqual(["refused", "announcement", id]);
    await app.callAsApp("POST", `/faq/${id}/votes`, { body: { user_id: user.id, helpful: true } });
    expect(await newest()).toEqual(["refused", "faq_question", id]);
  });

  it("as an emergency number or a text of the app; a search without a hit is no record", async () => {
    const id = uuid();
    const remove = (path: string, body?: object) =>
      app.call("DELETE", `/app-config/${path}/${id}`, { token: admin.token, body });
    await remove("emergency-numbers", { version: 1 });
    expect(await newest()).toEqual(["refused", "emergency_number", id]);
    await remove("language-keys", { version: 1 });
    expect(await newest()).toEqual(["refused", "language_key", id]);
    await remove("faq-misses");
    expect(await newest()).toEqual(["refused", null, null]);
  });

  it("as a category of events, not of reports, where it is that", async () => {
    const category_id = uuid();
    expect(recordNamed("event.create", { title: "Carnival", category_id })?.type).toBe("event_category");
    expect(recordNamed("ireport.file", { category_id })?.type).toBe("ireport_category");
  });

  it("as one of the ledger where it is that, and input of any shape is no fault", () => {
    const entryId = uuid();
    expect(recordNamed("systemWallet.reverse", { entryId, note: "x" })?.type).toBe("ledger_entry");
    expect(recordNamed("content.saveEntry", { entryId, kind: "slides" })?.type).toBe("slide");
    expect(recordNamed("content.saveEntry", { entryId, kind: "__proto__" })?.type).toBe("ledger_entry");
    expect(recordNamed("any.call", { constructorId: entryId })?.type).toBe("constructor");
  });
});
