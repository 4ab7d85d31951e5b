import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { WEBHOOK_LOG_RETENTION_DAYS } from "@/lib/contract/webhooks.values";
import type { Database } from "@/lib/server/db/client";
import { isProcessStopping } from "@/lib/server/process/stopping";

const BATCH_SIZE = 5_000;

/** A table with an index that begins with the endpoint's id. `only`: condition of the index. */
type ByEndpoint = { table: SQL; endpointId: SQL; only: SQL };
const LOG: ByEndpoint = { table: sql`webhook_deliveries`, endpointId: sql`endpoint_id`, only: sql`true` };
const QUEUE: ByEndpoint = {
  table: sql`outbox`,
  endpointId: sql`(payload ->> 'endpointId')`,
  only: sql`kind = 'webhook'`,
};

/**
 * Deletes deliveries older than `WEBHOOK_LOG_RETENTION_DAYS`, and those of deleted endpoints with their outbox rows. A timed task.
 * Deliveries that wait for an attempt are kept. Reads only what it deletes, however long the log is.
 * @returns number of deleted deliveries
 */
export async function deleteOldWebhookDeliveries(db: Database): Promise<number> {
  const isOld = sql`created_at < now() - make_interval(days => ${WEBHOOK_LOG_RETENTION_DAYS}) and state <> 'pending' order by created_at, id`;
  let count = await deleteInBatches(db, LOG.table, isOld);
  for (const from of [QUEUE, LOG])
    for (const endpointId of await deletedEndpoints(db, from)) {
      const isOrphaned = sql`${from.only} and ${from.endpointId} = ${endpointId}`;
      const deleted = await deleteInBatches(db, from.table, isOrphaned);
      if (from === LOG) count += deleted;
    }
  return count;
}

async function deleteInBatches(db: Database, table: SQL, condition: SQL): Promise<number> {
  let count = 0;
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE && !isProcessStopping(); count += deleted) {
    const result = await db.execute(sql`
      delete from ${table} where id = any(array(select id from ${table} where ${condition} limit ${BATCH_SIZE}))`);
    deleted = result.rowCount ?? 0;
  }
  return count;
}

/** Returns the ids of deleted endpoints that still have rows in the table. Jumps from one id to the next in the index. */
async function deletedEndpoints(db: Database, { table, endpointId, only }: ByEndpoint): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    with recursive named as (
      (select ${endpointId} as id from ${table} where ${only} order by 1 limit 1)
      union all
      select (select ${endpointId} from ${table} where ${only} and ${endpointId} > named.id order by 1 limit 1)
      from named where named.id is not null
    )
    select n.id::text from named n
    where n.id is not null and not exists (select 1 from webhook_endpoints e where e.id::text = n.id::text)`);
  return found.rows.map(({ id }) => id);
}
