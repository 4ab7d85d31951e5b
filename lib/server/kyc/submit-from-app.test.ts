import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { makeAdmin, makeUser, OTHER_APP_KEY, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeJpeg } from "@/lib/server/testing/pictures";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
type Person = Awaited<ReturnType<typeof makeUser>>;

/** Creates a user without a tier. */
const makeApplicant = (values: Parameters<typeof makeUser>[1] = {}) => makeUser(app, { tier: 0, ...values });
type ExtraFields = Record<string, unknown>;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app);
});
afterAll(() => app.stop());

let seed = 9_000;
async function upload(token?: string): Promise<string> {
  const photoBytes = new Uint8Array(await makeJpeg(seed++));
  const headers = {
    "content-type": "image/jpeg",
    "content-length": String(photoBytes.length),
    "idempotency-key": `up-${seed}-x`,
  };
  return (await app.callAsApp("POST", "/uploads", { raw: photoBytes, headers, ...(token && { token }) })).json.data.id;
}
const submissionBody = async (user: Person, fields: ExtraFields = {}) => ({
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
  identity_number: String(20_000_000_000 + seed++),
  documents: [
    { kind: "front", upload_id: await upload() },
    { kind: "selfie", upload_id: await upload() },
  ],
  ...fields,
});
const submit = async (user: Person, fields?: ExtraFields) =>
  app.callAsApp("POST", "/kyc-requests", { body: await submissionBody(user, fields) });
const listRequests = async ({ id }: Person) =>
  (await app.callAsApp("GET", `/kyc-requests?user_id=${id}`)).json.data.items;
const newestAudit = async () => (await app.audit())[0];

async function makeSentBackRequest(user: Person) {
  const { id } = (await submit(user)).json.data;
  await app.db
    .update(kycRequests)
    .set({ state: "resubmission_requested", message: "The photo is dark.", reason: "unreadable_document", version: 2 })
    .where(eq(kycRequests.id, id));
  return id as string;
}
const resubmit = async (id: string, user: Person, fields: ExtraFields = {}) => {
  const { documents: _documents, ...body } = await submissionBody(user);
  return app.callAsApp("POST", `/kyc-requests/${id}/resubmission`, {
    body: { ...body, version: 2, documents: [], ...fields },
  });
};

describe("submission by the app", () => {
  it("a KYC submission by the app creates a pending request like the officer's form, and returns no internal data", async () => {
    const user = await makeApplicant();
    const answer = await submit(user);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json.data).sort()).toEqual(
      ["id", "message", "reference", "state", "submitted_at", "tier", "version"].sort(),
    );
    expect(answer.json.data).toMatchObject({ state: "pending", tier: 1, version: 1, message: null });
    const { id } = answer.json.data;
    expect(await app.db.$count(kycDocuments, eq(kycDocuments.kycId, id))).toBe(2);
    expect(await newestAudit()).toMatchObject({
      action: "kyc.submitFromApp",
      adminId: user.id,
      device: "Citizen app demo",
      recordType: "kyc",
      recordId: id,
      after: { state: "pending", from: "app" },
    });
    const staffView = (await app.call("GET", `/kyc/${id}`, { token: officer.token })).json.data;
    expect(staffView).toMatchObject({ state: "pending", user_id: user.id });
    expect(staffView.timeline.map(({ action }: { action: string }) => action)).toEqual(["kyc.submitFromApp"]);
    expect(await listRequests(user)).toEqual([answer.json.data]);
  });

  it("a KYC submission by the app is refused for an unknown, closed or suspended account, a tier that the user has, or while another request is unfinished", async () => {
    const user = await makeApplicant();
    const unknownUser = { ...user, id: "00000000-0000-7000-8000-000000000000" };
    expect((await submit(unknownUser)).status).toBe(404);
    expect((await submit(await makeApplicant({ status: "closed" }))).status).toBe(409);
    const suspended = await submit(await makeApplicant({ status: "suspended" }));
    expect(suspended).toMatchObject({ status: 409, json: { message: expect.stringContaining("suspended") } });
    expect((await submit(await makeApplicant({ tier: 1 }))).status).toBe(409);
    expect((await submit(user)).status).toBe(200);
    const second = await submit(user);
    expect(second).toMatchObject({ status: 409, json: { message: expect.stringContaining("waiting already") } });
    expect(await newestAudit()).toMatchObject({ outcome: "refused", adminId: user.id, action: "kyc.submitFromApp" });
    expect(await listRequests(user)).toHaveLength(1);
  });

  it("a KYC submission by the app accepts only files uploaded by the same app, each once", async () => {
    const user = await makeApplicant();
    const other = await upload(OTHER_APP_KEY);
    const documents = [
      { kind: "front", upload_id: other },
      { kind: "selfie", upload_id: await upload() },
    ];
    const refused = await submit(user, { documents });
    expect(refused).toMatchObject({ status: 400, json: { fields: { documents: expect.stringContaining("front") } } });
    expect((await submit(user)).status).toBe(200);
  });
});

describe("resubmission by the app", () => {
  it("a KYC resubmission by the app makes the request pending again and clears the officer's message", async () => {
    const user = await makeApplicant();
    const id = await makeSentBackRequest(user);
    expect(await listRequests(user)).toMatchObject([
      { state: "resubmission_requested", message: "The photo is dark." },
    ]);
    const answer = await resubmit(id, user);
    expect(answer).toMatchObject({ status: 200, json: { data: { state: "pending", version: 3, message: null } } });
    expect(await newestAudit()).toMatchObject({ action: "kyc.resubmitFromApp", adminId: user.id, recordId: id });
  });

  it("a KYC resubmission by the app returns 404 for another user's request, and reveals and changes nothing", async () => {
    const [user, stranger] = [await makeApplicant(), await makeApplicant()];
    const id = await makeSentBackRequest(user);
    const refused = await resubmit(id, stranger);
    expect(refused).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    expect(refused.json.current).toBeUndefined();
    expect(await listRequests(stranger)).toEqual([]);
    expect(await listRequests(user)).toMatchObject([{ state: "resubmission_requested" }]);
  });

  it("a KYC resubmission by the app is refused if the request has changed or was not returned; the response has the request as citizens see it", async () => {
    const user = await makeApplicant();
    const id = await makeSentBackRequest(user);
    const stale = await resubmit(id, user, { version: 1 });
    expect(stale.status).toBe(409);
    expect(Object.keys(stale.json.current)).not.toContain("flags");
    expect(stale.json.current).toMatchObject({ id, version: 2 });
    await resubmit(id, user);
    const secondResubmission = await resubmit(id, user, { version: 3 });
    expect(secondResubmission).toMatchObject({ status: 409, json: { current: { id, state: "pending", version: 3 } } });
    expect(secondResubmission.json.current.notes).toBeUndefined();
  });
});
