import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { APP_KEY, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { collectLogLines } from "@/lib/server/testing/log-lines";

const logLines = collectLogLines();

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Returns every row of every table as text. */
async function readAllTables() {
  const tables = await app.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      app.db.execute(sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`),
    ),
  );
  return rows.flatMap(({ rows }) => rows.map(({ row }) => String(row))).join("\n");
}

it("the database and the log contain no API key, no anonymous reporter's id and no code of an anonymous report", async () => {
  const deadlines = { targetHours: 72, submittedHours: 12, acknowledgedHours: 24, inProgressHours: 36 };
  const category_id = uuid();
  await app.db.insert(ireportCategories).values({ id: category_id, name: "Roads", icon: "construction", ...deadlines });
  const reporter = await makeUser(app, { firstName: "Canaryfirst" });
  // The user's own row and wallet contain the user's id. The calls below must not add another occurrence of it.
  const countIn = (text: string, word: string) => text.split(word).length - 1;
  const mentionsBefore = countIn(await readAllTables(), reporter.id);
  // The app chooses the Idempotency-Key freely, so it may contain the user's id.
  const idempotencyKey = `report-of-${reporter.id}`;
  const body = {
    user_id: reporter.id,
    anonymous: true,
    category_id,
    title: "Bribes at the gate",
    text: "They take 500 naira from everybody.",
    lga: "Abi",
  };
  const fileReport = (values: object = {}, headers: object = { "idempotency-key": idempotencyKey }) =>
    app.callAsApp("POST", "/reports", { body: { ...body, ...values }, headers: { ...headers } });
  const first = await fileReport();
  expect(first.status).toBe(200);
  const { code } = first.json.data;
  expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);

  // A retry returns the same bytes, even with another user_id, because an anonymous request is stored without its user_id.
  expect((await fileReport()).json).toEqual(first.json);
  expect((await fileReport({ user_id: uuid() })).json).toEqual(first.json);
  expect((await fileReport({ title: "Another title" })).status).toBe(400);

  // Sends refused calls of every kind with the reporter's id or the report's follow-up code.
  await fileReport({ category_id: uuid() }, {});
  await fileReport({ lga: "Nowhere" }, {});
  await fileReport({ lat: 1, lng: 1 }, {});
  await app.callAsApp("POST", "/reports", { body, token: `${APP_KEY}x` });
  expect((await app.callAsApp("POST", "/reports/follow", { body: { code } })).status).toBe(200);
  await app.callAsApp("POST", `/reports/${first.json.data.id}/rating`, { body: { code, stars: 5 } });
  await app.callAsApp("POST", `/reports/${uuid()}/rating`, { body: { code, stars: 5 } });

  // Makes an SQL statement fail, because the error in the log then contains the statement's parameters.
  await app.db.execute(sql`alter table audit_waiting rename to audit_waiting_away`);
  expect((await fileReport({}, {})).status).toBe(500);
  await app.db.execute(sql`alter table audit_waiting_away rename to audit_waiting`);

  const canaries = { key: APP_KEY, code };
  const findCanaries = (text: string) => Object.entries(canaries).filter(([, secret]) => text.includes(secret));
  const stored = await readAllTables();
  expect(stored).toContain("Bribes at the gate");
  expect(stored).toContain("Citizen app demo");
  expect(findCanaries(stored)).toEqual([]);
  expect(countIn(stored, reporter.id)).toBe(mentionsBefore);
  expect(countIn(stored, "Canaryfirst")).toBe(1);
  const logged = logLines.join("\n");
  expect(logged).toContain("/api/v1/app/reports");
  expect(logged).toContain("Failed query");
  expect([...findCanaries(logged), countIn(logged, reporter.id)]).toEqual([0]);
});
