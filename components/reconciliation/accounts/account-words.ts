import { type BANK_STATEMENT_FORMATS, BANK_STATEMENT_STATES } from "@/lib/contract/reconciliation.values";
import type { BankStatement } from "@/lib/contract/reconciliation-statements";
import { formatDay } from "@/lib/format";

export const ACCOUNTS_URL = "/dashboard/wallets/reconciliation/accounts";

const FORMAT_LABELS: Record<(typeof BANK_STATEMENT_FORMATS)[number], string> = {
  csv: "CSV",
  xlsx: "Excel",
  mt940: "MT940",
  camt053: "camt.053",
};
/** Returns the name of a file format. */
export const formatLabel = (format: BankStatement["format"]) => FORMAT_LABELS[format];

const STATE_LABELS: Record<(typeof BANK_STATEMENT_STATES)[number], string> = {
  reading: "In progress",
  imported: "Imported",
  refused: "Refused",
  cancelled: "Cancelled",
};
/** Returns the words for a statement's state. */
export const stateLabel = (state: BankStatement["state"]) => STATE_LABELS[state];
export const STATEMENT_STATE_OPTIONS = BANK_STATEMENT_STATES.map((value) => ({ value, label: STATE_LABELS[value] }));

/** Returns a period in words: "3 Nov 2026 to 5 Nov 2026". */
export const formatPeriod = (from: string, to: string) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

/** Groups days, sorted, into periods without gaps. */
export function toPeriods(days: readonly string[]): [from: string, to: string][] {
  const periods: [string, string][] = [];
  for (const day of days) {
    const last = periods.at(-1);
    if (last && Date.parse(day) - Date.parse(last[1]) === 86_400_000) last[1] = day;
    else periods.push([day, day]);
  }
  return periods;
}

/** Returns the name of the draft that keeps an account's form when the session ends. */
export const accountDraftName = (accountId?: string) => `reconciliation.bankAccount:${accountId ?? "new"}`;
