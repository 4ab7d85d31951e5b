import "server-only";
import { eq, inArray, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { ReconciliationKind } from "@/lib/contract/reconciliation.values";
import type {
  reconciliationSettingsCalls as calls,
  ReconciliationSettings,
} from "@/lib/contract/reconciliation-settings";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { reconciliationItems as items, reconciliationSettings } from "@/lib/server/db/schema/reconciliation";
import { shareReconciliationLock } from "@/lib/server/reconciliation/items/record";
import {
  isOpenItemSql,
  lockReconciliationSettings,
  readReconciliationSettings,
} from "@/lib/server/reconciliation/open-items";
import { rejectStaleVersion } from "@/lib/server/records/version";

type SettingsRow = typeof reconciliationSettings.$inferSelect;

const toSettings = (row: SettingsRow): ReconciliationSettings => ({
  amount_limit: row.amountLimit,
  day_limit: row.dayLimit,
  name_limit: row.nameLimit,
  provider_days: row.providerDays,
  bank_days: row.bankDays,
  remittance_days: row.remittanceDays,
  movement_days: row.movementDays,
  write_off_limit: row.writeOffLimit,
  unexplained_limit: row.unexplainedLimit,
  starts_on: row.startsOn,
  closed_until: row.closedUntil,
  version: row.version,
});

/** Returns the limits for the audit trail, with amounts as text. */
const auditFieldsOf = (row: SettingsRow) => {
  const {
    amount_limit,
    write_off_limit,
    unexplained_limit,
    version: _,
    starts_on,
    closed_until,
    ...numbers
  } = toSettings(row);
  return {
    ...numbers,
    amount_limit: formatMoney(amount_limit),
    write_off_limit: formatMoney(write_off_limit),
    unexplained_limit: formatMoney(unexplained_limit),
  };
};

/** Returns the limits of reconciliation, its first day and the last closed day. */
export const reconciliationSettingsForApi = async (db: Queryable) => toSettings(await readReconciliationSettings(db));

/** Changes the limits of reconciliation. @throws 409 with the current limits if another admin has changed them */
export async function updateReconciliationSettings(
  { tx, audit }: WriteContext,
  { version, ...input }: InputOf<typeof calls.updateSettings>,
): Promise<ReconciliationSettings> {
  // Takes this lock before that of the settings, like `closeReconciliationDay`, so that the two can't deadlock.
  await shareReconciliationLock(tx);
  const before = await lockReconciliationSettings(tx);
  await rejectStaleVersion("page", before, version, async () => toSettings(before));
  const [after] = await tx
    .update(reconciliationSettings)
    .set({
      amountLimit: input.amount_limit,
      dayLimit: input.day_limit,
      nameLimit: input.name_limit,
      providerDays: input.provider_days,
      bankDays: input.bank_days,
      remittanceDays: input.remittance_days,
      movementDays: input.movement_days,
      writeOffLimit: input.write_off_limit,
      unexplainedLimit: input.unexplained_limit,
      // Lets matching run again with the new limits.
      matchedOn: null,
      version: before.version + 1,
    })
    .where(eq(reconciliationSettings.id, before.id))
    .returning();
  if (!after) throw new Error("Reconciliation has no settings.");
  await moveDueDays(tx, before, after);
  audit({ record: null, before: auditFieldsOf(before), after: auditFieldsOf(after) });
  return toSettings(after);
}

/** The setting that determines the due day, by side and kind of item. */
const DUE_DAYS: readonly {
  days: (row: SettingsRow) => number;
  kinds: readonly ReconciliationKind[];
  side: "ledger" | "provider";
}[] = [
  {
    days: ({ providerDays }) => providerDays,
    kinds: ["payment", "refund", "payout", "chargeback", "fee"],
    side: "ledger",
  },
  { days: ({ bankDays }) => bankDays, kinds: ["settlement"], side: "provider" },
  { days: ({ remittanceDays }) => remittanceDays, kinds: ["remittance"], side: "ledger" },
  { days: ({ movementDays }) => movementDays, kinds: ["movement"], side: "ledger" },
];

/** Recomputes the due days of open items after a change of settings. Remittances without a revenue head or bank account stay due immediately. */
async function moveDueDays(tx: Transaction, before: SettingsRow, after: SettingsRow): Promise<void> {
  for (const { days, kinds, side } of DUE_DAYS) {
    if (days(before) === days(after)) continue;
    await tx
      .update(items)
      .set({ dueOn: sql`first_late_day(${items.day}, ${days(after)})` })
      .where(
        sql`${isOpenItemSql} and ${items.side} = ${side} and ${inArray(items.kind, [...kinds])}
          and coalesce(${items.finding}, '') not in ('no_revenue_head', 'no_head_account')`,
      );
  }
}
