import "server-only";
import { routes } from "@/lib/contract/routes";
import { formatDay } from "@/lib/format";
import { fullName, type SignedInAdmin } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { markNoticesRead, notifyAdmins } from "@/lib/server/notices/notify";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";

/** Returns the reference (type, id and name) to a reconciliation day for audit rows and notices. */
export const dayRecordRef = (day: string) => ({ type: "reconciliation_day" as const, id: day, name: formatDay(day) });

/** Notifies the admins who may close a proposed day, except the admin who proposed it. */
export async function notifyClosers(tx: Transaction, day: string, proposer: SignedInAdmin, at: Date): Promise<void> {
  const { policy } = routes.reconciliation.closeDay;
  const admins = typeof policy === "string" ? [] : await readAdminsHolding(tx, [policy]);
  await notifyAdmins(
    tx,
    admins.flatMap(({ id }) => (id === proposer.id ? [] : id)),
    {
      kind: "day_proposed",
      record: dayRecordRef(day),
      cause: `day_proposed:${day}:${at.toISOString()}`,
      params: { by: fullName(proposer) },
    },
  );
}

/** Marks the notices about a proposal as read, because the day is closed or the proposal withdrawn. */
export const markProposalNoticesRead = (tx: Transaction, day: string) =>
  markNoticesRead(tx, "day_proposed", dayRecordRef(day));
