import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { secondAdminSetupKey, setupKey } from "@/lib/server/base/secret";
import { adminRoles, admins, setupKeyUses } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { deleteAdmins, makeAdmin, startTestApp } from "@/lib/server/testing/app";
import { collectLogLines } from "@/lib/server/testing/log-lines";
import { printSetupKey } from "./setup-key";

const logLines = collectLogLines();

let app: Awaited<ReturnType<typeof startTestApp>>;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let owner: TestAdmin;
let officer: TestAdmin;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await deleteAdmins(app);
  await app.db.execute(sql`truncate throttles`);
  owner = await makeAdmin(app, { firstName: "Owner" });
  officer = await makeAdmin(app, { firstName: "Officer", rights: makeRights({ "KYC Management": ["read"] }) });
});

const send = (method: string, path: string, body: object, actor = owner, headers = {}) =>
  app.call(method, path, { token: actor.token, body, headers });
const assign = (setup_key?: string, subject: { id: string } = officer, actor = owner) =>
  send("POST", "/permissions/role/user/assign", { admin_id: subject.id, role_ids: [owner.roleId], setup_key }, actor);
const invite = (setup_key?: string, headers = {}) =>
  send(
    "POST",
    "/auth/admin",
    { first_name: "Ada", last_name: "Obi", email: "ada@example.com", role_ids: [owner.roleId], setup_key },
    owner,
    headers,
  );
const activateAdmin = (subject: { id: string }, setup_key?: string) =>
  send("PATCH", "/users/admin/status-update", { admin_id: subject.id, status: "active", setup_key });
const countKeyUses = async () => (await app.db.select().from(setupKeyUses)).length;
const isFullAdmin = async ({ id }: { id: string }) =>
  (await app.call("GET", `/users/all/admins/${id}`, { token: owner.token })).json.data.is_full;
const WRONG_KEY = "0000-0000-0000-0000-0000";

it("nobody becomes a second full administrator without the setup key in any way; each attempt has an audit row", async () => {
  const suspended = await makeAdmin(app, { status: "suspended" });
  const before = await app.db.select().from(adminRoles).orderBy(adminRoles.adminId);
  const answers = [await assign(), await assign("  "), await invite(), await activateAdmin(suspended)];
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 400,
      json: { fields: { setup_key: expect.stringContaining("setup key") } },
    });
  // The setup key of the first administrator, and an already used setup key, are rejected like a wrong key.
  for (const key of [WRONG_KEY, setupKey(), secondAdminSetupKey(1)])
    for (const answer of [await assign(key), await invite(key), await activateAdmin(suspended, key)])
      expect(answer).toMatchObject({
        status: 400,
        json: { fields: { setup_key: expect.stringContaining("not right") } },
      });
  expect(await app.db.select().from(adminRoles).orderBy(adminRoles.adminId)).toEqual(before);
  expect(await app.db.select().from(admins).where(eq(admins.email, "ada@example.com"))).toEqual([]);
  expect([await countKeyUses(), await app.mails()]).toEqual([0, []]);
  expect((await app.audit()).slice(0, 13).map(({ outcome }) => outcome)).toEqual(Array(13).fill("refused"));
});

it("the printed setup key creates one full administrator, in any typed notation, and every admin gets a mail", async () => {
  const printedTexts: string[] = [];
  await printSetupKey(app.db, (text) => void printedTexts.push(text));
  await printSetupKey(app.db, (text) => void printedTexts.push(text));
  expect(printedTexts).toHaveLength(1);
  expect(printedTexts[0]).toContain(owner.name);
  const key = /setup key\s+(\S+)/.exec(printedTexts[0] ?? "")?.[1] ?? "";
  expect(key).toMatch(/^(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}$/);

  const answer = await assign(` ${key.toLowerCase().replaceAll("-", " ")} `);
  expect(answer).toMatchObject({ status: 200, json: { data: { is_full: true, awaiting: null } } });
  expect((await app.audit())[0]?.after).toMatchObject({ approval: expect.stringContaining("setup key") });
  const mails = await app.mails();
  expect(mails.map(({ to }) => to).sort()).toEqual([owner.email, officer.email].sort());
  expect(mails[0]?.text).toContain(`${owner.name} made ${officer.name} a full administrator, with the setup key`);

  // With two full administrators, a third one needs an approval. No setup key is printed or required.
  const thirdAdmin = await makeAdmin(app, { rights: makeRights({}) });
  expect((await assign(undefined, thirdAdmin)).json.data).toMatchObject({
    is_full: false,
    awaiting: expect.any(Object),
  });
  await printSetupKey(app.db, (text) => void printedTexts.push(text));
  expect(printedTexts).toHaveLength(1);

  // After the second administrator is deleted, the used setup key no longer works, and a new one is printed.
  const deletion = await send("DELETE", "/users/admin/bulk", { accounts: [officer.id] });
  expect(deletion.json.data.results[0].deleted).toBe(true);
  const fourthAdmin = await makeAdmin(app, { rights: makeRights({}) });
  expect((await assign(key, fourthAdmin)).status).toBe(400);
  await printSetupKey(app.db, (text) => void printedTexts.push(text));
  const next = /setup key\s+(\S+)/.exec(printedTexts[1] ?? "")?.[1] ?? "";
  expect(next).not.toBe(key);
  expect((await assign(next, fourthAdmin)).status).toBe(200);
});

it("a setup key works for one of several concurrent requests; a retried request uses it only once", async () => {
  const others = await Promise.all(Array.from({ length: 6 }, () => makeAdmin(app, { rights: makeRights({}) })));
  const answers = await Promise.all(others.map((other) => assign(secondAdminSetupKey(0), other)));
  const granted = answers.filter(({ json }) => json.data?.is_full);
  expect([granted.length, await countKeyUses()]).toEqual([1, 1]);
  // The other requests arrived later and wait for the new administrator's approval.
  expect(answers.filter(({ json }) => json.data?.awaiting).length).toBe(5);

  await deleteAdmins(app);
  owner = await makeAdmin(app);
  const headers = { "idempotency-key": uuid() };
  const repeatedInvites = await Promise.all([
    invite(secondAdminSetupKey(0), headers),
    invite(secondAdminSetupKey(0), headers),
  ]);
  expect(repeatedInvites.map(({ status }) => status)).toEqual([200, 200]);
  expect(await countKeyUses()).toBe(1);
  expect(repeatedInvites[0]?.json.data).toMatchObject({ status: "invited", is_full: true });
  const [mailToOwner] = await app.mails();
  expect(mailToOwner?.text).toContain("invited Ada Obi as a full administrator");
});

it("an invited full administrator can't approve, and lifting a suspension needs a setup key", async () => {
  expect((await invite(secondAdminSetupKey(0))).status).toBe(200);
  expect((await assign(secondAdminSetupKey(0))).status).toBe(400);
  const suspended = await makeAdmin(app, { status: "suspended" });
  expect((await activateAdmin(suspended, secondAdminSetupKey(1))).status).toBe(200);
  expect(await isFullAdmin(suspended)).toBe(true);
  // Admins without full rights need no key.
  const other = await makeAdmin(app, { rights: makeRights({}), status: "suspended" });
  expect((await activateAdmin(other)).status).toBe(200);
});

it("a request of a former full administrator can't be approved by the remaining full administrator", async () => {
  const second = await makeAdmin(app);
  const requestedAnswer = await assign(undefined, officer, second);
  const id = requestedAnswer.json.data.awaiting.approvalId;
  // The first request removes the second admin's rights, so the second admin's request is withdrawn.
  const lowerRoles = { admin_id: second.id, role_ids: [officer.roleId] };
  expect((await send("POST", "/permissions/role/user/assign", lowerRoles)).status).toBe(200);
  const decided = await send("PATCH", `/approvals/${id}/decision`, { decision: "approved" }, owner, {
    "idempotency-key": uuid(),
  });
  expect(decided).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining("may not request this any more") },
  });
  expect(await isFullAdmin(officer)).toBe(false);
  expect((await app.db.select().from(approvals))[0]?.state).toBe("cancelled");
});

it("guesses of the setup key are throttled, and the right key has to wait too", async () => {
  for (let n = 0; n < 30; n++) expect((await assign(`guess ${n}`)).status).toBe(400);
  expect((await assign(secondAdminSetupKey(0))).status).toBe(429);
  expect(await isFullAdmin(officer)).toBe(false);
});

it("the database and the log contain no setup key, even after failures", async () => {
  const secretsToFind = [secondAdminSetupKey(0), secondAdminSetupKey(1), "WRNG-CANA-RYKE-YOFM-INEX"];
  await assign(secretsToFind[2]);
  await invite(`${secretsToFind[2]}`, { "idempotency-key": uuid() });
  await invite(secretsToFind[0], { "idempotency-key": uuid() });
  await invite(secretsToFind[1]);
  await app.db.execute(sql`alter table setup_key_uses rename to setup_key_uses_away`);
  expect((await assign(secretsToFind[1])).status).toBe(500);
  await app.db.execute(sql`alter table setup_key_uses_away rename to setup_key_uses`);
  await app.mails();
  const tables = await app.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const storedTables = await Promise.all(
    tables.rows.map(({ name }) =>
      app.db.execute(sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`),
    ),
  );
  const storedAndLogged = [...storedTables.flatMap(({ rows }) => rows.map(({ row }) => String(row))), ...logLines].join(
    "\n",
  );
  expect(storedAndLogged).toContain("rp.createAdmin");
  expect(storedAndLogged).toContain("setup_key_uses");
  expect(secretsToFind.filter((key) => storedAndLogged.includes(key))).toEqual([]);
});
