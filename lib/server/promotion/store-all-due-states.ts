import "server-only";
import { and, eq, inArray, lt, lte, or, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { log } from "@/lib/server/base/log";
import type { Database } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import { readDatabaseTimeMs } from "@/lib/server/event/record";
import { availableInPool } from "@/lib/server/ledger/reserve";
import { pauseIfPoolTooLow } from "./pause-for-pool";
import { storeDueStartAndEnd } from "./store-due-states";

/** Maximum number of promotions per run. The next run handles the rest. */
const MAX_PER_RUN = 200;

/** Smallest possible benefit in kobo. If the pool has less, no promotion can give anything. */
const MIN_AVAILABLE = 1;

/**
 * Stores due starts and ends of promotions. Reads already take them into account. Also pauses active promotions while the pool is empty: quotes omit
 * them, so no payment would trigger the pause. Uses one transaction per promotion. Runs as a scheduled task every few seconds
 * (process/timed-tasks.ts), also on several servers in parallel.
 * @returns number of changed promotions
 */
export async function storeDueStartsAndEndsOfAll(db: Database): Promise<number> {
  const isPoolEmpty = (await availableInPool(db, "promotions_pool")) < MIN_AVAILABLE;
  const duePromotions = await db
    .select({ id: promotions.id })
    .from(promotions)
    .where(
      or(
        and(eq(promotions.state, "scheduled"), lte(promotions.startsAt, sql`now()`)),
        and(inArray(promotions.state, ["scheduled", "active", "paused"]), lte(promotions.endsAt, sql`now()`)),
        isPoolEmpty ? and(eq(promotions.state, "active"), lt(committedAmount, promotions.budget)) : undefined,
      ),
    )
    .limit(MAX_PER_RUN);
  let count = 0;
  // An error in one promotion does not stop the other promotions. The next run retries the promotion.
  for (const { id } of duePromotions)
    count += await storeDueStatesOfOne(db, id).catch((error: unknown) => {
      log.warn({ err: error, promotionId: id }, "a promotion could not be begun or ended");
      return 0;
    });
  return count;
}

const committedAmount = sql`${promotions.spent} + ${promotions.reserved}`;

/** Skips a promotion that another transaction has locked. The next run retries the promotion. */
const storeDueStatesOfOne = (db: Database, id: string): Promise<number> =>
  inTransaction(db, async (tx) => {
    const [promotion] = await tx
      .select()
      .from(promotions)
      .where(eq(promotions.id, id))
      .for("no key update", { skipLocked: true });
    if (!promotion) return 0;
    const { promotion: now, rows } = await storeDueStartAndEnd(tx, promotion, await readDatabaseTimeMs(tx));
    rows.push(...(await pauseIfPoolTooLow(tx, now, MIN_AVAILABLE)));
    const [first, ...others] = rows;
    if (!first) return 0;
    await appendAudit(tx, first, ...others);
    return 1;
  });
