import "server-only";
import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import { formatCount, formatDay, formatMoney } from "@/lib/format";
import { addDays } from "@/lib/server/base/time";
import type { Transaction } from "@/lib/server/db/client";
import { bankStatements } from "@/lib/server/db/schema/bank-statements";
import { coversDay } from "./coverage";
import type { StatementRow } from "./read-statements";

/** SQL for a statement's stored lines, each with the source key of its item. Equal lines of a day get keys that end with different numbers. */
export const statementLinesWithKeysSql = ({ id, accountId }: Pick<StatementRow, "id" | "accountId">) => sql`
  select l.*, 'bank:' || ${accountId}::text || ':' || fingerprint || '-' ||
    row_number() over (partition by fingerprint order by line) as source_key
  from statement_lines l where statement_id = ${id}::uuid`;

/** Returns why a completely stored statement can't be imported, as sentences for its admin; null if it can. */
export async function findStatementProblem(tx: Transaction, statement: StatementRow): Promise<string | null> {
  return (
    (await findDayOutside(tx, statement)) ??
    (await findWrongBalance(tx, statement)) ??
    (await findOtherBeginning(tx, statement)) ??
    (await findOtherEnd(tx, statement)) ??
    (await findLackingLine(tx, statement))
  );
}

async function findDayOutside(tx: Transaction, { id, fromDay, toDay }: StatementRow): Promise<string | null> {
  const { rows } = await tx.execute<{ line: number; day: string }>(sql`
    select line, day::text from statement_lines
    where statement_id = ${id}::uuid and (day < ${fromDay} or day > ${toDay}) order by line limit 1`);
  const [first] = rows;
  const period = `from ${formatDay(fromDay)} to ${formatDay(toDay)}`;
  return first
    ? `Line ${formatCount(first.line)} is of ${formatDay(first.day)}, but the statement is ${period}.`
    : null;
}

type BalanceCheck = {
  total: string;
  is_descending: boolean;
  wrong_up: number | null;
  wrong_down: number | null;
};

/** Returns what is wrong with the balances of a statement's lines or its closing balance; null if they fit. Files may have the newest line first. */
async function findWrongBalance(tx: Transaction, { id, opening, closing }: StatementRow): Promise<string | null> {
  const { rows } = await tx.execute<BalanceCheck>(sql`
    with running as (
      select line, day, amount, balance,
        ${opening}::bigint + sum(amount) over (order by line) as up,
        ${opening}::bigint + sum(amount) over (order by line desc) as down
      from statement_lines where statement_id = ${id}::uuid)
    select coalesce(sum(amount), 0)::text as total,
      coalesce((array_agg(day order by line))[1] > (array_agg(day order by line desc))[1], false) as is_descending,
      min(line) filter (where balance <> up) as wrong_up,
      max(line) filter (where balance <> down) as wrong_down
    from running`);
  const [check] = rows;
  if (!check) throw new Error(`The lines of statement ${id} were not read.`);
  if (check.wrong_up !== null && check.wrong_down !== null) return describeWrongBalance(tx, id, { ...check, opening });
  const total = BigInt(check.total);
  const missing = BigInt(closing) - BigInt(opening) - total;
  if (missing === 0n) return null;
  return (
    `The opening balance ${formatMoney(opening)} and the lines' sum ${formatMoney(total)} make ${formatMoney(BigInt(opening) + total)}, ` +
    `but the closing balance is ${formatMoney(closing)}: ${formatMoney(missing)} differ. A line may be missing or was read wrongly.`
  );
}

async function describeWrongBalance(
  tx: Transaction,
  id: string,
  { is_descending, wrong_up, wrong_down, opening }: BalanceCheck & { opening: number },
): Promise<string> {
  const line = is_descending ? wrong_down : wrong_up;
  const upTo = is_descending ? sql`line >= ${line}` : sql`line <= ${line}`;
  const { rows } = await tx.execute<{ balance: string; expected: string }>(sql`
    select (select balance::text from statement_lines where statement_id = ${id}::uuid and line = ${line}) as balance,
      (${opening}::bigint + sum(amount))::text as expected
    from statement_lines where statement_id = ${id}::uuid and ${upTo}`);
  const { balance = "0", expected = "0" } = rows[0] ?? {};
  return (
    `Line ${formatCount(line ?? 0)}: the file's balance is ${formatMoney(BigInt(balance))}, ` +
    `but the opening balance and the lines up to it make ${formatMoney(BigInt(expected))}.`
  );
}

/** Returns a problem if the opening balance differs from the account's known balance at the end of the day before; otherwise null. */
async function findOtherBeginning(tx: Transaction, statement: StatementRow): Promise<string | null> {
  const dayBefore = addDays(statement.fromDay, -1);
  const known = await knownBalance(tx, statement.accountId, dayBefore);
  if (!known || known.balance === BigInt(statement.opening)) return null;
  return (
    `The statement begins with ${formatMoney(statement.opening)}, but at the end of ${formatDay(dayBefore)} the account had ` +
    `${formatMoney(known.balance)} by ${known.fileName}. Check the account, or export both periods again.`
  );
}

/**
 * Returns an account's balance at the end of a day according to its statements; undefined if no statement covers the day or begins on the
 * next day.
 */
async function knownBalance(tx: Transaction, accountId: string, day: string) {
  const statements = await tx
    .select()
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.accountId, accountId),
        eq(bankStatements.state, "imported"),
        lte(bankStatements.fromDay, addDays(day, 1)),
        sql`${bankStatements.toDay} >= ${day}`,
      ),
    )
    .orderBy(desc(bankStatements.toDay), desc(bankStatements.endedAt));
  const found = statements.find((each) => each.fromDay > day || coversDay(each, day));
  if (!found) return undefined;
  const { rows } = await tx.execute<{ sum: string }>(sql`
    select coalesce(sum(amount), 0)::text as sum from reconciliation_items
    where account_id = ${accountId}::uuid and split_of is null and day between ${found.fromDay}::date and ${day}::date`);
  return { fileName: found.fileName, balance: BigInt(found.opening) + BigInt(rows[0]?.sum ?? "0") };
}

/** Returns a problem if a statement that begins within this period, or on the next day, opens with another balance; otherwise null. */
async function findOtherEnd(tx: Transaction, statement: StatementRow): Promise<string | null> {
  const { id, accountId, fromDay, toDay, opening } = statement;
  const others = await tx
    .select()
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.accountId, accountId),
        eq(bankStatements.state, "imported"),
        gt(bankStatements.fromDay, fromDay),
        lte(bankStatements.fromDay, addDays(toDay, 1)),
      ),
    )
    .orderBy(asc(bankStatements.fromDay));
  for (const other of others) {
    const { rows } = await tx.execute<{ sum: string }>(sql`
      select coalesce(sum(amount), 0)::text as sum from statement_lines
      where statement_id = ${id}::uuid and day < ${other.fromDay}`);
    const balance = BigInt(opening) + BigInt(rows[0]?.sum ?? "0");
    if (balance === BigInt(other.opening)) continue;
    return (
      `By this statement the account had ${formatMoney(balance)} at the end of ${formatDay(addDays(other.fromDay, -1))}, ` +
      `but ${other.fileName} begins on the next day with ${formatMoney(other.opening)}. Check the account, or export both periods again.`
    );
  }
  return null;
}

/**
 * Finds a line that another file of the same days contained and this file lacks: one of the files is incomplete, or the line's texts
 * differ.
 */
async function findLackingLine(tx: Transaction, statement: StatementRow): Promise<string | null> {
  const { rows } = await tx.execute<{ day: string; amount: string; file_name: string; line: number }>(sql`
    with file as (${statementLinesWithKeysSql(statement)})
    select i.day::text, i.amount::text, s.file_name, i.statement_line as line
    from reconciliation_items i join bank_statements s on s.id = i.statement_id
    where i.account_id = ${statement.accountId}::uuid and i.split_of is null
      and i.day between ${statement.fromDay}::date and ${statement.toDay}::date
      and not exists (select 1 from file where file.source_key = i.source_key)
    order by i.day, i.statement_line limit 1`);
  const [lacking] = rows;
  if (!lacking) return null;
  return (
    `${formatDay(lacking.day)} was imported from ${lacking.file_name}, whose line ${formatCount(lacking.line)} ` +
    `(${formatMoney(BigInt(lacking.amount))}) this file lacks or describes otherwise. ` +
    "Export these days in the same format and with the same columns as before, or remove the earlier statement."
  );
}
