import "server-only";
import { eq, inArray, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { ReconciliationSide } from "@/lib/contract/reconciliation.values";
import type { reconciliationItemCalls } from "@/lib/contract/reconciliation-items";
import { MATCH_RULE_WORDS } from "@/lib/contract/reconciliation-items.values";
import { formatDay } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { reconciliationItems, reconciliationMatches } from "@/lib/server/db/schema/reconciliation";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { refuseItemsWithWaitingMovements } from "./movements";
import {
  describeItems,
  describeSums,
  lockReconciliationItems,
  reconciliationItemRecordRef,
  refuseUnlessItemOpen,
  shareReconciliationLock,
  sumBySide,
} from "./record";
import type { ReconciliationItemRecord } from "./rows";

type Calls = typeof reconciliationItemCalls;
type MatchContext = Pick<WriteContext, "tx" | "admin" | "audit">;

/** Maximum number of items of an undone match that get an audit row each. */
const MAX_AUDITED_ITEMS = 200;

/** Matches items that an admin selected. @throws 400 with the sums if they differ; 404; 409 if an item is matched or split */
export async function matchReconciliationItems(
  context: WriteContext,
  { item_ids, remark }: InputOf<Calls["matchItems"]>,
) {
  const items = await lockReconciliationItems(context.tx, item_ids);
  await refuseInvalidMatch(context.tx, items);
  return { match_id: await insertMatch(context, items, remark), items: items.length };
}

/** Refuses items that can't be matched with each other. @throws 400 with the sums if they differ; 409 */
export async function refuseInvalidMatch(db: Queryable, items: readonly ReconciliationItemRecord[]): Promise<void> {
  for (const item of items) refuseUnlessItemOpen(item);
  const sums = sumBySide(items);
  if (items.some(({ kind }) => kind === "settlement") && sums.has("ledger")) checkSettlementMatch(items, sums);
  else checkSums(sums);
  await refuseItemsWithWaitingMovements(db, items);
}

/** Refuses a match without equal sums. @throws 400 if its sides have different sums, or its only side does not sum to zero */
function checkSums(sums: ReadonlyMap<ReconciliationSide, number>): void {
  const [first = 0] = sums.values();
  const isExact = sums.size === 1 ? first === 0 : [...sums.values()].every((sum) => sum === first);
  if (!isExact)
    throw refuse.badInput(
      sums.size === 1
        ? `These items are all of one side, and their sum is not zero: ${describeSums(sums)}. Select items of another side too.`
        : `The sums differ: ${describeSums(sums)}. Select items with equal sums.`,
    );
}

/**
 * Refuses a match of a settlement with wrong items or sums. The ledger has items for a settlement's payments, which match the provider's
 * records of payments, but none for its net amount. So the only possible ledger items are manual transfers, which explain a difference.
 * @throws 400 for other ledger items, and unless bank = provider + ledger
 */
function checkSettlementMatch(
  items: readonly ReconciliationItemRecord[],
  sums: ReadonlyMap<ReconciliationSide, number>,
): void {
  if (items.some(({ side, kind }) => side === "ledger" && kind !== "movement"))
    throw refuse.badInput(
      "A settlement is matched with bank lines. Of the ledger's items, only manual transfers can explain a difference.",
    );
  const sumOf = (side: ReconciliationSide) => sums.get(side) ?? 0;
  if (sumOf("bank") !== sumOf("provider") + sumOf("ledger"))
    throw refuse.badInput(
      `The bank's sum must be the provider's and the ledger's together: ${describeSums(sums)}. Select other items.`,
    );
}

/** Stores the match of locked and checked items, with an audit row for each. @returns the match's id */
export async function insertMatch(
  { tx, admin, audit }: MatchContext,
  items: readonly ReconciliationItemRecord[],
  remark: string,
): Promise<number> {
  const { closedUntil } = await readReconciliationSettings(tx);
  const lastDay = items
    .map(({ accountingDay }) => accountingDay)
    .sort()
    .at(-1);
  const [match] = await tx
    .insert(reconciliationMatches)
    .values({
      rule: "by_hand",
      accountingDay: sql`greatest(${lastDay}::date, ${closedUntil}::date + 1)`,
      matchedBy: admin.id,
      remark,
    })
    .returning();
  if (!match) throw new Error("No match was stored.");
  const ids = items.map(({ id }) => id);
  await tx
    .update(reconciliationItems)
    .set({
      matchId: match.id,
      finding: null,
      cause: null,
      counterpartId: null,
      version: sql`${reconciliationItems.version} + 1`,
    })
    .where(inArray(reconciliationItems.id, ids));
  for (const item of items) {
    const others = items.filter(({ id }) => id !== item.id);
    audit({
      record: reconciliationItemRecordRef(item),
      before: { match: null },
      after: { match: match.id, matched_with: describeItems(others), remark },
    });
  }
  return match.id;
}

/**
 * Undoes a match. Its items are open again. Automatic matching never matches them with each other again; an admin may.
 * @throws 404; 409 if the day of the match is closed
 */
export async function undoReconciliationMatch(
  { tx, audit }: WriteContext,
  { matchId, remark }: InputOf<Calls["unmatch"]>,
) {
  await shareReconciliationLock(tx);
  const [match] = await tx
    .select()
    .from(reconciliationMatches)
    .where(eq(reconciliationMatches.id, matchId))
    .for("update");
  if (!match) throw refuse.notFound("match");
  const { closedUntil } = await readReconciliationSettings(tx);
  if (closedUntil !== null && match.accountingDay <= closedUntil)
    throw refuse.conflict(
      `This match belongs to ${formatDay(match.accountingDay)}, which is closed. It can't be undone.`,
    );
  const items = await separateItems(tx, matchId);
  await tx.delete(reconciliationMatches).where(eq(reconciliationMatches.id, matchId));
  for (const item of items.slice(0, MAX_AUDITED_ITEMS)) {
    const others = items.filter(({ id }) => id !== item.id);
    audit({
      record: reconciliationItemRecordRef(item),
      before: { match: matchId, matched_with: describeItems(others), rule: MATCH_RULE_WORDS[match.rule] },
      after: { match: null, remark },
    });
  }
  return { items: items.length };
}

/** Reopens the items of a match, and stores that an admin separated them. @returns the items as they were before */
async function separateItems(tx: Transaction, matchId: number): Promise<ReconciliationItemRecord[]> {
  const items = await tx
    .select()
    .from(reconciliationItems)
    .where(eq(reconciliationItems.matchId, matchId))
    .orderBy(reconciliationItems.id)
    .for("update");
  await tx.execute(sql`insert into reconciliation_separations (item_id, match_id)
    select id, match_id from reconciliation_items where match_id = ${matchId}`);
  await tx
    .update(reconciliationItems)
    .set({ matchId: null, version: sql`${reconciliationItems.version} + 1` })
    .where(eq(reconciliationItems.matchId, matchId));
  return items;
}
