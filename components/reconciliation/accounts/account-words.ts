import { type BANK_STATEMENT_FORMATS, BANK_STATEMENT_STATES } from "@/lib/contract/reconciliation.values";
import type { BankStatement } from "@/lib/contract/reconciliation-statements";
import { formatDay } from "@/lib/format";

export const BANK_ACCOUNTS_URL = "/dashboard/wallets/reconciliation/accounts";

const FORMAT_LABELS: Record<(typeof BANK_STATEMENT_FORMATS)[number], string> = {
  csv: "CSV",
  xlsx: "Excel",
  mt940: "MT940",
  camt053: "camt.053",
};
/** Returns the display name of a bank statement's file format, such as "Excel". */
export const statementFormatLabel = (format: BankStatement["format"]) => FORMAT_LABELS[format];

const STATE_LABELS: Record<(typeof BANK_STATEMENT_STATES)[number], string> = {
  reading: "In progress",
  imported: "Imported",
  refused: "Refused",
  cancelled: "Cancelled",
};
/** Returns the display name of a bank statement's import state. */
export const statementStateLabel = (state: BankStatement["state"]) => STATE_LABELS[state];
/** Import states of bank statements as options of a filter. */
export const STATEMENT_STATE_OPTIONS = BANK_STATEMENT_STATES.map((value) => ({ value, label: STATE_LABELS[value] }));

/** Formats a period of days: "3 Nov 2026 to 5 Nov 2026". A single day is formatted once. */
export const formatPeriod = (from: string, to: string) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

/** Groups sorted days into periods of consecutive days. */
export function groupDaysIntoPeriods(days: readonly string[]): [from: string, to: string][] {
  const periods: [string, string][] = [];
  for (const day of days) {
    const last = periods.at(-1);
    if (last && Date.parse(day) - Date.parse(last[1]) === 86_400_000) last[1] = day;
    else periods.push([day, day]);
  }
  return periods;
}

/** Returns the storage name of the draft that keeps a bank account's form when the session ends. */
export const bankAccountDraftName = (accountId?: string) => `reconciliation.bankAccount:${accountId ?? "new"}`;
