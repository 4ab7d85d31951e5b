import "server-only";
import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { deleteCitizenDevices } from "@/lib/server/citizen/app-devices";
import type { Database, Transaction } from "@/lib/server/db/client";
import { broadcastFailures, broadcasts } from "@/lib/server/db/schema/broadcasts";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { users } from "@/lib/server/db/schema/user";
import type { PushResult } from "@/lib/server/push/send-push";
import { type AudienceFilter, audienceFilterOf } from "./count-audience";
import type { BroadcastRecord } from "./record";
import { lockSendingLease, lockSendingTurn, type SendingTurn } from "./sending-lease";

/** Devices per batch. After a crash, it is unknown for up to this many devices whether they got the message. */
const BATCH_SIZE = 200;

/** `tokens`: newly claimed devices. `over`: true if no device is left. Undefined if another call has ended this sending turn. */
type ClaimedDevices = { tokens: string[]; over: boolean } | undefined;

const isFailureOf = (broadcast: BroadcastRecord) => eq(broadcastFailures.broadcastId, broadcast.id);

function deviceSql(broadcast: BroadcastRecord, { people, devices }: AudienceFilter, condition: SQL) {
  return sql`select ${userDevices.token} as token from ${userDevices}
    join ${users} on ${users.id} = ${userDevices.userId}
    where ${condition} and ${userDevices.createdAt} <= ${broadcast.startedAt} and ${people} ${devices ? sql`and ${devices}` : sql``}`;
}

/** Claims the next devices in the order of their tokens. Stores their result as unknown, until the batch has been sent. */
export function claimDevices(db: Database, turn: SendingTurn): Promise<ClaimedDevices> {
  return inTransaction(db, async (tx) => {
    const broadcast = await lockSendingTurn(tx, turn);
    if (!broadcast) return undefined;
    const next = sql`${userDevices.token} collate "C" > ${broadcast.cursor}`;
    const audienceFilter = await audienceFilterOf(tx, broadcast.audience);
    const found = await tx.execute<{ token: string }>(
      sql`${deviceSql(broadcast, audienceFilter, next)} order by ${userDevices.token} collate "C" limit ${BATCH_SIZE}`,
    );
    const tokens = found.rows.map(({ token }) => token);
    const last = tokens.at(-1);
    if (last === undefined) return { tokens, over: true };
    await tx
      .insert(broadcastFailures)
      .values(tokens.map((token) => ({ broadcastId: broadcast.id, token, reason: "unknown" as const })));
    await addToCounters(tx, broadcast, { done: tokens.length, unknown: tokens.length }, { cursor: last });
    return { tokens, over: false };
  });
}

/**
 * Claims devices for which Firebase was unavailable, each once per retry round. Counts deleted devices as `gone`. Skips devices whose owner
 * has left the audience.
 */
export function claimDevicesToRetry(db: Database, turn: SendingTurn): Promise<ClaimedDevices> {
  return inTransaction(db, async (tx) => {
    const broadcast = await lockSendingTurn(tx, turn);
    if (!broadcast) return undefined;
    const found = await tx
      .select({ token: broadcastFailures.token })
      .from(broadcastFailures)
      .where(
        and(
          isFailureOf(broadcast),
          eq(broadcastFailures.reason, "unavailable"),
          lte(broadcastFailures.tries, broadcast.round),
        ),
      )
      .orderBy(broadcastFailures.tries, broadcastFailures.token)
      .limit(BATCH_SIZE);
    if (found.length === 0) return { tokens: [], over: true };
    const asked = found.map(({ token }) => token);
    const reached = await audienceFilterOf(tx, broadcast.audience);
    const there = await tx.execute<{ token: string }>(deviceSql(broadcast, reached, inArray(userDevices.token, asked)));
    const tokens = there.rows.map(({ token }) => token);
    const unreachable = asked.filter((token) => !tokens.includes(token));
    const existingTokens = await findRegisteredTokens(tx, unreachable);
    const gone = unreachable.filter((token) => !existingTokens.includes(token));
    await deleteFailures(tx, broadcast, gone);
    const tries = broadcast.round + 1;
    await note(tx, broadcast, existingTokens, { tries });
    await note(tx, broadcast, tokens, { reason: "unknown", tries });
    const claimedCount = tokens.length + gone.length;
    await addToCounters(tx, broadcast, { unavailable: -claimedCount, unknown: tokens.length, gone: gone.length });
    return { tokens, over: false };
  });
}

async function findRegisteredTokens(tx: Transaction, tokens: string[]): Promise<string[]> {
  if (tokens.length === 0) return [];
  const found = await tx
    .select({ token: userDevices.token })
    .from(userDevices)
    .where(inArray(userDevices.token, tokens));
  return found.map(({ token }) => token);
}

const COUNTED_RESULTS = ["sent", "gone", "refused", "unavailable"] as const;

/** Stores the delivery results of a batch of devices. @returns false if the lease was lost; the results then stay unknown */
export function saveBatchResults(
  db: Database,
  turn: SendingTurn,
  answers: ReadonlyMap<string, PushResult>,
): Promise<boolean> {
  const tokensWith = (result: PushResult) =>
    [...answers].filter(([, answer]) => answer === result).map(([token]) => token);
  return inTransaction(db, async (tx) => {
    const broadcast = await lockSendingLease(tx, turn);
    if (!broadcast) return false;
    const gone = tokensWith("gone");
    await deleteFailures(tx, broadcast, [...tokensWith("sent"), ...gone]);
    if (gone.length) await deleteCitizenDevices(tx, gone);
    for (const reason of ["refused", "unavailable"] as const) await note(tx, broadcast, tokensWith(reason), { reason });
    const counts = Object.fromEntries(COUNTED_RESULTS.map((each) => [each, tokensWith(each).length]));
    const knownCount = Object.values(counts).reduce((sum, each) => sum + each, 0);
    await addToCounters(tx, broadcast, { ...counts, unknown: -knownCount });
    return true;
  });
}

async function deleteFailures(tx: Transaction, broadcast: BroadcastRecord, tokens: string[]): Promise<void> {
  if (tokens.length === 0) return;
  await tx.delete(broadcastFailures).where(and(isFailureOf(broadcast), inArray(broadcastFailures.token, tokens)));
}

async function note(
  tx: Transaction,
  broadcast: BroadcastRecord,
  tokens: string[],
  values: Partial<typeof broadcastFailures.$inferInsert>,
): Promise<void> {
  if (tokens.length === 0) return;
  await tx
    .update(broadcastFailures)
    .set(values)
    .where(and(isFailureOf(broadcast), inArray(broadcastFailures.token, tokens)));
}

type CounterKey = "done" | "unknown" | (typeof COUNTED_RESULTS)[number];

/**
 * Adds to the progress counters of a broadcast. Keeps the broadcast's version, so that an admin can pause sending without reloading the
 * page.
 */
async function addToCounters(
  tx: Transaction,
  { id }: BroadcastRecord,
  counts: Partial<Record<CounterKey, number>>,
  values: { cursor?: string } = {},
): Promise<void> {
  const sums = Object.entries(counts).map(([name, count]) => [name, sql`${broadcasts[name as CounterKey]} + ${count}`]);
  await tx
    .update(broadcasts)
    .set({ ...Object.fromEntries(sums), ...values })
    .where(eq(broadcasts.id, id));
}
