import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { outbox } from "@/lib/server/db/schema/outbox";
import { throttles } from "@/lib/server/db/schema/session";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { hashSecret } from "./hash-secret";

const ROUNDS = 100;
const UNKNOWN_EMAIL = "nobody@example.com";

let app: TestApp;
let knownEmail: string;
beforeAll(async () => {
  app = await startTestApp();
  knownEmail = (await makeAdmin(app, { passwordHash: await hashSecret("okra soup on the veranda") })).email;
});
afterAll(() => app.stop());

const login = (email: string) =>
  app.call("POST", "/auth/admin/login", { body: { email, password: "not the password" } });
const requestLink = (email: string) => app.call("POST", "/auth/admin/forgot", { body: { email } });
type SignInCall = typeof login;

async function resetCounters() {
  await app.db.delete(throttles);
  await app.db.delete(outbox);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Measures a known and an unknown email alternately, so that other load on the machine affects both equally. */
async function medianTimes(callOnce: SignInCall) {
  const times: Record<string, number[]> = { [knownEmail]: [], [UNKNOWN_EMAIL]: [] };
  for (let round = 0; round < ROUNDS + 5; round++)
    for (const email of round % 2 ? [knownEmail, UNKNOWN_EMAIL] : [UNKNOWN_EMAIL, knownEmail]) {
      await resetCounters();
      const started = performance.now();
      await callOnce(email);
      if (round >= 5) times[email]?.push(performance.now() - started);
    }
  return { known: median(times[knownEmail] ?? []), unknown: median(times[UNKNOWN_EMAIL] ?? []) };
}

/** Returns the SQL texts of a call's statements, without parameters. */
async function recordStatements(callOnce: SignInCall, email: string): Promise<string[]> {
  await resetCounters();
  const query = vi.spyOn(Client.prototype, "query");
  await callOnce(email);
  const texts = query.mock.calls.map(([asked]) =>
    typeof asked === "string" ? asked : String((asked as { text?: string }).text),
  );
  query.mockRestore();
  return texts;
}

describe.each([
  ["auth.login", login],
  ["auth.forgot", requestLink],
] as const)("call %s", (call, callOnce) => {
  // The tolerance grows with the duration of a call, for busy machines, but stays below the time of a password hash.
  it(`${call} takes as long for an unknown email as for a known one`, async () => {
    const { known: knownMs, unknown: unknownMs } = await medianTimes(callOnce);
    expect(Math.abs(knownMs - unknownMs)).toBeLessThan(Math.max(5, 0.3 * knownMs));
  }, 240_000);

  it(`${call} runs the same SQL statements for an unknown email as for a known one`, async () => {
    const asked = await recordStatements(callOnce, knownEmail);
    expect(asked.length).toBeGreaterThan(4);
    expect(await recordStatements(callOnce, UNKNOWN_EMAIL)).toEqual(asked);
  });
});
