import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { roles } from "@/lib/server/db/schema/admin";
import { walletBalances } from "@/lib/server/db/schema/totals";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { commonUserWords, ownerMatchesSearch } from "@/lib/server/user/match-name";
import { toCappedTotal } from "./list";
import { commonWords, commonWordsOfTables, readSearchResultPage } from "./search-page";
import { inSearchScope } from "./search-scope";
import { hasNameWords } from "./search-terms";

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp({ connections: 1 });
  ({ token } = await makeAdmin(app));
  const { id: _id, words: _words, ...user } = await makeUser(app, { firstName: "Omini", lastName: "Ogban" });
  await app.db.insert(users).values(
    Array.from({ length: 400 }, (_, n) => ({
      ...user,
      ...(n % 2 ? {} : { firstName: "Zebu", lastName: "Ayi" }),
      id: uuid(),
      email: `many${n}@example.com`,
      phone: `+23490${String(n).padStart(8, "0")}`,
    })),
  );
  await makeUser(app, { firstName: "Omini", lastName: "O’Neil", joinedAt: new Date("2020-01-01T10:00:00Z") });
});
afterAll(() => app.stop());

const source = { table: users, words: users.words };
const byEmail = { order: sql`email`, columns: sql`email` };
const findUsers = async (search: string) => {
  const answer = await app.call("GET", `/user-management/users?q=${encodeURIComponent(search)}`, { token });
  expect(answer.status).toBe(200);
  return answer.json.data;
};

it("commonWords returns the typed words that many rows contain, but not those that few rows contain", async () => {
  expect([...(await commonWords(app.db, "O Omini neil", source))].sort()).toEqual(["o", "omini"]);
  for (const searchText of [undefined, " ", "oneil", "0803 123 4567", "o@example.com", "KYC-000302"])
    expect([...(await commonWords(app.db, searchText, source))]).toEqual([]);
});

it("commonWords returns no words if each typed word is common, but few rows contain all of them", async () => {
  expect([...(await commonWords(app.db, "Ogban Omini", source))].sort()).toEqual(["ogban", "omini"]);
  expect([...(await commonWords(app.db, "Zebu Omini", source))]).toEqual([]);
});

it("the search of wallets finds a wallet by its owner's name, common or rare, with both query plans", async () => {
  const findOwners = async (searchText: string, common?: ReadonlySet<string>) => {
    const ownerFilter = ownerMatchesSearch(walletBalances.userId, searchText, common);
    const rows = await app.db.select({ id: walletBalances.userId }).from(walletBalances).where(ownerFilter);
    return rows.map(({ id }) => id).sort();
  };
  for (const [searchText, count] of [
    ["omini", 202],
    ["Ogban Omini", 201],
    ["omini oneil", 1],
    ["Zebu Omini", 0],
  ] as const) {
    const common = await commonUserWords(app.db, searchText);
    expect([searchText, common.size > 0]).toEqual([searchText, count > 0]);
    const found = await findOwners(searchText, common);
    expect([searchText, found.length]).toEqual([searchText, count]);
    expect(found).toEqual(await findOwners(searchText));
  }
});

it("the search of users finds names by a common word alone, next to a rare word, and joined with a rare word", async () => {
  expect(await findUsers("omini")).toMatchObject({ total: 202 });
  expect((await findUsers("omini")).items).toHaveLength(20);
  for (const searchText of ["omini oneil", "O Neil", "o neil omini", "ONEIL, omi"])
    expect([searchText, (await findUsers(searchText)).items]).toMatchObject([searchText, [{ name: "Omini O’Neil" }]]);
  for (const searchText of ["omini bassey", "Zebu Omini"])
    expect(await findUsers(searchText)).toMatchObject({ total: 0 });
});

it("commonWordsOfTables samples several tables in one statement, and shares the results within a search of many lists", async () => {
  const tables = [source, { table: roles, words: roles.words }];
  await inSearchScope(async () => {
    expect(await commonWordsOfTables(app.db, "zebu", tables)).toEqual([new Set(["zebu"]), new Set()]);
    const shared = await commonWords({ execute: () => Promise.reject(new Error("sampled")) } as never, "zebu", source);
    expect([...shared]).toEqual(["zebu"]);
  });
});

it("readSearchResultPage counts at most 1,000 rows in a search of many lists, and at most 10,000 rows in a search of one list", async () => {
  const { id: _id, words: _words, ...user } = await makeUser(app, { firstName: "Wuro", lastName: "Bako" });
  await app.db.insert(users).values(
    Array.from({ length: 1_000 }, (_, n) => ({
      ...user,
      id: uuid(),
      email: `wuro${n}@example.com`,
      phone: `+23491${String(n).padStart(8, "0")}`,
    })),
  );
  const where = hasNameWords(users.words, "wuro");
  const read = async () => {
    const { count, ids } = await readSearchResultPage(app.db, users, { ...{ where, page: 0, size: 5 }, ...byEmail });
    return { ...toCappedTotal(count), shown: ids?.length };
  };
  expect(await read()).toEqual({ total: 1_001, totalIsCapped: false, shown: 5 });
  expect(await inSearchScope(read)).toEqual({ total: 1_000, totalIsCapped: true, shown: undefined });
});

it("readSearchResultPage pages through the sections of a list one after the other", async () => {
  const where = hasNameWords(users.words, "ayi");
  const sections = [
    { where: sql`email like 'many2%'`, order: sql`email desc` },
    { where: sql`email like 'many1%'`, order: sql`email` },
  ];
  const read = async (page: number) =>
    (await readSearchResultPage(app.db, users, { where, order: sections, columns: sql`email`, page, size: 40 })).ids;
  const emails = (await app.db.select({ id: users.id, email: users.email }).from(users)).filter(
    ({ email }) => /^many[12]\d*@/.test(email ?? "") && Number(/\d+/.exec(email ?? "")) % 2 === 0,
  );
  const sorted = (prefix: string) =>
    emails
      .filter(({ email }) => email?.startsWith(prefix))
      .sort((a, b) => ((a.email ?? "") < (b.email ?? "") ? -1 : 1));
  const all = [...sorted("many2").reverse(), ...sorted("many1")].map(({ id }) => id);
  expect([...((await read(0)) ?? []), ...((await read(1)) ?? []), ...((await read(2)) ?? [])]).toEqual(all);
  expect(all.length).toBeGreaterThan(80);
});
