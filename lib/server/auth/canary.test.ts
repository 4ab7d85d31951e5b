import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setupKey } from "@/lib/server/base/secret";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { collectLogLines } from "@/lib/server/testing/log-lines";
import { createMailedReference } from "./mailed-links";

const logLines = collectLogLines();

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const EMAIL = "first@example.com";
const FIRST_PASSWORD = "canary okra on the veranda";
const SECOND_PASSWORD = "canary goats and a radio";
const personName = { first_name: "Ada", last_name: "Obi" };
const post = (path: string, body: object) => app.call("POST", `/auth/admin/${path}`, { body });
const patch = (path: string, body: object) => app.call("PATCH", `/auth/admin/${path}`, { body });

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

it("the database and the log contain no password, code, token, reference or setup key, also after failures", async () => {
  expect(
    (await post("set-up", { setup_key: setupKey(), email: EMAIL, ...personName, password: FIRST_PASSWORD })).status,
  ).toBe(200);
  const firstStep = (await post("login", { email: EMAIL, password: FIRST_PASSWORD })).json.data;
  const code = await app.mailedCode();
  const { token } = (await patch("verify-token/sign-in", { reference: firstStep.reference, token: code })).json.data;
  expect((await app.call("GET", "/auth/admin/sessions", { token })).status).toBe(200);

  await post("forgot", { email: EMAIL });
  const mailed = (await app.mails()).at(-1)?.text ?? "";
  const reference = /reference=([\w-]{43})/.exec(mailed)?.[1] ?? "none";
  await patch("reset-password", { reference, email: "other@example.com", password: SECOND_PASSWORD });
  await patch("reset-password", { reference, email: EMAIL, password: `${EMAIL} ${SECOND_PASSWORD}` });
  expect((await patch("reset-password", { reference, email: EMAIL, password: SECOND_PASSWORD })).status).toBe(200);
  await patch("reset-password", { reference, email: EMAIL, password: SECOND_PASSWORD });

  const invited = await makeAdmin(app);
  await app.db.execute(sql`update admins set status = 'invited' where id = ${invited.id}`);
  const invitation = await app.db.transaction((tx) =>
    createMailedReference(tx, { adminId: invited.id, kind: "invitation", minutes: 5 }),
  );
  const registrationBody = {
    reference: invitation,
    email: invited.email,
    ...personName,
    first_name: "Ima",
    password: FIRST_PASSWORD,
  };
  await post("register", { ...registrationBody, last_name: "" });
  expect((await post("register", registrationBody)).status).toBe(200);
  await app.mails();

  const canaries = {
    FIRST: FIRST_PASSWORD,
    SECOND: SECOND_PASSWORD,
    code: `"${code}"`,
    token,
    reference,
    invitation,
    key: setupKey(),
  };
  const stored = await readAllTables();
  expect(stored).toContain("auth.resetPassword");
  expect(Object.entries(canaries).filter(([, secret]) => stored.includes(secret))).toEqual([]);

  // The error of a failing statement contains its parameters: here the mail with the link, the code and a new admin's name.
  await app.db.execute(sql`alter table outbox rename to outbox_away`);
  logLines.push("--- failures");
  expect((await post("forgot", { email: EMAIL })).status).toBe(500);
  expect((await post("login", { email: EMAIL, password: SECOND_PASSWORD })).status).toBe(500);
  await app.db.execute(sql`alter table outbox_away rename to outbox`);

  const logged = logLines.join("\n");
  expect(logged).toContain('"path":"/api/v1/auth/admin/reset-password"');
  expect(logged.split("--- failures")[1]).toContain("Failed query");
  expect(logged).not.toMatch(/reference=|sign-in code is|Hello Ada/);
  expect(Object.entries(canaries).filter(([, secret]) => logged.includes(secret))).toEqual([]);
});
