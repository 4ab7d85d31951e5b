import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decrypt } from "@/lib/server/base/secret";
import { grantApplications, grantDocuments, grantFingerprints, grantProgrammes } from "@/lib/server/db/schema/grant";
import { outbox } from "@/lib/server/db/schema/outbox";
import { uploads } from "@/lib/server/db/schema/upload";
import { makeAdmin, makeUser, OTHER_APP_KEY, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  grantCallsOf,
  makeGrantApplication,
  makeGrantProgramme,
  readGrantApplication,
} from "@/lib/server/testing/grants";
import { uploadTestFile } from "@/lib/server/testing/ireports";
import { makeJpeg, makePdf } from "@/lib/server/testing/pictures";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const QUESTION_IDS = { text: uuid(), number: uuid(), choice: uuid(), yes_no: uuid() };
const QUESTIONS = [
  { id: QUESTION_IDS.text, kind: "text" as const, label: "What do you sell?", required: true, choices: [] },
  { id: QUESTION_IDS.number, kind: "number" as const, label: "Years in trade", required: false, choices: [] },
  { id: QUESTION_IDS.choice, kind: "choice" as const, label: "Market", required: false, choices: ["Watt", " Marian "] },
  { id: QUESTION_IDS.yes_no, kind: "yes_no" as const, label: "Registered?", required: false, choices: [] },
];
const DOCUMENT_IDS = { stall: uuid(), photo: uuid() };
const DOCUMENTS = [
  { id: DOCUMENT_IDS.stall, label: "Stall allocation", required: true, is_photo: false },
  { id: DOCUMENT_IDS.photo, label: "Passport photo", required: false, is_photo: true },
];
const ANSWER_OF_GOODS = { question_id: QUESTION_IDS.text, answer: "Rice" };
const BANK_PAYOUT = {
  kind: "bank",
  bank: "First Bank",
  bank_code: "011",
  account_number: "0123456789",
  account_name: "Ada Obi",
};

let pictureSeed = 100;
const uploadPicture = async () =>
  (await uploadTestFile(app, "/app/uploads", await makeJpeg(++pictureSeed))).json.data.id as string;
const uploadPdf = async () =>
  (
    await uploadTestFile(app, "/app/uploads", makePdf({ objects: `4 0 obj\n<< /N ${++pictureSeed} >>\nendobj` }), {
      type: "application/pdf",
    })
  ).json.data.id as string;
const newestAudit = async () => (await app.audit())[0];

describe("applying for a grant", () => {
  it("stores an application's answers, documents and bank account, notifies the citizen, and returns no internal data", async () => {
    const programme = await makeGrantProgramme(app, admin, { questions: QUESTIONS, documents: DOCUMENTS });
    const user = await makeUser(app, { tier: 2 });
    const grants = grantCallsOf(app, programme);
    expect((await grants.eligibility(user)).json.data).toEqual({ eligible: true, reasons: [] });
    await app.db.delete(outbox);
    const { status, json } = await grants.apply(user, {
      contact_phone: "0803 123 4567",
      payout: BANK_PAYOUT,
      answers: [
        { question_id: QUESTION_IDS.text, answer: "  Rice " },
        { question_id: QUESTION_IDS.number, answer: "1,200" },
        { question_id: QUESTION_IDS.choice, answer: "Marian" },
        { question_id: QUESTION_IDS.yes_no, answer: "Yes" },
      ],
      documents: [
        { document_id: DOCUMENT_IDS.stall, upload_id: await uploadPdf() },
        { document_id: DOCUMENT_IDS.photo, upload_id: await uploadPicture() },
      ],
      device_id: "phone-1",
    });
    expect([status, json.message]).toEqual([200, "OK"]);
    const { id } = json.data;
    expect(json.data).toEqual({
      id,
      reference: `GRA-${id.slice(-12).toUpperCase()}`,
      programme: { id: programme.id, name: programme.name },
      state: "submitted",
      amount_asked: 100_000,
      amount: null,
      question: null,
      reason: null,
      submitted_at: json.data.submitted_at,
    });
    const stored = await readGrantApplication(app, id);
    expect(stored).toMatchObject({
      contactPhone: "+2348031234567",
      applicantTier: 2,
      bank: "First Bank",
      accountLast4: "6789",
      answers: {
        [QUESTION_IDS.text]: "Rice",
        [QUESTION_IDS.number]: "1200",
        [QUESTION_IDS.choice]: "Marian",
        [QUESTION_IDS.yes_no]: "yes",
      },
      duplicates: [],
    });
    expect(stored.accountNumber && decrypt(stored.accountNumber)).toBe("0123456789");
    const documents = await app.db.select().from(grantDocuments).where(eq(grantDocuments.applicationId, id));
    const documentRows = documents.map(({ label, isPhoto, photoHash }) => [label, isPhoto, photoHash !== null]).sort();
    expect(documentRows).toEqual([
      ["Passport photo", true, true],
      ["Stall allocation", false, false],
    ]);
    const checkKeys = await app.db.select().from(grantFingerprints).where(eq(grantFingerprints.applicationId, id));
    expect(checkKeys.map(({ kind }) => kind).sort()).toEqual(["account", "device", "phone", "phone", "photo", "photo"]);
    expect(JSON.stringify(checkKeys)).not.toMatch(/0123456789|phone-1|8031234567/);
    expect(await newestAudit()).toMatchObject({
      action: "grant.apply",
      adminName: `Ekaette ${user.lastName} (citizen)`,
      recordType: "grant_application",
      recordId: id,
      after: { state: "submitted", payout: "bank", documents: 2, user_id: user.id },
    });
    expect(JSON.stringify(await newestAudit())).not.toContain("0123456789");
    const [mail] = await app.mails();
    expect(mail).toMatchObject({ to: user.email, subject: `We received your application ${json.data.reference}` });
    expect((await grants.read(user, id)).json.data).toEqual(json.data);
  });

  it("stores one application if the request is repeated, and refuses an upload that another application used", async () => {
    const programme = await makeGrantProgramme(app, admin, { documents: DOCUMENTS });
    const [user, other] = [await makeUser(app), await makeUser(app)];
    const documents = [{ document_id: DOCUMENT_IDS.stall, upload_id: await uploadPdf() }];
    const headers = { "idempotency-key": uuid() };
    const first = await grantCallsOf(app, programme).apply(user, { documents }, headers);
    const repeat = await grantCallsOf(app, programme).apply(user, { documents }, headers);
    expect([first.status, repeat.status, repeat.json.data]).toEqual([200, 200, first.json.data]);
    const reusedUploads = await grantCallsOf(app, programme).apply(other, { documents });
    expect([reusedUploads.status, reusedUploads.json.message]).toEqual([
      400,
      "The Stall allocation is no longer here: it was used, or is older than a day. Add it again.",
    ]);
    expect(await app.db.$count(grantApplications, eq(grantApplications.programmeId, programme.id))).toBe(1);
  });

  it("refuses an application that violates the programme's rules, and stores nothing", async () => {
    const programme = await makeGrantProgramme(app, admin, { questions: QUESTIONS, documents: DOCUMENTS });
    const user = await makeUser(app);
    const validInput = {
      answers: [ANSWER_OF_GOODS],
      documents: [{ document_id: DOCUMENT_IDS.stall, upload_id: await uploadPdf() }],
    };
    const withAnswer = (question_id: string, answer: string) => ({
      ...validInput,
      answers: [ANSWER_OF_GOODS, { question_id, answer }],
    });
    const documents = (...more: object[]) => ({ ...validInput, documents: [...validInput.documents, ...more] });
    const foreignUpload = await uploadTestFile(app, "/app/uploads", await makeJpeg(9), { token: OTHER_APP_KEY });
    const cases: [object, string, string][] = [
      [{ ...validInput, answers: [] }, "answers", "Answer the question “What do you sell?”."],
      [
        { ...validInput, answers: [{ ...ANSWER_OF_GOODS, answer: "   " }] },
        "answers",
        "Answer the question “What do you sell?”.",
      ],
      [withAnswer(uuid(), "x"), "answers", "An answer is to a question that this programme does not ask."],
      ...["many", "1,5", "1,50,000", "1.500,5"].map((answer): [object, string, string] => [
        withAnswer(QUESTION_IDS.number, answer),
        "answers",
        "Answer the question “Years in trade” with a number such as 1500 or 1,500.5.",
      ]),
      [withAnswer(QUESTION_IDS.choice, "Ogoja"), "answers", "Answer the question “Market” with one of: Watt, "],
      [withAnswer(QUESTION_IDS.yes_no, "perhaps"), "answers", "Answer the question “Registered?” with yes or no."],
      [{ ...validInput, documents: [] }, "documents", "Add the document “Stall allocation”."],
      [documents({ upload_id: await uploadPicture() }), "documents", "State for each document"],
      [documents({ document_id: uuid(), upload_id: await uploadPicture() }), "documents", "A document is not one that"],
      [
        documents({ document_id: DOCUMENT_IDS.photo, upload_id: validInput.documents[0]?.upload_id }),
        "documents",
        "Send each file once.",
      ],
      [
        documents({ document_id: DOCUMENT_IDS.photo, upload_id: await uploadPdf() }),
        "documents",
        "must be a picture, not a PDF.",
      ],
      [documents({ document_id: DOCUMENT_IDS.photo, upload_id: uuid() }), "documents", "is no longer here"],
      [
        documents({ document_id: DOCUMENT_IDS.photo, upload_id: foreignUpload.json.data.id }),
        "documents",
        "is no longer here",
      ],
      [{ ...validInput, amount: 99_999 }, "amount", "This programme gives everybody ₦1,000.00."],
    ];
    const before = await app.db.$count(uploads);
    for (const [body, field, message] of cases) {
      const { status, json } = await grantCallsOf(app, programme).apply(user, body);
      expect([status, json.fields?.[field]]).toEqual([400, expect.stringContaining(message)]);
    }
    for (const payout of [{ kind: "bank" }, { kind: "cash" }, { ...BANK_PAYOUT, account_number: "12345" }])
      expect((await grantCallsOf(app, programme).apply(user, { ...validInput, payout })).status).toBe(400);
    expect((await grantCallsOf(app, programme).apply(user, { ...validInput, contact_phone: "12" })).status).toBe(400);
    expect(await app.db.$count(uploads)).toBe(before);
    expect(await app.db.$count(grantApplications, eq(grantApplications.userId, user.id))).toBe(0);
    expect((await grantCallsOf(app, programme).apply(user, { ...validInput, amount: 100_000 })).status).toBe(200);
  });

  it("requires an amount in the application if the programme's award is a maximum", async () => {
    const programme = await makeGrantProgramme(app, admin, { awardKind: "up_to" });
    const grants = grantCallsOf(app, programme);
    const user = await makeUser(app);
    expect((await grants.apply(user, {})).json.fields.amount).toBe("Say how much you ask for: at most ₦1,000.00.");
    expect((await grants.apply(user, { amount: 100_001 })).json.fields.amount).toContain("at most ₦1,000.00");
    expect((await grants.apply(user, { amount: 40_000 })).json.data).toMatchObject({ amount_asked: 40_000 });
  });

  it("returns every reason why a citizen may not apply, and audits the refusal", async () => {
    const programme = await makeGrantProgramme(app, admin, { tierMin: 2, lgas: ["Ogoja"], ageMin: 60 });
    const user = await makeUser(app, { tier: 1 });
    const grants = grantCallsOf(app, programme);
    const asked = await grants.eligibility(user);
    expect(asked.json.data.reasons.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      "age",
      "lga",
      "tier",
    ]);
    const { status, json } = await grants.apply(user, {});
    expect([status, json.code]).toEqual([409, "CONFLICT"]);
    for (const { message } of asked.json.data.reasons) expect(json.message).toContain(message);
    expect(await app.db.$count(grantApplications, eq(grantApplications.userId, user.id))).toBe(0);
    expect(await newestAudit()).toMatchObject({ action: "grant.apply", outcome: "refused" });
  });

  it("refuses a second application, also in parallel, until the first one is rejected", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const user = await makeUser(app);
    const grants = grantCallsOf(app, programme);
    const parallelAnswers = await Promise.all([grants.apply(user, {}), grants.apply(user, {})]);
    expect(parallelAnswers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const first = parallelAnswers.find(({ status }) => status === 200)?.json.data.id;
    expect((await grants.eligibility(user)).json.data.reasons[0].reason).toBe("applied");
    await app.db
      .update(grantApplications)
      .set({ state: "rejected", reason: "Not this time" })
      .where(eq(grantApplications.id, first));
    expect((await grants.read(user, first)).json.data).toMatchObject({ state: "rejected", reason: "Not this time" });
    expect((await grants.apply(user, {})).status).toBe(200);
  });

  it("refuses applications to drafts, to closed programmes, outside the window, and from suspended or closed accounts", async () => {
    const user = await makeUser(app);
    const DAY = 86_400_000;
    const applyTo = async (values: Parameters<typeof makeGrantProgramme>[2], applicant = user) =>
      (await grantCallsOf(app, await makeGrantProgramme(app, admin, values)).apply(applicant, {})).status;
    expect(await applyTo({ state: "draft" })).toBe(404);
    expect(await applyTo({ state: "closed" })).toBe(409);
    expect(await applyTo({ state: "completed" })).toBe(409);
    expect(await applyTo({ opensAt: new Date(Date.now() + DAY) })).toBe(409);
    expect(await applyTo({ closesAt: new Date(Date.now() - 1_000) })).toBe(409);
    expect(await applyTo({}, await makeUser(app, { status: "suspended" }))).toBe(409);
    expect(await applyTo({}, await makeUser(app, { status: "closed" }))).toBe(409);
    expect(await applyTo({}, { ...user, id: uuid() })).toBe(404);
    expect((await grantCallsOf(app, { id: uuid() }).eligibility(user)).status).toBe(404);
    expect(
      (await grantCallsOf(app, await makeGrantProgramme(app, admin, { state: "draft" })).eligibility(user)).status,
    ).toBe(404);
  });

  it("a new application waits while its programme is being closed, and is then refused", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const user = await makeUser(app);
    let pendingApplication: ReturnType<ReturnType<typeof grantCallsOf>["apply"]> | undefined;
    await app.db.transaction(async (tx) => {
      await tx.update(grantProgrammes).set({ state: "closed" }).where(eq(grantProgrammes.id, programme.id));
      pendingApplication = grantCallsOf(app, programme).apply(user, {});
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect((await pendingApplication)?.status).toBe(409);
    expect(await app.db.$count(grantApplications, eq(grantApplications.userId, user.id))).toBe(0);
  });
});

describe("a citizen's own application", () => {
  it("returns 404 if a citizen reads another citizen's application or answers a question about it", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const unrelated = await makeGrantApplication(app, programme, {});
    const otherUser = await makeUser(app);
    const grants = grantCallsOf(app, programme);
    expect((await grants.read(otherUser, unrelated.id)).status).toBe(404);
    expect((await grants.answer(otherUser, unrelated.id, {})).status).toBe(404);
    expect(
      (await grantCallsOf(app, await makeGrantProgramme(app, admin, {})).read({ id: unrelated.userId }, unrelated.id))
        .status,
    ).toBe(404);
    expect((await grants.read({ id: unrelated.userId }, unrelated.id)).status).toBe(200);
  });

  it("accepts the applicant's answer only while an admin's question is open, and keeps the document that the answer replaces", async () => {
    const programme = await makeGrantProgramme(app, admin, { documents: DOCUMENTS });
    const user = await makeUser(app);
    const grants = grantCallsOf(app, programme);
    const documents = [{ document_id: DOCUMENT_IDS.stall, upload_id: await uploadPdf() }];
    const { id } = (await grants.apply(user, { documents })).json.data;
    const [first] = await app.db.select().from(grantDocuments).where(eq(grantDocuments.applicationId, id));
    const earlyAnswer = await grants.answer(user, id, {});
    expect([earlyAnswer.status, earlyAnswer.json.current.id]).toEqual([409, id]);
    const asked = { question: "Send a clearer page.", askedBy: admin.id, askedAt: new Date() };
    await app.db.update(grantApplications).set(asked).where(eq(grantApplications.id, id));
    expect((await grants.read(user, id)).json.data.question).toBe("Send a clearer page.");
    const sentDocuments = [
      { document_id: DOCUMENT_IDS.stall, upload_id: await uploadPdf() },
      { upload_id: await uploadPicture() },
    ];
    expect((await grants.answer(user, id, { documents: [{ document_id: uuid(), upload_id: uuid() }] })).status).toBe(
      400,
    );
    expect((await grants.answer(user, id, { text: " " })).status).toBe(400);
    const before = await readGrantApplication(app, id);
    const { status, json } = await grants.answer(user, id, { text: " Here. ", documents: sentDocuments });
    expect([status, json.data.question]).toEqual([200, null]);
    const after = await readGrantApplication(app, id);
    expect(after).toMatchObject({ reply: "Here.", version: before.version + 1 });
    expect(after.repliedAt).not.toBeNull();
    const storedDocuments = await app.db.select().from(grantDocuments).where(eq(grantDocuments.applicationId, id));
    expect(storedDocuments.map(({ label }) => label).sort()).toEqual(["", "Stall allocation", "Stall allocation"]);
    expect(storedDocuments.filter(({ replacedAt }) => replacedAt !== null).map((document) => document.id)).toEqual([
      first?.id,
    ]);
    expect(await newestAudit()).toMatchObject({
      action: "grant.answerForApp",
      recordId: id,
      before: { waits_for_applicant: true },
      after: { waits_for_applicant: false, reply: "Here.", documents: 2 },
    });
    // The admin's next question overwrites this question and answer, but the timeline keeps both.
    const questionRequest = { token: admin.token, body: { version: after.version, question: "And the back of it?" } };
    const repeat = await app.call("PATCH", `/grants/applications/${id}/questions`, questionRequest);
    expect(repeat.json.data.reply).toBeNull();
    const answerEntry = repeat.json.data.timeline.find(
      ({ action }: { action: string }) => action === "grant.answerForApp",
    );
    expect(answerEntry.changes).toContainEqual({ field: "reply", before: null, after: "Here." });
    expect((await grants.answer(user, id, {})).status).toBe(200);
    expect((await grants.answer(user, id, {})).status).toBe(409);
  });
});
