import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { BATCH_LIST, type PayoutBatchState } from "@/lib/contract/grant.values";
import type { grantPayoutCalls as contract, PayoutBatchListRow } from "@/lib/contract/grant-payouts";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatches } from "@/lib/server/db/schema/grant-payout";
import { countUpToCap, orderByClause, toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { areAllWordsCommon, commonWords, readSearchResultPage } from "@/lib/server/lists/search-page";
import { hasNameWords, parseSearchText } from "@/lib/server/lists/search-terms";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { paidAndFailedSums } from "./batch-sums";

type ListInput = InputOf<typeof contract.batches>;

const SORT_COLUMNS = { created_at: [grantBatches.createdAt], amount: [grantBatches.amount] };

/** Lists payout batches, by default newest first; amounts in kobo. */
export async function listPayoutBatches(
  db: Queryable,
  { page, size, sort = "-created_at", q, programme, state, until }: ListInput,
) {
  const typed = q?.trim();
  const matching = and(
    programme ? eq(grantBatches.programmeId, programme) : undefined,
    state ? inArray(grantBatches.state, splitChoiceList<PayoutBatchState>(state)) : undefined,
    typed ? await searchCondition(db, typed) : undefined,
  );
  const where = and(matching, hasArrivedBy(grantBatches.createdAt, until));
  const order = orderByClause(sort, SORT_COLUMNS, grantBatches.id);
  const found = typed
    ? await readSearchResultPage(db, grantBatches, { where, order, columns: sql`created_at, amount`, page, size })
    : undefined;
  const rows = await db
    .select({ batch: grantBatches, programme: grantProgrammes.name, creator: admins })
    .from(grantBatches)
    .innerJoin(grantProgrammes, eq(grantProgrammes.id, grantBatches.programmeId))
    .innerJoin(admins, eq(admins.id, grantBatches.createdBy))
    .where(found?.ids ? inArray(grantBatches.id, found.ids) : where)
    .orderBy(order)
    .limit(size)
    .offset(found?.ids ? 0 : page * size);
  const sumsOf = await paidAndFailedSums(
    db,
    rows.map(({ batch }) => batch),
  );
  const items = rows.map(
    ({ batch, programme: name, creator }): PayoutBatchListRow => ({
      id: batch.id,
      reference: batch.reference,
      programme: { id: batch.programmeId, name },
      state: batch.state,
      rows: batch.rows,
      amount: batch.amount,
      ...sumsOf(batch.id),
      created_by: toAdminRef(creator),
      created_at: batch.createdAt.toISOString(),
      version: batch.version,
    }),
  );
  const arrivals = { table: grantBatches, at: grantBatches.createdAt, where: () => matching };
  return {
    ...toPagedList(
      { page, size },
      items,
      found ? toCappedTotal(found.count) : await countUpToCap(db, grantBatches, where),
    ),
    ...(await readListWindow(db, BATCH_LIST, { page, until, sort }, items, arrivals)),
  };
}

/** Matches a batch's reference, or words of the name or sponsor of its programme. */
async function searchCondition(db: Queryable, typed: string) {
  const { references } = parseSearchText(typed, "PAY");
  if (references) return inArray(grantBatches.reference, references);
  const { id, words } = grantProgrammes;
  const common = await commonWords(db, typed, { table: grantProgrammes, words });
  const matches = hasNameWords(words, typed, common);
  return areAllWordsCommon(typed, common)
    ? sql`(select ${matches} from ${grantProgrammes} where ${id} = ${grantBatches.programmeId})`
    : sql`${grantBatches.programmeId} in (select ${id} from ${grantProgrammes} where ${matches})`;
}
