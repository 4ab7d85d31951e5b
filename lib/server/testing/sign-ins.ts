import { like } from "drizzle-orm";
import { throttles } from "@/lib/server/db/schema/session";
import { quickHash } from "@/lib/server/testing/quick-hash";
import { makeAdmin, type TestApp } from "./app";

/** Password of the admins of `signInSteps`. */
export const PASSWORD = "okra soup on the veranda";
/** Password that is wrong for every admin. */
export const WRONG_PASSWORD = "three goats and a radio";

type Origin = { address?: string; cookie?: string };

let clientCount = 0;

/** Returns functions for the steps of a sign-in, by admins or by strangers who guess passwords. */
export async function signInSteps(app: TestApp) {
  const passwordHash = await quickHash(PASSWORD);
  const headers = ({ address = "10.1.0.1", cookie }: Origin) => ({
    "x-forwarded-for": address,
    ...(cookie && { cookie }),
  });
  const login = (email: string, password = PASSWORD, origin: Origin = {}) =>
    app.call("POST", "/auth/admin/login", { body: { email, password }, headers: headers(origin) });
  const verify = (reference: string, token: string, origin: Origin = {}) =>
    app.call("PATCH", "/auth/admin/verify-token/sign-in", { body: { reference, token }, headers: headers(origin) });
  const resend = (reference: string, origin: Origin = {}) =>
    app.call("POST", "/auth/admin/resend-code", { body: { reference }, headers: headers(origin) });
  const wrongCode = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, "0");
  const makeTestAdmin = () => makeAdmin(app, { passwordHash });
  const deviceCookieOf = (answer: Awaited<ReturnType<typeof verify>>) =>
    answer.headers.get("set-cookie")?.split(";")[0] ?? "";

  /** Signs in completely. @returns the cookie that remembers the device. */
  async function rememberDevice(email: string, origin: Origin = {}) {
    const { reference } = (await login(email, PASSWORD, origin)).json.data;
    const answer = await verify(reference, await app.mailedCode(), origin);
    if (answer.status !== 200) throw new Error(`Not signed in: ${answer.json.message}`);
    return deviceCookieOf(answer);
  }

  /** Tries wrong passwords, each from another IP address. */
  async function guessPassword(email: string, times: number) {
    const statuses = [];
    for (let n = 0; n < times; n++)
      statuses.push(
        (await login(email, WRONG_PASSWORD, { address: `10.2.${++clientCount >> 8}.${clientCount & 255}` })).status,
      );
    return statuses;
  }

  /** Guesses passwords until sign-in for the account is throttled. */
  async function lockAccountByGuessing(email: string) {
    await guessPassword(email, 6);
    const deadline = new Date(Date.now() + 115_000);
    await app.db.update(throttles).set({ blockedUntil: deadline }).where(like(throttles.key, "account:%"));
  }

  return {
    passwordHash,
    login,
    verify,
    resend,
    wrongCode,
    make: makeTestAdmin,
    deviceOf: deviceCookieOf,
    remembered: rememberDevice,
    guess: guessPassword,
    besiege: lockAccountByGuessing,
  };
}
