import type { ComparedFields } from "@/components/common/form/current-version";
import type { ReconciliationSettings } from "@/lib/contract/reconciliation-settings";
import { formatMoney } from "@/lib/format";

/** Label and formatted value of each limit of the matching rules, for the page and for edit conflicts. */
export const MATCHING_LIMIT_DIFF_FIELDS: ComparedFields<ReconciliationSettings> = [
  ["Difference in amount", ({ amount_limit }) => formatMoney(amount_limit)],
  ["Difference in days", ({ day_limit }) => String(day_limit)],
  ["Similarity of names", ({ name_limit }) => `${name_limit}%`],
  ["Payment is in a settlement", ({ provider_days }) => workingDays(provider_days)],
  ["Settlement is at the bank", ({ bank_days }) => workingDays(bank_days)],
  ["Bill or tax is remitted", ({ remittance_days }) => workingDays(remittance_days)],
  ["Manual transfer is at the bank", ({ movement_days }) => workingDays(movement_days)],
  ["Highest write-off", ({ write_off_limit }) => formatMoney(write_off_limit)],
  ["Unexplained when a day is closed", ({ unexplained_limit }) => formatMoney(unexplained_limit)],
];

const workingDays = (days: number) =>
  days === 0 ? "on the same day" : `within ${days} working ${days === 1 ? "day" : "days"}`;
