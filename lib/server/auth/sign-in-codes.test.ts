import { gt } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outbox } from "@/lib/server/db/schema/outbox";
import { throttles, turnedAway } from "@/lib/server/db/schema/session";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { PASSWORD, signInSteps, WRONG_PASSWORD } from "@/lib/server/testing/sign-ins";
import { writeThrottledSignIns } from "./record-throttled-sign-ins";

type SignInSteps = Awaited<ReturnType<typeof signInSteps>>;
let app: TestApp;
let login: SignInSteps["login"];
let verify: SignInSteps["verify"];
let resend: SignInSteps["resend"];
let wrongCode: SignInSteps["wrongCode"];
let makeSignInAdmin: SignInSteps["make"];
let guessPassword: SignInSteps["guess"];
let lockByGuessing: SignInSteps["besiege"];

beforeAll(async () => {
  app = await startTestApp();
  ({
    login,
    verify,
    resend,
    wrongCode,
    make: makeSignInAdmin,
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

describe("auth.forgot", () => {
  const requestLink = (email: string, address = "10.6.0.1") =>
    app.call("POST", "/auth/admin/forgot", { body: { email }, headers: { "x-forwarded-for": address } });

  it("auth.forgot is not limited by wrong passwords, and does not limit sign-ins", async () => {
    const admin = await makeSignInAdmin();
    await guessPassword(admin.email, 8);
    expect((await requestLink(admin.email)).status).toBe(200);
    await app.db.delete(throttles);
    for (let n = 0; n < 8; n++) await requestLink(admin.email);
    expect((await requestLink(admin.email)).json.message).toContain("the newest one is in its mailbox");
    expect((await login(admin.email, PASSWORD, { address: "10.6.0.1" })).status).toBe(200);
  });

  it("auth.forgot mails a link that works while wrong passwords of others throttle the account", async () => {
    const admin = await makeSignInAdmin();
    await requestLink(admin.email);
    const text = (await app.mails()).at(-1)?.text ?? "";
    const reference = /reference=([\w-]{43})/.exec(text)?.[1];
    await guessPassword(admin.email, 8);
    const body = { reference, email: admin.email, password: WRONG_PASSWORD };
    expect((await app.call("PATCH", "/auth/admin/reset-password", { body })).status).toBe(200);
  });
});

describe("codes", () => {
  it("a sign-in code is accepted if the fifth password attempt was correct, even if sign-ins have been throttled since", async () => {
    const admin = await makeSignInAdmin();
    for (let n = 0; n < 4; n++) await login(admin.email, WRONG_PASSWORD);
    const { reference } = (await login(admin.email)).json.data;
    expect((await verify(reference, await app.mailedCode())).status).toBe(200);
  });

  it("after five wrong attempts, a sign-in code must be replaced; the new code is mailed immediately, for a new sign-in", async () => {
    const admin = await makeSignInAdmin();
    const { reference } = (await login(admin.email)).json.data;
    const code = await app.mailedCode();
    for (let n = 0; n < 4; n++) expect((await verify(reference, wrongCode(code))).json.code).toBe("CODE");
    const fifthTry = await verify(reference, wrongCode(code));
    expect(fifthTry).toMatchObject({ status: 400, json: { code: "CODE_SPENT" } });
    expect(fifthTry.json.fields.token).toContain("you need a new one");
    expect((await verify(reference, code)).json.code).toBe("CODE_SPENT");

    const next = await resend(reference);
    expect(next.status).toBe(200);
    expect(next.json.data.reference).not.toBe(reference);
    const newestCode = await app.mailedCode();
    expect((await resend(reference)).status).toBe(400);
    expect((await verify(reference, newestCode)).status).toBe(400);
    expect((await verify(next.json.data.reference, newestCode)).status).toBe(200);
  });

  it("at most five sign-in codes are mailed per entered password, and wrong codes count as attempts of the password step", async () => {
    const admin = await makeSignInAdmin();
    let { reference } = (await login(admin.email)).json.data;
    let mailCount = 1;
    for (; mailCount < 10; mailCount++) {
      for (let n = 0; n < 5; n++) await verify(reference, "000000");
      const next = await resend(reference);
      if (next.status !== 200) break;
      reference = next.json.data.reference;
    }
    expect(mailCount).toBe(5);
    expect((await login(admin.email, PASSWORD, { address: "10.7.0.9" })).status).toBe(429);
  }, 120_000);

  it("sign-in codes are mailed for at most five sign-ins with the right password in which no code is entered", async () => {
    const admin = await makeSignInAdmin();
    for (let n = 0; n < 5; n++) expect((await login(admin.email)).status).toBe(200);
    expect((await login(admin.email)).status).toBe(429);
  });
});

describe("throttled sign-ins", () => {
  /** Backdates all counted sign-ins by these seconds, then runs the task that writes the audit rows. */
  async function passTime(seconds: number) {
    const now = new Date();
    const movedTime = new Date(now.getTime() - seconds * 1_000);
    await app.db.update(turnedAway).set({ firstAt: movedTime, lastAt: movedTime }).where(gt(turnedAway.times, 0));
    await writeThrottledSignIns(app.db, now);
  }
  const setRecordedAgo = (seconds: number) =>
    app.db.update(turnedAway).set({ recordedAt: new Date(Date.now() - seconds * 1_000) });
  const throttleRows = async () =>
    (await app.audit()).filter(({ refusal }) => refusal?.startsWith("Too many tries:")).reverse();

  it("throttled sign-ins are audited together, under the admin's name or as unknown email, at most one row per five minutes", async () => {
    const admin = await makeSignInAdmin();
    const before = (await throttleRows()).length;
    for (const email of [admin.email, "nobody@example.com", "nobody.else@example.com"]) await lockByGuessing(email);
    await app.db.delete(turnedAway);
    await guessPassword(admin.email, 4);
    await guessPassword("nobody@example.com", 1);
    await guessPassword("nobody.else@example.com", 1);
    await passTime(0);
    expect(await throttleRows()).toHaveLength(before);
    await passTime(31);
    const newRows = (await throttleRows()).slice(before);
    expect(newRows.map(({ adminName }) => adminName).sort()).toEqual([admin.name, "Unknown email"].sort());
    const ownRow = newRows.find(({ adminId }) => adminId === admin.id);
    expect(ownRow).toMatchObject({ action: "auth.login", outcome: "refused", recordId: admin.id });
    expect(ownRow?.refusal).toMatch(/^Too many tries: 4 sign-ins were told to wait (at|between) \d\d:\d\d/);
    expect(newRows.find(({ adminId }) => !adminId)?.refusal).toMatch(/: 2 sign-ins were/);
    expect(JSON.stringify(newRows)).not.toContain("nobody");

    await guessPassword(admin.email, 3);
    await setRecordedAgo(200);
    await passTime(100);
    expect(await throttleRows()).toHaveLength(before + 2);
    await setRecordedAgo(301);
    await passTime(100);
    expect((await throttleRows()).at(-1)?.refusal).toMatch(/: 3 sign-ins were/);
  }, 60_000);

  it("the audit row of throttled sign-ins contains how often the password was right", async () => {
    const admin = await makeSignInAdmin();
    await lockByGuessing(admin.email);
    await login(admin.email, PASSWORD, { address: "10.8.0.1" });
    await passTime(31);
    expect((await throttleRows()).at(-1)?.refusal).toContain("The password was right once: 1 code was mailed.");
  });
});
