import "server-only";
import { and, eq, isNotNull } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { grantCalls as contract } from "@/lib/contract/grant";
import type { GrantDuplicates } from "@/lib/contract/grant-applications";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { grantApplications, grantReviews } from "@/lib/server/db/schema/grant";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { applicationRecordRef, lockApplication } from "./application-record";
import { readGrantDuplicates, recheckDuplicates } from "./recheck-duplicates";

type ClearInput = InputOf<typeof contract.clearDuplicates>;

/**
 * Confirms that an application is not a duplicate of its current matches. A further match flags it again.
 * @throws 404; 409 with the current flags if the application has changed, is paid or rejected, has no flags, or has matches that the admin
 * did not see, or if the admin has a conflict of interest with it
 */
export async function clearDuplicates({ tx, admin, audit }: WriteContext, input: ClearInput): Promise<GrantDuplicates> {
  const application = await lockApplication(tx, input.applicationId);
  // Returns the application's version before the recheck, because the refusal rolls back the recheck's changes.
  const refused = async (message: string) =>
    refuse.conflict(message, { ...(await readGrantDuplicates(tx, application.id)), version: application.version });
  if (application.version !== input.version)
    throw await refused("This application changed since you opened it. Check its duplicates again.");
  if (application.state === "disbursed" || application.state === "rejected")
    throw await refused("This application is decided, so its duplicates stay as they are.");
  const [ownConflict] = await tx
    .select({ id: grantReviews.applicationId })
    .from(grantReviews)
    .where(
      and(
        eq(grantReviews.applicationId, application.id),
        eq(grantReviews.reviewerId, admin.id),
        isNotNull(grantReviews.conflict),
      ),
    );
  if (ownConflict)
    throw await refused("You declared a conflict of interest, so another admin has to check its duplicates.");
  const { kinds, uncleared } = await recheckDuplicates(tx, application.id);
  const { mark } = await readGrantDuplicates(tx, application.id);
  if (mark !== input.mark)
    throw await refused("Other applications now share data with this one. Check its duplicates again.");
  if (!kinds.length) throw await refused("Nothing is flagged, so there is nothing to clear.");
  if (!uncleared.length && application.duplicatesClearedAt) throw await refused("Its duplicates are cleared already.");
  const reason = input.reason.trim();
  await updateVersionedRecord(tx, grantApplications, application.id, {
    duplicatesClearedBy: admin.id,
    duplicatesClearedAt: new Date(),
    duplicatesClearedReason: reason,
    duplicatesClearedOf: [...application.duplicatesClearedOf, ...uncleared],
  });
  const cleared = await readGrantDuplicates(tx, application.id);
  const of = new Set(cleared.items.flatMap(({ applications }) => applications.map(({ reference }) => reference)));
  audit({
    record: applicationRecordRef(application),
    before: { duplicates_cleared: false },
    after: { duplicates_cleared: true, duplicates: kinds, same_as: [...of].sort().join(", "), reason },
  });
  return cleared;
}
