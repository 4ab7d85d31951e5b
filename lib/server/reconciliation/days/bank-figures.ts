import "server-only";
import { sql } from "drizzle-orm";
import type { ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import type { Queryable } from "@/lib/server/db/client";
import type { DayToCompute } from "./day-period";

type AccountRow = {
  id: string;
  name: string;
  is_active: boolean;
  /** True if the account's statements all begin after the day. */
  starts_later: boolean;
  before: number;
  came: number;
  went: number;
  items: number;
  /** Balance at the end of the day by the last imported statement that covers the day; null if no statement covers it. */
  stated: number | null;
};

/** Bank figures of a day, and what its checklist needs to know about each account. */
export type BankFigures = {
  figures: ReconciliationDayFigures["bank"];
  /** Sum of the opening balances of accounts that appear for the first time since the last closed day. */
  firstOpenings: number;
  /**
   * `needsStatement`: false for inactive accounts, and before an account's first statement. `deviation`: computed balance minus the
   * statement's, in kobo.
   */
  accounts: { name: string; needsStatement: boolean; isCovered: boolean; deviation: number }[];
};

/** Computes balances and flows of each bank account on a day. */
export async function readBankFigures(
  db: Queryable,
  { day, baseDay, baseFigures, storedFigures }: DayToCompute,
): Promise<BankFigures> {
  const { rows } = await db.execute<AccountRow>(sql`
    select a.id, a.name, a.is_active, coalesce(sums.before, 0)::float8 as before, coalesce(sums.came, 0)::float8 as came,
      coalesce(sums.went, 0)::float8 as went, coalesce(sums.items, 0)::int as items, stated.balance::float8 as stated,
      coalesce((select min(s.from_day) > ${day} from bank_statements s where s.account_id = a.id and s.state = 'imported'), false) as starts_later
    from bank_accounts a
    left join (
      select account_id, sum(amount) filter (where accounting_day < ${day}) as before, count(*) as items,
        sum(amount) filter (where accounting_day = ${day} and amount > 0) as came,
        -sum(amount) filter (where accounting_day = ${day} and amount < 0) as went
      from reconciliation_items
      where side = 'bank' and accounting_day > ${baseDay} and accounting_day <= ${day} and split_of is null
      group by account_id
    ) sums on sums.account_id = a.id
    left join lateral (
      select s.closing - coalesce((select sum(i.amount) from reconciliation_items i
        where i.account_id = a.id and i.split_of is null and i.day > ${day} and i.day <= s.to_day), 0) as balance
      from bank_statements s
      where s.account_id = a.id and s.state = 'imported' and s.from_day <= ${day} and s.to_day >= ${day}
      order by s.ended_at desc, s.id desc limit 1
    ) stated on true
    order by lower(a.name), a.id`);
  const accounts: ReconciliationDayFigures["bank"]["accounts"] = [];
  const checked: BankFigures["accounts"] = [];
  let firstOpenings = 0;
  for (const {
    id,
    name,
    is_active: isActive,
    starts_later: startsLater,
    before,
    came,
    went,
    items,
    stated: balance,
  } of rows) {
    const own = storedFigures?.bank.accounts.find((account) => account.id === id);
    const previous = baseFigures?.bank.accounts.find((account) => account.id === id);
    const isKnown = storedFigures ? own !== undefined : previous !== undefined || balance !== null || items > 0;
    const firstOpening = own ? own.opening - before : (balance ?? 0) - came + went - before;
    if (isKnown && !previous) firstOpenings += firstOpening;
    const opening = (previous ? previous.closing : firstOpening) + before;
    const closing = opening + came - went;
    if (isKnown) accounts.push({ id, name: own?.name ?? name, opening, in: came, out: went, closing });
    checked.push({
      name,
      needsStatement: isActive && (isKnown || !startsLater),
      isCovered: balance !== null,
      deviation: balance === null || !isKnown ? 0 : closing - balance,
    });
  }
  const sumOf = (column: "opening" | "in" | "out" | "closing") =>
    accounts.reduce((sum, account) => sum + account[column], 0);
  return {
    figures: {
      accounts,
      opening: sumOf("opening"),
      in: sumOf("in"),
      out: sumOf("out"),
      closing: sumOf("closing"),
    },
    firstOpenings,
    accounts: checked,
  };
}
