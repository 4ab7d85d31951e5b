import { and, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { grantApplications, grantDocuments } from "@/lib/server/db/schema/grant";
import { stageFile, storeFile } from "@/lib/server/files/stored-files";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  makeGrantApplication,
  makeGrantProgramme,
  readGrantApplication,
  scoreTwice,
} from "@/lib/server/testing/grants";
import { runInBulk } from "@/lib/server/testing/run-in-bulk";

type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
type TestProgramme = Awaited<ReturnType<typeof makeGrantProgramme>>;

let app: TestApp;
let mainAdmin: TestAdmin;
beforeAll(async () => {
  app = await startTestApp();
  mainAdmin = await makeAdmin(app);
});
afterAll(() => app.stop());

const APPLICATIONS_PATH = "/grants/applications";
const listApplications = async (query: string, admin = mainAdmin) =>
  (await app.call("GET", `${APPLICATIONS_PATH}?${query}`, { token: admin.token })).json;
const listApplicationIds = async (query: string, admin = mainAdmin): Promise<string[]> =>
  (await listApplications(query, admin)).data.items.map(({ id }: { id: string }) => id);
const readSingle = (id: string) => app.call("GET", `${APPLICATIONS_PATH}/${id}`, { token: mainAdmin.token });
const dateOf = (n: number) => new Date(Date.UTC(2026, 0, 10 + n, 12));

describe("the list of applications", () => {
  let programme: TestProgramme;
  let ids: string[];
  beforeAll(async () => {
    programme = await makeGrantProgramme(app, mainAdmin, { awardKind: "up_to", amount: 500_000 });
    const lgas = ["Abi", "Ikom", "Abi", "Ogoja"] as const;
    const amounts = [300_000, 100_000, 200_000, 400_000];
    const made = [];
    for (const [index, applicantLga] of lgas.entries())
      made.push(
        await makeGrantApplication(app, programme, {
          applicantLga,
          amountAsked: amounts[index],
          submittedAt: dateOf(index),
          state: index === 3 ? "approved" : index === 2 ? "shortlisted" : "submitted",
          amount: 250_000,
        }),
      );
    ids = made.map(({ id }) => id);
  });
  const of = (query = "") => `programme=${programme.id}&${query}`;
  const idsAt = (...places: number[]) => places.map((index) => ids[index]);

  it("returns an empty list for a programme without applications, and 403 without the right to read", async () => {
    expect((await listApplications(`programme=${uuid()}`)).data).toMatchObject({
      items: [],
      total: 0,
      totalIsCapped: false,
    });
    const adminWithoutGrants = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    expect((await app.call("GET", APPLICATIONS_PATH, { token: adminWithoutGrants.token })).status).toBe(403);
  });

  it("filters applications by each field, newest first", async () => {
    expect(await listApplicationIds(of())).toEqual(idsAt(3, 2, 1, 0));
    expect(await listApplicationIds(of("state=submitted"))).toEqual(idsAt(1, 0));
    expect(await listApplicationIds(of("state=submitted,approved"))).toEqual(idsAt(3, 1, 0));
    expect(await listApplicationIds(of("lga=Abi"))).toEqual(idsAt(2, 0));
    expect(await listApplicationIds(of("from=2026-01-11&to=2026-01-12"))).toEqual(idsAt(2, 1));
    expect(await listApplicationIds(of("unpaid=true"))).toEqual(idsAt(3));
    expect(await listApplicationIds(of("review=in"))).toEqual(idsAt(3));
    expect(await listApplicationIds(of("review=mine"))).toEqual(idsAt(2, 1, 0));
    expect(await listApplicationIds(of("waits=true"))).toEqual([]);
    expect(await listApplicationIds(of("duplicate=any"))).toEqual([]);
    const { userId } = await readGrantApplication(app, ids[1] as string);
    expect(await listApplicationIds(`user=${userId}`)).toEqual(idsAt(1));
    expect((await listApplications(of("state=submitted&size=50"))).data).toMatchObject({ total: 2, size: 50 });
    for (const wrongQuery of ["state=paid", "lga=Lagos", "review=all", "sort=name", "size=7", "from=today"])
      expect((await app.call("GET", `${APPLICATIONS_PATH}?${wrongQuery}`, { token: mainAdmin.token })).status).toBe(
        400,
      );
  });

  it("omits with review=mine the applications that the admin has scored or can't score", async () => {
    const [scored, conflicted] = idsAt(0, 1);
    const [otherAdmin, token] = [await makeAdmin(app), (await makeAdmin(app)).token];
    const patchApplication = (id: string | undefined, subpath: string, body: object) =>
      app.call("PATCH", `${APPLICATIONS_PATH}/${id}/${subpath}`, { token: otherAdmin.token, body });
    await patchApplication(scored, "review", { score: 4 });
    await patchApplication(conflicted, "conflict", { reason: "My cousin" });
    expect(await listApplicationIds(of("review=mine"), otherAdmin)).toEqual(idsAt(2));
    const othersAnswer = await app.call("GET", `${APPLICATIONS_PATH}?${of("review=mine")}`, { token });
    expect(othersAnswer.json.data.items).toHaveLength(3);
  });

  it("filters applications by kind of duplicate and by open question", async () => {
    const setValues = (index: number, values: Partial<typeof grantApplications.$inferInsert>) =>
      app.db
        .update(grantApplications)
        .set(values)
        .where(eq(grantApplications.id, ids[index] as string));
    await setValues(1, { duplicates: ["phone", "device"] });
    expect(await listApplicationIds(of("duplicate=any"))).toEqual(idsAt(1));
    expect(await listApplicationIds(of("duplicate=device"))).toEqual(idsAt(1));
    expect(await listApplicationIds(of("duplicate=account"))).toEqual([]);
    await setValues(0, { question: "Which market?", askedBy: mainAdmin.id, askedAt: new Date() });
    expect(await listApplicationIds(of("waits=true"))).toEqual(idsAt(0));
    expect((await listApplications(of("waits=true"))).data.items[0]).toMatchObject({ waits_for_applicant: true });
    await setValues(0, { question: null });
    await setValues(1, { duplicates: [] });
  });

  it("sorts applications by time, amount and score; those with fewer than two scores are last", async () => {
    expect(await listApplicationIds(of("sort=submitted_at"))).toEqual(idsAt(0, 1, 2, 3));
    expect(await listApplicationIds(of("sort=amount"))).toEqual(idsAt(1, 2, 0, 3));
    expect(await listApplicationIds(of("sort=-amount&state=submitted"))).toEqual(idsAt(0, 1));
    await scoreTwice(app, ids[1] as string, [90, 91]);
    expect(await listApplicationIds(of("sort=-score"))).toEqual(idsAt(1, 3, 2, 0));
    expect(await listApplicationIds(of("sort=score"))).toEqual(idsAt(3, 1, 2, 0));
    expect((await listApplications(of("sort=-score"))).data.items[0]).toMatchObject({ reviews: 2, score: 9_050 });
  });

  it("finds applications by reference, and by the applicant's name, phone or email", async () => {
    const user = await makeUser(app, { firstName: "Zubairu", lastName: "Etim" });
    const { id, reference } = await makeGrantApplication(app, programme, { userId: user.id });
    for (const q of [reference, reference.toLowerCase(), "zubai", "etim zub", user.phone, user.email])
      expect(await listApplicationIds(`q=${encodeURIComponent(q)}`)).toEqual([id]);
    expect(await listApplicationIds(`q=${reference}x`)).toEqual([]);
    expect((await listApplications("q=nobody-like-this")).data).toMatchObject({ items: [], total: 0 });
  });

  it("exports the filtered applications, and refuses the export to admins who may only read", async () => {
    const token = mainAdmin.token;
    const made = await app.call("POST", `${APPLICATIONS_PATH}/export`, {
      token,
      body: { programme: programme.id, lga: "Abi" },
    });
    expect(made.json.data).toMatchObject({ rows: 2 });
    const cookie = `cross-riv-token=${token}`;
    const file = await app.call("GET", `/exports/${made.json.data.token}`, { headers: { cookie } });
    const text = await (file.json as Blob).text();
    expect(text).toContain('"Reference","Programme","Applicant"');
    expect(text.trim().split("\r\n")).toHaveLength(3);
    const reader = await makeAdmin(app, { rights: makeRights({ Grants: ["read"] }) });
    expect((await app.call("POST", `${APPLICATIONS_PATH}/export`, { token: reader.token, body: {} })).status).toBe(403);
  });
});

describe("many applications", () => {
  it("returns the same pages of many applications, whether read by daily totals, filtered rows or a sort's index", async () => {
    const programme = await makeGrantProgramme(app, mainAdmin, {});
    const other = await makeGrantProgramme(app, mainAdmin, {});
    const rows = 12_500;
    const user = await makeUser(app);
    await runInBulk(app.db, async (tx) => {
      await tx.execute(sql`insert into users (id, first_name, last_name, email, phone, date_of_birth, gender, address, lga, joined_at)
        select gen_random_uuid(), 'Many', 'People', 'many' || n || '@example.com', '+23471' || lpad(n::text, 8, '0'), '1990-01-01',
          ${user.gender}, 'x', ${user.lga}, now() from generate_series(1, ${rows}) n`);
      await tx.execute(sql`insert into grant_applications (id, reference, programme_id, user_id, amount_asked, contact_phone,
          applicant_lga, applicant_tier, payout_kind, submitted_at)
        select u.id, 'GRA-M' || row_number() over (order by u.phone), ${programme.id}, u.id, 1000 + right(u.phone, 8)::int, u.phone, 'Abi', 1, 'wallet',
          timestamptz '2025-01-01' + right(u.phone, 8)::int * interval '10 minutes'
        from users u where u.first_name = 'Many'`);
    });
    await app.db.execute("analyze grant_applications");
    const whole = `programme=${programme.id}&size=100`;
    const first = await listApplications(`${whole}&page=0`);
    expect(first.data).toMatchObject({ total: 10_000, totalIsCapped: true });
    const deepPageIndex = (await listApplications(`${whole}&page=124`)).data.items;
    expect(deepPageIndex).toHaveLength(100);
    expect(deepPageIndex.at(-1).amount_asked).toBe(1_001);
    // Sorts by amount with the index, because there are too many rows to count.
    expect((await listApplications(`${whole}&sort=amount&page=124`)).data.items.at(-1).amount_asked).toBe(13_500);
    expect((await listApplications(`${whole}&lga=Abi&page=124`)).data.items.at(-1).amount_asked).toBe(1_001);
    expect((await listApplications(`${whole}&state=submitted,rejected&page=30`)).data.items[0].amount_asked).toBe(
      10_500,
    );
    expect((await listApplications(`${whole}&sort=score&page=124`)).data.items).toHaveLength(100);
    expect((await listApplications(`${whole}&sort=-score&page=125`)).data.items).toEqual([]);
    expect((await listApplications(`programme=${other.id}`)).data.total).toBe(0);
    const tooDeepPage = await app.call("GET", `${APPLICATIONS_PATH}?q=many&size=100&page=2000`, {
      token: mainAdmin.token,
    });
    expect(tooDeepPage.json).toMatchObject({ status: 400, fields: { page: "Narrow the list." } });
  }, 60_000);
});

describe("one application", () => {
  it("returns an application with applicant, answers, payout account, possible award and history", async () => {
    const question = { id: uuid(), kind: "text" as const, label: "Which market?", required: true, choices: [] };
    const programme = await makeGrantProgramme(app, mainAdmin, {
      questions: [question],
      lgas: ["Ikom"],
      budget: 150_000,
    });
    const { id, reference } = await makeGrantApplication(app, programme, {
      answers: { [question.id]: "Watt" },
      payoutKind: "bank",
      bank: "First Bank",
      bankCode: "011",
      accountName: "Ekaette Bassey",
      accountNumber: Buffer.from("secret-number"),
      accountLast4: "6789",
    });
    const answer = await readSingle(id);
    expect(answer.json.data).toMatchObject({
      reference,
      programme: { id: programme.id, name: programme.name },
      payout: { kind: "bank", bank: "First Bank", account_name: "Ekaette Bassey", account_last4: "6789" },
      answers: [{ question_id: question.id, label: "Which market?", kind: "text", answer: "Watt" }],
      documents: [],
      ineligible: [{ reason: "lga" }],
      most: 100_000,
      budget_left: 150_000,
      question: null,
      reply: null,
      my_conflict: null,
      conflicts: [],
      batch: null,
      transaction: null,
      timeline: [],
    });
    expect(JSON.stringify(answer.json)).not.toContain("secret-number");
    expect((await readSingle(uuid())).status).toBe(404);
  });

  it("serves an application's documents, including replaced ones, and audits each view", async () => {
    const programme = await makeGrantProgramme(app, mainAdmin, {});
    const { id } = await makeGrantApplication(app, programme, {});
    const other = await makeGrantApplication(app, programme, {});
    const addDocument = async (values: Partial<typeof grantDocuments.$inferInsert>) => {
      const bytes = Buffer.from("the whole picture");
      const fileId = await storeFile(app.db, await stageFile(app.db, { contentType: "image/jpeg", bytes }));
      const documentId = uuid();
      const documentFields = { id: documentId, applicationId: id, fileId, width: 10, height: 12, label: "Your stall" };
      await app.db.insert(grantDocuments).values({ ...documentFields, ...values });
      return documentId;
    };
    const shownDocument = await addDocument({ thumbnail: Buffer.from("small") });
    const replacedDocument = await addDocument({ replacedAt: new Date() });
    const viewDocument = (documentId: string, query = "", of = id) =>
      app.call("GET", `${APPLICATIONS_PATH}/${of}/documents/${documentId}${query}`, { token: mainAdmin.token });
    const whole = await viewDocument(shownDocument);
    expect(await (whole.json as Blob).text()).toBe("the whole picture");
    expect(whole.headers.get("content-disposition")).toMatch(/^attachment; filename="GRA-\w+-your-stall\.jpg"$/);
    expect((await app.audit())[0]).toMatchObject({
      action: "grant.document",
      recordType: "grant_application",
      recordId: id,
      after: { viewed: "Your stall" },
    });
    expect(await ((await viewDocument(shownDocument, "?thumbnail=yes")).json as Blob).text()).toBe("small");
    expect((await app.audit())[0]?.after).toEqual({ viewed: "Your stall", thumbnail: true });
    expect((await viewDocument(replacedDocument)).status).toBe(200);
    expect((await viewDocument(replacedDocument, "?thumbnail=yes")).status).toBe(404);
    expect((await viewDocument(uuid())).status).toBe(404);
    expect((await viewDocument(shownDocument, "", other.id)).status).toBe(404);
    const { documents, timeline } = (await readSingle(id)).json.data;
    expect(documents).toMatchObject([{ id: shownDocument, replaced_at: null }, { id: replacedDocument }]);
    // The timeline contains only changes, not views.
    expect(timeline).toEqual([]);
  });
});

describe("a question to the applicant", () => {
  const askQuestion = (id: string, version: number, question = "Which market is your stall in?", admin = mainAdmin) =>
    app.call("PATCH", `${APPLICATIONS_PATH}/${id}/questions`, { token: admin.token, body: { version, question } });

  it("mails an admin's question to the applicant, and allows another question once the applicant has answered", async () => {
    const { id, userId, version } = await makeGrantApplication(app, await makeGrantProgramme(app, mainAdmin, {}), {});
    await app.mails();
    const askAnswer = await askQuestion(id, version);
    expect(askAnswer.json.data).toMatchObject({
      waits_for_applicant: true,
      version: version + 1,
      question: {
        text: "Which market is your stall in?",
        asked_by: { id: mainAdmin.id, name: mainAdmin.name, email: mainAdmin.email },
      },
      reply: null,
    });
    const [mail] = await app.mails();
    expect(mail).toMatchObject({ subject: "We need more information for your grant application" });
    expect(mail?.text).toContain("Which market is your stall in?");
    expect((await app.audit())[0]).toMatchObject({
      action: "grant.askApplicant",
      recordId: id,
      before: { question: null },
      after: { question: "Which market is your stall in?" },
    });
    const secondAsk = await askQuestion(id, version + 1);
    expect(secondAsk.status).toBe(409);
    expect(secondAsk.json).toMatchObject({ current: { id, waits_for_applicant: true } });
    await app.db
      .update(grantApplications)
      .set({ reply: "Watt", repliedAt: new Date() })
      .where(and(eq(grantApplications.id, id), eq(grantApplications.userId, userId)));
    expect((await readSingle(id)).json.data).toMatchObject({ waits_for_applicant: false, reply: { text: "Watt" } });
    expect((await askQuestion(id, version + 1, "And which stall?")).json.data).toMatchObject({
      question: { text: "And which stall?" },
      reply: null,
    });
  });

  it("refuses an admin's question that is empty, is sent without the right to update, or concerns a changed or decided application", async () => {
    const programme = await makeGrantProgramme(app, mainAdmin, {});
    const { id, version } = await makeGrantApplication(app, programme, {});
    const staleAsk = await askQuestion(id, version + 1);
    expect(staleAsk.status).toBe(409);
    expect(staleAsk.json.current).toMatchObject({ id, version });
    expect((await askQuestion(id, version, "  ")).status).toBe(400);
    expect((await askQuestion(uuid(), 1)).status).toBe(404);
    for (const state of ["approved", "rejected"] as const) {
      const decidedApplication = await makeGrantApplication(app, programme, { state });
      expect((await askQuestion(decidedApplication.id, decidedApplication.version)).json.message).toBe(
        `This application is ${state}. Ask the applicant before the decision.`,
      );
    }
    const reader = await makeAdmin(app, { rights: makeRights({ Grants: ["read"] }) });
    expect((await askQuestion(id, version, "Why?", reader)).status).toBe(403);
  });
});
