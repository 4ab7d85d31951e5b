// Slow: processes a picture for each upload, as in production.

import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { decrypt } from "@/lib/server/base/secret";
import { fileOrphans, filePages, files } from "@/lib/server/db/schema/file";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { uploadLimits, uploads } from "@/lib/server/db/schema/upload";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeHeic } from "@/lib/server/testing/heic";
import { makeBillPdf, makeJpeg, makePdf, makePicture, makePrintedPdf } from "@/lib/server/testing/pictures";
import { deleteOldUploads } from "@/lib/server/uploads/delete-old";
import { UPLOADS_PER_HOUR } from "@/lib/server/uploads/limit";
import { flagExpiredDocuments } from "./refresh-flags";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
/** A second officer, because the one who submitted a request can't decide it. */
let reviewer: Awaited<ReturnType<typeof makeAdmin>>;
const OFFICER_RIGHTS = makeRights({ "KYC Management": ["read", "create", "update"] });
type Person = Awaited<ReturnType<typeof makeUser>>;

/** Creates a user without a tier. */
const makeApplicant = (values: Parameters<typeof makeUser>[1] = {}) => makeUser(app, { tier: 0, ...values });
type ExtraFields = Record<string, unknown>;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  reviewer = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ini" });
});
// Raises the limit, because these tests upload more files than an officer may in an hour.
afterEach(() => app.db.delete(uploadLimits));
afterAll(() => app.stop());

let seed = 100;
const uploadFile = (bytes: Buffer, headers: Record<string, string> = {}, token = officer.token) =>
  app.call("POST", "/kyc/uploads", {
    token,
    raw: new Uint8Array(bytes),
    headers: { "content-type": "image/jpeg", "content-length": String(bytes.length), ...headers },
  });
const upload = async (bytes?: Buffer): Promise<string> =>
  (await uploadFile(bytes ?? (await makeJpeg(seed++)))).json.data.id;

async function submissionBody(user: Person, { selfie, ...fields }: ExtraFields & { selfie?: Buffer } = {}) {
  return {
    user_id: user.id,
    tier: 1,
    first_name: user.firstName,
    last_name: user.lastName,
    date_of_birth: user.dateOfBirth,
    gender: user.gender,
    phone: user.phone,
    address: user.address,
    lga: user.lga,
    identity_type: "nin",
    identity_number: String(10_000_000_000 + seed++),
    documents: [
      { kind: "front", upload_id: await upload() },
      { kind: "selfie", upload_id: await upload(selfie) },
    ],
    ...fields,
  };
}
const submit = async (user: Person, fields?: ExtraFields & { selfie?: Buffer }) =>
  app.call("POST", "/kyc", { token: officer.token, body: await submissionBody(user, fields) });
const fetchRequest = async (id: string) => (await app.call("GET", `/kyc/${id}`, { token: officer.token })).json.data;

describe("kyc.upload", () => {
  it("kyc.upload stores a picture without its metadata, with one audit row", async () => {
    const answer = await uploadFile(await makeJpeg(1), { "content-disposition": 'attachment; filename="card.jpg"' });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({ content_type: "image/jpeg", width: 600, height: 720 });
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.upload",
      recordType: "kyc-upload",
      recordId: answer.json.data.id,
      after: { content_type: "image/jpeg", width: 600 },
    });
  });

  it("kyc.upload stores a file once if it is sent twice with one idempotency key", async () => {
    const bytes = await makeJpeg(2);
    const key = { "idempotency-key": "one-upload-key" };
    const [one, two] = [await uploadFile(bytes, key), await uploadFile(bytes, key)];
    expect(two.json.data.id).toBe(one.json.data.id);
    expect((await uploadFile(await makeJpeg(3), key)).status).toBe(400);
  });

  it.each<[string, number, () => Buffer | Promise<Buffer>, Record<string, string>?]>([
    ["SVG", 415, () => Buffer.from("<svg/>"), { "content-type": "image/svg+xml" }],
    ["HTML that says it is a JPEG", 415, () => Buffer.from("<html><script>1</script></html>")],
    ["HTML", 415, () => Buffer.from("<html>"), { "content-type": "text/html" }],
    ["a form", 415, () => Buffer.from("--x--"), { "content-type": "multipart/form-data; boundary=x" }],
    ["JSON", 400, () => Buffer.from("{}"), { "content-type": "application/json" }],
    ["nothing", 422, () => Buffer.alloc(0)],
    ["10 MB and a byte", 413, () => Buffer.alloc(10_000_001)],
    ["10 MB and a byte, length unsaid", 413, () => Buffer.alloc(10_000_001), { "content-length": "" }],
    ["half a JPEG", 422, async () => (await makeJpeg(4)).subarray(0, 9_000)],
    ["HTML before a PDF", 415, () => makeBillPdf({ before: "<html><script>1</script></html>" })],
    ["half an iPhone photo", 422, () => makeHeic().subarray(0, 400)],
    ["half a PDF", 422, () => makePdf().subarray(0, 150)],
    ["a locked PDF", 422, () => makePrintedPdf(1, { userPassword: "closed" })],
    ["a path as name", 400, () => makeJpeg(4), attachmentHeader("..%2F..%2Fetc%2Fpasswd")],
    ["line ends in the name", 400, () => makeJpeg(4), attachmentHeader("a%0d%0aset-cookie%3a%20x.jpg")],
    ["NUL in the name", 400, () => makeJpeg(4), attachmentHeader("a%00.jpg")],
  ])("kyc.upload refuses %s with a message and stores nothing", async (_case, status, makeFile, headers) => {
    const before = await storedUploads();
    const answer = await uploadFile(await makeFile(), headers);
    expect([answer.status, answer.json.message]).toEqual([status, expect.stringMatching(/^\p{Lu}.+\.$/u)]);
    expect(await storedUploads()).toEqual(before);
  });

  it("kyc.upload converts an iPhone photo to JPEG", async () => {
    const { status, json } = await uploadFile(makeHeic(), { "content-type": "image/heic" });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ content_type: "image/jpeg", width: 256, height: 256, pages: 1 });
  });

  it("kyc.upload refuses files of callers without a session or the right, and stores nothing", async () => {
    const before = await storedUploads();
    expect((await uploadFile(await makeJpeg(5), {}, "nobody-was-given-this-token")).status).toBe(401);
    const reader = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read", "update"] }) });
    expect((await uploadFile(await makeJpeg(5), {}, reader.token)).status).toBe(403);
    expect(await storedUploads()).toEqual(before);
  });

  it("kyc.upload deletes an unused upload and its file after a day", async () => {
    const id = await upload();
    await app.db.update(uploads).set({ createdAt: sql`now() - interval '25 hours'` }).where(eq(uploads.id, id));
    const before = await app.db.$count(files);
    await deleteOldUploads(app.db);
    expect(await app.db.$count(files)).toBe(before - 1);
    expect(await app.db.$count(uploads, eq(uploads.id, id))).toBe(0);
  });
});

const attachmentHeader = (name: string) => ({ "content-disposition": `attachment; filename*=UTF-8''${name}` });
const storedUploads = async () => [
  await app.db.$count(files),
  await app.db.$count(uploads),
  await app.db.$count(fileOrphans),
  await app.db.$count(kycRequests),
];

describe("kyc.submit", () => {
  it("kyc.submit creates a pending request with encrypted number, documents and due time; the audit row omits the number", async () => {
    const user = await makeApplicant();
    const answer = await submit(user, { identity_number: "123 4567-8901", phone: "0803 123 4567" });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({ reference: expect.stringMatching(/^KYC-\d{6}$/), flags: [], version: 1 });
    const [row] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, answer.json.data.id));
    expect(decrypt(row?.identityNumber ?? Buffer.alloc(0))).toBe("12345678901");
    expect(row).toMatchObject({ state: "pending", phone: "+2348031234567", assigneeId: null });
    expect((row?.dueAt.getTime() ?? 0) - (row?.submittedAt.getTime() ?? 0)).toBe(86_400_000);
    const record = await fetchRequest(answer.json.data.id);
    expect(record.documents.map((each: { kind: string }) => each.kind)).toEqual(["front", "selfie"]);
    expect(record.timeline.map((each: { action: string }) => each.action)).toEqual(["kyc.submit"]);
    const [audited] = await app.audit();
    expect(audited).toMatchObject({
      action: "kyc.submit",
      recordId: row?.id,
      after: { state: "pending", from: "walk-in" },
    });
    expect(JSON.stringify(audited)).not.toContain("12345678901");
  });

  it.each<[string, ExtraFields, string]>([
    ["a NIN of 10 digits", { identity_number: "1234567890" }, "identity_number"],
    ["a BVN with letters", { identity_type: "bvn", identity_number: "1234567890a" }, "identity_number"],
    [
      "a passport number without its letter",
      { identity_type: "passport", identity_number: "123456789" },
      "identity_number",
    ],
    [
      "a licence without expiry",
      { identity_type: "drivers_licence", identity_number: "CRX12345AB12" },
      "identity_expires_on",
    ],
    ["no documents", { documents: [] }, "documents"],
    ["tier 3 without proof of address", { tier: 3 }, "documents"],
    ["an invalid phone number", { phone: "12" }, "phone"],
    ["a future birthday", { date_of_birth: "2999-01-01" }, "date_of_birth"],
    ["a state", { state: "approved" }, ""],
  ])("kyc.submit rejects %s with an error at the field", async (_case, fields, field) => {
    const answer = await submit(await makeApplicant(), fields);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fields)).toEqual(field ? expect.arrayContaining([field]) : []);
  });

  it("kyc.submit rejects another admin's uploads, used ones and a PDF as selfie, and consumes no upload", async () => {
    const user = await makeApplicant();
    const body = await submissionBody(user);
    const other = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const submitWithOthersUploads = await app.call("POST", "/kyc", { token: other.token, body });
    expect([submitWithOthersUploads.status, submitWithOthersUploads.json.fields.documents]).toEqual([
      400,
      expect.stringContaining("no longer here"),
    ]);
    const documents = [body.documents[0], { kind: "selfie", upload_id: await upload(makePdf()) }];
    expect((await submit(user, { documents })).json.message).toContain("must be a picture");
    expect((await app.call("POST", "/kyc", { token: officer.token, body })).status).toBe(200);
    expect((await submit(await makeApplicant(), { documents: body.documents })).status).toBe(400);
  });

  it("kyc.submit refuses users who have the tier, an unfinished request, or no active account", async () => {
    const user = await makeApplicant({ tier: 1 });
    expect((await submit(user)).json.message).toContain("on tier 1 already");
    const userWithOpenRequest = await makeApplicant();
    const { reference } = (await submit(userWithOpenRequest)).json.data;
    const secondSubmit = await submit(userWithOpenRequest);
    expect([secondSubmit.status, secondSubmit.json.message]).toEqual([409, expect.stringContaining(reference)]);
    expect((await submit(await makeApplicant({ status: "closed" }))).json.message).toContain("closed");
    const unknownUser = { ...user, id: "00000000-0000-7000-8000-000000000000" };
    expect((await submit(unknownUser)).status).toBe(404);
  });

  it("kyc.submit stores the officer at the counter as sender, even if the input contains the device and address of a phone", async () => {
    const { id } = (await submit(await makeApplicant(), { origin: { device_id: "phone-1", address: "10.1.1.1" } })).json
      .data;
    const [row] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, id));
    expect(row?.enteredById).toBe(officer.id);
  });

  it("kyc.submit accepts only one of two concurrent submissions for a user", async () => {
    const user = await makeApplicant();
    const bodies = [await submissionBody(user), await submissionBody(user)];
    const answers = await Promise.all(bodies.map((body) => app.call("POST", "/kyc", { token: officer.token, body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("risk flags", () => {
  it("a risk flag marks all requests with the same identity number, even if submitted concurrently, and lists the other requests", async () => {
    const number = "77777777771";
    const people = [await makeApplicant(), await makeApplicant(), await makeApplicant()];
    const bodies = await Promise.all(people.map((user) => submissionBody(user, { identity_number: number })));
    const answers = await Promise.all(bodies.map((body) => app.call("POST", "/kyc", { token: officer.token, body })));
    const ids = answers.map(({ json }) => json.data.id);
    for (const [index, id] of ids.entries()) {
      const { risks, flags } = await fetchRequest(id);
      expect(flags).toEqual(["duplicate_number"]);
      expect(risks[0].requests.map((each: { id: string }) => each.id).sort()).toEqual(
        ids.filter((_, at) => at !== index).sort(),
      );
    }
  });

  it("risk flags added during a review make its decision fail with a conflict", async () => {
    const number = "77777777772";
    const first = (await submit(await makeApplicant(), { identity_number: number })).json.data;
    await submit(await makeApplicant(), { identity_number: number });
    const body = { version: first.version, decision: "approved" };
    const decided = await app.call("PATCH", `/kyc/${first.id}/decision`, { token: reviewer.token, body });
    expect([decided.status, decided.json.current.flags]).toEqual([409, ["duplicate_number"]]);
  });

  it.each<[string, (seed: number) => Promise<Buffer>]>([
    ["the same file", async (n) => makeJpeg(n)],
    ["compressed", async (n) => (await makePicture(n)).jpeg({ quality: 25 }).toBuffer()],
    ["another format", async (n) => (await makePicture(n)).webp({ quality: 60 }).toBuffer()],
    ["smaller", async (n) => (await makePicture(n)).resize(280).jpeg().toBuffer()],
    ["brighter", async (n) => (await makePicture(n)).modulate({ brightness: 1.12 }).jpeg().toBuffer()],
    ["darker", async (n) => (await makePicture(n)).modulate({ brightness: 0.85 }).jpeg().toBuffer()],
    [
      "cut a little",
      async (n) => (await makePicture(n)).extract({ left: 5, top: 6, width: 590, height: 708 }).jpeg().toBuffer(),
    ],
  ])(
    "risk flags mark both requests if a selfie is a variant of another user's selfie: %s",
    async (_case, varyImage) => {
      const n = seed++ + 5_000;
      const first = (await submit(await makeApplicant(), { selfie: await makeJpeg(n) })).json.data;
      const second = (await submit(await makeApplicant(), { selfie: await varyImage(n) })).json.data;
      expect(second.flags).toEqual(["duplicate_photo"]);
      const { flags, risks, documents } = await fetchRequest(first.id);
      expect(flags).toEqual(["duplicate_photo"]);
      const [other] = risks[0].requests;
      expect(other).toMatchObject({ id: second.id, detail: expect.stringMatching(/alike|same file/) });
      // Both photos are returned for a side-by-side comparison.
      const { documents: otherDocuments } = await fetchRequest(second.id);
      const selfie = ({ kind }: { kind: string }) => kind === "selfie";
      expect(other.photo).toEqual({ ...otherDocuments.find(selfie), own_id: documents.find(selfie).id });
    },
  );

  it("risk flags mark applicants under 18, a name that differs from the account's, and a document that is expired or expires while the request waits", async () => {
    const user = await makeApplicant({ dateOfBirth: "2012-01-01", middleName: "Ada" });
    const licenceFields = {
      identity_type: "drivers_licence",
      identity_number: "CRX12345AB19",
      identity_expires_on: "2020-01-01",
    };
    const documents = await Promise.all(
      ["front", "back", "selfie"].map(async (kind) => ({ kind, upload_id: await upload() })),
    );
    const { flags } = (await submit(user, { ...licenceFields, documents, last_name: "Somebody" })).json.data;
    expect(flags).toEqual(["under_18", "name_differs", "document_expired"]);

    const pendingRequest = (await submit(await makeApplicant())).json.data;
    await app.db
      .update(kycRequests)
      .set({ identityExpiresOn: "2020-01-01" })
      .where(eq(kycRequests.id, pendingRequest.id));
    await flagExpiredDocuments(app.db);
    expect(await fetchRequest(pendingRequest.id)).toMatchObject({ flags: ["document_expired"], version: 2 });
    await flagExpiredDocuments(app.db);
    expect(await fetchRequest(pendingRequest.id)).toMatchObject({ version: 2 });
  });

  it("risk flags mark many users on one device, but not many requests at one officer's counter", async () => {
    const deviceOrigin = { device_id: "a-phone", address: "102.89.1.1" };
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await submit(await makeApplicant(), { origin: deviceOrigin })).json.data.id);
    for (const id of ids) expect((await fetchRequest(id)).flags).toEqual(["many_requests"]);
    expect((await fetchRequest(ids[0] ?? "")).risks[0].detail).toBe("3 users or more from one device within 30 days.");
    expect((await submit(await makeApplicant())).json.data.flags).toEqual([]);
  });
});

describe("kyc.resubmit", () => {
  const sendBack = async (id: string) => {
    const { version } = await fetchRequest(id);
    const body = {
      version,
      decision: "resubmission_requested",
      reason: "unreadable_document",
      message: "Take it again.",
    };
    const answer = await app.call("PATCH", `/kyc/${id}/decision`, { token: reviewer.token, body });
    return answer.json.data.version as number;
  };
  const resubmit = async (id: string, user: Person, fields: ExtraFields) => {
    const { user_id: _, ...body } = await submissionBody(user, fields);
    return app.call("POST", `/kyc/${id}/resubmission`, { token: officer.token, body });
  };

  it("kyc.resubmit makes the request pending, replaces only resent data, and removes flags that no longer apply from it and from the request that shared them", async () => {
    const [user, twinUser] = [await makeApplicant(), await makeApplicant()];
    const number = "77777777773";
    const { id } = (await submit(user, { identity_number: number })).json.data;
    const other = (await submit(twinUser, { identity_number: number })).json.data;
    const version = await sendBack(id);
    const before = await fetchRequest(id);
    const documents = [{ kind: "front", upload_id: await upload() }];
    const answer = await resubmit(id, user, { version, documents, identity_number: "77777777774" });
    expect(answer.json.data).toMatchObject({ id, flags: [], version: version + 1 });
    const after = await fetchRequest(id);
    expect(after).toMatchObject({ state: "pending", decision: null, assignee: null });
    expect(after.documents[0].id).not.toBe(before.documents[0].id);
    expect(after.documents[1].id).toBe(before.documents[1].id);
    expect(await app.db.$count(kycDocuments, eq(kycDocuments.kycId, id))).toBe(3);
    expect((await fetchRequest(other.id)).flags).toEqual([]);
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.resubmit",
      before: { state: "resubmission_requested" },
      after: { state: "pending", documents: ["front"] },
    });
  });

  it("kyc.resubmit keeps replaced documents readable, with audited views, but not on the checklist", async () => {
    const user = await makeApplicant();
    const { id } = (await submit(user)).json.data;
    const { documents: sent, replaced: noReplaced, checklist } = await fetchRequest(id);
    expect(noReplaced).toEqual([]);
    for (const _ of [1, 2]) {
      const documents = [{ kind: "front", upload_id: await upload() }];
      await resubmit(id, user, { version: await sendBack(id), documents });
    }
    const { documents, replaced, checklist: after } = await fetchRequest(id);
    expect(documents.map(({ kind }: { kind: string }) => kind)).toEqual(["front", "selfie"]);
    expect(replaced).toMatchObject([
      { kind: "front", replaced_at: expect.any(String) },
      { id: sent[0].id, kind: "front", replaced_at: expect.any(String), width: 600 },
    ]);
    expect(replaced[0].replaced_at > replaced[1].replaced_at).toBe(true);
    expect(after).toEqual(checklist);

    const path = `/kyc/${id}/documents/${sent[0].id}`;
    expect((await app.call("GET", path)).status).toBe(401);
    expect((await app.call("GET", path, { token: officer.token })).headers.get("content-type")).toBe("image/jpeg");
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.document",
      recordId: id,
      after: { viewed: "front", replaced_at: replaced[1].replaced_at },
    });
    const small = (await app.call("GET", `/kyc/${id}/thumbnails`, { token: officer.token })).json.data.items;
    expect(small).toHaveLength(4);
  });

  it("kyc.resubmit refuses a request that was not returned, an outdated version, and a new card type without its pages", async () => {
    const user = await makeApplicant();
    const { id } = (await submit(user)).json.data;
    expect((await resubmit(id, user, { version: 1, documents: [] })).status).toBe(409);
    const version = await sendBack(id);
    const stale = await resubmit(id, user, { version: version - 1, documents: [] });
    expect([stale.status, stale.json.current.version]).toEqual([409, version]);
    const passport = { identity_type: "passport", identity_number: "A12345678", identity_expires_on: "2031-01-01" };
    const withoutDocuments = await resubmit(id, user, { version, documents: [], ...passport });
    expect([withoutDocuments.status, withoutDocuments.json.fields.documents]).toEqual([400, "Add the front."]);
    expect((await fetchRequest(id)).documents).toHaveLength(2);
  });

  it("kyc.resubmit refuses a request whose account is closed", async () => {
    const user = await makeApplicant();
    const { id } = (await submit(user)).json.data;
    const version = await sendBack(id);
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, user.id));
    const answer = await resubmit(id, user, { version, documents: [] });
    expect([answer.status, answer.json.current.state]).toEqual([409, "resubmission_requested"]);
    expect(answer.json.message).toContain("account is closed, so this request can't be submitted again.");
  });
});

describe("kyc.applicants, kyc.thumbnails and kyc.document", () => {
  const searchRequests = async (q: string) =>
    (await app.call("GET", `/kyc/applicants?q=${encodeURIComponent(q)}`, { token: officer.token })).json.data.items;

  it("kyc.applicants finds users by name, phone and email, and shows their open request", async () => {
    const user = await makeApplicant({ firstName: "Nkoyo", lastName: "Etim-Bassey", phone: "+2348123456789" });
    const { id } = (await submit(user)).json.data;
    for (const q of ["nko etim", "0812 345 6789", user.email])
      expect(await searchRequests(q)).toMatchObject([{ id: user.id, open: { id } }]);
    expect(await searchRequests("nk_yo")).toEqual([]);
    expect(await app.db.$count(users)).toBeGreaterThan(8);
    expect(await searchRequests("Ekaette")).toHaveLength(8);
  });

  it("kyc.thumbnails and kyc.document show a PDF page by page, offer the file only as a sandboxed attachment, and audit both", async () => {
    const sent = await makePrintedPdf(2);
    const uploadReplaced = await uploadFile(sent);
    expect(uploadReplaced.json.data).toMatchObject({
      content_type: "application/pdf",
      width: 1414,
      height: 2000,
      pages: 2,
    });
    const documents = [
      { kind: "front", upload_id: uploadReplaced.json.data.id },
      { kind: "selfie", upload_id: await upload() },
    ];
    const { id } = (await submit(await makeApplicant(), { documents })).json.data;
    const small = await app.call("GET", `/kyc/${id}/thumbnails`, { token: officer.token });
    const thumbnail = { id: expect.any(String), image: expect.stringMatching(/^data:image\/jpeg;base64,/) };
    expect(small.json.data.items).toEqual([thumbnail, thumbnail]);
    expect((await app.audit())[0]).toMatchObject({ action: "kyc.thumbnails", recordId: id });
    const [frontDocument, selfie] = (await fetchRequest(id)).documents;
    expect(frontDocument).toMatchObject({ content_type: "application/pdf", pages: 2, width: 1414 });
    expect(selfie.pages).toBe(1);

    const fetchDocument = (rest: string, document = frontDocument.id) =>
      app.call("GET", `/kyc/${id}/documents/${document}${rest}`, { token: officer.token });
    for (const [rest, name, page] of [
      ["", "", 1],
      ["?page=2", "-2", 2],
    ] as const) {
      const { headers } = await fetchDocument(rest);
      expect(headers.get("content-type")).toBe("image/jpeg");
      expect(headers.get("content-disposition")).toMatch(
        new RegExp(`^attachment; filename="KYC-\\d{6}-front${name}.jpg"$`),
      );
      expect((await app.audit())[0]).toMatchObject({ action: "kyc.document", after: { viewed: "front", page } });
    }
    expect([(await fetchDocument("?page=3")).status, (await fetchDocument("?page=0")).status]).toEqual([404, 400]);
    expect((await fetchDocument("?page=2", selfie.id)).status).toBe(404);

    const original = await fetchDocument("/original");
    expect(original.headers.get("content-type")).toBe("application/pdf");
    expect(original.headers.get("content-disposition")).toMatch(/^attachment; filename="KYC-\d{6}-front\.pdf"$/);
    expect(original.headers.get("content-security-policy")).toMatch(/sandbox$/);
    expect(original.headers.get("cache-control")).toBe("no-store");
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.originalDocument",
      after: { downloaded_original: "front" },
    });
    const stranger = await makeAdmin(app, { rights: [] });
    const refused = await app.call("GET", `/kyc/${id}/documents/${frontDocument.id}/original`, {
      token: stranger.token,
    });
    expect(refused.status).toBe(403);
  });

  it("kyc.document serves a PDF with HTML after its end as a PDF download, never as a page", async () => {
    const sent = makeBillPdf({ after: "<html><script>alert(1)</script></html>" });
    const documents = [
      { kind: "front", upload_id: await upload(sent) },
      { kind: "selfie", upload_id: await upload() },
    ];
    const { id } = (await submit(await makeApplicant(), { documents })).json.data;
    const [frontDocument] = (await fetchRequest(id)).documents;
    const { headers } = await app.call("GET", `/kyc/${id}/documents/${frontDocument.id}/original`, {
      token: officer.token,
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^attachment; filename="[\w-]+\.pdf"$/),
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/^default-src 'none'.*sandbox$/),
      "cross-origin-resource-policy": "same-origin",
    });
  });

  it("pages of a PDF from an earlier release are rendered once, at the first view", async () => {
    const bytes = await makePrintedPdf(2);
    const documents = [
      { kind: "front", upload_id: await upload(bytes) },
      { kind: "selfie", upload_id: await upload() },
    ];
    const { id } = (await submit(await makeApplicant(), { documents })).json.data;
    const [frontDocument] = (await fetchRequest(id)).documents;
    await app.db.execute(sql`delete from file_pages`);
    expect((await fetchRequest(id)).documents[0].pages).toBe(0);
    const view = (page: number) =>
      app.call("GET", `/kyc/${id}/documents/${frontDocument.id}?page=${page}`, { token: officer.token });
    expect((await Promise.all([view(1), view(2)])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await fetchRequest(id)).documents[0].pages).toBe(2);
    expect((await app.db.select().from(filePages)).length).toBe(2);
  });

  it("the rendered pages of an unused PDF are deleted together with the PDF", async () => {
    const { id } = (await uploadFile(await makePrintedPdf(2))).json.data;
    const before = await app.db.$count(files);
    await app.db
      .update(uploads)
      .set({ createdAt: new Date(0) })
      .where(eq(uploads.id, id));
    await deleteOldUploads(app.db);
    expect(await app.db.$count(files)).toBe(before - 3);
  });
});

describe("limit of uploads", () => {
  it("the hourly limit of uploads applies per admin, counts refused files too, and returns when to retry", async () => {
    const [busyOfficer, otherOfficer] = [
      await makeAdmin(app, { rights: OFFICER_RIGHTS }),
      await makeAdmin(app, { rights: OFFICER_RIGHTS }),
    ];
    const empty = Buffer.alloc(0);
    const hourlyLimit = UPLOADS_PER_HOUR.admin;
    const answers: Awaited<ReturnType<typeof uploadFile>>[] = [];
    while (answers.length < hourlyLimit + 8)
      answers.push(...(await Promise.all(Array.from({ length: 8 }, () => uploadFile(empty, {}, busyOfficer.token)))));
    const acceptedCount = answers.filter(({ status }) => status === 422).length;
    // During the test, the limit allows one more upload every half minute.
    expect(acceptedCount).toBeGreaterThanOrEqual(hourlyLimit);
    expect(acceptedCount).toBeLessThanOrEqual(hourlyLimit + 4);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json).toMatchObject({ retry_after: expect.any(Number), message: expect.stringMatching(/Wait/) });
    expect((await uploadFile(empty, {}, otherOfficer.token)).status).toBe(422);
  });
});
