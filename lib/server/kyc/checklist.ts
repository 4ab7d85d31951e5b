import "server-only";
import { eq } from "drizzle-orm";
import type { KycDetails } from "@/lib/contract/kyc";
import { type KycCheck, type KycFlag, requiredChecksOf } from "@/lib/contract/kyc.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { kycChecks } from "@/lib/server/db/schema/kyc-review";
import { toAdminRef } from "@/lib/server/records/admin-record";
import type { KycRequest } from "./record";

/** Lists the checklist items of a request, which depend on its tier and risk flags. */
export const listChecklistItems = (request: KycRequest) =>
  requiredChecksOf({ tier: request.tier, flags: request.flags as KycFlag[] });

/** Returns the checklist of a request, with the admin who ticked each item and when. */
export async function readKycChecklist(db: Queryable, request: KycRequest): Promise<KycDetails["checklist"]> {
  const checkedItems = await db
    .select({ check: kycChecks, by: admins })
    .from(kycChecks)
    .innerJoin(admins, eq(admins.id, kycChecks.adminId))
    .where(eq(kycChecks.kycId, request.id));
  return listChecklistItems(request).map((item) => {
    const found = checkedItems.find(({ check }) => check.item === item);
    return {
      item,
      checked: found ? { by: toAdminRef(found.by), at: found.check.at.toISOString() } : null,
    };
  });
}

/** Ticks items that are not ticked yet. An item that is ticked already keeps its first admin and time. */
export async function tickChecklistItems(
  tx: Transaction,
  kycId: string,
  items: readonly KycCheck[],
  adminId: string,
): Promise<void> {
  if (items.length === 0) return;
  await tx
    .insert(kycChecks)
    .values(items.map((item) => ({ kycId, item, adminId })))
    .onConflictDoNothing();
}

/** Lists the checklist items of a request that are not ticked. */
export async function uncheckedChecklistItems(db: Queryable, request: KycRequest): Promise<KycCheck[]> {
  return (await readKycChecklist(db, request)).flatMap(({ item, checked }) => (checked ? [] : [item]));
}
