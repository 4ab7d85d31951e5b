// Slow: hashes passwords of unknown emails, and mailed codes, with the production cost.
import { eq } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { admins } from "@/lib/server/db/schema/admin";
import { outbox } from "@/lib/server/db/schema/outbox";
import { throttles, turnedAway } from "@/lib/server/db/schema/session";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { PASSWORD, signInSteps, WRONG_PASSWORD } from "@/lib/server/testing/sign-ins";

type SignInSteps = Awaited<ReturnType<typeof signInSteps>>;
let app: TestApp;
let passwordHash: SignInSteps["passwordHash"];
let login: SignInSteps["login"];
let verify: SignInSteps["verify"];
let resend: SignInSteps["resend"];
let makeSignInAdmin: SignInSteps["make"];
let deviceOf: SignInSteps["deviceOf"];
let rememberedCookie: SignInSteps["remembered"];
let guessPassword: SignInSteps["guess"];
let lockByGuessing: SignInSteps["besiege"];

beforeAll(async () => {
  app = await startTestApp();
  ({
    passwordHash,
    login,
    verify,
    resend,
    make: makeSignInAdmin,
    deviceOf,
    remembered: rememberedCookie,
    guess: guessPassword,
    besiege: lockByGuessing,
  } = await signInSteps(app));
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(throttles);
  await app.db.delete(turnedAway);
  await app.db.delete(outbox);
});

describe("while another client guesses passwords from changing addresses", () => {
  it("a remembered device signs in without a wait while another client guesses passwords from changing IP addresses", async () => {
    const admin = await makeSignInAdmin();
    const cookie = await rememberedCookie(admin.email);
    expect((await guessPassword(admin.email, 50)).filter((status) => status === 429).length).toBeGreaterThan(30);
    await lockByGuessing(admin.email);
    const rememberedLogin = await login(admin.email, PASSWORD, { cookie, address: "10.3.0.1" });
    expect(rememberedLogin.status).toBe(200);
    await guessPassword(admin.email, 5);
    expect((await verify(rememberedLogin.json.data.reference, await app.mailedCode(), { cookie })).status).toBe(200);
  }, 120_000);

  it("a sign-in from a new device gets 429 during a guessing attack, and can enter the code that was mailed because the password was right", async () => {
    const admin = await makeSignInAdmin();
    await guessPassword(admin.email, 50);
    await lockByGuessing(admin.email);
    await app.mails();
    const waitAnswer = await login(admin.email, PASSWORD, { address: "10.3.0.2" });
    expect(waitAnswer).toMatchObject({ status: 429, json: { sign_in: { reference: expect.any(String) } } });
    expect(waitAnswer.json.message).toContain("we have mailed you a code");
    const code = await app.mailedCode();
    await guessPassword(admin.email, 5);
    const answer = await verify(waitAnswer.json.sign_in.reference, code, { address: "10.3.0.2" });
    expect(answer).toMatchObject({ status: 200, json: { data: { token: expect.any(String) } } });
  }, 120_000);

  it("during a guessing attack, sign-ins with a right password, a wrong password and an unknown email run the same SQL statements and get the same response", async () => {
    const admin = await makeSignInAdmin();
    const loginWithStatements = async (email: string, password: string) => {
      await app.db.delete(throttles);
      await lockByGuessing(email);
      const query = vi.spyOn(Client.prototype, "query");
      const answer = await login(email, password, { address: "10.3.0.3" });
      const texts = query.mock.calls.map(([statement]) =>
        typeof statement === "string" ? statement : String((statement as { text?: string }).text),
      );
      query.mockRestore();
      const { sign_in, retry_after, message, ...rest } = answer.json;
      expect([typeof sign_in.reference, typeof sign_in.expires_at]).toEqual(["string", "string"]);
      expect(retry_after).toBeGreaterThan(60);
      return { status: answer.status, message, rest, headers: [...answer.headers.keys()].sort(), texts, sign_in };
    };
    await guessPassword(admin.email, 1);
    const [rightAnswer, wrongAnswer, unknownAnswer] = [
      await loginWithStatements(admin.email, PASSWORD),
      await loginWithStatements(admin.email, WRONG_PASSWORD),
      await loginWithStatements("nobody@example.com", WRONG_PASSWORD),
    ];
    const seen = ({ sign_in, ...visibleAnswer }: typeof rightAnswer) => visibleAnswer;
    expect(seen(wrongAnswer)).toEqual(seen(rightAnswer));
    expect(seen(unknownAnswer)).toEqual(seen(rightAnswer));
    // Submitting codes and requesting new ones also get the same responses.
    const trySignIn = async ({ sign_in: { reference } }: typeof rightAnswer) => {
      const answers = [];
      for (let n = 0; n < 6; n++) answers.push(await verify(reference, "000000", { address: "10.3.0.4" }));
      const next = await resend(reference, { address: "10.3.0.4" });
      expect(next.json.data.reference).not.toBe(reference);
      answers.push(await resend(reference), await resend(next.json.data.reference));
      return [...answers, next].map(({ status, json: { data, ...body } }) => [status, { ...body, retry_after: 0 }]);
    };
    const triesOfRight = await trySignIn(rightAnswer);
    expect(await trySignIn(wrongAnswer)).toEqual(triesOfRight);
    expect(await trySignIn(unknownAnswer)).toEqual(triesOfRight);
    expect((await app.mails()).map(({ to }) => to)).toEqual([admin.email, admin.email]);
  }, 120_000);

  it("during a guessing attack, at most five codes are mailed, even if the password is right more often", async () => {
    const admin = await makeSignInAdmin();
    await lockByGuessing(admin.email);
    await app.mails();
    for (let n = 0; n < 12; n++) await login(admin.email, PASSWORD, { address: `10.3.1.${n}` });
    expect(await app.mails()).toHaveLength(5);
  }, 120_000);

  it("an IP address must wait after five wrong passwords; the first four responses contain no wait", async () => {
    const admin = await makeSignInAdmin();
    for (let n = 0; n < 4; n++)
      expect((await login(admin.email, WRONG_PASSWORD)).json).not.toHaveProperty("retry_after");
    expect((await login(admin.email, WRONG_PASSWORD)).json).toMatchObject({ status: 401, retry_after: 2 });
    const heldLogin = await login(admin.email);
    expect(heldLogin.status).toBe(429);
    expect(heldLogin.json).not.toHaveProperty("sign_in");
    expect(await app.mails()).toEqual([]);
  });
});

describe("remembered device", () => {
  it("the cookie of a remembered device does not authenticate, works for one admin only, and is hidden from scripts", async () => {
    const [admin, other] = [await makeSignInAdmin(), await makeSignInAdmin()];
    const otherAddress = { address: "10.4.0.1" };
    const { reference } = (await login(admin.email, PASSWORD, otherAddress)).json.data;
    const answer = await verify(reference, await app.mailedCode(), otherAddress);
    expect(answer.headers.get("set-cookie")).toMatch(
      /; Path=\/api\/v1\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    const cookie = deviceOf(answer);
    expect((await app.call("GET", "/users", { headers: { cookie } })).status).toBe(401);
    expect((await login(admin.email, WRONG_PASSWORD, { ...otherAddress, cookie })).status).toBe(401);
    for (const { email } of [admin, other]) await lockByGuessing(email);
    expect((await login(other.email, PASSWORD, { cookie, address: "10.4.0.2" })).status).toBe(429);
    const forgedCookie = cookie.replace(admin.id, other.id);
    expect((await login(other.email, PASSWORD, { cookie: forgedCookie, address: "10.4.0.3" })).status).toBe(429);
  });

  it("a remembered device waits after its own wrong passwords like any other device", async () => {
    const admin = await makeSignInAdmin();
    const cookie = await rememberedCookie(admin.email);
    for (let n = 0; n < 5; n++) await login(admin.email, WRONG_PASSWORD, { cookie, address: `10.4.1.${n}` });
    expect((await login(admin.email, PASSWORD, { cookie, address: "10.4.1.9" })).status).toBe(429);
  });

  it("a shared computer remembers several admins", async () => {
    const [first, second] = [await makeSignInAdmin(), await makeSignInAdmin()];
    const cookie = await rememberedCookie(second.email, { cookie: await rememberedCookie(first.email) });
    for (const { email } of [first, second]) {
      await lockByGuessing(email);
      expect((await login(email, PASSWORD, { cookie, address: "10.4.2.1" })).status).toBe(200);
    }
  });

  it.each([
    ["the password has changed", { passwordHash: "other" }],
    ["its admin was suspended", { status: "suspended" as const }],
  ])("a remembered device is no longer remembered once %s", async (_, change) => {
    const admin = await makeSignInAdmin();
    const cookie = await rememberedCookie(admin.email);
    await app.db.update(admins).set(change).where(eq(admins.id, admin.id));
    await app.db.update(admins).set({ passwordHash, status: "active" }).where(eq(admins.id, admin.id));
    await lockByGuessing(admin.email);
    expect((await login(admin.email, PASSWORD, { cookie, address: "10.4.3.1" })).status).toBe(429);
  });
});

describe("IP address that an office shares", () => {
  const sharedAddress = { address: "10.5.0.1" };

  it("a shared IP address delays unknown devices by at most 2 s after 30 wrong passwords, and remembered devices not at all", async () => {
    const [knownAdmin, newAdmin] = [await makeSignInAdmin(), await makeSignInAdmin()];
    const cookie = await rememberedCookie(knownAdmin.email, sharedAddress);
    for (let n = 0; n < 30; n++) await login(`typo${n}@example.com`, WRONG_PASSWORD, sharedAddress);
    expect((await login(knownAdmin.email, PASSWORD, { ...sharedAddress, cookie })).status).toBe(200);
    await app.mails();
    const waitAnswer = await login(newAdmin.email, PASSWORD, sharedAddress);
    expect(waitAnswer.status).toBe(429);
    expect(waitAnswer.json.retry_after).toBeLessThanOrEqual(2);
    expect((await verify(waitAnswer.json.sign_in.reference, await app.mailedCode(), sharedAddress)).status).toBe(200);
  }, 120_000);

  it("a shared IP address is throttled less as time passes, and right passwords do not count as attempts", async () => {
    for (let n = 0; n < 30; n++) await login(`typo${n}@example.com`, WRONG_PASSWORD, sharedAddress);
    const setSecondsAgo = (seconds: number) =>
      app.db
        .update(throttles)
        .set({ blockedUntil: new Date(0), lastFailureAt: new Date(Date.now() - seconds * 1_000) });
    await setSecondsAgo(3_000);
    // After 50 minutes, ten attempts no longer count, so that ten more need no wait.
    for (let n = 0; n < 9; n++)
      expect((await login(`more${n}@example.com`, WRONG_PASSWORD, sharedAddress)).status).toBe(401);
    for (let n = 0; n < 4; n++)
      expect((await login((await makeSignInAdmin()).email, PASSWORD, sharedAddress)).status).toBe(200);
  }, 120_000);

  it("during a flood of sign-ins, only a limited number of passwords is checked per IP address", async () => {
    const seen = [];
    for (let n = 0; n < 70; n++) seen.push((await login(`flood${n}@example.com`, WRONG_PASSWORD, sharedAddress)).json);
    expect(seen.at(-1)).not.toHaveProperty("sign_in");
    expect(seen.filter((json) => json.sign_in)).toHaveLength(30);
  }, 120_000);
});
