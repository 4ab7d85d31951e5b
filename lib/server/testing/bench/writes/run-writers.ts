import { handleRequest } from "@/lib/server/api/http-handler";
import { sealIfWaiting } from "@/lib/server/audit/seal";
import { startSealing, stopSealing } from "@/lib/server/audit/seal-after-commit";
import { readSealLag } from "@/lib/server/audit/seal-lag";
import { connect } from "@/lib/server/db/client";
import { makeAdmin, makeUser, type TestApp } from "@/lib/server/testing/app";

/** What one process does: its number of concurrent writers, for how long, and with how many connections. */
export type WriterOptions = { writers: number; seconds: number; connections: number };
export type WriterResult = {
  writes: number;
  /** Responses that were no success, by status. */
  failed: Record<string, number>;
  /** Median and 95th percentile of a call in ms. */
  p50: number;
  p95: number;
  /** CPU time of this process in ms per write. */
  cpuMs: number;
  statementsPerWrite: number;
};

/**
 * Runs writers that add notes to citizens, each as its own admin, through the request pipeline in this process: with
 * sign-in, access, input and output checks, audit row and seals, without HTTP.
 */
export async function runWriters(url: string, { writers, seconds, connections }: WriterOptions): Promise<WriterResult> {
  process.env.DATABASE_URL = url;
  const { db, pool } = connect(url, connections, 0);
  Object.assign(globalThis, { crossRiverPayDatabase: { db, pool } });
  let statements = 0;
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        statements++;
        return query(...args);
      },
    });
  });
  const people = await Promise.all(
    Array.from({ length: writers }, async () => {
      const app = { db } as TestApp;
      const [{ token }, { id }] = [await makeAdmin(app), await makeUser(app)];
      return { token, userId: id };
    }),
  );
  startSealing();
  const timer = setInterval(() => void sealIfWaiting(db), 1_000);
  const failed: Record<string, number> = {};
  const times: number[] = [];
  const write = async ({ token, userId }: { token: string; userId: string }, n: number) => {
    const body = JSON.stringify({ text: `Called back, note ${n}.` });
    const startedAt = performance.now();
    const response = await handleRequest(
      new Request(`http://bench/api/v1/user-management/users/${userId}/notes`, {
        method: "POST",
        body,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "content-length": String(body.length),
          "x-forwarded-for": "10.0.0.1",
        },
      }),
    );
    await response.text();
    if (response.status !== 200) failed[response.status] = (failed[response.status] ?? 0) + 1;
    else times.push(performance.now() - startedAt);
  };
  const runFor = async (ms: number) => {
    const end = performance.now() + ms;
    await Promise.all(
      people.map(async (person) => {
        for (let n = 0; performance.now() < end; n++) await write(person, n);
      }),
    );
  };
  await runFor(1_500);
  times.length = 0;
  for (const key of Object.keys(failed)) delete failed[key];
  const [cpuBefore, began] = [process.cpuUsage(), performance.now()];
  await runFor(seconds * 1_000);
  const cpu = process.cpuUsage(cpuBefore);
  const took = performance.now() - began;
  clearInterval(timer);
  stopSealing();
  times.sort((a, b) => a - b);
  const [first] = people;
  // Another seal may be in progress: then this one does nothing.
  while ((await readSealLag(db)).waiting > 0) await sealIfWaiting(db);
  statements = 0;
  if (first) await write(first, 0);
  const statementsPerWrite = statements;
  await pool.end();
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    writes: Math.round((times.length / took) * 1_000),
    failed,
    p50: at(0.5),
    p95: at(0.95),
    cpuMs: (cpu.user + cpu.system) / 1_000 / Math.max(1, times.length),
    statementsPerWrite,
  };
}
