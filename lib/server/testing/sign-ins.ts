import { like } from "drizzle-orm";
import { hashSecret } from "@/lib/server/auth/hash-secret";
import { throttles } from "@/lib/server/db/schema/session";
import { makeAdmin, type TestApp } from "./app";

export const PASSWORD = "okra soup on the veranda";
export const WRONG = "three goats and a radio";

/** Address and cookie of the caller. */
type From = { address?: string; cookie?: string };

let source = 0;

/** Returns the steps of signing in for tests: by admins, and by strangers who guess passwords. */
export async function signInSteps(app: TestApp) {
  const passwordHash = await hashSecret(PASSWORD);
  const headers = ({ address = "10.1.0.1", cookie }: From) => ({
    "x-forwarded-for": address,
    ...(cookie && { cookie }),
  });
  const login = (email: string, password = PASSWORD, from: From = {}) =>
    app.call("POST", "/auth/admin/login", { body: { email, password }, headers: headers(from) });
  const verify = (reference: string, token: string, from: From = {}) =>
    app.call("PATCH", "/auth/admin/verify-token/sign-in", { body: { reference, token }, headers: headers(from) });
  const resend = (reference: string, from: From = {}) =>
    app.call("POST", "/auth/admin/resend-code", { body: { reference }, headers: headers(from) });
  const wrongCode = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, "0");
  const make = () => makeAdmin(app, { passwordHash });
  const deviceOf = (answer: Awaited<ReturnType<typeof verify>>) =>
    answer.headers.get("set-cookie")?.split(";")[0] ?? "";

  /** Signs in completely. @returns the cookie that remembers the device. */
  async function remembered(email: string, from: From = {}) {
    const { reference } = (await login(email, PASSWORD, from)).json.data;
    const answer = await verify(reference, await app.mailedCode(), from);
    if (answer.status !== 200) throw new Error(`Not signed in: ${answer.json.message}`);
    return deviceOf(answer);
  }

  /** Tries wrong passwords, each from another address. */
  async function guess(email: string, times: number) {
    const statuses = [];
    for (let n = 0; n < times; n++)
      statuses.push((await login(email, WRONG, { address: `10.2.${++source >> 8}.${source & 255}` })).status);
    return statuses;
  }

  /** Guesses until the account is locked for a while. */
  async function lockAccountByGuessing(email: string) {
    await guess(email, 6);
    const until = new Date(Date.now() + 115_000);
    await app.db.update(throttles).set({ blockedUntil: until }).where(like(throttles.key, "account:%"));
  }

  return {
    passwordHash,
    login,
    verify,
    resend,
    wrongCode,
    make,
    deviceOf,
    remembered,
    guess,
    besiege: lockAccountByGuessing,
  };
}
