import "server-only";
import { and, eq } from "drizzle-orm";
import type { KycCheck } from "@/lib/contract/kyc.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { kycChecks } from "@/lib/server/db/schema/kyc-review";
import { lockCallingAdmin } from "@/lib/server/rp/active-admins";
import { listChecklistItems, tickChecklistItems } from "./checklist";
import { claimIfUnassigned } from "./claim";
import { kycRecordRef, lockKycRequest } from "./record";
import { refuseIfAssignedToOther } from "./refuse-conflict";
import { refuseOwnSubmission } from "./self-decision";
import { readKycDetails } from "./single";

/** Ticks or unticks one checklist item. The first tick claims the request. @throws 400; 404; 409 if another officer has it */
export async function tickKycChecklistItem(
  { tx, admin, audit }: WriteContext,
  { kycId, item, checked }: { kycId: string; item: KycCheck; checked: boolean },
) {
  await lockCallingAdmin(tx, admin.id);
  const request = await lockKycRequest(tx, kycId);
  await refuseIfAssignedToOther(tx, request, admin.id);
  await refuseOwnSubmission(tx, request, admin.id);
  if (!listChecklistItems(request).includes(item))
    throw refuse.badInput("This item is not on the checklist of this request.");
  const claimed = await claimIfUnassigned(tx, request, admin.id);
  if (checked) await tickChecklistItems(tx, request.id, [item], admin.id);
  else await deleteCheck(tx, request.id, item);
  audit({
    record: kycRecordRef(request),
    before: { ...claimed.before, [item]: !checked },
    after: { ...claimed.after, [item]: checked },
  });
  return readKycDetails(tx, request.id);
}

const deleteCheck = (tx: Transaction, kycId: string, item: KycCheck) =>
  tx.delete(kycChecks).where(and(eq(kycChecks.kycId, kycId), eq(kycChecks.item, item)));
