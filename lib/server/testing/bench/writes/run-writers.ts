import { handleRequest } from "@/lib/server/api/http-handler";
import { sealIfWaiting } from "@/lib/server/audit/seal";
import { startSealingAuditRows, stopSealingAuditRows } from "@/lib/server/audit/seal-after-commit";
import { readSealLag } from "@/lib/server/audit/seal-lag";
import { connectDatabase } from "@/lib/server/db/client";
import { makeAdmin, makeUser, startTestRecordNumbersAt, type TestApp } from "@/lib/server/testing/app";

/**
 * Load of one process: number of concurrent writers, duration, number of connections. `numberedFrom`: the admins and citizens that the
 * process creates get numbers above this.
 */
export type WriterOptions = { writers: number; seconds: number; connections: number; numberedFrom?: number };
/** Measurements of concurrent writers. */
export type WriterResult = {
  /** Duration of each successful write in ms. */
  times: number[];
  /** Number of unsuccessful responses by status. */
  failed: Record<string, number>;
  /** Duration of the measurement in ms. */
  ms: number;
  /** CPU time of this process in ms. */
  cpuMs: number;
  roundTripsPerWrite: number;
};

/** Time in ms until the process is compiled and its connections are open. */
const WARM_UP_MS = 4_000;

/**
 * Runs writers that add notes to citizens, each as its own admin. Calls the request pipeline in this process, without HTTP: sign-in,
 * access, input and output checks, audit row and hash chain. Keeps the connections open, because the server's CPU time is read before
 * they are closed.
 * @param waitForStart resolves when all processes may begin; called after the warm-up
 */
export async function runWriters(
  url: string,
  { writers, seconds, connections, numberedFrom }: WriterOptions,
  waitForStart: () => Promise<unknown>,
): Promise<WriterResult> {
  process.env.DATABASE_URL = url;
  const { db, pool } = connectDatabase(url, connections, 0);
  Object.assign(globalThis, { crossRiverPayDatabase: { db, pool } });
  let roundTrips = 0;
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        roundTrips++;
        return query(...args);
      },
    });
  });
  if (numberedFrom !== undefined) startTestRecordNumbersAt(numberedFrom);
  const people = await Promise.all(
    Array.from({ length: writers }, async () => {
      const app = { db } as TestApp;
      const [{ token }, { id }] = [await makeAdmin(app), await makeUser(app)];
      return { token, userId: id };
    }),
  );
  startSealingAuditRows();
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
  await runFor(WARM_UP_MS);
  await waitForStart();
  times.length = 0;
  for (const key of Object.keys(failed)) delete failed[key];
  const [cpuBefore, began] = [process.cpuUsage(), performance.now()];
  await runFor(seconds * 1_000);
  const cpu = process.cpuUsage(cpuBefore);
  const ms = performance.now() - began;
  clearInterval(timer);
  stopSealingAuditRows();
  const measuredTimes = [...times];
  const [first] = people;
  // Calls `sealIfWaiting` repeatedly, because it does nothing while another process adds rows to the hash chain.
  while ((await readSealLag(db)).waiting > 0) await sealIfWaiting(db);
  roundTrips = 0;
  if (first) await write(first, 0);
  const roundTripsPerWrite = roundTrips;
  return { times: measuredTimes, failed, ms, cpuMs: (cpu.user + cpu.system) / 1_000, roundTripsPerWrite };
}
