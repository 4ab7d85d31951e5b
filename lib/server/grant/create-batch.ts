import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import { type ApplicationState, BATCH_ROWS_MAX } from "@/lib/contract/grant.values";
import type { grantPayoutCalls as contract } from "@/lib/contract/grant-payouts";
import { abbreviateList } from "@/lib/contract/words.values";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatches } from "@/lib/server/db/schema/grant-payout";
import { batchRecordRef, lockPayoutBatch } from "./batch-record";
import { readPayoutBatchDetails } from "./batch-single";
import { changesSinceApprovalSql } from "./changes-since-approval";

type CreateBatchInput = InputOf<typeof contract.createBatch>;

/**
 * Creates a draft batch of approved applications that are in no other batch: the given applications, or else the programme's first 100,000 by score,
 * then by time of submission.
 * @throws 404 for the programme; 409 if no application waits for payment, or with a list of the given applications that can't be paid
 */
export async function createPayoutBatch({ tx, admin, audit }: WriteContext, input: CreateBatchInput) {
  const [programme] = await tx
    .select({ id: grantProgrammes.id, name: grantProgrammes.name })
    .from(grantProgrammes)
    .where(eq(grantProgrammes.id, input.programme_id));
  if (!programme) throw refuse.notFound("programme");
  const ids = input.application_ids && [...new Set(input.application_ids)];
  const id = uuid();
  const newBatch: NewBatch = { id, programmeId: programme.id, ids };
  if (ids) await refuseUnpayable(tx, newBatch);
  const reference = `PAY-${id.slice(-12).toUpperCase()}`;
  await tx.insert(grantBatches).values({ id, reference, programmeId: programme.id, createdBy: admin.id });
  await insertRows(tx, newBatch);
  const { rows, amount } = await lockPayoutBatch(tx, id);
  // Another batch has added some of these applications since the check above.
  if (ids && rows !== ids.length) await refuseUnpayable(tx, newBatch);
  if (rows === 0) throw refuse.conflict("No approved application of this programme waits for payment.");
  audit({
    record: batchRecordRef({ id, reference }),
    after: { state: "draft", programme: programme.name, rows, amount: formatMoney(amount) },
  });
  return readPayoutBatchDetails(tx, id);
}

type NewBatch = { id: string; programmeId: string; ids: string[] | undefined };

/** Rows per insert statement. A single statement for all rows would exceed the statement timeout. */
const CHUNK = 10_000;

async function insertRows(tx: Transaction, newBatch: NewBatch): Promise<void> {
  const changes = await changesSinceApprovalSql(tx, newBatch.programmeId);
  for (let before = 0; before < BATCH_ROWS_MAX; ) {
    const inserted = await insertSomeRows(tx, newBatch, { before, changes });
    if (!inserted.rowCount) return;
    before += inserted.rowCount;
  }
}

/**
 * Inserts the next rows of a batch. First locks their applications in the order of their ids, to prevent deadlocks. If two batches are created in
 * parallel, the second one gets the remaining applications.
 */
const insertSomeRows = (
  tx: Transaction,
  { id, programmeId, ids }: NewBatch,
  { before, changes }: { before: number; changes: SQL },
) =>
  tx.execute(sql`
    with picked as materialized (
      select a.id from grant_applications a
      where a.programme_id = ${programmeId} and a.state = 'approved' and not a.in_batch
        ${ids ? sql`and a.id = any(${sql.param(ids)}::uuid[])` : sql``}
      order by coalesce(a.score_sum, -1) desc, a.submitted_at, a.id limit ${Math.min(CHUNK, BATCH_ROWS_MAX - before)}
    ), held as materialized (
      select a.id from grant_applications a join picked on picked.id = a.id
      where a.state = 'approved' and not a.in_batch order by a.id for no key update of a
    )
    insert into grant_batch_rows (batch_id, row, application_id, amount, changes)
    select ${id}::uuid, ${before}::int + row_number() over (order by coalesce(a.score_sum, -1) desc, a.submitted_at, a.id), a.id, a.amount,
      ${changes}
    from held join grant_applications a on a.id = held.id join users u on u.id = a.user_id
      join grant_programmes p on p.id = a.programme_id`);

const NOT_PAYABLE_MESSAGES: Record<ApplicationState, string> = {
  submitted: "not approved yet",
  shortlisted: "not approved yet",
  approved: "in another batch",
  payment_failed: "its payment failed: retry it in its batch",
  disbursed: "paid already",
  rejected: "rejected",
};
const MAX_LISTED = 10;

/**
 * @throws 409 with the list of the given applications that can't be paid
 * @param own id of the batch being created; its own rows do not make an application unpayable
 */
async function refuseUnpayable(tx: Transaction, { id: own, programmeId, ids = [] }: NewBatch): Promise<void> {
  const found = await tx.execute<{ reference: string | null; state: ApplicationState | null; is_other: boolean }>(sql`
    select a.reference, a.state, a.programme_id is distinct from ${programmeId}::uuid as is_other
    from unnest(${sql.param(ids)}::uuid[]) w (id) left join grant_applications a on a.id = w.id
    where a.id is null or a.programme_id <> ${programmeId} or a.state <> 'approved' or a.in_batch and not exists (
      select 1 from grant_batch_rows r where r.application_id = a.id and r.batch_id = ${own}) order by a.reference`);
  if (!found.rows.length) return;
  const listed = found.rows.map(({ reference, state, is_other }) => {
    if (!reference || !state) return "one that does not exist";
    return `${reference} (${is_other ? "of another programme" : NOT_PAYABLE_MESSAGES[state]})`;
  });
  throw refuse.conflict(
    `These can't be paid now: ${abbreviateList(listed, MAX_LISTED)}. Leave them out and make the batch again.`,
  );
}
