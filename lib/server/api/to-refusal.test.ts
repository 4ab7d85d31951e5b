import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_RIGHTS } from "@/lib/contract/access";
import { roles } from "@/lib/server/db/schema/admin";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { contentEntryCallsOf, faqContent } from "@/lib/server/testing/content-entries";
import { startPipelineCall } from "@/lib/server/testing/pipeline-call";
import { attachBalanceMessage } from "./balances-in-refusals";
import { Refusal, refuse } from "./errors";
import type { CallName } from "./long-calls";
import { isRefusalAudited, recordOfInput, refusalOf } from "./to-refusal";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const newestAudit = async () => {
  const [row] = await app.audit();
  return [row?.outcome, row?.recordType, row?.recordId];
};

describe("the audit row of a refused call names its record", () => {
  it("the audit row of a refused call on a FAQ question has that question as its record", async () => {
    const contentEntryCalls = contentEntryCallsOf(app, admin, "faq");
    const drafted = await contentEntryCalls.draft(faqContent("What is a wallet?"));
    const staleInput = { version: drafted.version + 7, draft: faqContent("Another") };
    expect((await contentEntryCalls.call("PATCH", `/${drafted.id}`, staleInput)).status).toBe(409);
    expect(await newestAudit()).toEqual(["refused", "faq_question", drafted.id]);
    expect((await contentEntryCalls.call("DELETE", `/${drafted.id}`, { version: drafted.version + 7 })).status).toBe(
      409,
    );
    expect(await newestAudit()).toEqual(["refused", "faq_question", drafted.id]);
  });

  it("the audit row of an app's refused call has the announcement or FAQ question as its record, although the input has no `kind`", async () => {
    const [user, id] = [await makeUser(app), uuid()];
    await app.callAsApp("POST", `/announcements/${id}/reads`, { body: { user_id: user.id } });
    expect(await newestAudit()).toEqual(["refused", "announcement", id]);
    await app.callAsApp("POST", `/faq/${id}/votes`, { body: { user_id: user.id, helpful: true } });
    expect(await newestAudit()).toEqual(["refused", "faq_question", id]);
  });

  it("the audit row of a refused call has the emergency number or text key as its record, but no record for a FAQ search without results", async () => {
    const id = uuid();
    const removeRecord = (path: string, body?: object) =>
      app.call("DELETE", `/app-config/${path}/${id}`, { token: admin.token, body });
    await removeRecord("emergency-numbers", { version: 1 });
    expect(await newestAudit()).toEqual(["refused", "emergency_number", id]);
    await removeRecord("language-keys", { version: 1 });
    expect(await newestAudit()).toEqual(["refused", "language_key", id]);
    await removeRecord("faq-misses");
    expect(await newestAudit()).toEqual(["refused", null, null]);
  });

  it("recordOfInput returns an event category for `category_id` in event calls, and a report category in report calls", async () => {
    const category_id = uuid();
    expect(recordOfInput("event.create", { title: "Carnival", category_id })?.type).toBe("event_category");
    expect(recordOfInput("ireport.file", { category_id })?.type).toBe("ireport_category");
  });

  it("recordOfInput returns a ledger entry for `entryId`, unless `kind` is a kind of published content", () => {
    const entryId = uuid();
    expect(recordOfInput("systemWallet.reverse", { entryId, note: "x" })?.type).toBe("ledger_entry");
    expect(recordOfInput("content.saveEntry", { entryId, kind: "slides" })?.type).toBe("slide");
    expect(recordOfInput("content.saveEntry", { entryId, kind: "__proto__" })?.type).toBe("ledger_entry");
    expect(recordOfInput("any.call", { constructorId: entryId })).toBeNull();
    expect(recordOfInput("any.call", { constructorId: entryId, user_id: entryId })?.type).toBe("user");
  });
});

describe("a refusal stays short, however much was sent", () => {
  const create = (body: unknown) => app.call("POST", "/user-management/user-groups", { token: admin.token, body });
  const auditRowBytes = async () => JSON.stringify((await app.audit())[0]).length;

  it("the refusal of a request body lists a few of its unknown keys and counts the others, in the response and in the audit row", async () => {
    const keys = Array.from({ length: 23_000 }, (_, index) => [`unknown key of this body ${index}`, 1]);
    const { status, json } = await create(Object.fromEntries(keys));
    expect(status).toBe(400);
    expect(JSON.stringify(json).length).toBeLessThan(4_000);
    const unknown = await create({ name: "Traders", description: "", kind: "static", ...Object.fromEntries(keys) });
    expect(unknown.json.message).toBe(
      'Check the request: "unknown key of this body 0", "unknown key of this body 1", "unknown key of this body 2" and 22,997 more are unknown here. Leave them out.',
    );
    const [row] = await app.audit();
    expect(row).toMatchObject({ outcome: "refused", refusal: unknown.json.message });
    expect(await auditRowBytes()).toBeLessThan(4_000);
  });

  it("the refusal of a request body lists 40 of its invalid fields and counts the others", async () => {
    const unknownMembers = Array.from({ length: 5_000 }, () => "nobody");
    const { status, json } = await create({ name: "Traders", description: "", kind: "static", add: unknownMembers });
    expect(status).toBe(400);
    expect(Object.keys(json.fields)).toHaveLength(40);
    expect(json.message).toBe('Check "add.0": This is not a valid id. 4,960 more faults are not named here.');
    expect(JSON.stringify(json).length).toBeLessThan(4_000);
  });

  it("the audit row of a refused call has no record if the only id in the input is under a very long key", async () => {
    const { status } = await create({ [`${"x".repeat(700_000)}_id`]: uuid() });
    expect(status).toBe(400);
    expect((await app.audit())[0]).toMatchObject({ recordType: null, recordId: null });
    expect(await auditRowBytes()).toBeLessThan(4_000);
  });

  it("a refusal's message, fields and field names are shortened at a character boundary", () => {
    const longText = `${"x".repeat(950)}${"😀".repeat(50_000)}`;
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}${longText}`, longText]));
    const { message, data } = new Refusal(400, "BAD_REQUEST", longText, { fields });
    expect(message).toMatch(/^x{950}😀+… \([\d,]+ more characters\)$/u);
    expect(message.length).toBeLessThanOrEqual(1_000);
    expect(message.isWellFormed()).toBe(true);
    expect(JSON.stringify(data).length).toBeLessThan(40_000);
  });
});

describe("refusalOf", () => {
  const call = () => ({ ...startPipelineCall("kyc.decide"), actor: { id: uuid(), name: "Ada Obi" } });

  it("refusalOf writes the audit row of the refused call and runs the refusal's `afterwards`, each in its own transaction", async () => {
    const [id, refusal] = [uuid(), refuse.conflict("Changed in the meantime.")];
    refusal.afterwards = async (tx) => void (await tx.insert(roles).values({ id, name: "After", features: [] }));
    const record = { type: "user" as const, id, name: "Ada" };
    expect(await refusalOf({ ...call(), record }, refusal)).toBe(refusal);
    expect(await app.db.$count(roles, eq(roles.id, id))).toBe(1);
    expect(await app.audit(id)).toMatchObject([{ outcome: "refused", refusal: "Changed in the meantime." }]);
  });

  it("refusalOf returns the refusal even if its `afterwards` fails", async () => {
    const refusal = refuse.conflict("Changed in the meantime.");
    refusal.afterwards = () => Promise.reject(new Error("no disk"));
    expect(await refusalOf(call(), refusal)).toBe(refusal);
  });

  it("refusalOf returns balances only to callers who may read them", async () => {
    const refusal = attachBalanceMessage(refuse.conflict("Not enough."), "The wallet holds ₦1.", "User Management");
    expect(await refusalOf(call(), refusal)).toMatchObject({ message: "Not enough." });
    expect(await refusalOf({ ...call(), rights: ALL_RIGHTS }, refusal)).toMatchObject({
      message: "The wallet holds ₦1.",
    });
    expect((await app.audit())[0]?.refusal).toBe("Not enough.");
  });

  it("refusalOf returns an unexpected error unchanged, and a lost database connection as 503, both without an audit row", async () => {
    const [bug, before] = [new Error("undefined is not a function"), (await app.audit()).length];
    expect(await refusalOf(call(), bug)).toBe(bug);
    const lost = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    expect(await refusalOf(call(), lost)).toMatchObject({ status: 503 });
    expect(await app.audit()).toHaveLength(before);
  });
});

it.each<[string, CallName, boolean, Refusal, boolean]>([
  ["a rejected write of an admin", "kyc.decide", true, refuse.conflict("x"), true],
  ["a rejected read of an admin", "kyc.single", true, refuse.notFound("request"), false],
  ["a read without the required right", "kyc.single", true, refuse.forbidden(), true],
  ["a call without a session", "kyc.decide", false, refuse.signedOut(), false],
  ["a missing proof", "kyc.reveal", true, refuse.proof(), false],
  ["a rate limit", "kyc.decide", true, refuse.tooMany(1), false],
  ["a wrong password of an unknown person", "auth.login", false, refuse.credentials(), true],
  ["bad input to a public call", "auth.login", true, refuse.badInput("x"), false],
  ["a conflict of the app", "transaction.transferFromApp", false, refuse.conflict("x"), true],
  ["bad input of the app", "transaction.transferFromApp", true, refuse.badInput("x"), false],
])("isRefusalAudited decides whether the audit trail records %s", (_case, name, isKnown, refusal, isKept) => {
  const actor = isKnown ? { id: uuid(), name: "Ada Obi" } : null;
  expect(isRefusalAudited(refusal, { ...startPipelineCall(name), actor })).toBe(isKept);
});
