import "server-only";
import { and, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { BANK_STATEMENT_LIST } from "@/lib/contract/reconciliation.values";
import type { BankStatement, BankStatementDetails, statementCalls } from "@/lib/contract/reconciliation-statements";
import { refuse } from "@/lib/server/api/errors";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { bankAccounts, bankStatements } from "@/lib/server/db/schema/bank-statements";
import { countUpToCap, likePatternForPrefix, orderByClause, toPagedList } from "@/lib/server/lists/list";
import { hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { statementRemovalObstacle } from "./removal-obstacle";

/** Database row of a bank statement. */
export type StatementRow = typeof bankStatements.$inferSelect;

/** Returns the reference (type, id and name) to a bank statement for audit rows. */
export const statementRecordRef = ({ id, fileName }: Pick<StatementRow, "id" | "fileName">) => ({
  type: "bank_statement" as const,
  id,
  name: fileName,
});

type ListInput = InputOf<typeof statementCalls.statements>;

const SORTS = { started_at: [bankStatements.startedAt], to_day: [bankStatements.toDay] };

const selectRows = (db: Queryable) =>
  db
    .select({ statement: bankStatements, account: bankAccounts, admin: admins })
    .from(bankStatements)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatements.accountId))
    .innerJoin(admins, eq(admins.id, bankStatements.importedBy));

const toApi = ({ statement, account, admin }: Awaited<ReturnType<typeof selectRows>>[number]): BankStatement => ({
  id: statement.id,
  account: { id: account.id, name: account.name },
  ...{ file_name: statement.fileName, file_hash: statement.fileHash, format: statement.format, state: statement.state },
  ...{ from_day: statement.fromDay, to_day: statement.toDay },
  ...{ opening: statement.opening, closing: statement.closing },
  ...{ lines: statement.lines, stored_lines: statement.storedLines, known_lines: statement.knownLines },
  problem: statement.problem,
  imported_by: toAdminRef(admin),
  started_at: statement.startedAt.toISOString(),
  ended_at: statement.endedAt?.toISOString() ?? null,
});

function statementFilter({ q, account, state, from, to, until }: Partial<ListInput>): SQL | undefined {
  return and(
    account ? eq(bankStatements.accountId, account) : undefined,
    state ? inArray(bankStatements.state, splitChoiceList<BankStatement["state"]>(state)) : undefined,
    from ? gte(bankStatements.toDay, from) : undefined,
    to ? lte(bankStatements.fromDay, to) : undefined,
    q?.trim() ? sql`lower(${bankStatements.fileName}) like '%' || lower(${likePatternForPrefix(q.trim())})` : undefined,
    hasArrivedBy(bankStatements.startedAt, until),
  );
}

/** Lists statements, newest first by default. */
export async function listStatements(db: Queryable, input: ListInput) {
  const where = statementFilter(input);
  const sort = input.sort ?? BANK_STATEMENT_LIST.defaultSort ?? "-started_at";
  const rows = await selectRows(db)
    .where(where)
    .orderBy(orderByClause(sort, SORTS, bankStatements.id))
    .limit(input.size)
    .offset(input.page * input.size);
  const items = rows.map(toApi);
  const window = await readListWindow(db, BANK_STATEMENT_LIST, { ...input, sort }, items, {
    table: bankStatements,
    at: bankStatements.startedAt,
    where: () => statementFilter({ ...input, until: undefined }),
  });
  return { ...toPagedList(input, items, await countUpToCap(db, bankStatements, where)), ...window };
}

/** Returns a statement as the list shows it. @throws 404 */
export async function readStatement(db: Queryable, id: string): Promise<BankStatement> {
  const [row] = await selectRows(db).where(eq(bankStatements.id, id));
  if (!row) throw refuse.notFound("bank statement");
  return toApi(row);
}

/** Returns a statement with its history, and the reason why it can't be removed. @throws 404 */
export async function readBankStatementDetails(db: Queryable, id: string): Promise<BankStatementDetails> {
  const statement = await readStatement(db, id);
  const [row] = await db.select().from(bankStatements).where(eq(bankStatements.id, id));
  return {
    ...statement,
    stays_because: row?.state === "imported" ? await statementRemovalObstacle(db, row) : null,
    timeline: await readRecordTimeline(db, "bank_statement", id),
  };
}

/** Locks a statement until the transaction ends. @throws 404 also if it is not of the account `accountId` */
export async function lockStatement(tx: Transaction, id: string, accountId?: string): Promise<StatementRow> {
  const [row] = await tx.select().from(bankStatements).where(eq(bankStatements.id, id)).for("update");
  if (!row || (accountId && row.accountId !== accountId)) throw refuse.notFound("bank statement");
  return row;
}
