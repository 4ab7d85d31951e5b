import "server-only";
import { sql } from "drizzle-orm";
import { LOG_DAYS } from "@/lib/contract/webhooks.values";
import type { Database } from "@/lib/server/db/client";
import { isStopping } from "@/lib/server/process/stopping";

const BATCH_SIZE = 5_000;

/**
 * Deletes deliveries older than `LOG_DAYS`, and those of deleted endpoints with their rows in the outbox, as a timed task.
 * Deliveries that wait for an attempt are kept. @returns number of deleted deliveries
 */
export async function deleteOldDeliveries(db: Database): Promise<number> {
  await db.execute(sql`
    delete from outbox o where o.kind = 'webhook'
      and not exists (select 1 from webhook_endpoints e where e.id::text = o.payload ->> 'endpointId')`);
  const old = sql`created_at < now() - make_interval(days => ${LOG_DAYS}) and state <> 'pending'`;
  const orphaned = sql`endpoint_id not in (select id from webhook_endpoints)`;
  let count = 0;
  for (const condition of [old, orphaned])
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE && !isStopping(); count += deleted) {
      const result = await db.execute(sql`
        delete from webhook_deliveries where id in (select id from webhook_deliveries where ${condition} limit ${BATCH_SIZE})`);
      deleted = result.rowCount ?? 0;
    }
  return count;
}
