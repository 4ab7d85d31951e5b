import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { APP_KEY_ROTATION_HOURS, APP_KEYS_MAX } from "@/lib/contract/app-keys.values";
import { env } from "@/lib/env";
import { handleRequest } from "@/lib/server/api/http-handler";
import { notifyEndingKeys } from "@/lib/server/app-api/notify-of-keys";
import { appKeys } from "@/lib/server/db/schema/app-keys";
import { idempotencyKeys } from "@/lib/server/db/schema/idempotency";
import { notices } from "@/lib/server/db/schema/notices";
import { outbox } from "@/lib/server/db/schema/outbox";
import { readChecklist } from "@/lib/server/setup/checklist";
import { APP_KEY, makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";

const settings = changeSettings();
const { appKeys: configuredKeys } = env();
let app: TestApp;
let owner: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read", "update", "approve"] }) });
});
afterAll(() => app.stop());
beforeEach(async () => {
  settings.appKeys = configuredKeys;
  await app.db.delete(appKeys);
  await app.db.delete(notices);
  await app.db.delete(outbox);
});

/** An API key in the right form that is not in this database. */
const FOREIGN_KEY = `crp_${"a".repeat(43)}`;
const DONE_BEFORE =
  "This was done already, but its secret can't be shown again. Reload the list, then rotate the new key or secret.";
const KEYS_PATH = "/app-config/app-keys";
const call = (method: string, path: string, body?: unknown, by = owner.token, headers = {}) =>
  app.call(method, path, { token: by, body, headers });
const keyInput = (values: object = {}) => ({ app: "city", name: "Server", groups: null, last_day: null, ...values });
const createKey = async (values: object = {}) => {
  const { json } = await call("POST", KEYS_PATH, keyInput(values));
  expect(json.message).toBe("OK");
  return json.data as { id: string; secret: string; prefix: string; version: number };
};
const rotate = (key: { id: string; version: number }, values: object = {}) =>
  call("POST", `${KEYS_PATH}/${key.id}/rotation`, { version: key.version, last_day: null, ...values });
const end = ({ id }: { id: string }) => call("POST", `${KEYS_PATH}/${id}/ending`, {});
const listKeys = async () => (await call("GET", KEYS_PATH)).json.data;
const findUsers = (token: string) => app.call("GET", "/app/users?external_id=nobody", { token });
const storedKey = async (id: string) => (await app.db.select().from(appKeys).where(eq(appKeys.id, id)))[0];
const setEnd = (id: string, interval: string) =>
  app.db
    .update(appKeys)
    .set({ endsAt: sql`now() + ${interval}::interval` })
    .where(eq(appKeys.id, id));

describe("new key", () => {
  it("a new app key works immediately, also if APP_API_KEYS is empty", async () => {
    settings.appKeys = [];
    expect((await findUsers(APP_KEY)).json).toMatchObject({
      status: 503,
      code: "APP_KEYS_UNSET",
      message: expect.stringContaining("App keys"),
    });
    expect((await readChecklist(app.db)).steps).toContainEqual({ step: "app_key", is_done: false, note: null });
    const { secret } = await createKey();
    expect((await findUsers(secret)).status).not.toBe(401);
    expect((await findUsers(APP_KEY)).status).toBe(401);
    expect((await readChecklist(app.db)).steps).toContainEqual({ step: "app_key", is_done: true, note: "city." });
  });

  it("a new app key is stored only as a hash, and is in no list, audit row, notice, mail or stored response", async () => {
    const headers = { "idempotency-key": "a-key-for-an-app-key" };
    const { data } = (await call("POST", KEYS_PATH, keyInput(), owner.token, headers)).json;
    expect(data.secret).toMatch(/^crp_[\w-]{43}$/);
    expect(data.prefix).toBe(data.secret.slice(0, 10));
    expect((await storedKey(data.id))?.digest).toEqual(createHash("sha256").update(data.secret).digest());
    const stored = JSON.stringify([
      await app.db.select().from(appKeys),
      await app.db.select().from(idempotencyKeys),
      await app.audit(),
      await app.db.select().from(notices),
      (await app.db.select().from(outbox)).map(({ payload }) => payload),
      await listKeys(),
    ]);
    expect(stored).toContain(data.prefix);
    expect(stored).not.toContain(data.secret.slice(10));
    const repeated = await call("POST", KEYS_PATH, keyInput(), owner.token, headers);
    expect(repeated).toMatchObject({ status: 409, json: { code: "DONE_BEFORE", message: DONE_BEFORE } });
    // Without an Idempotency-Key, the repeated request creates no second key either.
    expect(await call("POST", KEYS_PATH, keyInput())).toMatchObject({
      status: 409,
      json: { code: "CONFLICT", message: expect.stringContaining("called Server already") },
    });
    expect(await app.db.$count(appKeys)).toBe(1);
  });

  it("a new app key is created once by two concurrent requests with one Idempotency-Key, also after an invalid request with it", async () => {
    const headers = { "idempotency-key": "two-requests-for-a-key" };
    expect((await call("POST", KEYS_PATH, keyInput({ name: "" }), owner.token, headers)).status).toBe(400);
    const answers = await Promise.all([1, 2].map(() => call("POST", KEYS_PATH, keyInput(), owner.token, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.code).toBe("DONE_BEFORE");
    expect(await app.db.$count(appKeys)).toBe(1);
  });

  it("a rotation of an app key that is sent twice with one Idempotency-Key creates one new key", async () => {
    const key = await createKey();
    const headers = { "idempotency-key": "a-key-for-a-rotation" };
    const rotateAgain = () =>
      call("POST", `${KEYS_PATH}/${key.id}/rotation`, { version: key.version, last_day: null }, owner.token, headers);
    const made = await rotateAgain();
    expect(made.status).toBe(200);
    expect(await rotateAgain()).toMatchObject({ status: 409, json: { code: "DONE_BEFORE" } });
    expect(await app.db.$count(appKeys)).toBe(2);
    const answers = JSON.stringify(await app.db.select().from(idempotencyKeys));
    expect(answers).not.toContain(made.json.data.secret.slice(10));
  });

  it("the audit rows of calls made with an app key contain the key's first characters", async () => {
    const citizen = await makeUser(app);
    const { secret, prefix } = await createKey();
    const body = { user_id: citizen.id, device_token: "a-device-of-a-key", platform: "android" };
    expect((await app.callAsApp("POST", "/devices", { token: secret, body })).status).toBe(200);
    expect((await app.audit())[0]).toMatchObject({
      action: "citizen.saveDevice",
      device: `Citizen app city (key ${prefix})`,
    });
  });

  it("a new app key is rejected if its app name is reserved or invalid, its last day is past, or another valid key of the app has its name", async () => {
    await createKey();
    const refused: [object, number, string][] = [
      [{ app: "simulated-citizens" }, 400, "app"],
      [{ app: "City App" }, 400, "app"],
      [{ name: "New", last_day: "2026-01-01" }, 400, "last_day"],
      [{ name: "New", groups: [] }, 400, "groups"],
      [{ name: "New", groups: ["kyc", "kyc"] }, 400, "groups"],
      [{ name: "New", groups: ["money"] }, 400, "groups.0"],
    ];
    for (const [values, status, field] of refused) {
      const answer = await call("POST", KEYS_PATH, keyInput(values));
      expect([values, answer.status, Object.keys(answer.json.fields)]).toEqual([values, status, [field]]);
    }
    expect((await call("POST", KEYS_PATH, keyInput({ name: "SERVER" }))).status).toBe(409);
    await createKey({ app: "other-city" });
  });

  it(`a new app key is refused above ${APP_KEYS_MAX} valid keys; ended keys don't count`, async () => {
    const { id } = await createKey();
    await app.db.execute(sql`
      insert into app_keys (id, app, name, digest, prefix, created_by)
      select gen_random_uuid(), 'city', 'Key ' || n, sha256(n::text::bytea), 'crp_x', ${owner.id}
      from generate_series(2, ${APP_KEYS_MAX}) n`);
    expect((await call("POST", KEYS_PATH, keyInput({ name: "One more" }))).json.message).toMatch(/End one/);
    await end({ id });
    await createKey({ name: "One more" });
  });
});

describe("list", () => {
  it("the list of app keys shows the unchangeable keys of APP_API_KEYS, then valid keys, then ended ones", async () => {
    const ended = await createKey({ name: "Old" });
    await end(ended);
    const valid = await createKey({ groups: ["kyc", "accounts"] });
    const { items, apps } = await listKeys();
    expect(apps).toEqual(["demo", "other", "city"]);
    expect(items.map(({ name, source, state }: Record<string, string>) => [name, source, state])).toEqual([
      ["demo, key 1 of APP_API_KEYS", "settings", "active"],
      ["demo, key 2 of APP_API_KEYS", "settings", "active"],
      ["other, key 1 of APP_API_KEYS", "settings", "active"],
      ["Server", "dashboard", "active"],
      ["Old", "dashboard", "ended"],
    ]);
    expect(items[3]).toMatchObject({
      id: valid.id,
      groups: ["accounts", "kyc"],
      created_by: { id: owner.id, name: owner.name },
      ends_at: null,
      last_used_at: null,
    });
    expect(items[4]).toMatchObject({ ended_by: { id: owner.id, name: owner.name } });
    expect((await end({ id: "settings-demo-1" })).status).toBe(400);
  });

  it("the list of app keys shows the time of each key's last call, stored at most once a minute", async () => {
    const { id, secret } = await createKey();
    await findUsers(secret);
    const first = (await storedKey(id))?.lastUsedAt;
    expect(first).toBeInstanceOf(Date);
    await findUsers(secret);
    expect((await storedKey(id))?.lastUsedAt).toEqual(first);
    await app.db.update(appKeys).set({ lastUsedAt: sql`now() - interval '61 seconds'` });
    await findUsers(secret);
    expect((await storedKey(id))?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? 0);
    expect((await storedKey(id))?.version).toBe(1);
  });

  it("a call of the app does not wait for the row of its app key while an admin's change has locked it, and then stores no time of last use", async () => {
    const { id, secret } = await createKey();
    await app.db.transaction(async (tx) => {
      await tx.select().from(appKeys).where(eq(appKeys.id, id)).for("update");
      expect((await findUsers(secret)).status).not.toBe(401);
    });
    expect((await storedKey(id))?.lastUsedAt).toBeNull();
  });
});

describe("key limited to groups of calls", () => {
  it("an app key limited to groups of calls may make only these calls; any other call, even a read, gets 403 and an audit row", async () => {
    const { secret, prefix } = await createKey({ groups: ["reports", "kyc"] });
    expect((await app.call("GET", "/app/report-categories", { token: secret })).status).toBe(200);
    const refused = await findUsers(secret);
    expect(refused).toMatchObject({ status: 403, json: { code: "KEY_LIMITED" } });
    expect(refused.json.message).toMatch(
      /limited to: Identity requests, Reports\. The call belongs to: Accounts and wallets\./,
    );
    expect((await app.audit())[0]).toMatchObject({
      action: "user.findForApp",
      outcome: "refused",
      refusal: refused.json.message,
      device: `Citizen app city (key ${prefix})`,
    });
    const write = await app.callAsApp("POST", "/transfers", { token: secret, body: {} });
    expect(write).toMatchObject({ status: 403, json: { code: "KEY_LIMITED" } });
  });

  it("adding groups of calls to a limited app key requires a proof of identity, and applies from the app's next call on", async () => {
    const { id, secret } = await createKey({ groups: ["reports"] });
    const body = { version: 1, name: "Server", groups: ["reports", "accounts"], last_day: null };
    const unproved = await makeAdmin(app, { isProved: false });
    expect((await call("PATCH", `${KEYS_PATH}/${id}`, body, unproved.token)).json.code).toBe("PROOF_NEEDED");
    expect((await findUsers(secret)).status).toBe(403);
    expect((await call("PATCH", `${KEYS_PATH}/${id}`, body)).json.data).toMatchObject({
      version: 2,
      groups: ["accounts", "reports"],
    });
    expect((await findUsers(secret)).status).not.toBe(403);
    expect((await app.audit(id))[0]).toMatchObject({
      action: "appConfig.updateAppKey",
      before: { groups: ["reports"] },
      after: { groups: ["reports", "accounts"] },
    });
    expect((await call("PATCH", `${KEYS_PATH}/${id}`, body)).json).toMatchObject({
      status: 409,
      current: { version: 2 },
    });
  });
});

describe("rotation", () => {
  it(`a rotation of an app key creates a key that allows the same calls; the old key works for ${APP_KEY_ROTATION_HOURS} more hours by default`, async () => {
    const old = await createKey({ groups: ["accounts"] });
    const { data: made } = (await rotate(old)).json;
    expect(made).toMatchObject({ app: "city", name: "Server", groups: ["accounts"], state: "active" });
    expect(made.secret).not.toBe(old.secret);
    for (const secret of [old.secret, made.secret]) expect((await findUsers(secret)).status).not.toBe(401);
    const hoursLeft = ((await storedKey(old.id))?.endsAt?.getTime() ?? 0) - Date.now();
    expect(hoursLeft / 3_600_000).toBeCloseTo(APP_KEY_ROTATION_HOURS, 1);
    const { items } = await listKeys();
    expect(items.find(({ id }: { id: string }) => id === old.id)).toMatchObject({
      state: "replaced",
      replaced_by: { id: made.id, prefix: made.prefix },
    });
    expect((await app.audit(old.id))[0]).toMatchObject({
      action: "appConfig.rotateAppKey",
      after: { replaced_by: made.prefix },
    });
    await setEnd(old.id, "-1 second");
    expect((await findUsers(old.secret)).json).toMatchObject({
      status: 401,
      message: expect.stringContaining("has ended"),
    });
    expect((await findUsers(made.secret)).status).not.toBe(401);
  });

  it("a rotation of an app key with 0 hours ends the old key immediately; no rotation extends the life of a key that ends earlier", async () => {
    const first = await createKey();
    const { data: second } = (await rotate(first, { hours: 0 })).json;
    expect((await findUsers(first.secret)).status).toBe(401);
    await setEnd(second.id, "1 hour");
    await rotate(second, { hours: 48 });
    const left = ((await storedKey(second.id))?.endsAt?.getTime() ?? 0) - Date.now();
    expect(left).toBeLessThanOrEqual(3_600_000);
  });

  it("a rotation of an app key is refused for an outdated version, a key that was rotated already, an ended key, and an invalid number of hours", async () => {
    const key = await createKey();
    expect((await rotate(key, { version: 2 })).status).toBe(409);
    for (const hours of [-1, 721, 1.5]) expect((await rotate(key, { hours })).json.fields).toHaveProperty("hours");
    await rotate(key);
    expect((await rotate(key, { version: 2 })).json.message).toMatch(/was rotated/);
    await end(key);
    expect((await rotate(key, { version: 3 })).json.message).toMatch(/has ended/);
  });
});

describe("key of the dashboard that is in APP_API_KEYS too", () => {
  const listed = async () => (await listKeys()).items[0];

  it("an app key created in the dashboard that is also in APP_API_KEYS keeps its limits, and stays invalid once it has ended", async () => {
    const { id, secret, prefix } = await createKey({ groups: ["reports"] });
    settings.appKeys = [{ name: "copied", digest: createHash("sha256").update(secret).digest() }];
    expect(await listed()).toMatchObject({
      name: `copied, key 1 of APP_API_KEYS: a copy of ${prefix}…`,
      state: "active",
    });
    expect((await findUsers(secret)).json.code).toBe("KEY_LIMITED");
    await end({ id });
    expect((await findUsers(secret)).json).toMatchObject({ status: 401, message: expect.stringMatching(/has ended/) });
    expect(await listed()).toMatchObject({ source: "settings", state: "ended" });
  });

  it("a key of APP_API_KEYS that was created in another installation's dashboard works like other keys of APP_API_KEYS", async () => {
    settings.appKeys = [{ name: "copied", digest: createHash("sha256").update(FOREIGN_KEY).digest() }];
    expect((await findUsers(FOREIGN_KEY)).status).not.toBe(401);
    expect(await listed()).toMatchObject({ name: "copied, key 1 of APP_API_KEYS", state: "active" });
  });
});

describe("end of a key", () => {
  it("an app key is refused from the first call after it was ended; a second request to end it gets 409 with the ended key", async () => {
    const { id, secret } = await createKey();
    expect((await end({ id })).json.data).toMatchObject({ state: "ended", ended_by: { id: owner.id } });
    expect((await findUsers(secret)).status).toBe(401);
    expect((await end({ id })).json).toMatchObject({ status: 409, current: { state: "ended" } });
    expect((await app.audit(id)).map(({ action }) => action)).toContain("appConfig.endAppKey");
  });

  it("a large request with an ended app key is refused before its body is read", async () => {
    const { id, secret } = await createKey();
    await end({ id });
    const body = new ReadableStream({
      pull() {
        throw new Error("The body was read.");
      },
    });
    const request = new Request("http://test/api/v1/app/devices", {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", "content-length": "50000" },
      duplex: "half",
    } as RequestInit);
    expect((await handleRequest(request)).status).toBe(401);
  });

  it("an app key ends at the end of its last day in Lagos, and no longer ends if an admin removes that day", async () => {
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
    const { id, secret } = await createKey({ last_day: today });
    expect((await storedKey(id))?.endsAt).toEqual(new Date(`${today}T23:00:00Z`));
    expect((await findUsers(secret)).status).not.toBe(401);
    await call("PATCH", `${KEYS_PATH}/${id}`, { version: 1, name: "Server", groups: null, last_day: null });
    expect((await storedKey(id))?.endsAt).toBeNull();
  });
});

describe("rights", () => {
  it("creating, changing and rotating app keys requires the right to approve and a proof of identity; ending requires update, reading requires read", async () => {
    const { id } = await createKey();
    const [reader, editor, unproved, stranger] = [
      await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read"] }) }),
      await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read", "create", "update", "delete"] }) }),
      await makeAdmin(app, { isProved: false }),
      await makeAdmin(app, { rights: makeRights({}) }),
    ];
    const writes: [string, string, object][] = [
      ["POST", KEYS_PATH, keyInput({ name: "Second" })],
      ["PATCH", `${KEYS_PATH}/${id}`, { version: 1, name: "New", groups: null, last_day: null }],
      ["POST", `${KEYS_PATH}/${id}/rotation`, { version: 1, last_day: null }],
    ];
    for (const [method, path, body] of writes) {
      for (const { token } of [reader, editor]) expect((await call(method, path, body, token)).status).toBe(403);
      expect((await call(method, path, body, unproved.token)).json.code).toBe("PROOF_NEEDED");
    }
    expect((await call("GET", KEYS_PATH, undefined, stranger.token)).status).toBe(403);
    expect((await call("GET", KEYS_PATH, undefined, reader.token)).status).toBe(200);
    const endPath = `${KEYS_PATH}/${id}/ending`;
    expect((await call("POST", endPath, {}, reader.token)).status).toBe(403);
    expect((await call("POST", endPath, {}, editor.token)).status).toBe(200);
  });
});

describe("notice", () => {
  const textsOf = async () =>
    (await app.db.select().from(notices).where(eq(notices.adminId, owner.id)).orderBy(notices.createdAt)).map(
      ({ params }) => params.title,
    );

  it("each change of an app key sends a notice and a mail to the admins who may create keys", async () => {
    const key = await createKey();
    const { data: made } = (await rotate(key)).json;
    await call("PATCH", `${KEYS_PATH}/${made.id}`, { version: 1, name: "New name", groups: null, last_day: null });
    await end(made);
    expect(await textsOf()).toEqual(["App key made", "App key rotated", "App key changed", "App key ended"]);
    const mails = (await app.mails()).filter(({ to }) => to === owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "App key made",
      "App key rotated",
      "App key changed",
      "App key ended",
    ]);
    expect(mails[0]?.text).toContain(
      `Server (app city, ${key.prefix}…) was made by ${owner.name}. It may make every call.`,
    );
  });

  it("a notice reports once that an app key will end within seven days, unless the key was rotated", async () => {
    const [soon, later, rotated] = [
      await createKey({ name: "Soon" }),
      await createKey({ name: "Later" }),
      await createKey({ name: "Rotated" }),
    ];
    await setEnd(soon.id, "6 days");
    await setEnd(later.id, "8 days");
    await rotate(rotated);
    await app.db.delete(notices);
    for (let n = 0; n < 2; n++) expect(await notifyEndingKeys(app.db)).toBe(1);
    expect(await app.db.select().from(notices).where(eq(notices.adminId, owner.id))).toMatchObject([
      { recordId: soon.id, params: { title: "App key ends soon" } },
    ]);
  });
});
