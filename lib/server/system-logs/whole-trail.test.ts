import { beforeAll, expect, it } from "vitest";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";

const PAGE_SIZE = 20;
/** Number of rows, which is more than one page of the list. */
const EARLY_ROWS = 25;

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ token } = await makeAdmin(app));
  return () => app.stop();
});

type TrailPage = {
  items: { id: string; record: { name: string } | null }[];
  total: number;
  until: string;
  newer: number;
};
const list = async (query = ""): Promise<TrailPage> =>
  (await app.call("GET", `/system-logs/audit-trails?${query}`, { token })).json.data;
const namesOf = ({ items }: TrailPage) => items.map(({ record }) => record?.name);
const rowAt = (time: number, name: string) => ({
  ...systemAuditRow("a.call", { record: { type: "admin" as const, id: name, name } }),
  at: new Date(time),
});
const append = (time: number, name: string) => app.db.transaction((tx) => appendAudit(tx, rowAt(time, name)));

/** Appends a row in a transaction that stays open. @returns a function that commits it */
async function appendOpen(time: number, name: string) {
  let commit = () => {};
  const isCommitted = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let transaction: Promise<void> | undefined;
  await new Promise<void>((resolve) => {
    transaction = app.db.transaction(async (tx) => {
      await appendAudit(tx, rowAt(time, name));
      resolve();
      await isCommitted;
    });
  });
  return () => {
    commit();
    return transaction;
  };
}

it("the audit list contains a row that was committed after a later row, while the list was open", async () => {
  const start = Date.now() - 60_000;
  const early = Array.from({ length: EARLY_ROWS }, (_, n) => `early ${n + 1}`).toReversed();
  for (let n = 1; n <= EARLY_ROWS; n++) await append(start + n, `early ${n}`);
  const commit = await appendOpen(start + 100, "late");
  let opened: TrailPage;
  try {
    await append(start + 200, "newest");
    await app.seal();
    opened = await list();
    expect([namesOf(opened), opened.total]).toEqual([["newest", ...early].slice(0, PAGE_SIZE), EARLY_ROWS + 1]);
    await append(start + 300, "after the list was opened");
    await app.seal();
  } finally {
    await commit();
  }

  // Checks the list before and after the row is added to the hash chain.
  for (let n = 0; n < 2; n++) {
    const first = await list(`until=${opened.until}`);
    expect(namesOf(first)).toEqual(expect.arrayContaining(["newest", "late"]));
    expect(first).toMatchObject({ total: EARLY_ROWS + 2, newer: 1 });
    const second = await list(`page=1&until=${opened.until}`);
    expect([...namesOf(first), ...namesOf(second)].toSorted()).toEqual(["newest", "late", ...early].toSorted());
    await app.seal();
  }
  expect(namesOf(await list()).slice(0, 4)).toEqual(["after the list was opened", "newest", "late", early[0]]);
});

it("the audit list up to a time omits a later row, even if that row was committed before the list's newest row", async () => {
  const start = Date.now();
  await append(start - 1, "earlier");
  const commit = await appendOpen(start, "last of the window");
  try {
    await append(start + 10, "newer");
    await app.seal();
  } finally {
    await commit();
  }
  await app.seal();
  const page = await list(`until=${new Date(start).toISOString()}`);
  expect(namesOf(page).slice(0, 2)).toEqual(["last of the window", "earlier"]);
  expect(page).toMatchObject({ newer: 1 });
});
