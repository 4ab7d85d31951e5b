import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { AdminRef, InputOf } from "@/lib/contract/common";
import type { reconciliationItemCalls } from "@/lib/contract/reconciliation-items";
import { adminLabel } from "@/lib/format";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { markNoticesRead, notifyAdmins } from "@/lib/server/notices/notify";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import {
  lockReconciliationItem,
  reconciliationItemName,
  reconciliationItemRecordRef,
  refuseUnlessItemOpen,
} from "./record";
import { readReconciliationItemDetails } from "./single";

type Calls = typeof reconciliationItemCalls;

/** Returns the other admins who may read System Wallet. */
export async function listColleaguesToAsk(db: Queryable, adminId: string): Promise<AdminRef[]> {
  const readers = await readAdminsHolding(db, [{ feature: "System Wallet", flag: "read" }]);
  return readers.filter(({ id }) => id !== adminId);
}

/**
 * Asks a colleague about an open item, and notifies the colleague.
 * @throws 400 for a colleague who may not read items; 404; 409 if the item has changed
 */
export async function askColleague({ tx, admin, audit }: WriteContext, input: InputOf<Calls["askColleague"]>) {
  const item = await lockReconciliationItem(tx, input);
  refuseUnlessItemOpen(item);
  const colleague = (await listColleaguesToAsk(tx, admin.id)).find(({ id }) => id === input.admin_id);
  if (!colleague) {
    const message = "Choose another active admin who may read System Wallet.";
    throw refuse.badInput(message, { admin_id: message });
  }
  const asked = await saveQuestion(tx, item.id, colleague.id, input.question);
  audit({
    record: reconciliationItemRecordRef(item),
    before: { question: item.question },
    after: { asked: adminLabel(colleague), question: input.question },
  });
  await notifyAdmins(tx, [colleague.id], {
    kind: "reconciliation_question",
    record: reconciliationItemRecordRef(item),
    cause: `reconciliation-question:${item.id}:${asked.version}`,
    params: { by: fullName(admin) },
  });
  return readReconciliationItemDetails(tx, item.id);
}

/**
 * Answers the question about an item, and notifies the admin who asked.
 * @throws 403 for an admin who was not asked; 404; 409 if the item has changed
 */
export async function answerQuestion({ tx, admin, audit }: WriteContext, input: InputOf<Calls["answerQuestion"]>) {
  const item = await lockReconciliationItem(tx, input);
  if (item.askedId === null) throw refuse.conflict(`Nobody is asked about ${reconciliationItemName(item)} any more.`);
  if (item.askedId !== admin.id) throw refuse.forbidden("Only the colleague who was asked can answer.");
  const answered = await saveQuestion(tx, item.id, null, null);
  audit({
    record: reconciliationItemRecordRef(item),
    before: { question: item.question },
    after: { answer: input.answer },
  });
  await markNoticesRead(tx, "reconciliation_question", reconciliationItemRecordRef(item));
  await notifyAdmins(tx, await readAskers(tx, item.id), {
    kind: "reconciliation_question",
    record: reconciliationItemRecordRef(item),
    cause: `reconciliation-answer:${item.id}:${answered.version}`,
    params: { by: fullName(admin), answered: "yes" },
  });
  return readReconciliationItemDetails(tx, item.id);
}

async function saveQuestion(tx: WriteContext["tx"], id: number, askedId: string | null, question: string | null) {
  const [saved] = await tx
    .update(reconciliationItems)
    .set({ askedId, question, version: sql`${reconciliationItems.version} + 1` })
    .where(eq(reconciliationItems.id, id))
    .returning({ version: reconciliationItems.version });
  if (!saved) throw new Error(`Item ${id} vanished.`);
  return saved;
}

/** Returns a list with the id of the admin who last asked about an item, from the audit trail; an empty list if nobody asked. */
async function readAskers(db: Queryable, itemId: number): Promise<string[]> {
  const [row] = await db
    .select({ id: auditTrails.adminId })
    .from(auditTrails)
    .where(
      and(
        eq(auditTrails.recordType, "reconciliation_item"),
        eq(auditTrails.recordId, String(itemId)),
        eq(auditTrails.action, "reconciliation.askColleague"),
        eq(auditTrails.outcome, "done"),
      ),
    )
    .orderBy(desc(auditTrails.id))
    .limit(1);
  return row?.id ? [row.id] : [];
}
