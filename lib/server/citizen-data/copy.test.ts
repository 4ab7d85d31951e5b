import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { roles } from "@/lib/server/db/schema/admin";
import { citizenDataCopies } from "@/lib/server/db/schema/citizen-data";
import { exports } from "@/lib/server/db/schema/system-logs";
import { userNotes } from "@/lib/server/db/schema/user";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";
import { isRowOfCitizen, PERSONAL_TABLES } from "./register/register";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
let second: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  [officer, second] = [await makeAdmin(app, { firstName: "Ofem" }), await makeAdmin(app, { firstName: "Bella" })];
});
afterAll(() => app.stop());

const pathOf = (userId: string, rest: string) => `/user-management/users/${userId}/${rest}`;
const request = (userId: string, token = officer.token) =>
  app.call("POST", pathOf(userId, "data-copies"), { token, body: { reason: "Asked for it in writing" } });
const approve = (approvalId: string) =>
  app.call("PATCH", `/approvals/${approvalId}/decision`, {
    token: second.token,
    headers: { "idempotency-key": randomUUID() },
    body: { decision: "approved" },
  });
const makeLink = (userId: string, token = officer.token) =>
  app.call("POST", pathOf(userId, "data-copies/download"), { token, body: {} });
const open = (link: string, token = officer.token) => app.call("GET", `/exports/${link}`, { token });

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Requests a copy of a citizen's data and approves the request. */
async function prepareCopy(userId: string) {
  const { json } = await request(userId);
  return approve(json.data.copy.approvalId);
}

/** Downloads an approved copy. @returns its files by path: text, or the number of bytes of a document */
async function download(userId: string) {
  const file = await open((await makeLink(userId)).json.data.token);
  expect(file.headers.get("content-type")).toBe("application/zip");
  const files = unzipSync(new Uint8Array(await (file.json as Blob).arrayBuffer()));
  return Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, /\.(csv|txt)$/.test(path) ? strFromU8(bytes) : bytes.length]),
  );
}

it.each(["audit_trails", "approvals"])("finds the rows of a citizen in %s by the index of records", async (table) => {
  const entry = PERSONAL_TABLES.find((each) => each.table === table);
  if (!entry) throw new Error(`${table} is not registered.`);
  const plan = await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(sql`explain select 1 from ${sql.identifier(table)} where ${isRowOfCitizen(entry, randomUUID())}`);
  });
  const lines = plan.rows.map((row) => String(row["QUERY PLAN"]));
  const ofKyc = lines.find((line) => line.includes("Index Cond") && line.includes("'kyc'"));
  expect(ofKyc).toContain("record_id = ANY");
  expect(lines.join()).not.toContain(`Seq Scan on ${table}`);
});

describe("copy of all data about a citizen", () => {
  it("a copy of a citizen's data contains the citizen's rows, decrypted numbers and documents, and nothing of another citizen", async () => {
    const user = await makeUser(app, { firstName: "=Ekaette", email: "copied@example.com" });
    const other = await makeUser(app, { email: "other@example.com" });
    const kyc = await makeKycRequest(app, { userId: user.id });
    const note = { id: randomUUID(), adminId: officer.id };
    await app.db.insert(userNotes).values({ ...note, userId: user.id, text: 'Called, "twice"' });
    await app.db.insert(userNotes).values({ ...note, id: randomUUID(), userId: other.id, text: "Another note" });
    expect((await prepareCopy(user.id)).status).toBe(200);
    const files = await download(user.id);
    expect(files["README.txt"]).toContain("Copy of the data");
    expect(files["account/account.csv"]).toContain('"copied@example.com"');
    expect(files["account/account.csv"]).toContain(`"'=Ekaette"`);
    expect(files["account/notes-about-the-account.csv"]).toContain('"Called, ""twice"""');
    expect(files["identity/identity-requests.csv"]).toContain('"12345678901"');
    expect(files[`identity/identity-documents/${kyc.documentId}.webp`]).toBeGreaterThan(0);
    expect(files["accountability/audit-trail.csv"]).toContain("user.exportData");
    expect(files["payments/wallet.csv"]).toContain(user.id);
    const texts = Object.values(files).join("");
    for (const foreign of ["other@example.com", "Another note", other.id]) expect(texts).not.toContain(foreign);
  });

  it("a copy of a citizen's data can be downloaded once, by the requester only, and not before the approval", async () => {
    const user = await makeUser(app);
    const { json } = await request(user.id);
    expect((await makeLink(user.id)).status).toBe(409);
    await approve(json.data.copy.approvalId);
    const ready = (await app.call("GET", pathOf(user.id, "data-requests"), { token: second.token })).json.data;
    expect(ready).toMatchObject({ copy: null, ready_copies: [{ requested_by: { id: officer.id } }] });
    expect((await makeLink(user.id, second.token)).status).toBe(409);
    await download(user.id);
    expect((await makeLink(user.id)).status).toBe(409);
    const [copy] = await app.db.select().from(citizenDataCopies).where(eq(citizenDataCopies.userId, user.id));
    expect(copy?.downloadedAt).toBeInstanceOf(Date);
  });

  it("a copy of a citizen's data can be downloaded again after an interrupted download, but not while an earlier download link is unused", async () => {
    const user = await makeUser(app);
    await prepareCopy(user.id);
    const first = (await makeLink(user.id)).json.data;
    expect((await makeLink(user.id)).status).toBe(409);
    await app.db.update(exports).set({ state: "broken_off" }).where(eq(exports.id, first.export_id));
    expect(Object.keys(await download(user.id))).toContain("account/account.csv");
  });

  it("a copy of a citizen's data can be downloaded again 5 minutes after the last progress of a download whose server has stopped", async () => {
    const user = await makeUser(app);
    await prepareCopy(user.id);
    const first = (await makeLink(user.id)).json.data;
    const setProgress = (minutes: number) =>
      app.db
        .update(exports)
        .set({ state: "running", createdAt: minutesAgo(60), progressAt: minutesAgo(minutes) })
        .where(eq(exports.id, first.export_id));
    await setProgress(4);
    expect((await makeLink(user.id)).status).toBe(409);
    await setProgress(6);
    expect(Object.keys(await download(user.id))).toContain("account/account.csv");
    const [stopped] = await app.db.select().from(exports).where(eq(exports.id, first.export_id));
    expect(stopped?.state).toBe("broken_off");
  });

  it("a copy of a citizen's data can't be downloaded after it has expired", async () => {
    const user = await makeUser(app);
    await prepareCopy(user.id);
    await app.db
      .update(citizenDataCopies)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(citizenDataCopies.userId, user.id));
    expect((await makeLink(user.id)).status).toBe(409);
  });

  it("the audit trail contains request, approval, link and download of a copy of a citizen's data, and what was decrypted", async () => {
    const user = await makeUser(app);
    await prepareCopy(user.id);
    const link = (await makeLink(user.id)).json.data;
    await (await open(link.token)).json;
    const rows = (await app.audit()).filter(({ recordId }) => [user.id, link.export_id].includes(String(recordId)));
    expect(rows.map(({ action, outcome }) => [action, outcome])).toEqual([
      ["exports.download", "done"],
      ["user.downloadData", "done"],
      ["approvals.decide", "done"],
      ["user.exportData", "done"],
    ]);
    expect(rows[0]?.after).toMatchObject({ complete: true, user_id: user.id });
    expect(rows[1]?.after).toMatchObject({ decrypted: "identity numbers, bank account numbers" });
  });

  const READABLE: Parameters<typeof makeRights>[0] = {
    ...{ Transactions: ["read"], "System Wallet": ["read"], Events: ["read"], Promotions: ["read"], Grants: ["read"] },
    ...{ "System Logs": ["read"], "App Configurations": ["read"], "User Management": ["read", "export"] },
    ...{ "KYC Management": ["read", "approve"], iReports: ["read"] },
  };
  const setRights = (roleId: string, rights: typeof READABLE) =>
    app.db
      .update(roles)
      .set({ features: makeRights(rights) })
      .where(eq(roles.id, roleId));

  it("a copy of a citizen's data requires read in System Wallet, approve in KYC Management, and approve in iReports if it has a private report", async () => {
    const user = await makeUser(app);
    await makeIreport(app, { reporterId: user.id });
    const reader = await makeAdmin(app, { rights: makeRights(READABLE) });
    await approve((await request(user.id, reader.token)).json.data.copy.approvalId);
    const statusWith = async (rights: typeof READABLE) => {
      await setRights(reader.roleId, rights);
      return (await makeLink(user.id, reader.token)).status;
    };
    expect(await statusWith({ ...READABLE, "System Wallet": [] })).toBe(403);
    expect(await statusWith({ ...READABLE, "KYC Management": ["read"] })).toBe(403);
    expect(await statusWith(READABLE)).toBe(200);
    await makeIreport(app, { reporterId: user.id, category: await makeIreportCategory(app, { private: true }) });
    expect(await statusWith(READABLE)).toBe(403);
  });

  it("opening the download link of a copy of a citizen's data checks again the rights to read every part", async () => {
    const user = await makeUser(app);
    await makeIreport(app, { reporterId: user.id, category: await makeIreportCategory(app, { private: true }) });
    const rights = { ...READABLE, iReports: ["read", "approve"] } as const;
    const reader = await makeAdmin(app, { rights: makeRights(rights) });
    await approve((await request(user.id, reader.token)).json.data.copy.approvalId);
    const link = (await makeLink(user.id, reader.token)).json.data;
    await setRights(reader.roleId, READABLE);
    expect((await open(link.token, reader.token)).status).toBe(403);
    const [stored] = await app.db.select().from(exports).where(eq(exports.id, link.export_id));
    expect(stored?.state).toBe("broken_off");
    await setRights(reader.roleId, rights);
    const next = (await makeLink(user.id, reader.token)).json.data;
    await setRights(reader.roleId, { ...rights, "KYC Management": ["read"] });
    expect((await open(next.token, reader.token)).status).toBe(403);
  });

  it("a copy of a citizen's data needs export in User Management and the rights to read every part", async () => {
    const user = await makeUser(app);
    const exporter = await makeAdmin(app, { rights: makeRights({ "User Management": ["read", "export"] }) });
    expect((await request(user.id, exporter.token)).status).toBe(200);
    expect((await makeLink(user.id, exporter.token)).status).toBe(403);
    const reader = await makeAdmin(app, { rights: makeRights({ "User Management": ["read"] }) });
    expect((await request(user.id, reader.token)).status).toBe(403);
  });
});
