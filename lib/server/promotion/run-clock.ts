import "server-only";
import { and, eq, inArray, lt, lte, or, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/spine";
import { appendAudit } from "@/lib/server/audit/audit";
import { log } from "@/lib/server/base/log";
import type { Database } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import { databaseClock } from "@/lib/server/event/record";
import { freeIn } from "@/lib/server/ledger/reserve";
import { pauseForPool } from "./pause-for-pool";
import { writeByClock } from "./write-by-clock";

/** In one run; the rest waits for the next. */
const MOST = 200;

/** The least that a promotion can give, in kobo: less in the pool, and none of them gives anything. */
const LEAST = 1;

/**
 * Begins promotions whose start has come, and ends those whose end has: reads count both from that moment on, this writes them
 * down. Pauses those that run while the pool is empty: a quote leaves them out, so that no payment would tell anybody. Run every
 * few seconds (process/timed-tasks.ts), by any number of servers. Each in a transaction of its own.
 * @returns how many changed
 */
export async function runPromotionClock(db: Database): Promise<number> {
  const isEmpty = (await freeIn(db, "promotions_pool")) < LEAST;
  const due = await db
    .select({ id: promotions.id })
    .from(promotions)
    .where(
      or(
        and(eq(promotions.state, "scheduled"), lte(promotions.startsAt, sql`now()`)),
        and(inArray(promotions.state, ["scheduled", "active", "paused"]), lte(promotions.endsAt, sql`now()`)),
        isEmpty ? and(eq(promotions.state, "active"), lt(taken, promotions.budget)) : undefined,
      ),
    )
    .limit(MOST);
  let count = 0;
  // One that fails holds up no other: it comes again with the next run.
  for (const { id } of due)
    count += await writeOne(db, id).catch((error: unknown) => {
      log.warn({ err: error, promotionId: id }, "a promotion could not be begun or ended");
      return 0;
    });
  return count;
}

const taken = sql`${promotions.spent} + ${promotions.reserved}`;

/** One that somebody else works with at this moment is left to the next run. */
const writeOne = (db: Database, id: string): Promise<number> =>
  inTransaction(db, async (tx) => {
    const [promotion] = await tx
      .select()
      .from(promotions)
      .where(eq(promotions.id, id))
      .for("no key update", { skipLocked: true });
    if (!promotion) return 0;
    const { promotion: now, rows } = await writeByClock(tx, promotion, await databaseClock(tx));
    rows.push(...(await pauseForPool(tx, now, LEAST)));
    const [first, ...others] = rows;
    if (!first) return 0;
    await appendAudit(tx, first, ...others);
    return 1;
  });
