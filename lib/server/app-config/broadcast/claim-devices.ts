import "server-only";
import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { dropDevices } from "@/lib/server/citizen/app-devices";
import type { Database, Transaction } from "@/lib/server/db/client";
import { broadcastFailures, broadcasts } from "@/lib/server/db/schema/broadcasts";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { users } from "@/lib/server/db/schema/user";
import type { Answer } from "@/lib/server/push/send-push";
import { type Reached, reachedBy } from "./count-audience";
import { holdLease, holdTurn, type Turn } from "./hold-lease";
import type { Broadcast } from "./record";

/** Devices per batch. A crash leaves up to this many with an unknown result. */
const BATCH = 200;

/** `tokens`: devices claimed for sending, once. `over`: true if no device is left. Undefined if the turn ended. */
type Claim = { tokens: string[]; over: boolean } | undefined;

const isOf = (broadcast: Broadcast) => eq(broadcastFailures.broadcastId, broadcast.id);

function deviceOf(broadcast: Broadcast, { people, devices }: Reached, which: SQL) {
  return sql`select ${userDevices.token} as token from ${userDevices}
    join ${users} on ${users.id} = ${userDevices.userId}
    where ${which} and ${userDevices.createdAt} <= ${broadcast.startedAt} and ${people} ${devices ? sql`and ${devices}` : sql``}`;
}

/** Claims the next devices in the order of their tokens. Stores them as unknown before anything is sent to them. */
export function claimDevices(db: Database, turn: Turn): Promise<Claim> {
  return inTransaction(db, async (tx) => {
    const broadcast = await holdTurn(tx, turn);
    if (!broadcast) return undefined;
    const next = sql`${userDevices.token} collate "C" > ${broadcast.cursor}`;
    const reached = await reachedBy(tx, broadcast.audience);
    const found = await tx.execute<{ token: string }>(
      sql`${deviceOf(broadcast, reached, next)} order by ${userDevices.token} collate "C" limit ${BATCH}`,
    );
    const tokens = found.rows.map(({ token }) => token);
    const last = tokens.at(-1);
    if (last === undefined) return { tokens, over: true };
    await tx
      .insert(broadcastFailures)
      .values(tokens.map((token) => ({ broadcastId: broadcast.id, token, reason: "unknown" as const })));
    await add(tx, broadcast, { done: tokens.length, unknown: tokens.length }, { cursor: last });
    return { tokens, over: false };
  });
}

/**
 * Claims devices that Firebase could not serve, once in each round. Deleted devices are counted as `gone`. Devices whose owner
 * has left the audience are skipped.
 */
export function claimRetries(db: Database, turn: Turn): Promise<Claim> {
  return inTransaction(db, async (tx) => {
    const broadcast = await holdTurn(tx, turn);
    if (!broadcast) return undefined;
    const found = await tx
      .select({ token: broadcastFailures.token })
      .from(broadcastFailures)
      .where(
        and(
          isOf(broadcast),
          eq(broadcastFailures.reason, "unavailable"),
          lte(broadcastFailures.tries, broadcast.round),
        ),
      )
      .orderBy(broadcastFailures.tries, broadcastFailures.token)
      .limit(BATCH);
    if (found.length === 0) return { tokens: [], over: true };
    const asked = found.map(({ token }) => token);
    const reached = await reachedBy(tx, broadcast.audience);
    const there = await tx.execute<{ token: string }>(deviceOf(broadcast, reached, inArray(userDevices.token, asked)));
    const tokens = there.rows.map(({ token }) => token);
    const others = asked.filter((token) => !tokens.includes(token));
    const kept = await existing(tx, others);
    const gone = others.filter((token) => !kept.includes(token));
    await forget(tx, broadcast, gone);
    const tries = broadcast.round + 1;
    await note(tx, broadcast, kept, { tries });
    await note(tx, broadcast, tokens, { reason: "unknown", tries });
    const taken = tokens.length + gone.length;
    await add(tx, broadcast, { unavailable: -taken, unknown: tokens.length, gone: gone.length });
    return { tokens, over: false };
  });
}

async function existing(tx: Transaction, tokens: string[]): Promise<string[]> {
  if (tokens.length === 0) return [];
  const found = await tx
    .select({ token: userDevices.token })
    .from(userDevices)
    .where(inArray(userDevices.token, tokens));
  return found.map(({ token }) => token);
}

const COUNTED = ["sent", "gone", "refused", "unavailable"] as const;

/** Stores the results of a batch. @returns false if the lease was lost, in which case they stay unknown */
export function saveBatchResults(db: Database, turn: Turn, answers: ReadonlyMap<string, Answer>): Promise<boolean> {
  const of = (wanted: Answer) => [...answers].filter(([, answer]) => answer === wanted).map(([token]) => token);
  return inTransaction(db, async (tx) => {
    const broadcast = await holdLease(tx, turn);
    if (!broadcast) return false;
    const gone = of("gone");
    await forget(tx, broadcast, [...of("sent"), ...gone]);
    if (gone.length) await dropDevices(tx, gone);
    for (const reason of ["refused", "unavailable"] as const) await note(tx, broadcast, of(reason), { reason });
    const counts = Object.fromEntries(COUNTED.map((each) => [each, of(each).length]));
    const known = Object.values(counts).reduce((sum, each) => sum + each, 0);
    await add(tx, broadcast, { ...counts, unknown: -known });
    return true;
  });
}

async function forget(tx: Transaction, broadcast: Broadcast, tokens: string[]): Promise<void> {
  if (tokens.length === 0) return;
  await tx.delete(broadcastFailures).where(and(isOf(broadcast), inArray(broadcastFailures.token, tokens)));
}

async function note(
  tx: Transaction,
  broadcast: Broadcast,
  tokens: string[],
  values: Partial<typeof broadcastFailures.$inferInsert>,
): Promise<void> {
  if (tokens.length === 0) return;
  await tx
    .update(broadcastFailures)
    .set(values)
    .where(and(isOf(broadcast), inArray(broadcastFailures.token, tokens)));
}

type Counter = "done" | "unknown" | (typeof COUNTED)[number];

/** Adds to the progress counters. The version stays, so that pausing needs no reload. */
async function add(
  tx: Transaction,
  { id }: Broadcast,
  counts: Partial<Record<Counter, number>>,
  values: { cursor?: string } = {},
): Promise<void> {
  const sums = Object.entries(counts).map(([name, count]) => [name, sql`${broadcasts[name as Counter]} + ${count}`]);
  await tx
    .update(broadcasts)
    .set({ ...Object.fromEntries(sums), ...values })
    .where(eq(broadcasts.id, id));
}
