import "server-only";
import type { ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import { startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { type BankFigures, readBankFigures } from "./bank-figures";
import { listLateFoundItems, sumCarriedOverItems, sumEarlierLedgerItems } from "./carried-items";
import type { DayToCompute } from "./day-period";
import { floatBalanceBefore, readLedgerFigures } from "./ledger-figures";
import { readProviderFigures } from "./provider-figures";
import { readSuspenseLines } from "./suspense-lines";

/** Computed figures of a day, and the bank accounts that its checklist looks at. */
export type ComputedDay = { figures: ReconciliationDayFigures } & Pick<BankFigures, "accounts" | "firstOpenings">;

/**
 * Computes the figures of a day from items, matches and ledger entries up to this day, which closing the day locks. Computing a closed
 * day again gives the same figures.
 */
export async function computeDayFigures(db: Queryable, period: DayToCompute): Promise<ComputedDay> {
  const { figures: bank, firstOpenings, accounts } = await readBankFigures(db, period);
  const ledger = await readLedgerFigures(db, period);
  const provider = await readProviderFigures(db, period);
  const carried = await sumCarriedOverItems(db, period);
  const openOf = (side: string) => carried.reduce((sum, each) => sum + (each.side === side ? each.sum : 0), 0);
  const openingDifference =
    (period.baseFigures?.statement.opening_difference ?? (await floatBalanceBefore(db, startOfDay(period.startsOn)))) -
    firstOpenings -
    (await sumEarlierLedgerItems(db, period));
  const explained = provider.closing + openOf("ledger") - openOf("bank") + openingDifference;
  const figures: ReconciliationDayFigures = {
    bank,
    ledger,
    provider,
    statement: {
      ledger: ledger.closing,
      bank: bank.closing,
      at_provider: provider.closing,
      open_ledger: openOf("ledger"),
      open_bank: openOf("bank"),
      opening_difference: openingDifference,
      difference: ledger.closing - bank.closing - explained,
    },
    carried,
    addendum: await listLateFoundItems(db, period),
    suspense: await readSuspenseLines(db, period.day),
  };
  return { figures, accounts, firstOpenings };
}
