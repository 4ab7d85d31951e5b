import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { PROGRAMME_STATES, PROGRAMME_TRANSITIONS, type ProgrammeState } from "@/lib/contract/grant.values";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { userGroupMembers, userGroups } from "@/lib/server/db/schema/user";
import { ineligibleReasons } from "@/lib/server/grant/eligibility";
import { availableInPool, reserveInPool } from "@/lib/server/ledger/reserve";
import { findGroupUses } from "@/lib/server/user/group-use";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "./testing/app";
import { docWithText } from "./testing/content-entries";
import { makeGrantApplication, makeGrantProgramme, readGrantProgramme } from "./testing/grants";
import { fundAccount } from "./testing/ledger";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const call = (method: string, path: string, body?: object, token = admin.token) =>
  app.call(method, `/grants${path}`, { token, body });
const programmePath = (id: string, subpath = "") => `/programmes/${id}${subpath}`;
const availableInGrants = () => availableInPool(app.db, "grants_pool");
const lastAudit = async () => (await app.audit())[0];

const EMPTY_PROGRAMME = {
  ...{ name: "Farmers", sponsor: "", purpose: "", public_text: null, award_kind: "up_to", amount: 0, budget: 0 },
  ...{ opens_at: null, closes_at: null, tier_min: null, lgas: [], age_min: null, age_max: null, group_id: null },
  ...{ questions: [], documents: [], publishes_awards: false },
};
const updateProgramme = async (id: string, changes: object) => {
  const { json } = await call("GET", programmePath(id));
  const unchanged = Object.fromEntries(
    [...Object.keys(EMPTY_PROGRAMME), "version"].map((field) => [field, json.data[field]]),
  );
  return call("PATCH", programmePath(id), { ...unchanged, group_id: json.data.group?.id ?? null, ...changes });
};
async function makeGroup(...members: string[]) {
  const [group] = await app.db
    .insert(userGroups)
    .values({ id: uuid(), name: `Group ${uuid().slice(-6)}`, kind: "static", createdBy: admin.id } as never)
    .returning();
  if (!group) throw new Error("no group");
  if (members.length)
    await app.db.insert(userGroupMembers).values(members.map((userId) => ({ groupId: group.id, userId })) as never);
  return group;
}

describe("a draft programme", () => {
  it("lists the missing fields of a draft programme, allows changes of every field, and audits them", async () => {
    const { status, json } = await call("POST", "/programmes", EMPTY_PROGRAMME);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ state: "draft", version: 1, applications: { submitted: 0 } });
    expect(Object.keys(json.data.missing)).toEqual([
      ...["sponsor", "purpose", "budget", "amount", "opens_at", "closes_at"],
    ]);
    expect(await lastAudit()).toMatchObject({ action: "grant.createProgramme", recordType: "grant_programme" });
    const group = await makeGroup();
    const changed = await updateProgramme(json.data.id, {
      name: "Fishers",
      budget: 500,
      amount: 50,
      group_id: group.id,
    });
    expect(changed.json.data).toMatchObject({ name: "Fishers", budget: 500, version: 2, group: { id: group.id } });
    expect(await lastAudit()).toMatchObject({
      action: "grant.updateProgramme",
      before: { name: "Farmers", group: null },
      after: { name: "Fishers", group: group.name },
    });
    expect(await findGroupUses(app.db, group.id)).toMatchObject([{ what: "grant programme", name: "Fishers" }]);
  });

  const picture = { type: "doc", content: [{ type: "image", attrs: { imageId: UNKNOWN_ID, alt: "A stall" } }] };
  it.each([
    ["no name", { name: "" }, "name"],
    ["an unknown group", { group_id: UNKNOWN_ID }, "group_id"],
    ["a window the wrong way round", { opens_at: inDays(2), closes_at: inDays(1) }, "closes_at"],
    ["an opening in the year 0", { opens_at: "0000-01-01T00:00:00Z" }, "opens_at"],
    ["ages the wrong way round", { age_min: 30, age_max: 20 }, "age_max"],
    ["an award above the budget", { budget: 100, amount: 101 }, "amount"],
    ["a picture in the public text", { public_text: picture }, "public_text"],
  ])("refuses a programme with %s", async (_case, wrongFields, field) => {
    const answer = await call("POST", "/programmes", { ...EMPTY_PROGRAMME, ...wrongFields });
    expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, [field]]);
  });

  it("deletes a draft programme, but no programme that has opened", async () => {
    const draft = await makeGrantProgramme(app, admin, { state: "draft" });
    expect((await call("DELETE", programmePath(draft.id), { version: 7 })).json.current.id).toBe(draft.id);
    expect((await call("DELETE", programmePath(draft.id), { version: 1 })).json.data).toEqual({ id: draft.id });
    expect(await lastAudit()).toMatchObject({ action: "grant.deleteProgramme", before: { name: draft.name } });
    for (const state of ["open", "closed", "completed"] as const) {
      const programme = await makeGrantProgramme(app, admin, { state });
      expect((await call("DELETE", programmePath(programme.id), { version: 1 })).status).toBe(409);
      await expect(app.db.delete(grantProgrammes).where(eq(grantProgrammes.id, programme.id))).rejects.toThrow();
    }
  });

  it("copies a programme as a draft, without dates in the past", async () => {
    const source = await makeGrantProgramme(app, admin, { state: "closed", name: "n".repeat(120) });
    const { json } = await call("POST", programmePath(source.id, "/copy"), {});
    expect(json.data).toMatchObject({ state: "draft", opens_at: null, budget: source.budget, committed: 0, paid: 0 });
    expect(json.data.closes_at).toBe(source.closesAt?.toISOString());
    expect(json.data.copied_from.id).toBe(source.id);
    expect(json.data.name).toMatch(/^Copy of n{112}$/);
    expect(await lastAudit()).toMatchObject({ action: "grant.copyProgramme", after: { copy_of: source.name } });
  });
});

describe("questions and documents", () => {
  const asked = (choices: string[]) => ({
    questions: [{ id: UNKNOWN_ID, kind: "choice", label: "  Which market? ", required: true, choices }],
    documents: [{ id: uuid(), label: " Letter ", required: true, is_photo: false }],
  });
  it("trims the questions and documents of a programme, and refuses choices that are equal after trimming", async () => {
    const draft = await makeGrantProgramme(app, admin, { state: "draft" });
    const { json } = await updateProgramme(draft.id, asked([" Watt", "Marian "]));
    expect(json.data).toMatchObject({
      questions: [{ label: "Which market?", choices: ["Watt", "Marian"] }],
      documents: [{ label: "Letter" }],
    });
    const stored = await readGrantProgramme(app, draft.id);
    expect(stored.questions).toMatchObject([{ label: "Which market?", choices: ["Watt", "Marian"] }]);
    const similarAnswer = await updateProgramme(draft.id, asked(["Watt", " Watt "]));
    expect([similarAnswer.status, JSON.stringify(similarAnswer.json.fields)]).toEqual([
      400,
      expect.stringContaining("Give at least two different choices."),
    ]);
  });
});

describe("the state transitions of a programme", () => {
  const SUBPATH_TO: Partial<Record<ProgrammeState, string>> = {
    open: "/open",
    closed: "/close",
    completed: "/complete",
  };
  const transitions = PROGRAMME_STATES.flatMap((from) => PROGRAMME_STATES.map((to) => [from, to] as const));
  it.each(transitions.filter(([from, to]) => !PROGRAMME_TRANSITIONS[from].includes(to)))(
    "refuses the programme state transition %s → %s in API and database",
    async (from, to) => {
      const programme = await makeGrantProgramme(app, admin, { state: from });
      if (SUBPATH_TO[to]) {
        const answer = await call("PATCH", programmePath(programme.id, SUBPATH_TO[to]), { version: 1 });
        expect([answer.status, answer.json.current.state]).toEqual([409, from]);
      }
      if (from !== to)
        await expect(
          app.db.update(grantProgrammes).set({ state: to }).where(eq(grantProgrammes.id, programme.id)),
        ).rejects.toThrow();
      expect((await readGrantProgramme(app, programme.id)).state).toBe(from);
    },
  );

  it("reserves a programme's budget once, and releases the unpaid rest when the programme is completed", async () => {
    const draft = await makeGrantProgramme(app, admin, { state: "draft", budget: 1_000_000 });
    await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.grants_pool, 1_000_000);
    const before = await availableInGrants();
    const changeState = async (subpath: string, version: number) =>
      (await call("PATCH", programmePath(draft.id, subpath), { version })).json.data;
    expect(await changeState("/open", 1)).toMatchObject({ state: "open", version: 2, pool: before - 1_000_000 });
    expect(await lastAudit()).toMatchObject({ action: "grant.openProgramme", before: { state: "draft" } });
    await makeGrantApplication(app, { id: draft.id, amount: 100_000 }, { state: "disbursed" });
    const { version } = await readGrantProgramme(app, draft.id);
    expect(await changeState("/close", version)).toMatchObject({ state: "closed" });
    expect(await changeState("/open", version + 1)).toMatchObject({ state: "open", pool: before - 1_000_000 });
    await changeState("/close", version + 2);
    expect(await changeState("/complete", version + 3)).toMatchObject({ state: "completed", pool: before - 100_000 });
    expect(await lastAudit()).toMatchObject({ after: { state: "completed", released: 900_000 } });
  });

  it("opens only a programme with complete fields, money in the pool, and a window that has not ended", async () => {
    const incomplete = await makeGrantProgramme(app, admin, { state: "draft", sponsor: "", closesAt: inDays(-0.5) });
    const refused = await call("PATCH", programmePath(incomplete.id, "/open"), { version: 1 });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringMatching(/who pays.*later end/)]);
    const availableBefore = await availableInGrants();
    const expensive = await makeGrantProgramme(app, admin, { state: "draft", budget: availableBefore + 12_300 });
    const tooExpensive = await call("PATCH", programmePath(expensive.id, "/open"), { version: 1 });
    expect([tooExpensive.status, tooExpensive.json.message]).toEqual([
      409,
      expect.stringMatching(/₦123\.00 is missing.*finance/),
    ]);
    expect(await availableInGrants()).toBe(availableBefore);
    const endedProgramme = await makeGrantProgramme(app, admin, { state: "closed", closesAt: inDays(-0.5) });
    expect((await call("PATCH", programmePath(endedProgramme.id, "/open"), { version: 1 })).status).toBe(409);
    await updateProgramme(endedProgramme.id, { closes_at: inDays(3) });
    expect((await call("PATCH", programmePath(endedProgramme.id, "/open"), { version: 2 })).status).toBe(200);
  });

  it.each(["submitted", "approved", "payment_failed"] as const)(
    "refuses to complete a programme with an application that is %s",
    async (state) => {
      const programme = await makeGrantProgramme(app, admin, {});
      await makeGrantApplication(app, programme, { state });
      await app.db.update(grantProgrammes).set({ state: "closed" }).where(eq(grantProgrammes.id, programme.id));
      const answer = await call("PATCH", programmePath(programme.id, "/complete"), { version: 1 });
      expect([answer.status, answer.json.message]).toEqual([409, expect.stringMatching(/not paid|not decided/)]);
    },
  );
});

describe("published terms of a programme", () => {
  it.each([
    { sponsor: "Somebody else" },
    { amount: 1 },
    { award_kind: "up_to" },
    { opens_at: inDays(-3) },
    { closes_at: inDays(1) },
    { closes_at: null },
    { tier_min: 2 },
    { lgas: ["Ogoja"] },
    { age_min: 18 },
    { questions: [{ id: UNKNOWN_ID, kind: "text", label: "Why?", required: true, choices: [] }] },
    { documents: [{ id: UNKNOWN_ID, label: "Letter", required: true, is_photo: false }] },
    { publishes_awards: true },
    { budget: 20_000_000 },
  ])("refuses to change the published terms of a programme: %o", async (change) => {
    const programme = await makeGrantProgramme(app, admin, {});
    const answer = await updateProgramme(programme.id, change);
    expect([answer.status, answer.json.current.id]).toEqual([409, programme.id]);
  });

  it("an open programme accepts changed texts, a later end, and a stop of publishing its awards; a completed programme accepts only that stop", async () => {
    const programme = await makeGrantProgramme(app, admin, { publishesAwards: true, lgas: ["Ogoja", "Abi"] });
    const closes_at = inDays(90).toISOString();
    const changes = { name: "Traders", purpose: "New stock", closes_at, publishes_awards: false };
    expect(
      (await updateProgramme(programme.id, { ...changes, public_text: docWithText("Come") })).json.data,
    ).toMatchObject(changes);
    const completedProgramme = await makeGrantProgramme(app, admin, { state: "completed", publishesAwards: true });
    expect((await updateProgramme(completedProgramme.id, { name: "Other" })).status).toBe(409);
    expect((await updateProgramme(completedProgramme.id, { publishes_awards: false })).status).toBe(200);
  });

  it("the purpose of an open programme can't be removed, although a draft may have none", async () => {
    const programme = await makeGrantProgramme(app, admin, {});
    const answer = await updateProgramme(programme.id, { purpose: "  " });
    expect([answer.status, answer.json.fields]).toEqual([400, { purpose: "Enter what it is for." }]);
    const draft = await makeGrantProgramme(app, admin, { state: "draft" });
    expect((await updateProgramme(draft.id, { purpose: "  " })).json.data.purpose).toBe("");
  });

  it("raises a programme's budget only if the grants pool covers the difference", async () => {
    const programme = await makeGrantProgramme(app, admin, { budget: 1_000_000 });
    const raiseBudget = (budget: number, version = 1) =>
      call("PATCH", programmePath(programme.id, "/budget"), { version, budget, reason: "More applicants" });
    const availableBefore = await availableInGrants();
    expect((await raiseBudget(1_000_000)).status).toBe(400);
    expect((await raiseBudget(availableBefore + 1_000_001)).json.message).toMatch(/₦0\.01 is missing/);
    await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.grants_pool, 500);
    expect((await raiseBudget(1_000_500)).json.data).toMatchObject({ budget: 1_000_500, pool: availableBefore });
    expect(await lastAudit()).toMatchObject({
      action: "grant.raiseBudget",
      before: { budget: "₦10,000.00" },
      after: { budget: "₦10,005.00", reason: "More applicants" },
    });
    expect((await raiseBudget(2_000_000)).status).toBe(409);
    for (const state of ["draft", "completed"] as const) {
      const other = await makeGrantProgramme(app, admin, { state });
      const asked = { version: 1, budget: 90_000_000, reason: "More" };
      expect((await call("PATCH", programmePath(other.id, "/budget"), asked)).status).toBe(409);
    }
  });
});

describe("rights", () => {
  it("refuses each grant call without the right that it needs, and returns 404 for unknown programmes", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ Grants: ["read"] }) });
    const { id } = await makeGrantProgramme(app, admin, {});
    const subpaths = [
      ...(["open", "close", "complete"] as const).map((subpath) => ["PATCH", `/${subpath}`, { version: 1 }] as const),
      ["PATCH", "/budget", { version: 1, budget: 90_000_000, reason: "More" }],
      ["DELETE", "", { version: 1 }],
      ["POST", "/copy", {}],
      ["POST", "/awards/export", {}],
    ] as const;
    for (const [method, subpath, body] of subpaths) {
      expect([subpath, (await call(method, programmePath(id, subpath), body, reader.token)).status]).toEqual([
        subpath,
        403,
      ]);
      expect([subpath, (await call(method, programmePath(UNKNOWN_ID, subpath), body)).status]).toEqual([subpath, 404]);
    }
    expect((await call("GET", programmePath(id), undefined, reader.token)).status).toBe(200);
    expect((await call("GET", programmePath(UNKNOWN_ID))).status).toBe(404);
  });
});

describe("the list and the overview of programmes", () => {
  const list = async (query: string) => (await call("GET", `/programmes?${query}`)).json.data;
  it("lists programmes with their numbers of applications, with filters, sorting and pages, and returns an empty list without matches", async () => {
    const programme = await makeGrantProgramme(app, admin, { name: "Zebra %fund", budget: 77_000_000 });
    await makeGrantApplication(app, programme, {});
    await makeGrantApplication(app, programme, { state: "approved" });
    const found = await list("q=bra%20%25f");
    expect(found).toMatchObject({ total: 1, items: [{ id: programme.id, committed: 100_000 }] });
    expect(found.items[0].applications).toMatchObject({ submitted: 1, approved: 1, rejected: 0 });
    expect((await list("sort=-name")).items[0].id).toBe(programme.id);
    expect((await list("sort=-budget")).items[0].budget).toBeGreaterThanOrEqual(77_000_000);
    expect(
      (await list("state=completed&sort=closes_at")).items.every((row: { state: string }) => row.state === "completed"),
    ).toBe(true);
    expect(await list("q=nothinglikeit")).toMatchObject({ total: 0, items: [] });
    const [first, second] = [await list("size=20"), await list("size=20&page=1")];
    expect(first.items[0].state).toBe("open");
    const ids = [...first.items, ...second.items].map((row: { id: string }) => row.id);
    expect(new Set(ids).size).toBe(40);
  });

  it("the grants overview counts applications that wait for an action, and sums the programmes' budgets", async () => {
    const before = (await call("GET", "/overview")).json.data;
    const programme = await makeGrantProgramme(app, admin, { budget: 3_000_000 });
    await makeGrantApplication(app, programme, { duplicates: ["phone"] });
    await makeGrantApplication(app, programme, { state: "approved" });
    const { json } = await call("GET", "/overview");
    expect(json.data).toMatchObject({
      pool: before.pool + 3_000_000,
      pool_available: before.pool_available,
      budget: before.budget + 3_000_000,
      committed: before.committed + 100_000,
      open: before.open + 1,
      flagged: before.flagged + 1,
      to_review: before.to_review + 1,
      to_pay: { applications: before.to_pay.applications + 1, amount: before.to_pay.amount + 100_000 },
    });
    expect(json.data.by_day).toHaveLength(30);
    expect(json.data.by_day.at(-1).applications).toBe(before.by_day.at(-1).applications + 2);
  });
});

describe("the public API", () => {
  const readPublic = (path: string) => app.call("GET", `/public/grants${path}`);
  it("returns open programmes and published awards from the public API", async () => {
    const photo = { id: UNKNOWN_ID, label: "Passport photo", required: true, is_photo: true };
    const values = { publishesAwards: true, publicText: docWithText("For you") as never, documents: [photo] };
    const programme = await makeGrantProgramme(app, admin, values);
    const futureProgramme = await makeGrantProgramme(app, admin, { opensAt: inDays(1) });
    const endedProgramme = await makeGrantProgramme(app, admin, { opensAt: inDays(-9), closesAt: inDays(-1) });
    const draft = await makeGrantProgramme(app, admin, { state: "draft" });
    const items: { id: string; takes_applications: boolean; html: string }[] = (await readPublic("")).json.data.items;
    const publicById = new Map(items.map((item) => [item.id, item]));
    expect(publicById.get(programme.id)).toMatchObject({
      ...{ takes_applications: true, html: "<p>For you</p>", documents: [photo] },
    });
    expect(publicById.get(futureProgramme.id)).toMatchObject({ takes_applications: false });
    expect([publicById.has(endedProgramme.id), publicById.has(draft.id)]).toEqual([false, false]);
    expect((await readPublic(`/${endedProgramme.id}`)).json.data).toMatchObject({ takes_applications: false });
    expect((await readPublic(`/${draft.id}`)).status).toBe(404);
    for (const firstName of ["Zainab", "Abel"]) {
      const { id: userId } = await makeUser(app, { firstName, lastName: "Obi" });
      await makeGrantApplication(app, programme, { state: "disbursed", userId });
    }
    await makeGrantApplication(app, programme, { state: "approved" });
    const awards = await readPublic(`/${programme.id}/awards`);
    expect(awards.json.data).toMatchObject({ total: 2, page: 0 });
    expect(awards.json.data.items).toEqual(
      ["Abel Obi", "Zainab Obi"].map((name) => ({ name, lga: "Calabar Municipal", amount: 100_000 })),
    );
    expect((await readPublic(`/${programme.id}/awards?page=1`)).json.data.items).toEqual([]);
    expect((await readPublic(`/${futureProgramme.id}/awards`)).status).toBe(404);
    const link = await call("POST", programmePath(programme.id, "/awards/export"), {});
    expect(link.json.data).toMatchObject({ rows: 2 });
  });
});

describe("eligibility", () => {
  const birthDateOf = (years: number, days: number) =>
    new Date(Date.UTC(2026 - years, 4, 10) + days * DAY_MS).toISOString().slice(0, 10);
  const now = new Date("2026-05-10T12:00:00Z");
  const APPLICATION_PERIOD = { opensAt: new Date("2026-05-01"), closesAt: new Date("2026-06-01") };
  it("returns every eligibility rule that a citizen violates", async () => {
    const eligibleUser = await makeUser(app, { tier: 2, lga: "Abi", dateOfBirth: birthDateOf(18, 0) });
    const other = await makeUser(app, { tier: 1, lga: "Ogoja", dateOfBirth: birthDateOf(18, 1) });
    const tooOld = await makeUser(app, { tier: 2, lga: "Abi", dateOfBirth: birthDateOf(31, 0) });
    const group = await makeGroup(eligibleUser.id, tooOld.id);
    const rules = { tierMin: 2, lgas: ["Abi" as const], groupId: group.id, ageMin: 18, ageMax: 30 };
    const programme = await makeGrantProgramme(app, admin, { ...rules, ...APPLICATION_PERIOD });
    const reasonsFor = async (user: typeof eligibleUser, at = now) =>
      (await ineligibleReasons(app.db, programme, user, { now: at })).map(({ reason }) => reason);
    expect(await reasonsFor(eligibleUser)).toEqual([]);
    expect(await reasonsFor(other)).toEqual(["tier", "lga", "age", "group"]);
    expect(await reasonsFor(tooOld)).toEqual(["age"]);
    expect(await reasonsFor(eligibleUser, APPLICATION_PERIOD.closesAt)).toEqual(["not_open"]);
    expect(await reasonsFor(eligibleUser, new Date("2026-04-30"))).toContain("not_open");
    await makeGrantApplication(app, programme, { userId: eligibleUser.id, state: "rejected" });
    expect(await reasonsFor(eligibleUser)).toEqual([]);
    await makeGrantApplication(app, programme, { userId: eligibleUser.id });
    expect(await reasonsFor(eligibleUser)).toEqual(["applied"]);
  });
});

it("never reserves more than the grants pool's money when several programmes open in parallel", async () => {
  const availableBefore = await availableInGrants();
  if (availableBefore) await app.db.transaction((tx) => reserveInPool(tx, "grants_pool", availableBefore));
  await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.grants_pool, 250_000);
  const drafts = await Promise.all(
    Array.from({ length: 5 }, () => makeGrantProgramme(app, admin, { state: "draft", budget: 100_000 })),
  );
  const answers = await Promise.all(drafts.map(({ id }) => call("PATCH", programmePath(id, "/open"), { version: 1 })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
  expect(await availableInGrants()).toBe(50_000);
});
