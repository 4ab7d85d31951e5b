import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { outbox } from "@/lib/server/db/schema/outbox";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
let second: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  [officer, second] = [await makeAdmin(app, { firstName: "Ofem" }), await makeAdmin(app, { firstName: "Bella" })];
});
afterAll(() => app.stop());

const REASON = "The citizen came with an affidavit";
const USERS_PATH = "/user-management/users";
const request = (userId: string, body: object, token = officer.token) =>
  app.call("POST", `${USERS_PATH}/${userId}/corrections`, { token, body: { version: 1, reason: REASON, ...body } });
const readRequests = (userId: string, token = second.token) =>
  app.call("GET", `${USERS_PATH}/${userId}/data-requests`, { token });
const decide = (approvalId: string, decision = "approved", token = second.token) =>
  app.call("PATCH", `/approvals/${approvalId}/decision`, {
    token,
    headers: { "idempotency-key": randomUUID() },
    body: { decision, reason: "Compared with the card" },
  });
const fetchUser = async (id: string) => (await app.db.select().from(users).where(eq(users.id, id)))[0];
const findByWords = async (words: string) =>
  (await app.call("GET", `${USERS_PATH}?q=${encodeURIComponent(words)}`, { token: officer.token })).json.data.items.map(
    ({ id }: { id: string }) => id,
  );

/** Requests a correction and approves it. @returns the response to the decision */
async function correct(userId: string, body: object) {
  const { json } = await request(userId, body);
  return decide(json.data.correction.approvalId);
}

describe("user.correct", () => {
  it("user.correct changes nothing before a second admin approves, and shows that admin the old and new values", async () => {
    const user = await makeUser(app, { tier: 0, firstName: "Ada", phone: "+2348071000001", email: "ada1@example.com" });
    const { status, json } = await request(user.id, {
      first_name: " Adá ",
      last_name: user.lastName,
      phone: "0807 100 0002",
      email: "Ada2@Example.com",
      evidence: "Affidavit 12/2026",
    });
    expect(status).toBe(200);
    expect(await fetchUser(user.id)).toMatchObject({ firstName: "Ada", phone: "+2348071000001", version: 1 });
    expect((await readRequests(user.id)).json.data.correction).toMatchObject({
      approvalId: json.data.correction.approvalId,
      change: "Correct the first name Ada to Adá, the phone number …0001 to …0002, the email address",
      reason: REASON,
      evidence: "Affidavit 12/2026",
      fields: [
        { field: "first_name", from: "Ada", to: "Adá" },
        { field: "phone", from: "+2348071000001", to: "+2348071000002" },
        { field: "email", from: "ada1@example.com", to: "ada2@example.com" },
      ],
    });
    expect((await decide(json.data.correction.approvalId, "approved", officer.token)).status).toBe(403);
  });

  it("user.correct saves approved details, unverifies the phone number, and makes the new name and number searchable", async () => {
    const user = await makeUser(app, {
      tier: 0,
      firstName: "Nkoyo",
      lastName: "Oldname",
      phone: "+2348071000003",
      phoneVerifiedAt: new Date(),
    });
    const { status } = await correct(user.id, { last_name: "Ọ̀kọ́n-D’Almeida", phone: "+2348071000004" });
    expect(status).toBe(200);
    expect(await fetchUser(user.id)).toMatchObject({
      lastName: "Ọ̀kọ́n-D’Almeida".normalize("NFC"),
      phone: "+2348071000004",
      phoneVerifiedAt: null,
      version: 2,
    });
    expect(await findByWords("okon dalmeida")).toEqual([user.id]);
    expect(await findByWords("08071000004")).toEqual([user.id]);
    expect(await findByWords("oldname")).toEqual([]);
  });

  it("user.correct audits request and approval without full phone numbers and email addresses", async () => {
    const user = await makeUser(app, { tier: 0, phone: "+2348071000005", email: "before@example.com" });
    await correct(user.id, { phone: "+2348071000006", email: "after@example.com" });
    const rows = (await app.audit()).filter(({ recordId }) => recordId === user.id);
    expect(rows.map(({ action }) => action)).toEqual(["approvals.decide", "user.correct"]);
    expect(rows[0]).toMatchObject({ adminId: second.id, after: { phone: "…0006", changed: ["phone", "email"] } });
    expect(rows[1]).toMatchObject({ adminId: officer.id, before: { phone: "…0005" }, after: { reason: REASON } });
    for (const personal of ["+234807100000", "example.com"]) expect(JSON.stringify(rows)).not.toContain(personal);
  });

  it("user.correct notifies the citizen at the new and the previous email address", async () => {
    const user = await makeUser(app, { tier: 0, email: "old-address@example.com" });
    await app.db.delete(outbox);
    await correct(user.id, { email: "new-address@example.com" });
    const mails = await app.db.select().from(outbox).where(eq(outbox.kind, "mail"));
    const recipients = mails.map(({ payload }) => JSON.stringify(payload));
    for (const address of ["old-address@example.com", "new-address@example.com"])
      expect(recipients.filter((mail) => mail.includes(address))).toHaveLength(1);
  });

  it("user.correct leaves the account unchanged if the correction is rejected, and notifies the requester with the reason", async () => {
    const user = await makeUser(app, { tier: 0, firstName: "Ita" });
    const { json } = await request(user.id, { first_name: "Itam" });
    expect((await decide(json.data.correction.approvalId, "rejected")).status).toBe(200);
    expect(await fetchUser(user.id)).toMatchObject({ firstName: "Ita", version: 1 });
    expect((await readRequests(user.id)).json.data.correction).toBeNull();
    const notices = (await app.call("GET", "/notices", { token: officer.token })).json.data.items;
    expect(JSON.stringify(notices[0])).toContain("Compared with the card");
  });

  it.each([
    ["a name with digits", { first_name: "Ada2" }],
    ["a name of two alphabets", { last_name: "Оbi" }],
    ["a foreign phone number", { phone: "+44 20 7946 0958" }],
    ["an invalid email address", { email: "not a mail" }],
    ["the stored values", {}],
    ["a short reason", { first_name: "Adanma", reason: "x" }],
  ])("user.correct refuses %s with 400", async (_, body) => {
    const user = await makeUser(app, { tier: 0 });
    expect((await request(user.id, body)).status).toBe(400);
  });

  it.each([
    ["phone", { phone: "+2348071000010" }],
    ["email", { email: "taken@example.com" }],
  ] as const)(
    "user.correct refuses the %s of another account at the request, and at the approval",
    async (field, value) => {
      const free = await makeUser(app, { tier: 0 });
      const first = await request(free.id, value);
      expect(first.status).toBe(200);
      const owner = await makeUser(app, { ...value, firstName: "Owner" });
      const refused = await decide(first.json.data.correction.approvalId);
      expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("Owner")]);
      const other = await makeUser(app, { tier: 0 });
      const { status, json } = await request(other.id, value);
      expect([status, Object.keys(json.fields)]).toEqual([409, [field]]);
      await app.db.update(users).set({ status: "closed" }).where(eq(users.id, owner.id));
      expect((await decide(first.json.data.correction.approvalId)).status).toBe(200);
    },
  );

  it("user.correct refuses an outdated version and returns the current account; it also refuses a second request, and a closed account", async () => {
    const user = await makeUser(app, { tier: 0, firstName: "Ada", version: 3 });
    const stale = await request(user.id, { first_name: "Adanma" });
    expect([stale.status, stale.json.current.version]).toEqual([409, 3]);
    expect((await request(user.id, { version: 3, first_name: "Adanma" })).status).toBe(200);
    expect((await request(user.id, { version: 3, first_name: "Adannaya" })).status).toBe(409);
    const closed = await makeUser(app, { status: "closed" });
    expect((await request(closed.id, { first_name: "Adanma" })).status).toBe(409);
  });

  it("user.correct refuses the approval if the citizen changed the corrected detail since the request", async () => {
    const user = await makeUser(app, { tier: 0, email: "one@example.com" });
    const { json } = await request(user.id, { email: "two@example.com" });
    await app.db.update(users).set({ email: "three@example.com" }).where(eq(users.id, user.id));
    const refused = await decide(json.data.correction.approvalId);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("email address changed")]);
  });

  it("user.correct allows a different spelling of an approved identity, and refuses another name", async () => {
    const user = await makeUser(app, { tier: 2, firstName: "Ekaete", middleName: "", lastName: "Bassey" });
    const kyc = await makeKycRequest(app, {
      userId: user.id,
      ...{ firstName: "Ekaette", middleName: "", lastName: "Bassey", state: "approved", decidedAt: new Date() },
    });
    const refused = await request(user.id, { last_name: "Edet" });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(kyc.reference)]);
    expect((await correct(user.id, { first_name: "Ekaette" })).status).toBe(200);
    expect(await fetchUser(user.id)).toMatchObject({ firstName: "Ekaette", tier: 2 });
  });

  it("user.correct flags an open identity request whose name differs from the corrected one, and increments its version", async () => {
    const user = await makeUser(app, { tier: 0, firstName: "Arit", middleName: "", lastName: "Bassey" });
    const names = { firstName: "Arit", middleName: "", lastName: "Bassey" };
    const kyc = await makeKycRequest(app, { userId: user.id, ...names, state: "pending", flags: [] });
    expect((await correct(user.id, { last_name: "Okonkwo" })).status).toBe(200);
    const [now] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, kyc.id));
    expect(now).toMatchObject({ flags: expect.arrayContaining(["name_differs"]), version: kyc.version + 1 });
  });

  it("user.correct requires the right to update in User Management for the request, and to approve for the decision", async () => {
    const user = await makeUser(app, { tier: 0 });
    const reader = await makeAdmin(app, { rights: makeRights({ "User Management": ["read"] }) });
    expect((await request(user.id, { first_name: "Adanma" }, reader.token)).status).toBe(403);
    const updater = await makeAdmin(app, { rights: makeRights({ "User Management": ["read", "update"] }) });
    const { json } = await request(user.id, { first_name: "Adanma" });
    expect((await decide(json.data.correction.approvalId, "approved", updater.token)).status).toBe(403);
  });
});
