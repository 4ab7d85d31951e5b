import "server-only";
import { and, between, eq, gt, gte, lte, ne, or, sql } from "drizzle-orm";
import { formatDay, pluralize } from "@/lib/format";
import type { Queryable } from "@/lib/server/db/client";
import { bankStatements } from "@/lib/server/db/schema/bank-statements";
import { reconciliationItems, reconciliationMovements } from "@/lib/server/db/schema/reconciliation";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";

type Statement = typeof bankStatements.$inferSelect;

/** SQL condition: items whose lines this statement was the first to contain. Also limits the days, because only they have an index. */
export const isItemOfStatement = ({ id, fromDay, toDay }: Pick<Statement, "id" | "fromDay" | "toDay">) =>
  and(eq(reconciliationItems.statementId, id), between(reconciliationItems.day, fromDay, toDay));

/** Returns why an imported statement can't be removed, as a sentence; null if it can. */
export async function statementRemovalObstacle(db: Queryable, statement: Statement): Promise<string | null> {
  const { closedUntil } = await readReconciliationSettings(db);
  if (closedUntil && statement.fromDay <= closedUntil)
    return `${formatDay(statement.fromDay)} is closed, so its statement can't be removed.`;
  const later = await laterStatement(db, statement);
  if (later) return `${later} was imported later and contains lines of this statement. Remove it first.`;
  const items = reconciliationItems;
  const used = await db.$count(
    items,
    and(isItemOfStatement(statement), or(sql`${items.matchId} is not null`, items.isSplit)),
  );
  if (used) return `${pluralize(used, "line")} of it ${used === 1 ? "is" : "are"} matched or split. Undo that first.`;
  const [movement] = await db
    .select({ id: reconciliationMovements.movementId })
    .from(reconciliationMovements)
    .innerJoin(items, eq(items.id, reconciliationMovements.itemId))
    .where(isItemOfStatement(statement))
    .limit(1);
  return movement ? "A manual transfer was requested for one of its lines, so it stays." : null;
}

/** Returns the file name of a later statement of the same days that contains lines of earlier statements, which were not stored again. */
async function laterStatement(db: Queryable, { id, accountId, fromDay, toDay, endedAt }: Statement) {
  const [later] = await db
    .select({ fileName: bankStatements.fileName })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.accountId, accountId),
        eq(bankStatements.state, "imported"),
        ne(bankStatements.id, id),
        gte(bankStatements.endedAt, endedAt ?? new Date(0)),
        lte(bankStatements.fromDay, toDay),
        gte(bankStatements.toDay, fromDay),
        gt(bankStatements.knownLines, 0),
      ),
    )
    .limit(1);
  return later?.fileName;
}
