import "server-only";
import { sql } from "drizzle-orm";
import { STAMP_DUTY_KOBO } from "@/lib/contract/reconciliation.values";
import type { StatementLine } from "@/lib/contract/reconciliation-statements";
import type { Queryable } from "@/lib/server/db/client";

/** A line of the demo bank's statement. Amount in kobo, positive for money that arrived. */
export type BankLine = { day: string; amount: number; narration: string; reference: string };

type SourceRow = {
  kind: string;
  bank_day: string;
  amount: number;
  reference: string | null;
  provider_reference: string | null;
};

/** Working days after which the demo bank shows a remittance. */
const REMITTED_AFTER_DAYS = 1;

/**
 * Returns the lines that a bank's statement would have for the reconciliation items until a Lagos day: each settlement a working day later,
 * manual transfers on their day, and remittances in one sum for each revenue head or kind.
 */
export async function expectedBankLines(db: Queryable, from: string, until: string): Promise<BankLine[]> {
  const { rows } = await db.execute<SourceRow>(sql`
    select * from (
      select kind, add_working_days(day, 1)::text as bank_day, amount::float8 as amount, narration as reference, null as provider_reference
        from reconciliation_items where side = 'provider' and kind = 'settlement' and amount <> 0
      union all
      select kind, day::text, amount::float8, reference, provider_reference
        from reconciliation_items where side = 'ledger' and kind = 'movement' and reference is not null
      union all
      select kind, add_working_days(day, ${REMITTED_AFTER_DAYS})::text, sum(amount)::float8, remittance_group, day::text
        from reconciliation_items where side = 'ledger' and kind = 'remittance' and finding is null
        group by kind, day, remittance_group
    ) as lines where bank_day between ${from} and ${until} order by bank_day, kind, amount`);
  return rows.map(({ kind, bank_day, amount, reference, provider_reference }) => ({
    day: bank_day,
    amount,
    narration: NARRATIONS[kind]?.(reference ?? "", provider_reference ?? "") ?? "",
    reference: kind === "movement" ? (provider_reference ?? "") : "",
  }));
}

const NARRATIONS: Record<string, (reference: string, detail: string) => string> = {
  settlement: (reference) => `NIP CREDIT ${reference} PAYMENT PROVIDER SETTLEMENT`,
  movement: (reference, external) => `TRF ${reference} ${external}`.trim(),
  remittance: (group, day) => `REMITTANCE ${group.toUpperCase().replaceAll(/[:_]/g, " ")} OF ${day}`,
};

/**
 * Adds one mistake of each kind to the last lines: a missing settlement, one reduced by ₦50 of stamp duty, a line that the bank shows
 * twice, one that it reverses, bank charges, and money of an unknown sender.
 * @param day last day of the statement
 */
export function withStatementMistakes(lines: readonly BankLine[], day: string): BankLine[] {
  const settlements = lines.filter(({ narration }) => narration.includes("SETTLEMENT"));
  const [repeated, reduced, missing] = settlements.slice(-3);
  const outgoing = lines.filter(({ narration }) => narration.startsWith("REMITTANCE")).at(-1);
  const mistaken = lines
    .filter((line) => line !== missing)
    .map((line) => (line === reduced ? { ...line, amount: line.amount - STAMP_DUTY_KOBO } : line));
  return [
    ...mistaken,
    ...(repeated ? [{ ...repeated, day }] : []),
    ...(outgoing ? [{ ...outgoing, day, amount: -outgoing.amount, narration: `RVSL ${outgoing.narration}` }] : []),
    { day, amount: -125_000, narration: "ACCOUNT MAINTENANCE FEE", reference: "" },
    { day, amount: 2_500_000, narration: "NIP CREDIT UDOH EMMANUEL OKON INV 0042", reference: "S48120077" },
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** Converts bank lines to the API's input for a statement, with running balances in kobo. */
export function toStatementLines(lines: readonly BankLine[], opening: number): StatementLine[] {
  let balance = opening;
  return lines.map(({ day, amount, narration, reference }, index) => {
    balance += amount;
    return [index + 2, day, amount, balance, narration, reference];
  });
}
