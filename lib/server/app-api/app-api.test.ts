import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppKey } from "@/lib/env";
import { addDerivedResponseField, withoutDerivedResponseField } from "@/lib/server/api/idempotency";
import { appLimits, userDevices } from "@/lib/server/db/schema/citizen";
import { uploads } from "@/lib/server/db/schema/upload";
import {
  APP_KEY,
  makeAdmin,
  makeUser,
  NEXT_APP_KEY,
  OTHER_APP_KEY,
  startTestApp,
  type TestApp,
} from "@/lib/server/testing/app";
import { makeJpeg } from "@/lib/server/testing/pictures";
import { authenticateApp, idempotencyCallerId } from "./app-keys";
import { countAppCall } from "./count-calls";

let app: TestApp;
type Person = Awaited<ReturnType<typeof makeUser>>;
let citizen: Person;
beforeAll(async () => {
  app = await startTestApp();
  citizen = await makeUser(app);
});
afterAll(() => app.stop());

let deviceCount = 0;
const deviceInput = (values: object = {}) => ({
  user_id: citizen.id,
  device_token: `device-${++deviceCount}`,
  platform: "android",
  ...values,
});
const saveDevice = (body: object, sent: Parameters<TestApp["callAsApp"]>[2] = {}) =>
  app.callAsApp("POST", "/devices", { body, ...sent });
const newestAudit = async () => (await app.audit())[0];

describe("API key", () => {
  it("two API keys with the same app name both authenticate as that app", async () => {
    for (const token of [APP_KEY, NEXT_APP_KEY]) {
      expect((await saveDevice(deviceInput(), { token })).status).toBe(200);
      expect((await newestAudit())?.device).toBe("Citizen app demo");
    }
    await saveDevice(deviceInput(), { token: OTHER_APP_KEY });
    expect((await newestAudit())?.device).toBe("Citizen app other");
  });

  it("a call without an API key, with a wrong one or with an admin's token gets 401; nothing is written or logged", async () => {
    const admin = await makeAdmin(app);
    const before = (await app.audit()).length;
    for (const token of [undefined, `${APP_KEY}x`, APP_KEY.slice(0, -1), APP_KEY.toUpperCase(), admin.token]) {
      const answer = await saveDevice(deviceInput(), { token });
      expect(answer).toMatchObject({ status: 401, json: { code: "UNAUTHORIZED" } });
      expect(answer.json.message).toContain("not a key of the citizen app");
    }
    expect((await app.audit()).length).toBe(before);
  });

  it("an API key is compared with every configured key; without any configured key, calls get 503 and a hint where to create one", async () => {
    await expect(authenticateApp(app.db, APP_KEY, [])).rejects.toMatchObject({
      status: 503,
      code: "APP_KEYS_UNSET",
      message: expect.stringContaining("App Configurations, Notifications, App keys"),
    });
    const compared: string[] = [];
    const keys = ["a", "b", "c"].map((name): AppKey => {
      const digest = Buffer.alloc(32);
      return {
        name,
        get digest() {
          compared.push(name);
          return digest;
        },
      };
    });
    await expect(authenticateApp(app.db, APP_KEY, keys)).rejects.toThrow(/not a key/);
    expect(compared).toEqual(["a", "b", "c"]);
  });

  it("a call with a wrong API key gets 401 before its uploaded file is read", async () => {
    const body = new ReadableStream({
      pull() {
        throw new Error("read");
      },
    });
    const { handleRequest: answer } = await import("@/lib/server/api/http-handler");
    const request = new Request("http://test/api/v1/app/uploads", {
      method: "POST",
      body,
      headers: { "content-type": "image/jpeg" },
      duplex: "half",
    } as RequestInit);
    expect((await answer(request)).status).toBe(401);
  });
});

describe("write", () => {
  it("a write of the citizen app requires an Idempotency-Key", async () => {
    const answer = await saveDevice(deviceInput(), { headers: {} });
    expect(answer.status).toBe(200);
    const none = await app.call("POST", "/app/devices", { token: APP_KEY, body: deviceInput() });
    expect(none).toMatchObject({ status: 400, json: { message: expect.stringContaining("Idempotency-Key") } });
  });

  it("a write of the citizen app takes effect once despite 50 concurrent retries; other content with the same Idempotency-Key gets 400", async () => {
    const bytes = await makeJpeg(7_001);
    const before = await app.db.$count(uploads);
    const audited = (await app.audit()).length;
    const send = (raw: Buffer, token = APP_KEY) =>
      app.callAsApp("POST", "/uploads", {
        token,
        raw: new Uint8Array(raw),
        headers: {
          "content-type": "image/jpeg",
          "idempotency-key": "fifty-retries",
          "content-length": `${raw.length}`,
        },
      });
    const first = await send(bytes);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(bytes)));
    // The server limits how many photos it decodes in parallel, so some retries get 503.
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBeGreaterThan(30);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    for (const { json } of taken) expect(json).toEqual(first.json);
    expect((await app.db.$count(uploads)) - before).toBe(1);
    expect((await app.audit()).length - audited).toBe(1);
    expect((await send(await makeJpeg(7_002))).status).toBe(400);
    // A retry with the other API key of the same app returns the stored response; the same Idempotency-Key of another app does not.
    expect((await send(bytes, NEXT_APP_KEY)).json).toEqual(first.json);
    expect((await send(bytes, OTHER_APP_KEY)).json.data.id).not.toBe(first.json.data.id);
  });

  it("a write of the citizen app takes effect once if its first attempt is sent 50 times concurrently", async () => {
    const body = deviceInput();
    const audited = (await app.audit()).length;
    const headers = { "idempotency-key": "fifty-first-tries" };
    const answers = await Promise.all(Array.from({ length: 50 }, () => saveDevice(body, { headers })));
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await app.audit()).length - audited).toBe(1);
    expect((await saveDevice({ ...body, platform: "ios" }, { headers })).status).toBe(400);
  });

  it("the audit row of a citizen app's write contains the citizen's name; the audit row of an upload contains no name", async () => {
    await saveDevice(deviceInput());
    expect(await newestAudit()).toMatchObject({
      adminId: citizen.id,
      adminName: `${citizen.firstName} ${citizen.lastName} (citizen)`,
      action: "citizen.saveDevice",
      outcome: "done",
      device: "Citizen app demo",
    });
    const raw = new Uint8Array(await makeJpeg(7_003));
    const { json } = await app.callAsApp("POST", "/uploads", {
      raw,
      headers: { "content-type": "image/jpeg", "content-length": `${raw.length}`, "idempotency-key": "an-upload-key" },
    });
    expect(await newestAudit()).toMatchObject({
      adminId: null,
      adminName: null,
      action: "citizen.upload",
      recordId: json.data.id,
      device: "Citizen app demo",
    });
    const [row] = await app.db.select().from(uploads).where(eq(uploads.id, json.data.id));
    expect(row).toMatchObject({ adminId: null, app: "demo" });
  });

  it("a citizen app's write that is rejected with 404 or 409 has an audit row; a write rejected with 400 has none", async () => {
    const nobody = "00000000-0000-7000-8000-000000000000";
    expect((await saveDevice(deviceInput({ user_id: nobody }))).status).toBe(404);
    expect(await newestAudit()).toMatchObject({
      outcome: "refused",
      adminId: null,
      recordId: nobody,
      device: "Citizen app demo",
    });
    const closed = await makeUser(app, { status: "closed" });
    const refused = await saveDevice(deviceInput({ user_id: closed.id }));
    expect(refused).toMatchObject({ status: 409, json: { message: expect.stringContaining("closed") } });
    expect(await newestAudit()).toMatchObject({
      outcome: "refused",
      adminId: closed.id,
      refusal: refused.json.message,
    });
    const before = (await app.audit()).length;
    expect((await saveDevice(deviceInput({ platform: "fridge" }))).status).toBe(400);
    expect((await app.audit()).length).toBe(before);
  });
});

describe("response with a derived field", () => {
  const derive = { field: "code", of: ({ id }: Readonly<Record<string, unknown>>) => `code of ${id}` };

  it("the stored response of an idempotent call omits a field derived from the database; a retry derives the field again and returns the same bytes", async () => {
    const withField = (stored: unknown) => app.db.transaction((tx) => addDerivedResponseField(tx, stored, derive));
    const answer = { id: "1", code: "code of 1", state: "submitted" };
    const kept = withoutDerivedResponseField(answer, derive);
    expect(JSON.stringify(kept)).not.toContain("code of");
    expect(JSON.stringify(await withField(JSON.parse(JSON.stringify(kept))))).toBe(JSON.stringify(answer));
    expect(await withField(withoutDerivedResponseField({ id: "2", code: null }, derive))).toEqual({
      id: "2",
      code: null,
    });
  });
});

describe("rate limit", () => {
  it("the rate limit accepts 60 calls per minute, including concurrent ones, counted per app", async () => {
    const call = (name: string) =>
      countAppCall(app.db, { name }, 60).then(
        () => 200,
        ({ status }) => status,
      );
    const answers = await Promise.all(Array.from({ length: 90 }, () => call("busy")));
    const through = answers.filter((status) => status === 200).length;
    // The rate limit allows one more call for each second that the test takes.
    expect(through).toBeGreaterThanOrEqual(60);
    expect(through).toBeLessThanOrEqual(63);
    expect(answers.filter((status) => status === 429).length).toBe(90 - through);
    expect(await call("quiet")).toBe(200);
    const refused = countAppCall(app.db, { name: "busy" }, 60);
    await expect(refused).rejects.toMatchObject({ status: 429, data: { retry_after: expect.any(Number) } });
    await app.db.update(appLimits).set({ usedUntil: new Date() }).where(eq(appLimits.app, "busy"));
    expect(await call("busy")).toBe(200);
  });

  it("each app name has its own caller id for the rate limit", () => {
    expect(idempotencyCallerId({ name: "demo" })).toBe(idempotencyCallerId({ name: "demo" }));
    expect(idempotencyCallerId({ name: "demo" })).not.toBe(idempotencyCallerId({ name: "other" }));
  });
});

describe("devices", () => {
  const tokensOf = async ({ id }: Person) =>
    (await app.db.select().from(userDevices).where(eq(userDevices.userId, id))).map(({ token }) => token).sort();

  it("a device belongs to the citizen who registered it last, can be removed, and its token is not in the audit trail", async () => {
    const [ada, obi] = [await makeUser(app), await makeUser(app)];
    const body = deviceInput({ user_id: ada.id, device_token: "a-phone-of-two" });
    expect((await saveDevice(body)).json.data).toEqual({ devices: 1 });
    expect((await saveDevice({ ...body, platform: "ios" })).json.data).toEqual({ devices: 1 });
    await saveDevice({ ...body, user_id: obi.id });
    expect([await tokensOf(ada), await tokensOf(obi)]).toEqual([[], ["a-phone-of-two"]]);
    const remove = ({ id }: Person) =>
      app.callAsApp("DELETE", "/devices", { body: { user_id: id, device_token: "a-phone-of-two" } });
    expect((await remove(ada)).json.data).toEqual({ devices: 0 });
    expect(await tokensOf(obi)).toHaveLength(1);
    expect((await remove(obi)).status).toBe(200);
    expect((await remove(obi)).status).toBe(200);
    expect(await tokensOf(obi)).toEqual([]);
    expect(JSON.stringify(await app.audit())).not.toContain("a-phone-of-two");
  });

  it("a citizen's device keeps its name when it is registered again without a name; a device name must be one line and is in the audit row", async () => {
    const ada = await makeUser(app);
    const body = deviceInput({ user_id: ada.id, name: "Tecno Spark 20" });
    await saveDevice(body);
    expect((await newestAudit())?.after).toMatchObject({ step: "device saved", name: "Tecno Spark 20" });
    await saveDevice({ ...body, name: undefined });
    expect(await app.db.select().from(userDevices).where(eq(userDevices.userId, ada.id))).toMatchObject([
      { name: "Tecno Spark 20" },
    ]);
    for (const name of ["", "two\nlines", "x".repeat(81)])
      expect((await saveDevice({ ...body, name })).json.fields).toHaveProperty("name");
  });

  it("a citizen has at most ten devices: the oldest is removed", async () => {
    const ada = await makeUser(app);
    for (let n = 1; n <= 11; n++) await saveDevice(deviceInput({ user_id: ada.id, device_token: `many-${n}` }));
    const tokens = await tokensOf(ada);
    expect(tokens).toHaveLength(10);
    expect(tokens).not.toContain("many-1");
  });
});
