import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeIreportCategory, reportFilingBody, uploadTestFile } from "@/lib/server/testing/ireports";
import { collectLogLines } from "@/lib/server/testing/log-lines";
import { makeJpeg } from "@/lib/server/testing/pictures";

const logLines = collectLogLines();

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Returns every row of every database table as text. */
async function readAllRows() {
  const tables = await app.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      app.db.execute(sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`),
    ),
  );
  return rows.flatMap(({ rows }) => rows.map(({ row }) => String(row)));
}

const post = (path: string, body: object, headers?: Record<string, string>) =>
  app.callAsApp("POST", `/reports${path}`, { body, headers });

const LAST_SEEN_NULL = '"last_seen_at":null';

it("stores an anonymous reporter's id and code in no table and no log line, whatever else the app sends", async () => {
  const citizen = await makeUser(app);
  const rowsBefore = new Set(await readAllRows());
  const category = await makeIreportCategory(app);
  const admin = await makeAdmin(app);
  const photo = await uploadTestFile(app, "/app/uploads", await makeJpeg(1));
  const body = reportFilingBody(category.id, { user_id: citizen.id, anonymous: true, photos: [photo.json.data.id] });
  // Simulates an app that wrongly uses the citizen's id as idempotency key.
  const headers = { "idempotency-key": citizen.id };
  const filed = await post("", body, headers);
  expect(filed.status, JSON.stringify(filed.json)).toBe(200);
  const { id, code } = filed.json.data;
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  const repeated = await post("", body, headers);
  expect(JSON.stringify(repeated.json)).toBe(JSON.stringify(filed.json));

  await post("", { ...body, category_id: uuid() });
  await post("", { ...body, lat: 6.5, lng: 3.3, lga: undefined });
  await post("", { ...body, user_id: citizen.id.toUpperCase(), title: "Another one of mine" });
  await post("", { ...body, unknown: citizen.id });

  await app.call("PATCH", `/ireports/${id}/question`, {
    token: admin.token,
    body: { version: 1, text: "Where is it?" },
  });
  const answered = await post(`/${id}/answers`, { code: code.toLowerCase(), text: "Beside the school." });
  expect(answered.json.data).toMatchObject({ state: "acknowledged", title: body.title });
  const version = (await app.call("GET", `/ireports/${id}`, { token: admin.token })).json.data.version;
  await app.call("PATCH", `/ireports/${id}/state`, { token: admin.token, body: { version, state: "in_progress" } });
  const note = { version: version + 1, note: "All three lamps burn again." };
  await app.call("PATCH", `/ireports/${id}/resolution`, { token: admin.token, body: note });
  const followed = await post("/follow", { code });
  expect(followed.json.data).toMatchObject({ state: "resolved", may_rate: true });
  expect((await post(`/${id}/rating`, { code, stars: 5 })).json.data.rating).toBe(5);
  expect((await post(`/${id}/reopening`, { code, reason: "One is dark again." })).json.data.state).toBe("in_progress");

  const staffView = await app.call("GET", `/ireports/${id}`, { token: admin.token });
  expect(staffView.json.data.reporter).toBeNull();
  const [now] = await app.db.select().from(users).where(eq(users.id, citizen.id));
  expect(now?.lastSeenAt).toBeNull();
  const reportsOfCitizen = await app.callAsApp("GET", `/reports?user_id=${citizen.id}`);
  expect(reportsOfCitizen.json.data.items).toEqual([]);
  expect((await post("/follow", { user_id: citizen.id, ireport_id: id })).status).toBe(404);

  const rows = (await app.audit()).filter(({ recordId }) => recordId === id);
  const reporterAuditRows = rows.filter(({ device }) => device === "Citizen app demo");
  expect(reporterAuditRows.map(({ adminId, adminName }) => adminId ?? adminName)).toEqual([null, null, null, null]);

  // The citizen's own row and wallet are unchanged, except for the last-seen time, which the request above sets.
  const newRows = (await readAllRows()).filter(
    (row) => !rowsBefore.has(row.replace(/"last_seen_at":"[^"]+"/, LAST_SEEN_NULL)),
  );
  const newRowsText = newRows.join("\n");
  const logText = logLines.join("\n");
  expect(newRowsText).toContain(id);
  expect(newRowsText).toContain("made again");
  for (const identifier of [
    citizen.id,
    citizen.id.toUpperCase(),
    citizen.phone,
    citizen.email,
    code,
    code.toLowerCase(),
  ]) {
    expect(newRowsText.includes(identifier), `${identifier} is stored`).toBe(false);
    expect(logText.includes(identifier), `${identifier} is logged`).toBe(false);
  }
});
