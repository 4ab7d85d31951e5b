import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PermissionFlag } from "@/lib/contract/access";
import { makeRights } from "@/lib/contract/access";
import type { UserGroupRule } from "@/lib/contract/user-groups";
import { addDays, lagosDayOf, latestBirthDate, startOfDay } from "@/lib/server/base/time";
import { transactions } from "@/lib/server/db/schema/transaction";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { filterOfRule } from "./group-rule";
import { registerGroupUse } from "./group-use";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let groupCount = 0;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const GROUPS_PATH = "/user-management/user-groups";
const call = (method: string, path: string, body?: object) => app.call(method, path, { token: admin.token, body });
const create = (body: object = {}) =>
  call("POST", GROUPS_PATH, { name: `Group ${++groupCount}`, kind: "static", ...body });
const membersOf = async (groupId: string) =>
  (await call("GET", `/user-management/users?group=${groupId}`)).json.data.items.map(({ id }: { id: string }) => id);
describe("group of chosen people", () => {
  it("a user group of chosen people is created, changed and read with its members, and each change is audited", async () => {
    const [a, b, c] = [await makeUser(app), await makeUser(app), await makeUser(app)];
    const created = (await create({ name: "Pilot", description: "First users", add: [a.id, b.id, a.id] })).json.data;
    expect(created).toMatchObject({ name: "Pilot", kind: "static", rule: null, members: 2, used_by: [], version: 1 });
    expect((await app.audit())[0]).toMatchObject({
      action: "user.createGroup",
      recordType: "user_group",
      recordId: created.id,
      after: { name: "Pilot", members_added: { count: 2, ids: [a.id, b.id] } },
    });
    const changedGroup = await call("PATCH", `${GROUPS_PATH}/${created.id}`, {
      version: 1,
      kind: "static",
      name: "Pilot 2",
      add: [c.id, b.id],
      remove: [a.id],
    });
    expect(changedGroup.json.data).toMatchObject({ name: "Pilot 2", members: 2, version: 2 });
    expect((await membersOf(created.id)).sort()).toEqual([b.id, c.id].sort());
    expect((await app.audit())[0]).toMatchObject({
      action: "user.updateGroup",
      before: { name: "Pilot" },
      after: {
        name: "Pilot 2",
        members_added: { count: 1, ids: [c.id] },
        members_removed: { count: 1, ids: [a.id] },
      },
    });
    // The group's history shows the number of people; the audit trail shows their names.
    const { timeline } = (await call("GET", `${GROUPS_PATH}/${created.id}`)).json.data;
    expect(timeline).toHaveLength(2);
    expect(timeline[0].changes).toContainEqual({ field: "members_removed", before: null, after: "1" });
    const row = await call("GET", `/system-logs/audit-trails/${timeline[0].id}`);
    expect(row.json.data.changes).toContainEqual({ field: "members_removed", before: null, after: `1: ${a.id}` });
  });

  it("a user group of more than 500 chosen people is audited with the first 500 ids and the total", async () => {
    const modelUser = await makeUser(app);
    const people = Array.from({ length: 501 }, (_, index) => {
      const id = uuid();
      return { ...modelUser, id, email: `${id}@example.com`, phone: `+23470${String(index).padStart(8, "0")}` };
    });
    await app.db.insert(users).values(people);
    const { id } = (await create({ add: people.map((person) => person.id) })).json.data;
    const first = people.slice(0, 500).map((person) => person.id);
    const [entry] = await app.audit();
    expect(entry?.after?.members_added).toEqual({ count: 501, ids: first });
    const row = await call("GET", `/system-logs/audit-trails/${entry?.id}`);
    expect(row.json.data.changes.find(({ field }: { field: string }) => field === "members_added").after).toBe(
      `501: ${first.join(", ")} and 1 more`,
    );
    await call("DELETE", `${GROUPS_PATH}/${id}`, { version: 1 });
    const before = (await app.audit())[0]?.before as { members: { count: number; ids: string[] } };
    expect([before.members.count, before.members.ids.length]).toEqual([501, 500]);
  });

  it.each([
    ["an id that is no user's", { add: [uuid()] }, 400, "is not a user's id"],
    ["both a rule and chosen people", { rule: { tier: "2" } }, 400, "rule"],
    ["no name", { name: " " }, 400, "name"],
    ["more people than one change allows", { add: Array.from({ length: 5_001 }, () => uuid()) }, 400, "at most 5,000"],
  ])("a group of chosen people is refused with %s, and nothing is stored", async (_, body, status, words) => {
    const before = await app.db.$count(userGroups);
    const answer = await create(body);
    expect(answer.status).toBe(status);
    expect(answer.json.message).toContain(words);
    expect(await app.db.$count(userGroups)).toBe(before);
  });

  it("a user group of chosen people has a unique name, ignoring case", async () => {
    const created = (await create({ name: "Traders" })).json.data;
    expect((await create({ name: "TRADERS" })).status).toBe(409);
    const other = (await create()).json.data;
    const body = { version: 1, kind: "static", name: "traders" };
    expect((await call("PATCH", `${GROUPS_PATH}/${other.id}`, body)).status).toBe(409);
    expect((await call("PATCH", `${GROUPS_PATH}/${created.id}`, body)).status).toBe(200);
  });

  it("a user group of chosen people allows one of two concurrent calls to use a name, and refuses the other", async () => {
    for (let round = 1; round <= 10; round++) {
      const [firstGroup, other] = [(await create()).json.data, (await create()).json.data];
      const renameGroup = (id: string) =>
        call("PATCH", `${GROUPS_PATH}/${id}`, { version: 1, kind: "static", name: `Both ${round}` });
      const renamed = await Promise.all([renameGroup(firstGroup.id), renameGroup(other.id)]);
      expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(renamed.find(({ status }) => status === 409)?.json.message).toContain(`Both ${round}`);
      const created = await Promise.all([create({ name: `Twin ${round}` }), create({ name: `TWIN ${round}` })]);
      expect(created.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it("a user group of chosen people refuses another group's name in any letter case and alphabet, and an oversized rule", async () => {
    for (const name of ["İgwe people", "ΟΔΟΣ", "Straße"]) {
      expect((await create({ name })).status).toBe(200);
      const other = (await create()).json.data;
      const answer = await call("PATCH", `${GROUPS_PATH}/${other.id}`, { version: 1, kind: "static", name });
      expect([name, answer.status]).toEqual([name, 409]);
      expect((await create({ name })).status).toBe(409);
    }
    const tier = Array.from({ length: 40_000 }, () => 1).join(",");
    expect((await create({ kind: "rule", rule: { tier } })).status).toBe(400);
    expect((await create({ kind: "rule", rule: { spend_min: `5${" ".repeat(60)}`, spend_days: 30 } })).status).toBe(
      400,
    );
  });

  it("a user group of chosen people is named in the audit row of a refused deletion", async () => {
    const { id, version } = (await create()).json.data;
    const reader = await makeAdmin(app, { rights: makeRights({ "User Management": ["read"] }) });
    const answer = await app.call("DELETE", `${GROUPS_PATH}/${id}`, { token: reader.token, body: { version } });
    expect(answer.status).toBe(403);
    expect((await app.audit())[0]).toMatchObject({ outcome: "refused", recordType: "user_group", recordId: id });
  });

  it("a user group of chosen people accepts one of two concurrent changes, and returns the current group to the other", async () => {
    const { id } = (await create()).json.data;
    const change = (name: string) => call("PATCH", `${GROUPS_PATH}/${id}`, { version: 1, kind: "static", name });
    const answers = await Promise.all([change(`Once ${id}`), change(`Twice ${id}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.current).toMatchObject({ id, version: 2 });
  });
});

describe("closed account", () => {
  it("a closed account is in no audience: rules do not count, list or export it, and closing removes it from its groups", async () => {
    const lga = "Ikom" as const;
    const [stayingUser, leavingUser] = [await makeUser(app, { lga }), await makeUser(app, { lga })];
    const staticGroup = (await create({ add: [stayingUser.id, leavingUser.id] })).json.data;
    const ruleGroup = (await create({ kind: "rule", rule: { lga } })).json.data;
    expect([staticGroup.members, ruleGroup.members]).toEqual([2, 2]);
    const body = { version: 1, reason: "Asked for it in writing" };
    expect((await call("PATCH", `/user-management/users/${leavingUser.id}/closure`, body)).status).toBe(200);
    const { id: staticGroupId, name } = staticGroup;
    expect((await app.audit())[0]).toMatchObject({
      action: "user.close",
      after: { status: "closed", groups_left: [{ id: staticGroupId, name }] },
    });
    const [entry] = (await call("GET", `/user-management/users/${leavingUser.id}/activity`)).json.data.items;
    expect(entry.changes).toContainEqual({ field: "groups_left", before: null, after: name });
    const row = (await call("GET", `/system-logs/audit-trails/${entry.id}`)).json.data;
    expect(row.changes).toContainEqual({ field: "groups_left", before: null, after: `${name} (${staticGroupId})` });
    for (const { id } of [staticGroup, ruleGroup]) {
      expect((await call("GET", `${GROUPS_PATH}/${id}`)).json.data.members).toBe(1);
      expect(await membersOf(id)).toEqual([stayingUser.id]);
      const created = await call("POST", "/user-management/users/export", { group: id });
      expect(created.json.data.rows).toBe(1);
    }
    expect((await call("GET", `${GROUPS_PATH}/preview?lga=${lga}`)).json.data.members).toBe(1);
    expect((await call("GET", `${GROUPS_PATH}/preview?lga=${lga}&spend_max=0`)).json.data.members).toBe(1);
  });

  it("a closed account is refused as a new member, and the error mentions its owner", async () => {
    const closed = await makeUser(app, { status: "closed", firstName: "Ada", lastName: "Closed" });
    const openUser = await makeUser(app);
    const answer = await create({ add: [openUser.id, closed.id] });
    expect(answer).toMatchObject({ status: 400, json: { fields: { add: "A member's account is closed." } } });
    expect(answer.json.message).toContain("A closed account can't be in a group: Ada Closed. Remove it");
    const { id, name } = (await create()).json.data;
    const change = { version: 1, kind: "static", name, add: [closed.id] };
    expect((await call("PATCH", `${GROUPS_PATH}/${id}`, change)).status).toBe(400);
    expect(await app.db.$count(userGroupMembers, eq(userGroupMembers.userId, closed.id))).toBe(0);
  });

  it("a closed account is in no group if it is added and closed concurrently", async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await makeUser(app);
      const body = { version: 1, reason: "Asked for it in writing" };
      const [closed] = await Promise.all([
        call("PATCH", `/user-management/users/${id}/closure`, body),
        create({ add: [id] }),
      ]);
      expect(closed.status).toBe(200);
      expect(await app.db.$count(userGroupMembers, eq(userGroupMembers.userId, id))).toBe(0);
    }
  });
});

describe("adding selected users to a group", () => {
  const addMembers = (id: string, ids: string[], token = admin.token) =>
    app.call("POST", `${GROUPS_PATH}/${id}/members`, { token, body: { users: ids } });

  it("adding selected users to a group returns and audits a result per user, whatever the group's version", async () => {
    const [a, b, c] = [await makeUser(app), await makeUser(app), await makeUser(app, { status: "closed" })];
    const unknownId = uuid();
    const { id, name } = (await create({ add: [b.id] })).json.data;
    const answer = await addMembers(id, [a.id.toUpperCase(), b.id, c.id, unknownId, a.id]);
    expect(answer.json.data.results).toEqual([
      { id: a.id, name: expect.stringContaining(a.lastName), done: true, message: `Added to ${name}.` },
      { id: b.id, name: expect.stringContaining(b.lastName), done: false, message: `In ${name} already.` },
      { id: c.id, name: expect.stringContaining(c.lastName), done: false, message: expect.stringContaining("closed") },
      { id: unknownId, name: "Unknown user", done: false, message: "This user does not exist." },
    ]);
    expect((await membersOf(id)).sort()).toEqual([a.id, b.id].sort());
    expect((await app.audit())[0]).toMatchObject({
      action: "user.addMembers",
      recordType: "user_group",
      recordId: id,
      after: { members_added: { count: 1, ids: [a.id] } },
    });
    const auditOf = async (userId: string) => (await app.audit()).find(({ recordId }) => recordId === userId);
    const refusedAudit = { action: "user.addMembers", outcome: "refused", recordType: "user" };
    expect(await auditOf(b.id)).toMatchObject({
      ...refusedAudit,
      refusal: `In ${name} already.`,
      recordName: `${b.firstName} ${b.lastName}`,
    });
    expect(await auditOf(c.id)).toMatchObject({ ...refusedAudit, refusal: expect.stringContaining("closed") });
    expect(await auditOf(unknownId)).toMatchObject({ ...refusedAudit, recordName: "Unknown user" });
    expect((await call("GET", `${GROUPS_PATH}/${id}`)).json.data.version).toBe(2);
    await addMembers(id, [a.id]);
    // Nothing was added, so the audit trail has only refusals.
    expect((await app.audit())[0]).toMatchObject({ ...refusedAudit, recordId: a.id });
    expect((await call("GET", `${GROUPS_PATH}/${id}`)).json.data.version).toBe(2);
  });

  it("adding selected users to a group is refused for a group with a rule, an unknown group, no users, and without the right to update", async () => {
    const { id } = await makeUser(app);
    const ruleGroup = (await create({ kind: "rule", rule: { tier: "1" } })).json.data;
    const answer = await addMembers(ruleGroup.id, [id]);
    expect(answer).toMatchObject({ status: 409, json: { message: expect.stringContaining("follows from its rule") } });
    expect((await addMembers(uuid(), [id])).status).toBe(404);
    const staticGroup = (await create()).json.data;
    expect((await addMembers(staticGroup.id, [])).json.fields).toEqual({ users: "Choose at least one person." });
    const reader = await makeAdmin(app, { rights: makeRights({ "User Management": ["read", "create"] }) });
    expect((await addMembers(staticGroup.id, [id], reader.token)).status).toBe(403);
    expect(await membersOf(staticGroup.id)).toEqual([]);
  });

  it("adding selected users to a group never adds an account that is closed concurrently", async () => {
    const group = (await create()).json.data;
    for (let round = 0; round < 10; round++) {
      const { id } = await makeUser(app);
      const body = { version: 1, reason: "Asked for it in writing" };
      await Promise.all([call("PATCH", `/user-management/users/${id}/closure`, body), addMembers(group.id, [id])]);
    }
    expect(await membersOf(group.id)).toEqual([]);
    expect(await app.db.$count(userGroupMembers, eq(userGroupMembers.groupId, group.id))).toBe(0);
  });
});

describe("group by rule", () => {
  it("a user group with a rule contains the users who match the rule now: tier, LGA, age to the day, and Lagos days of joining", async () => {
    const lga = "Bekwarra" as const;
    const at = new Date("2021-06-30T23:30:00Z");
    const today = lagosDayOf(new Date());
    const [youngest, youngestTooOld] = [latestBirthDate(18, today), latestBirthDate(31, today)];
    const young = await makeUser(app, { lga, tier: 2, dateOfBirth: youngest, joinedAt: at });
    const tooYoung = await makeUser(app, { lga, tier: 2, dateOfBirth: addDays(youngest, 1), joinedAt: at });
    const oldEnough = await makeUser(app, { lga, tier: 3, dateOfBirth: addDays(youngestTooOld, 1), joinedAt: at });
    const tooOld = await makeUser(app, { lga, tier: 3, dateOfBirth: youngestTooOld, joinedAt: at });
    const membersByRule = async (rule: object) => {
      const { id, members } = (await create({ kind: "rule", rule: { lga, ...rule } })).json.data;
      const memberIds = await membersOf(id);
      expect(members).toBe(memberIds.length);
      return memberIds.sort();
    };
    expect(await membersByRule({ age_min: "18", age_max: 30 })).toEqual([young.id, oldEnough.id].sort());
    expect(await membersByRule({ age_max: 17 })).toEqual([tooYoung.id]);
    expect(await membersByRule({ age_min: 31, age_max: "" })).toEqual([tooOld.id]);
    expect(await membersByRule({ tier: "3" })).toEqual([oldEnough.id, tooOld.id].sort());
    expect(await membersByRule({ joined_from: "2021-07-01", joined_to: "2021-07-01" })).toHaveLength(4);
    expect(await membersByRule({ joined_to: "2021-06-30" })).toEqual([]);
  });

  it("a user group with an age rule computes ages correctly on 29 February", async () => {
    const lga = "Etung" as const;
    const adult = await makeUser(app, { lga, dateOfBirth: "2010-02-28" });
    const minor = await makeUser(app, { lga, dateOfBirth: "2010-03-01" });
    const namesByRule = async (rule: UserGroupRule) =>
      (
        await app.db
          .select({ id: users.id })
          .from(users)
          .where(filterOfRule({ lga, ...rule }))
      ).map(({ id }) => id);
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2028-02-29T12:00:00Z") });
    const [adults, young] = [await namesByRule({ age_min: 18 }), await namesByRule({ age_max: 17 })];
    vi.useRealTimers();
    expect([adults, young]).toEqual([[adult.id], [minor.id]]);
  });

  it("a user group with a spending rule contains exactly the users whose spending in the last days, minus refunds, is within the limits", async () => {
    const lga = "Yakurr" as const;
    const midnight = startOfDay(lagosDayOf(new Date())).getTime();
    const makeSpender = async (...payments: Partial<typeof transactions.$inferInsert>[]) => {
      const { id } = await makeUser(app, { lga });
      for (const values of payments)
        await app.db.insert(transactions).values({
          id: uuid(),
          reference: `TRX-${uuid()}`,
          userId: id,
          type: "bill_payment",
          channel: "wallet",
          amount: 1,
          fee: 99_999,
          state: "succeeded",
          completedAt: new Date(midnight),
          ...values,
        });
      return id;
    };
    const spentExactly = await makeSpender(
      { amount: 400_000 },
      { amount: 100_050, type: "ticket" },
      { amount: 1, type: "transfer" },
    );
    const spentLess = await makeSpender({ amount: 500_050 });
    const spentNothing = await makeSpender();
    const spentRefunded = await makeSpender(
      { amount: 600_051, state: "partially_refunded", refundedAmount: 100_001 },
      { amount: 900_000, state: "lost" },
      { amount: 900_000, state: "failed" },
      { amount: 900_000, state: "pending", completedAt: null },
      { amount: 900_000, type: "withdrawal" },
      { amount: 900_000, type: "wallet_funding" },
    );
    // Midnight at the start of the Lagos day 29 days ago counts in 30 days; a millisecond earlier does not.
    const spentMonthAgo = await makeSpender({ amount: 500_051, completedAt: new Date(midnight - 29 * 86_400_000) });
    const before = await makeSpender({ amount: 500_051, completedAt: new Date(midnight - 29 * 86_400_000 - 1) });
    const membersByRule = async (rule: object) => {
      const { id, members } = (await create({ kind: "rule", rule: { lga, ...rule } })).json.data;
      const memberIds = await membersOf(id);
      expect(members).toBe(memberIds.length);
      return memberIds.sort();
    };
    expect(await membersByRule({ spend_min: "5,000.51" })).toEqual([spentExactly, spentMonthAgo].sort());
    expect(await membersByRule({ spend_min: "5000.51", spend_days: "7" })).toEqual([spentExactly]);
    expect(await membersByRule({ spend_min: "5000.51", spend_days: "90" })).toEqual(
      [spentExactly, spentMonthAgo, before].sort(),
    );
    expect(await membersByRule({ spend_max: "5000.50" })).toEqual(
      [spentLess, spentNothing, spentRefunded, before].sort(),
    );
    expect(await membersByRule({ spend_min: "0.01", spend_max: "5000.50" })).toEqual([spentLess, spentRefunded].sort());
    expect(await membersByRule({ spend_max: "0" })).toEqual([spentNothing, before].sort());
    // A minimum spend of 0, in any notation, sets no lower bound.
    expect(await membersByRule({ spend_min: "0.00", spend_max: "0" })).toEqual([spentNothing, before].sort());
    expect(await membersByRule({ spend_min: "0" })).toHaveLength(6);
    const [storedGroup] = await app.db
      .insert(userGroups)
      .values({ id: uuid(), name: "Kept as it was", kind: "rule", rule: { lga, spend_min: "0", spend_days: "30" } })
      .returning();
    expect(await membersOf(storedGroup?.id ?? "")).toHaveLength(6);
    // The group list counts the members of all groups by rule in one SQL statement.
    const listedGroups = (await call("GET", `${GROUPS_PATH}?kind=rule&size=100`)).json.data.items;
    expect(listedGroups.length).toBeGreaterThan(6);
    for (const { id, members } of listedGroups)
      expect([id, members]).toEqual([id, (await call("GET", `${GROUPS_PATH}/${id}`)).json.data.members]);
    expect((await create({ kind: "rule", rule: { tier: "0", spend_days: "90" } })).json.data.rule).toEqual({
      tier: "0",
    });
    expect((await create({ kind: "rule", rule: { tier: "0", spend_min: "0" } })).json.data.rule).toEqual({ tier: "0" });
    expect((await create({ kind: "rule", rule: { spend_min: "1" } })).json.data.rule).toEqual({
      spend_min: "1",
      spend_days: "30",
    });
  });

  it("a preview counts the members of a user group with a rule before the group is saved", async () => {
    await makeUser(app, { lga: "Obanliku" });
    const previewRule = (query: string) => call("GET", `${GROUPS_PATH}/preview?${query}`);
    expect((await previewRule("lga=Obanliku")).json.data).toEqual({ members: 1, members_is_capped: false });
    expect((await previewRule("lga=Obanliku&spend_max=0&spend_days=7")).json.data.members).toBe(1);
    expect((await previewRule("lga=Obanliku&spend_min=1&spend_days=7")).json.data.members).toBe(0);
    expect((await previewRule("")).status).toBe(400);
    expect((await previewRule("spend_days=7")).status).toBe(400);
    expect((await previewRule("age_min=30&age_max=20")).json.fields).toHaveProperty("age_max");
  });

  it.each([
    ["nothing", {}, "rule.tier"],
    ["an unknown tier", { tier: "9" }, "rule.tier"],
    ["days the wrong way round", { joined_from: "2026-02-01", joined_to: "2026-01-01" }, "rule.joined_to"],
    ["a spend the wrong way round", { spend_min: "5", spend_max: "4.99" }, "rule.spend_max"],
    ["a minimum spend of 0", { spend_min: "0" }, "rule.tier"],
    ["a spend that is not a number", { spend_min: "much" }, "rule.spend_min"],
    ["an unknown number of days", { spend_min: "5", spend_days: "8" }, "rule.spend_days"],
    ["an age in words", { age_min: "old" }, "rule.age_min"],
  ])("a user group with a rule is refused if it has %s", async (_, rule, field) => {
    const answer = await create({ kind: "rule", rule });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fields)).toContain(field);
  });

  it("a user group with a rule accepts no chosen members, and can't become a group of chosen people", async () => {
    const user = await makeUser(app);
    const rule = { tier: "1" };
    expect((await create({ kind: "rule", rule, add: [user.id] })).status).toBe(400);
    const { id, name } = (await create({ kind: "rule", rule })).json.data;
    expect((await call("PATCH", `${GROUPS_PATH}/${id}`, { version: 1, name, kind: "static" })).status).toBe(400);
  });

  it("an export filtered by a user group with a rule contains only its members", async () => {
    const user = await makeUser(app, { lga: "Akamkpa", tier: 1 });
    await makeUser(app, { lga: "Akamkpa", tier: 2 });
    const { id } = (await create({ kind: "rule", rule: { lga: "Akamkpa", tier: "1" } })).json.data;
    const created = await call("POST", "/user-management/users/export", { group: id });
    expect(created.json.data.rows).toBe(1);
    const file = await app.call("GET", `/exports/${created.json.data.token}`, { token: admin.token });
    expect(await (file.json as Blob).text()).toContain(user.id);
    expect((await call("GET", `/user-management/users?group=${uuid()}`)).status).toBe(404);
  });
});

describe("deleting", () => {
  it("deleting a user group deletes its memberships, and is audited", async () => {
    const user = await makeUser(app);
    const { id, name } = (await create({ add: [user.id] })).json.data;
    expect(await call("DELETE", `${GROUPS_PATH}/${id}`, { version: 2 })).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Review the latest version and try again."), current: { version: 1 } },
    });
    expect((await call("DELETE", `${GROUPS_PATH}/${id}`, { version: 1 })).status).toBe(200);
    expect(await app.db.$count(userGroupMembers, eq(userGroupMembers.groupId, id))).toBe(0);
    expect((await app.audit())[0]).toMatchObject({
      action: "user.deleteGroup",
      recordId: id,
      before: { name, members: { count: 1, ids: [user.id] } },
    });
    expect((await call("GET", `${GROUPS_PATH}/${id}`)).status).toBe(404);
  });

  it("deleting a user group is refused while a record uses the group; the refusal lists these records", async () => {
    const { id, name } = (await create()).json.data;
    const groupUse = {
      what: "The announcement",
      name: "Road closed",
      href: "/dashboard/content-management/announcements/1",
    };
    const unregister = registerGroupUse(async (_db, groupId) => (groupId === id ? [groupUse] : []));
    expect((await call("GET", `${GROUPS_PATH}/${id}`)).json.data.used_by).toEqual([groupUse]);
    const answer = await call("DELETE", `${GROUPS_PATH}/${id}`, { version: 1 });
    expect(answer.status).toBe(409);
    expect(answer.json.message).toBe(
      `The group ${name} is used by: The announcement Road closed. Choose another group there first.`,
    );
    unregister();
    expect((await call("DELETE", `${GROUPS_PATH}/${id}`, { version: 1 })).status).toBe(200);
  });
});

describe("checking rows", () => {
  /** Returns the texts as rows, numbered as in a file. `first`: number of the first row, which is 2 below a header. */
  const entriesOf = (texts: readonly string[], first = 1) => texts.map((text, index) => ({ row: first + index, text }));

  it("checking rows for new group members finds users by phone in any format, email and id, and returns an error for each invalid row", async () => {
    const user = await makeUser(app, { phone: "+2348111122223", email: "Row.One@example.com", firstName: "Ada" });
    const other = await makeUser(app);
    const closed = await makeUser(app, { status: "closed" });
    const entries = [
      "0811 112 2223",
      other.id.toUpperCase(),
      "nobody",
      "",
      "row.one@EXAMPLE.com",
      "x@y.z",
      "081",
      closed.email,
    ];
    const { items } = (await call("POST", `${GROUPS_PATH}/check`, { entries: entriesOf(entries, 2) })).json.data;
    expect(items.map((item: { row: number }) => item.row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(items.slice(0, 2)).toMatchObject([
      { user: { id: user.id, phone: user.phone }, problem: null },
      { user: { id: other.id }, problem: null },
    ]);
    expect(items.slice(2).map((item: { problem: string }) => item.problem)).toEqual([
      "Not a valid phone number, email or user id.",
      "This row is empty.",
      expect.stringMatching(/^Duplicate of row 2: Ada .*\.$/),
      "No user has this.",
      "Not a valid phone number, email or user id.",
      expect.stringContaining("account is closed"),
    ]);
    expect((await app.audit())[0]).toMatchObject({ action: "user.checkNewMembers", after: { rows: 8, found: 2 } });
  });

  it("checking rows for new group members returns an error for a user who is already a member", async () => {
    const [member, other] = [await makeUser(app), await makeUser(app)];
    const { id } = (await create({ add: [member.id] })).json.data;
    const entries = entriesOf([member.phone, other.phone]);
    const { items } = (await call("POST", `${GROUPS_PATH}/${id}/check`, { entries })).json.data;
    expect(items).toMatchObject([
      { user: null, problem: expect.stringMatching(/ is in the group already\.$/) },
      { user: { id: other.id }, problem: null },
    ]);
    expect((await app.audit())[0]).toMatchObject({
      action: "user.checkMembers",
      after: { rows: 2, found: 1, group: id },
    });
    expect((await call("POST", `${GROUPS_PATH}/${uuid()}/check`, { entries })).status).toBe(404);
  });

  it("checking rows for new group members requires the right to create groups, or to change the group if it exists", async () => {
    const { id } = (await create()).json.data;
    const statusesWith = async (flag: PermissionFlag) => {
      const { token } = await makeAdmin(app, { rights: makeRights({ "User Management": ["read", flag] }) });
      const body = { entries: entriesOf(["0803 000 0000"]) };
      const paths = [`${GROUPS_PATH}/check`, `${GROUPS_PATH}/${id}/check`];
      return Promise.all(paths.map(async (path) => (await app.call("POST", path, { token, body })).status));
    };
    expect([await statusesWith("create"), await statusesWith("update")]).toEqual([
      [200, 403],
      [403, 200],
    ]);
  });

  it("checking rows for new group members accepts at most 5,000 rows", async () => {
    const phones = Array.from({ length: 5_001 }, (_, index) => `0803${String(index).padStart(7, "0")}`);
    const checkPhones = (count: number) =>
      call("POST", `${GROUPS_PATH}/check`, { entries: entriesOf(phones.slice(0, count)) });
    expect((await checkPhones(5_000)).status).toBe(200);
    expect((await checkPhones(5_001)).status).toBe(400);
  });
});

describe("list of groups", () => {
  it("the list of user groups can be searched by word prefix, filtered by kind, sorted and paged", async () => {
    const names = ["Zebra riders", "zebra owners"];
    for (const name of names) await create({ name });
    await create({ name: "Zebra friends", kind: "rule", rule: { tier: "0" } });
    const list = async (query: string) =>
      (await call("GET", `${GROUPS_PATH}?${query}`)).json.data.items.map(({ name }: { name: string }) => name);
    expect(await list("q=zeb")).toEqual(["Zebra friends", "zebra owners", "Zebra riders"]);
    expect(await list("q=own")).toEqual(["zebra owners"]);
    expect(await list("q=zebra&kind=rule")).toEqual(["Zebra friends"]);
    expect(await list("q=zebra&sort=-name")).toEqual(["Zebra riders", "zebra owners", "Zebra friends"]);
    expect(await list("q=ebra")).toEqual([]);
    const { items } = (await call("GET", `${GROUPS_PATH}/choices`)).json.data;
    expect(items.map(({ name }: { name: string }) => name)).toContain("zebra owners");
  });
});
