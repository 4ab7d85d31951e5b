import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { emptyTables } from "@/lib/server/testing/empty-tables";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read", "update"] }) });
});
afterAll(() => app.stop());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const list = async (query: string) => (await app.call("GET", `/kyc?${query}`, { token: officer.token })).json.data;
const fetchReferences = async (query: string) =>
  (await list(query)).items.map(({ reference }: { reference: string }) => reference.replace("KYC-", ""));
const claimNext = async (body: object) => (await app.call("POST", "/kyc/next", { token: officer.token, body })).json;

const makeWithFlags = (
  name: string,
  hours: number,
  flags: string[] = [],
  state: "pending" | "in_review" | "approved" = "pending",
) =>
  makeKycRequest(app, {
    reference: `KYC-${name}`,
    submittedAt: hoursAgo(hours),
    flags,
    state,
    assigneeId: state === "pending" ? null : officer.id,
  });

beforeEach(async () => {
  await emptyTables(app.db, "kyc_documents", "kyc_requests");
  await makeWithFlags("CLEAN-NEW", 1);
  await makeWithFlags("NAME", 9, ["name_differs"]);
  await makeWithFlags("PHOTO-NEW", 2, ["duplicate_photo"]);
  await makeWithFlags("PHOTO-OLD", 8, ["duplicate_photo"]);
  await makeWithFlags("MANY", 7, ["under_18", "name_differs", "many_requests"]);
  await makeWithFlags("CLEAN-OLD", 6);
  await makeWithFlags("MINE", 5, [], "in_review");
  await makeWithFlags("NUMBER", 4, ["duplicate_number", "document_expired"], "in_review");
  await makeWithFlags("DONE", 30, [], "approved");
  await makeWithFlags("DONE-FLAGGED", 30, ["duplicate_photo", "duplicate_number"], "approved");
});

it("the clean lane of KYC requests lists only open requests without flags, the risk lane only flagged ones", async () => {
  expect(await fetchReferences("lane=clean")).toEqual(["CLEAN-OLD", "MINE", "CLEAN-NEW"]);
  expect(await fetchReferences("lane=risk")).toEqual(["NAME", "PHOTO-OLD", "MANY", "NUMBER", "PHOTO-NEW"]);
  expect(await fetchReferences("lane=clean&assignee=nobody")).toEqual(["CLEAN-OLD", "CLEAN-NEW"]);
  expect((await list("lane=risk&size=20")).total).toBe(5);
});

it("the risk lane of KYC requests sorts by the highest risk, then oldest first", async () => {
  const riskOrder = ["NUMBER", "PHOTO-OLD", "PHOTO-NEW", "MANY", "NAME"];
  expect(await fetchReferences("lane=risk&sort=-risk")).toEqual(riskOrder);
  expect(await fetchReferences("lane=risk&sort=risk")).toEqual([...riskOrder].reverse());
  expect((await fetchReferences("sort=-risk"))[0]).toBe("DONE-FLAGGED");
});

it("the list of KYC requests filters by one risk flag", async () => {
  expect(await fetchReferences("flag=under_18")).toEqual(["MANY"]);
  expect(await fetchReferences("flag=name_differs")).toEqual(["NAME", "MANY"]);
  expect(await fetchReferences("flag=duplicate_photo&state=approved")).toEqual(["DONE-FLAGGED"]);
  for (const query of ["flag=handsome", "flag=under_18,name_differs", "lane=fast", "lane=clean,risk"])
    expect((await app.call("GET", `/kyc?${query}`, { token: officer.token })).status).toBe(400);
});

it("kyc.next opens the officer's own requests of a lane first, then the oldest clean or the riskiest flagged one", async () => {
  const walkLane = async (lane: string, steps: number) => {
    const visited: { id: string; reference: string }[] = [];
    while (visited.length < steps) visited.push((await claimNext({ lane, skip: visited.at(-1)?.id })).data);
    return visited.map(({ reference }) => reference.replace("KYC-", ""));
  };
  expect(await walkLane("clean", 4)).toEqual(["MINE", "CLEAN-OLD", "MINE", "CLEAN-NEW"]);
  expect(await walkLane("risk", 5)).toEqual(["NUMBER", "PHOTO-OLD", "PHOTO-NEW", "MANY", "NAME"]);
  expect((await claimNext({ lane: "fast" })).status).toBe(400);
  await app.db.execute(sql`update kyc_requests set state = 'approved' where flags = '{}'`);
  const laneClearError = { code: "NOTHING_WAITS", message: expect.stringContaining("This lane is clear") };
  expect(await claimNext({ lane: "clean" })).toMatchObject(laneClearError);
});

it("GET /kyc/{id}/upcoming returns the next request of a lane and the following unassigned one", async () => {
  const upcomingReference = async (name: string, lane = "") => {
    const { items }: { items: { id: string; reference: string }[] } = await list("size=100");
    const id = items.find(({ reference }) => reference === `KYC-${name}`)?.id;
    const answer = await app.call("GET", `/kyc/${id}/upcoming?${lane}`, { token: officer.token });
    const referenceOf = async (requestId: string | null) =>
      requestId &&
      (await app.call("GET", `/kyc/${requestId}`, { token: officer.token })).json.data.reference.replace("KYC-", "");
    return [await referenceOf(answer.json.data.next), await referenceOf(answer.json.data.following)];
  };
  expect(await upcomingReference("NAME")).toEqual(["MINE", "PHOTO-OLD"]);
  expect(await upcomingReference("NUMBER")).toEqual(["NAME", "PHOTO-NEW"]);
  expect(await upcomingReference("CLEAN-OLD", "lane=clean")).toEqual(["MINE", "CLEAN-NEW"]);
  expect(await upcomingReference("PHOTO-OLD", "lane=risk")).toEqual(["NUMBER", "PHOTO-NEW"]);
  expect(await upcomingReference("MANY", "lane=risk")).toEqual(["NUMBER", "NAME"]);
  expect(await upcomingReference("NAME", "lane=risk")).toEqual(["NUMBER", null]);
});

it("a deep page of the clean or risk lane of KYC requests has the right rows, although the daily totals do not count lanes", async () => {
  await app.db.execute(sql`insert into kyc_requests (id, reference, user_id, tier, first_name, last_name, date_of_birth, gender,
      phone, address, lga, identity_type, identity_number, identity_number_last4, identity_number_hash, submitted_at, due_at, flags)
    select gen_random_uuid(), 'KYC-DEEP' || n, user_id, tier, first_name, last_name, date_of_birth, gender, phone, address, lga,
      identity_type, identity_number, identity_number_last4, identity_number_hash, now() - n * interval '1 minute', now(),
      case when n % 2 = 0 then array['under_18'] else '{}'::text[] end
    from generate_series(1, 4200) n, (select * from kyc_requests limit 1) one`);
  const { items, total } = await list("lane=clean&sort=-submitted_at&size=20&page=105");
  expect(total).toBe(2_103);
  expect(items).toHaveLength(3);
});
