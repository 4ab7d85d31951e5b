// Slow: hashes passwords with the production cost.
import { eq } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { admins } from "@/lib/server/db/schema/admin";
import { outbox } from "@/lib/server/db/schema/outbox";
import { throttles, turnedAway } from "@/lib/server/db/schema/session";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { PASSWORD, signInSteps, WRONG } from "@/lib/server/testing/sign-ins";

type Steps = Awaited<ReturnType<typeof signInSteps>>;
let app: TestApp;
let passwordHash: Steps["passwordHash"];
let login: Steps["login"];
let verify: Steps["verify"];
let resend: Steps["resend"];
let make: Steps["make"];
let deviceOf: Steps["deviceOf"];
let remembered: Steps["remembered"];
let guess: Steps["guess"];
let besiege: Steps["besiege"];

beforeAll(async () => {
  app = await startTestApp();
  ({ passwordHash, login, verify, resend, make, deviceOf, remembered, guess, besiege } = await signInSteps(app));
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(throttles);
  await app.db.delete(turnedAway);
  await app.db.delete(outbox);
});

describe("while another client guesses passwords from changing addresses", () => {
  it("a remembered device signs in without a wait", async () => {
    const admin = await make();
    const cookie = await remembered(admin.email);
    expect((await guess(admin.email, 50)).filter((status) => status === 429).length).toBeGreaterThan(30);
    await besiege(admin.email);
    const entered = await login(admin.email, PASSWORD, { cookie, address: "10.3.0.1" });
    expect(entered.status).toBe(200);
    await guess(admin.email, 5);
    expect((await verify(entered.json.data.reference, await app.mailedCode(), { cookie })).status).toBe(200);
  }, 120_000);

  it("a new device gets 429, and can enter the code that was mailed because the password was right", async () => {
    const admin = await make();
    await guess(admin.email, 50);
    await besiege(admin.email);
    await app.mails();
    const told = await login(admin.email, PASSWORD, { address: "10.3.0.2" });
    expect(told).toMatchObject({ status: 429, json: { sign_in: { reference: expect.any(String) } } });
    expect(told.json.message).toContain("we have mailed you a code");
    const code = await app.mailedCode();
    await guess(admin.email, 5);
    const answer = await verify(told.json.sign_in.reference, code, { address: "10.3.0.2" });
    expect(answer).toMatchObject({ status: 200, json: { data: { token: expect.any(String) } } });
  }, 120_000);

  it("right passwords, wrong passwords and unknown emails get the same answer by the same statements", async () => {
    const admin = await make();
    const ask = async (email: string, password: string) => {
      await app.db.delete(throttles);
      await besiege(email);
      const query = vi.spyOn(Client.prototype, "query");
      const answer = await login(email, password, { address: "10.3.0.3" });
      const texts = query.mock.calls.map(([asked]) =>
        typeof asked === "string" ? asked : String((asked as { text?: string }).text),
      );
      query.mockRestore();
      const { sign_in, retry_after, message, ...rest } = answer.json;
      expect([typeof sign_in.reference, typeof sign_in.expires_at]).toEqual(["string", "string"]);
      expect(retry_after).toBeGreaterThan(60);
      return { status: answer.status, message, rest, headers: [...answer.headers.keys()].sort(), texts, sign_in };
    };
    await guess(admin.email, 1);
    const [right, wrong, unknown] = [
      await ask(admin.email, PASSWORD),
      await ask(admin.email, WRONG),
      await ask("nobody@example.com", WRONG),
    ];
    const seen = ({ sign_in, ...shown }: typeof right) => shown;
    expect(seen(wrong)).toEqual(seen(right));
    expect(seen(unknown)).toEqual(seen(right));
    // Entering codes and requesting new ones gives the same answers too.
    const trying = async ({ sign_in: { reference } }: typeof right) => {
      const answers = [];
      for (let n = 0; n < 6; n++) answers.push(await verify(reference, "000000", { address: "10.3.0.4" }));
      const next = await resend(reference, { address: "10.3.0.4" });
      expect(next.json.data.reference).not.toBe(reference);
      answers.push(await resend(reference), await resend(next.json.data.reference));
      return [...answers, next].map(({ status, json: { data, ...body } }) => [status, { ...body, retry_after: 0 }]);
    };
    const tried = await trying(right);
    expect(await trying(wrong)).toEqual(tried);
    expect(await trying(unknown)).toEqual(tried);
    expect((await app.mails()).map(({ to }) => to)).toEqual([admin.email, admin.email]);
  }, 120_000);

  it("at most five codes are mailed, however often the password is right", async () => {
    const admin = await make();
    await besiege(admin.email);
    await app.mails();
    for (let n = 0; n < 12; n++) await login(admin.email, PASSWORD, { address: `10.3.1.${n}` });
    expect(await app.mails()).toHaveLength(5);
  }, 120_000);

  it("wrong passwords from one address delay that address, without a hint before", async () => {
    const admin = await make();
    for (let n = 0; n < 4; n++) expect((await login(admin.email, WRONG)).json).not.toHaveProperty("retry_after");
    expect((await login(admin.email, WRONG)).json).toMatchObject({ status: 401, retry_after: 2 });
    const held = await login(admin.email);
    expect(held.status).toBe(429);
    expect(held.json).not.toHaveProperty("sign_in");
    expect(await app.mails()).toEqual([]);
  });
});

describe("a remembered device", () => {
  it("authenticates nothing, works for one admin only, and its cookie is hidden from scripts", async () => {
    const [admin, other] = [await make(), await make()];
    const from = { address: "10.4.0.1" };
    const { reference } = (await login(admin.email, PASSWORD, from)).json.data;
    const answer = await verify(reference, await app.mailedCode(), from);
    expect(answer.headers.get("set-cookie")).toMatch(
      /; Path=\/api\/v1\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    const cookie = deviceOf(answer);
    expect((await app.call("GET", "/users", { headers: { cookie } })).status).toBe(401);
    expect((await login(admin.email, WRONG, { ...from, cookie })).status).toBe(401);
    for (const { email } of [admin, other]) await besiege(email);
    expect((await login(other.email, PASSWORD, { cookie, address: "10.4.0.2" })).status).toBe(429);
    const forged = cookie.replace(admin.id, other.id);
    expect((await login(other.email, PASSWORD, { cookie: forged, address: "10.4.0.3" })).status).toBe(429);
  });

  it("waits after its own wrong passwords like any other device", async () => {
    const admin = await make();
    const cookie = await remembered(admin.email);
    for (let n = 0; n < 5; n++) await login(admin.email, WRONG, { cookie, address: `10.4.1.${n}` });
    expect((await login(admin.email, PASSWORD, { cookie, address: "10.4.1.9" })).status).toBe(429);
  });

  it("remembers several people on one computer", async () => {
    const [first, second] = [await make(), await make()];
    const cookie = await remembered(second.email, { cookie: await remembered(first.email) });
    for (const { email } of [first, second]) {
      await besiege(email);
      expect((await login(email, PASSWORD, { cookie, address: "10.4.2.1" })).status).toBe(200);
    }
  });

  it.each([
    ["the password has changed", { passwordHash: "other" }],
    ["its admin was suspended", { status: "suspended" as const }],
  ])("is unknown again once %s", async (_, change) => {
    const admin = await make();
    const cookie = await remembered(admin.email);
    await app.db.update(admins).set(change).where(eq(admins.id, admin.id));
    await app.db.update(admins).set({ passwordHash, status: "active" }).where(eq(admins.id, admin.id));
    await besiege(admin.email);
    expect((await login(admin.email, PASSWORD, { cookie, address: "10.4.3.1" })).status).toBe(429);
  });
});

describe("an IP address that an office shares", () => {
  const office = { address: "10.5.0.1" };

  it("delays others by seconds after 30 mistakes, and remembered devices not at all", async () => {
    const [known, fresh] = [await make(), await make()];
    const cookie = await remembered(known.email, office);
    for (let n = 0; n < 30; n++) await login(`typo${n}@example.com`, WRONG, office);
    expect((await login(known.email, PASSWORD, { ...office, cookie })).status).toBe(200);
    await app.mails();
    const told = await login(fresh.email, PASSWORD, office);
    expect(told.status).toBe(429);
    expect(told.json.retry_after).toBeLessThanOrEqual(2);
    expect((await verify(told.json.sign_in.reference, await app.mailedCode(), office)).status).toBe(200);
  }, 120_000);

  it("recovers with time, and right passwords do not count", async () => {
    for (let n = 0; n < 30; n++) await login(`typo${n}@example.com`, WRONG, office);
    const ago = (seconds: number) =>
      app.db
        .update(throttles)
        .set({ blockedUntil: new Date(0), lastFailureAt: new Date(Date.now() - seconds * 1_000) });
    await ago(3_000);
    // After 50 minutes ten more attempts need no wait, although there were attempts in every hour.
    for (let n = 0; n < 9; n++) expect((await login(`more${n}@example.com`, WRONG, office)).status).toBe(401);
    for (let n = 0; n < 4; n++) expect((await login((await make()).email, PASSWORD, office)).status).toBe(200);
  }, 120_000);

  it("limits how many passwords are checked during a flood", async () => {
    const seen = [];
    for (let n = 0; n < 70; n++) seen.push((await login(`flood${n}@example.com`, WRONG, office)).json);
    expect(seen.at(-1)).not.toHaveProperty("sign_in");
    expect(seen.filter((json) => json.sign_in)).toHaveLength(30);
  }, 120_000);
});
