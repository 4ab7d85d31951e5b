import "server-only";
import { sql } from "drizzle-orm";
import type { UserStatus } from "@/lib/contract/user.values";
import type { Transaction } from "@/lib/server/db/client";
import type { BalanceLine, ParsedBalanceLine } from "./read-balance";

/** Result of checking a line of a file of opening balances. `amount`: kobo, 0 if the line is refused. */
export type BalanceLineOutcome = {
  line: number;
  outcome: "right" | "zero" | "refused";
  reason: string;
  amount: number;
};

type MatchedCitizen = { id: string | null; status: UserStatus | null; phone: string | null; has_balance: boolean };

/**
 * Finds the citizens of a file's lines, and reasons why lines can't be stored. Adds the valid lines to the temporary table
 * `balance_lines`. A zero balance needs no account, but no citizen may have two lines.
 */
export async function checkBalanceLines(
  tx: Transaction,
  app: string,
  batch: readonly ParsedBalanceLine[],
): Promise<BalanceLineOutcome[]> {
  const lines = batch.flatMap((read) => ("problem" in read ? [] : [read]));
  const citizens = await findCitizens(tx, app, lines);
  const earlierLines = await readEarlierLines(tx, citizens);
  const reasons = new Map<BalanceLine, string>();
  const addedLines: { user_id: string; line: number; amount: number }[] = [];
  for (const [position, read] of lines.entries()) {
    const citizen = citizens[position];
    const line = citizen?.id ? earlierLines.get(citizen.id) : undefined;
    const reason =
      line === undefined ? (read.amount ? check(app, read, citizen) : null) : `Line ${line} has this citizen already.`;
    if (reason) reasons.set(read, `${read.external_id ? "external_id" : "phone"}: ${reason}`);
    else if (citizen?.id) {
      earlierLines.set(citizen.id, read.line);
      addedLines.push({ user_id: citizen.id, line: read.line, amount: read.amount });
    }
  }
  await tx.execute(sql`insert into balance_lines select user_id, line, amount
    from jsonb_to_recordset(${JSON.stringify(addedLines)}::jsonb) as r(user_id uuid, line int, amount bigint)`);
  return batch.map((read) => outcomeOf(read, "problem" in read ? read.problem : reasons.get(read)));
}

function outcomeOf(read: ParsedBalanceLine, reason: string | undefined): BalanceLineOutcome {
  if ("problem" in read || reason) return { line: read.line, outcome: "refused", reason: reason ?? "", amount: 0 };
  return { line: read.line, outcome: read.amount ? "right" : "zero", reason: "", amount: read.amount };
}

function check(app: string, { external_id, phone }: BalanceLine, citizen: MatchedCitizen | undefined): string | null {
  if (!citizen?.id)
    return external_id ? `${app} has no citizen with this id.` : "There is no citizen with this number.";
  if (external_id && phone && citizen.phone !== phone)
    return "The citizen with this id has another phone number. Check whether the columns belong together.";
  if (citizen.status === "closed") return "This account is closed, so nothing moves in its wallet.";
  return citizen.has_balance ? "This citizen has an opening balance already." : null;
}

/** Returns the citizen of each line, in the order of the lines. If several have the phone number, prefers an open account. */
async function findCitizens(tx: Transaction, app: string, lines: readonly BalanceLine[]): Promise<MatchedCitizen[]> {
  const lookups = lines.map(({ external_id, phone }, position) => ({ place: position, external_id, phone }));
  const { rows } = await tx.execute<MatchedCitizen>(sql`
    select u.id, u.status, u.phone, exists (select 1 from opening_balances b
      where b.user_id = u.id and b.state in ('stored', 'posted')) as has_balance
    from jsonb_to_recordset(${JSON.stringify(lookups)}::jsonb) as r(place int, external_id text, phone text)
    left join lateral (
      (select id, status, phone from users where app = ${app} and external_id = r.external_id)
      union all
      (select id, status, phone from users where r.external_id is null and phone = r.phone
        order by status = 'closed', joined_at desc limit 1)
    ) u on true
    order by r.place`);
  return rows;
}

/** Returns the numbers of earlier lines in the file for the same citizens. */
async function readEarlierLines(tx: Transaction, citizens: readonly MatchedCitizen[]): Promise<Map<string, number>> {
  const ids = citizens.flatMap(({ id }) => id ?? []);
  const { rows } = await tx.execute<{ user_id: string; line: number }>(
    sql`select user_id, line from balance_lines where user_id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ user_id, line }) => [user_id, line]));
}
