import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { raceRounds } from "@/lib/server/testing/race-rounds";
import { kycRequests } from "./db/schema/kyc";
import { dayTotals } from "./db/schema/totals";
import { users } from "./db/schema/user";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "./testing/app";
import { mergeDailyTotals } from "./totals/day-totals";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
const OFFICER_RIGHTS = makeRights({ "KYC Management": ["read", "update"] });

beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
});
afterAll(() => app.stop());

type Answer = Awaited<ReturnType<TestApp["call"]>>;
const decide = (id: string, body: object, token = officer.token, headers?: Record<string, string>): Promise<Answer> =>
  app.call("PATCH", `/kyc/${id}/decision`, { token, body, headers });
const REJECTION = {
  decision: "rejected",
  reason: "unreadable_document",
  message: "The photo of your card is blurred.",
};

describe("kyc.decide", () => {
  it("kyc.decide approves in one transaction: state, decider, time, the user's tier, a mail and an audit row", async () => {
    const request = await makeKycRequest(app, { tier: 2 });
    const answer = await decide(request.id, { version: 1, decision: "approved", checked: KYC_CHECKS });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({
      state: "approved",
      version: 2,
      assignee: { id: officer.id },
      decision: { by: { id: officer.id, name: officer.name, email: officer.email }, reason: null },
    });
    const record = await app.call("GET", `/kyc/${request.id}`, { token: officer.token });
    expect(record.json.data).toMatchObject({ state: "approved", account: { tier: 2 } });
    expect(record.json.data.timeline[0]).toMatchObject({ action: "kyc.decide", by: { name: officer.name } });
    const [user] = await app.db.select().from(users).where(eq(users.id, request.userId));
    expect(user?.tier).toBe(2);
    const [mail] = (await app.mails()).filter(({ to }) => to === request.user.email);
    expect(mail?.text).toContain("tier 2");
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.decide",
      outcome: "done",
      adminId: officer.id,
      recordType: "kyc",
      recordId: request.id,
      before: { state: "pending" },
      after: { state: "approved", user_tier: 2 },
    });
  });

  it("kyc.decide rejects with a reason and a message to the user", async () => {
    const request = await makeKycRequest(app);
    const answer = await decide(request.id, { version: 1, ...REJECTION });
    expect(answer.json.data).toMatchObject({
      state: "rejected",
      decision: { reason: REJECTION.reason, message: REJECTION.message },
    });
    const [user] = await app.db.select().from(users).where(eq(users.id, request.userId));
    expect(user?.tier).toBe(0);
  });

  it.each([
    ["without a reason", { version: 1, decision: "rejected", message: "The photo is blurred." }, "reason"],
    ["without a text", { version: 1, decision: "rejected", reason: "other" }, "message"],
    ["with a text of spaces", { version: 1, ...REJECTION, message: "            " }, "message"],
    ["with a reason on an approval", { version: 1, decision: "approved", reason: "other" }, "reason"],
    ["with a state that is not a decision", { version: 1, decision: "revoked" }, "decision"],
    ["without a version", { decision: "approved" }, "version"],
    ["with NUL in the text", { version: 1, ...REJECTION, message: "blurred \0 photo of card" }, "message"],
    ["with half a surrogate pair", { version: 1, ...REJECTION, message: "blurred \ud800 photo of card" }, "message"],
  ])("kyc.decide refuses a decision %s", async (_case, body, field) => {
    const request = await makeKycRequest(app);
    const answer = await decide(request.id, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fields)).toContain(field);
    const [row] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, request.id));
    expect(row?.state).toBe("pending");
    expect((await app.audit())[0]).toMatchObject({ action: "kyc.decide", outcome: "refused", recordId: request.id });
  });

  it("kyc.decide rejects a decision with unknown fields", async () => {
    const request = await makeKycRequest(app);
    const answer = await decide(request.id, { version: 1, decision: "approved", state: "approved", tier: 3 });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain("tier");
  });

  it("kyc.decide returns the message of a decision byte for byte", async () => {
    const request = await makeKycRequest(app);
    const message =
      '  <img src=x onerror=alert(1)> "quoted" \u202Ereversed\u202C zero\u200Bwidth 😀 É e\u0301 \t\n=1+1  ';
    const answer = await decide(request.id, { version: 1, ...REJECTION, message });
    expect(answer.json.data.decision.message).toBe(message);
  });

  it("kyc.decide refuses an outdated version and returns the current request", async () => {
    const request = await makeKycRequest(app, { version: 3 });
    const answer = await decide(request.id, { version: 2, decision: "approved", checked: KYC_CHECKS });
    expect(answer.status).toBe(409);
    expect(answer.json.current).toMatchObject({ id: request.id, version: 3 });
  });

  it("kyc.decide refuses a request that another officer has claimed, and returns that officer's name", async () => {
    const otherOfficer = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ogar" });
    const request = await makeKycRequest(app, { state: "in_review", assigneeId: otherOfficer.id });
    const answer = await decide(request.id, { version: 1, decision: "approved", checked: KYC_CHECKS });
    expect(answer.status).toBe(409);
    expect(answer.json.message).toContain(otherOfficer.name);
  });

  it("kyc.decide refuses an unknown request and a caller without the right to update, audits both and changes nothing", async () => {
    expect(
      (await decide("00000000-0000-7000-8000-000000000000", { version: 1, decision: "approved", checked: KYC_CHECKS }))
        .status,
    ).toBe(404);
    const reader = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    const request = await makeKycRequest(app);
    const answer = await decide(request.id, { version: 1, decision: "approved", checked: KYC_CHECKS }, reader.token);
    expect(answer.status).toBe(403);
    expect((await app.audit())[0]).toMatchObject({ outcome: "refused", adminId: reader.id, recordId: request.id });
    const [row] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, request.id));
    expect(row?.state).toBe("pending");
  });

  it("kyc.decide takes effect only once if ten copies of one call arrive concurrently", async () => {
    const request = await makeKycRequest(app);
    const before = (await app.audit()).length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        decide(request.id, { version: 1, decision: "approved", checked: KYC_CHECKS }, officer.token, {
          "idempotency-key": `key-${request.id}`,
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.json))).size).toBe(1);
    expect((await app.audit()).length).toBe(before + 1);
    const reusedKeyAnswer = await decide(request.id, { version: 1, ...REJECTION }, officer.token, {
      "idempotency-key": `key-${request.id}`,
    });
    expect(reusedKeyAnswer.status).toBe(400);
  });

  it("kyc.decide lets only one of two concurrent deciders succeed and returns the first one's name to the other", async () => {
    const secondOfficer = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ayi" });
    for (let round = 0; round < raceRounds(20, 200); round++) {
      const request = await makeKycRequest(app);
      const answers = await Promise.all([
        decide(request.id, { version: 1, decision: "approved", checked: KYC_CHECKS }, officer.token),
        decide(request.id, { version: 1, ...REJECTION }, secondOfficer.token),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      const winner = answers[0]?.status === 200 ? officer : secondOfficer;
      const loser = answers.find((answer) => answer.status === 409);
      expect(loser?.json.message).toContain(winner.name);
      expect(loser?.json.current.decision.by.id).toBe(winner.id);
      const rows = await app.audit(request.id);
      expect(rows.map((row) => row.outcome).sort()).toEqual(["done", "refused"]);
      expect(rows.find((row) => row.outcome === "done")?.adminId).toBe(winner.id);
    }
  }, 120_000);
});

describe("kyc.list", () => {
  beforeEach(async () => {
    await app.db.execute("truncate kyc_documents, kyc_requests cascade");
  });

  const list = async (query: string) => (await app.call("GET", `/kyc${query}`, { token: officer.token })).json.data;
  const references = async (query: string) =>
    (await list(query)).items.map((item: { reference: string }) => item.reference);

  it("kyc.list returns an empty list without requests, otherwise the oldest first, with zero-based pages and a total", async () => {
    expect(await list("")).toEqual({
      items: [],
      page: 0,
      size: 20,
      total: 0,
      totalIsCapped: false,
      mark: expect.any(Number),
    });
    const hour = 3_600_000;
    for (let n = 0; n < 25; n++)
      await makeKycRequest(app, { reference: `KYC-A${n}`, submittedAt: new Date(Date.now() - n * hour) });
    const first = await list("");
    expect(first).toMatchObject({ total: 25, page: 0, size: 20 });
    expect(first.items[0].reference).toBe("KYC-A24");
    expect(await references("?page=1")).toEqual(["KYC-A4", "KYC-A3", "KYC-A2", "KYC-A1", "KYC-A0"]);
    expect(await references("?page=7")).toEqual([]);
    expect((await references("?sort=-submitted_at&size=50"))[0]).toBe("KYC-A0");
  });

  it("kyc.list filters by each column and by several columns together", async () => {
    await makeKycRequest(app, {
      reference: "KYC-1",
      state: "approved",
      tier: 1,
      identityType: "bvn",
      lga: "Ikom",
      flags: ["under_18"],
    });
    await makeKycRequest(app, {
      reference: "KYC-2",
      state: "in_review",
      tier: 3,
      assigneeId: officer.id,
      firstName: "Mfon",
    });
    await makeKycRequest(app, {
      reference: "KYC-3",
      submittedAt: new Date("2026-03-01T22:59:59Z"),
      phone: "+2348012345678",
    });
    await makeKycRequest(app, { reference: "KYC-4", submittedAt: new Date("2026-03-01T23:00:00Z") });
    expect(await references("?state=approved")).toEqual(["KYC-1"]);
    expect(await references("?state=approved,in_review&sort=tier")).toEqual(["KYC-1", "KYC-2"]);
    expect(await references("?tier=3")).toEqual(["KYC-2"]);
    expect(await references("?identity_type=bvn")).toEqual(["KYC-1"]);
    expect(await references("?lga=Ikom")).toEqual(["KYC-1"]);
    expect(await references("?flagged=true")).toEqual(["KYC-1"]);
    expect(await references("?assignee=me")).toEqual(["KYC-2"]);
    expect(await references(`?assignee=${officer.id}`)).toEqual(["KYC-2"]);
    expect(await references("?late=true")).toEqual(["KYC-3", "KYC-4"]);
    expect(await references("?assignee=nobody&state=pending&tier=2&late=true")).toEqual(["KYC-3", "KYC-4"]);
    // Date filters cover whole Lagos days: 22:59:59 UTC is 1 March in Lagos, 23:00 UTC is 2 March.
    expect(await references("?submitted_from=2026-03-01&submitted_to=2026-03-01")).toEqual(["KYC-3"]);
    expect(await references("?submitted_from=2026-03-02&submitted_to=2026-03-02")).toEqual(["KYC-4"]);
    expect(await references("?q=kyc-2")).toEqual(["KYC-2"]);
    expect(await references("?q=mfo")).toEqual(["KYC-2"]);
    expect(await references("?q=0801%20234%205678")).toEqual(["KYC-3"]);
    expect(await references("?q=%25")).toEqual([]);
  });

  it.each([
    "?page=-1",
    "?page=1.5",
    "?page=x",
    "?size=7",
    "?sort=identity_number",
    "?state=done",
    "?unknown=1",
    "?submitted_from=2026-13-01",
    "?q=%00",
    "?page=99999999999999999999",
    "?state[]=approved",
    "?__proto__[x]=1",
  ])("kyc.list rejects %s with a message", async (query) => {
    const answer = await app.call("GET", `/kyc${query}`, { token: officer.token });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatch(/^Check/);
  });
});

describe("kyc.single and kyc.document", () => {
  it("kyc.single shows only the last four digits of the identity number", async () => {
    const request = await makeKycRequest(app);
    const answer = await app.call("GET", `/kyc/${request.id}`, { token: officer.token });
    expect(answer.json.data).toMatchObject({ identity_number_last4: "8901", submitted: { first_name: "Ekaette" } });
    expect(JSON.stringify(answer.json)).not.toContain("12345678901");
  });

  it("kyc.single accepts a user's id and returns that user's newest request", async () => {
    const rejectedRequest = await makeKycRequest(app, {
      submittedAt: new Date("2026-01-01T10:00:00Z"),
      state: "rejected",
    });
    const newRequest = await makeKycRequest(app, { userId: rejectedRequest.userId });
    const answer = await app.call("GET", `/kyc/${rejectedRequest.userId}`, { token: officer.token });
    expect(answer.json.data.id).toBe(newRequest.id);
    expect(answer.json.data.earlier).toHaveLength(1);
  });

  it("kyc.document serves an attachment with no-store, and logs each view", async () => {
    const request = await makeKycRequest(app);
    const answer = await app.call("GET", `/kyc/${request.id}/documents/${request.documentId}`, {
      token: officer.token,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("content-disposition")).toContain("attachment");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json.text()).toBe("not really an image");
    expect((await app.audit())[0]).toMatchObject({ action: "kyc.document", recordId: request.id, adminId: officer.id });
  });

  it("kyc.document returns 404 for a document of another request", async () => {
    const [one, two] = [await makeKycRequest(app), await makeKycRequest(app)];
    const answer = await app.call("GET", `/kyc/${one.id}/documents/${two.documentId}`, { token: officer.token });
    expect(answer.status).toBe(404);
  });
});

describe("deep page", () => {
  it("a deep page of KYC requests has the same rows as reading from the first page, in both sort orders, also after requests changed their state or were deleted", async () => {
    await app.db.execute("truncate kyc_documents, kyc_requests cascade");
    const { user } = await makeKycRequest(app);
    await app.db.execute(sql`
      insert into kyc_requests (id, reference, user_id, tier, first_name, last_name, date_of_birth, gender, phone, address,
        lga, identity_type, identity_number, identity_number_last4, identity_number_hash, submitted_at, due_at)
      select gen_random_uuid(), 'D' || n, ${user.id}, 1, 'Ada', 'Obi', '1990-01-01', 'female', '+2348000', 'x', 'Abi',
        'nin', '\\x00', '0000', 'h', at, at from (select n, now() - n * interval '7 minutes' as at
          from generate_series(1, 4000) n) made`);
    await app.db.execute(
      sql`update kyc_requests set submitted_at = submitted_at - interval '40 days' where reference like 'D1%'`,
    );
    await app.db.execute(sql`delete from kyc_requests where reference like 'D22%'`);
    await app.db.execute(sql`update kyc_requests set state = 'approved', tier = 2, flags = '{under_18}',
      assignee_id = ${officer.id} where reference not like 'D3%'`);
    const day = (await app.db.execute<{ day: string }>(sql`select (now() - interval '3 days')::date::text as day`))
      .rows[0]?.day;
    for (const [query, expectedMatch] of [
      ["", sql`true`],
      ["state=approved,rejected&", sql`state = 'approved'`],
      ["tier=2&", sql`tier = 2`],
      ["assignee=me&", sql`assignee_id = ${officer.id}`],
      ["flagged=true&", sql`flags <> '{}'`],
      [
        `state=approved&submitted_to=${day}&`,
        sql`state = 'approved' and submitted_at < ${day}::timestamp at time zone 'Africa/Lagos' + interval '1 day'`,
      ],
      ["state=approved&tier=2&", sql`state = 'approved' and tier = 2`],
    ] as const) {
      const all = (
        await app.db.execute<{ id: string }>(
          sql`select id from kyc_requests where ${expectedMatch} order by submitted_at, id`,
        )
      ).rows;
      for (const page of [99, 101, 130, 194])
        for (const [sort, rows] of [
          ["submitted_at", all],
          ["-submitted_at", [...all].reverse()],
        ] as const) {
          const answer = await app.call("GET", `/kyc?${query}page=${page}&sort=${sort}`, { token: officer.token });
          const ids = answer.json.data.items.map(({ id }: { id: string }) => id);
          const expected = rows.slice(page * 20, page * 20 + 20).map(({ id }) => id);
          expect([query, page, sort, ids]).toEqual([query, page, sort, expected]);
        }
    }
  });

  it("the daily totals that locate a deep page of KYC requests equal the table's counts, before and after the totals are compacted", async () => {
    const requestsWithNameFlag = async () =>
      (
        await app.db.execute(sql`select facet, day, sum(rows) from (
          select facet, day, rows from day_totals where list = 'kyc'
          union all select facet, day, -rows from count_day_totals('kyc_requests', '-infinity', 'infinity')) compared
          group by 1, 2 having sum(rows) <> 0`)
      ).rows;
    const request = await makeKycRequest(app, { flags: ["under_18"], lga: "Ikom" });
    const body = { version: 1, decision: "rejected", reason: "other", message: "Please come to our office." };
    expect((await decide(request.id, body)).status).toBe(200);
    expect(await requestsWithNameFlag()).toEqual([]);
    expect(await mergeDailyTotals(app.db)).toBeGreaterThan(0);
    expect(await mergeDailyTotals(app.db)).toBe(0);
    expect(await requestsWithNameFlag()).toEqual([]);
    await app.db.execute("truncate kyc_documents, kyc_requests cascade");
    expect(await app.db.$count(dayTotals, eq(dayTotals.list, "kyc"))).toBe(0);
  });
});
