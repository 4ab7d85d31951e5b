import "server-only";
import { and, eq, inArray, or } from "drizzle-orm";
import { type InputOf, splitAnyOf } from "@/lib/contract/common";
import type { BatchState } from "@/lib/contract/grant.values";
import type { BatchRow, grantPayouts as contract } from "@/lib/contract/grant-payouts";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatches } from "@/lib/server/db/schema/grant-payout";
import { answerOf, begins, cappedCount, orderOf } from "@/lib/server/lists/list";
import { adminRefOf } from "@/lib/server/records/admin-record";
import { paidAndFailed } from "./batch-sums";

type ListInput = InputOf<typeof contract.batches>;

const SORTS = { created_at: [grantBatches.createdAt], amount: [grantBatches.amount] };

/** Newest first unless told. Amounts in kobo. */
export async function listBatches(db: Queryable, { page, size, sort, q, programme, state }: ListInput) {
  const typed = q?.trim();
  const where = and(
    programme ? eq(grantBatches.programmeId, programme) : undefined,
    state ? inArray(grantBatches.state, splitAnyOf<BatchState>(state)) : undefined,
    typed ? or(eq(grantBatches.reference, typed.toUpperCase()), ofProgramme(db, typed)) : undefined,
  );
  const rows = await db
    .select({ batch: grantBatches, programme: grantProgrammes.name, creator: admins })
    .from(grantBatches)
    .innerJoin(grantProgrammes, eq(grantProgrammes.id, grantBatches.programmeId))
    .innerJoin(admins, eq(admins.id, grantBatches.createdBy))
    .where(where)
    .orderBy(orderOf(sort ?? "-created_at", SORTS, grantBatches.id))
    .limit(size)
    .offset(page * size);
  const sumsOf = await paidAndFailed(
    db,
    rows.map(({ batch }) => batch),
  );
  const items = rows.map(
    ({ batch, programme: name, creator }): BatchRow => ({
      id: batch.id,
      reference: batch.reference,
      programme: { id: batch.programmeId, name },
      state: batch.state,
      rows: batch.rows,
      amount: batch.amount,
      ...sumsOf(batch.id),
      created_by: adminRefOf(creator),
      created_at: batch.createdAt.toISOString(),
      version: batch.version,
    }),
  );
  return answerOf({ page, size }, items, await cappedCount(db, grantBatches, where));
}

const ofProgramme = (db: Queryable, typed: string) =>
  inArray(
    grantBatches.programmeId,
    db.select({ id: grantProgrammes.id }).from(grantProgrammes).where(begins(grantProgrammes.name, typed)),
  );
