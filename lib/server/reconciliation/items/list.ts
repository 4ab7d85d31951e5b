import "server-only";
import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { ExceptionReason, ReconciliationSide } from "@/lib/contract/reconciliation.values";
import type { ReconciliationItemFigures, reconciliationItemCalls } from "@/lib/contract/reconciliation-items";
import type { Queryable } from "@/lib/server/db/client";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { countUpToCap, orderByClause, toPagedList } from "@/lib/server/lists/list";
import { isOpenItemSql, LAGOS_TODAY, readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { reconciliationItemFilter } from "./filter";
import { selectReconciliationItems, toItemRow } from "./rows";

type ListInput = InputOf<typeof reconciliationItemCalls.items>;

const SORTS = { day: [reconciliationItems.day], amount: [reconciliationItems.amount] };

/** Lists items, newest day first by default. */
export async function listReconciliationItems(db: Queryable, input: ListInput, adminId: string) {
  const where = reconciliationItemFilter(input, adminId);
  const rows = await selectReconciliationItems(db)
    .where(where)
    .orderBy(orderByClause(input.sort ?? "-day", SORTS, reconciliationItems.id))
    .limit(input.size)
    .offset(input.page * input.size);
  return toPagedList(input, rows.map(toItemRow), await countUpToCap(db, reconciliationItems, where));
}

type OpenFigure = { side: ReconciliationSide; reason: ExceptionReason; is_due: boolean; count: number; amount: number };
type SideFigure = { side: ReconciliationSide; count: number; amount: number };

const COUNT = sql`count(*)::int as count, coalesce(sum(abs(${reconciliationItems.amount})), 0)::float8 as amount`;

/** Counts and sums exceptions by reason and side, expected items, and the matched items of the open days. */
export async function readItemFigures(db: Queryable, adminId: string): Promise<ReconciliationItemFigures> {
  const { startsOn, closedUntil } = await readReconciliationSettings(db);
  const { side, finding, dueOn, matchId, accountingDay, askedId } = reconciliationItems;
  const open = await db.execute<OpenFigure>(sql`
    select ${side} as side, coalesce(${finding}, 'unknown') as reason, ${dueOn} <= ${LAGOS_TODAY} as is_due, ${COUNT}
    from ${reconciliationItems} where ${isOpenItemSql} group by 1, 2, 3 order by 2, 1`);
  const matched = closedUntil
    ? await db.execute<SideFigure>(sql`
        select ${side} as side, ${COUNT} from ${reconciliationItems}
        where ${and(isNotNull(matchId), gt(accountingDay, closedUntil))} group by 1 order by 1`)
    : { rows: [] };
  const exceptions = open.rows.filter(({ is_due }) => is_due).map(({ is_due: _, ...figure }) => figure);
  return {
    starts_on: startsOn,
    exceptions,
    expected: sumBySide(open.rows.filter(({ is_due }) => !is_due)),
    matched: matched.rows,
    asked_me: await db.$count(reconciliationItems, and(isOpenItemSql, eq(askedId, adminId))),
  };
}

function sumBySide(figures: readonly SideFigure[]): SideFigure[] {
  const sums = new Map<ReconciliationSide, SideFigure>();
  for (const { side, count, amount } of figures) {
    const sum = sums.get(side) ?? { side, count: 0, amount: 0 };
    sums.set(side, { side, count: sum.count + count, amount: sum.amount + amount });
  }
  return [...sums.values()];
}
