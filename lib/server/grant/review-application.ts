import "server-only";
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { CONFLICT_CHECK_STATES } from "@/lib/contract/grant.values";
import type { grantApplicationCalls as contract } from "@/lib/contract/grant-applications";
import type { WriteContext } from "@/lib/server/api/context";
import { findFourEyesConflict } from "@/lib/server/approvals/independence";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications, grantReviews } from "@/lib/server/db/schema/grant";
import { type ApplicationRecord, applicationRecordRef, lockApplication } from "./application-record";
import { APPLICATION_STATE_TEXTS, throwApplicationConflict } from "./lock-application";
import { readConflictsOfInterestOfAdmin } from "./read-conflicts";
import { readVisibleReviews, reviewRefusal } from "./read-reviews";

type ReviewInput = InputOf<typeof contract.review>;
const SAME_PERSON_MESSAGE =
  "You and the admin who scored this count as one person, until another admin confirms the account. Another admin has to give the second score.";
type ConflictInput = InputOf<typeof contract.declareConflict>;

/**
 * Scores an application, or changes the admin's own score until the other score exists. The permanent audit row names the reviewer but omits score
 * and comment, because a score is hidden again if a conflict of interest removes the other one. The audit row of the decision contains both scores,
 * which are then final.
 * @throws 404; 409 if the application is decided, both scores exist, or the admin has a conflict of interest
 */
export async function reviewApplication({ tx, admin, audit }: WriteContext, input: ReviewInput) {
  const application = await lockApplication(tx, input.applicationId);
  const ownConflict = (await readConflictsOfInterestOfAdmin(tx, admin.id, [application.id])).get(application.id);
  const refusal = reviewRefusal(application, ownConflict);
  if (refusal) await throwApplicationConflict(tx, admin.id, application.id, refusal);
  const otherReviewers = await tx
    .select({ id: grantReviews.reviewerId })
    .from(grantReviews)
    .where(
      and(
        eq(grantReviews.applicationId, application.id),
        ne(grantReviews.reviewerId, admin.id),
        isNotNull(grantReviews.score),
      ),
    );
  for (const other of otherReviewers)
    if (await findFourEyesConflict(tx, other.id, admin.id, []))
      await throwApplicationConflict(tx, admin.id, application.id, SAME_PERSON_MESSAGE);
  const { score, comment } = input;
  await tx
    .insert(grantReviews)
    .values({ applicationId: application.id, reviewerId: admin.id, score, comment })
    .onConflictDoUpdate({
      target: [grantReviews.applicationId, grantReviews.reviewerId],
      set: { score, comment, at: sql`clock_timestamp()` },
    });
  const { reviews, version } = await bumpVersion(tx, application);
  audit({ record: applicationRecordRef(application), before: { reviews: application.reviews }, after: { reviews } });
  const visible = await readVisibleReviews(tx, admin.id, application.id);
  return { ...visible, version_before: application.version, version };
}

/**
 * Declares a conflict of interest, which is permanent: the admin may no longer score or decide. Removes their score, so that another admin can score
 * instead. After the approval, the stored mean does not change.
 * @throws 404; 409 if the application is paid or rejected, or the conflict is already declared
 */
export async function declareConflict({ tx, admin, audit }: WriteContext, { applicationId, reason }: ConflictInput) {
  const application = await lockApplication(tx, applicationId);
  const { id, state } = application;
  if (!(CONFLICT_CHECK_STATES as readonly string[]).includes(state)) {
    const message = `This application is ${APPLICATION_STATE_TEXTS[state]}, so a conflict of interest changes nothing any more. Tell a full administrator.`;
    await throwApplicationConflict(tx, admin.id, id, message);
  }
  if ((await readConflictsOfInterestOfAdmin(tx, admin.id, [id])).has(id))
    await throwApplicationConflict(
      tx,
      admin.id,
      id,
      "You declared a conflict of interest with this application already.",
    );
  await tx
    .insert(grantReviews)
    .values({ applicationId: id, reviewerId: admin.id, conflict: reason })
    .onConflictDoUpdate({
      target: [grantReviews.applicationId, grantReviews.reviewerId],
      set: { score: null, comment: "", conflict: reason, at: sql`clock_timestamp()` },
    });
  const { reviews } = await bumpVersion(tx, application);
  audit({
    record: applicationRecordRef(application),
    before: { reviews: application.reviews },
    after: { reviews, conflict: reason },
  });
  return readVisibleReviews(tx, admin.id, id);
}

/** Increments the version only if the number of scores changed. Other admins must not notice a changed score. */
async function bumpVersion(
  tx: Transaction,
  before: ApplicationRecord,
): Promise<Pick<ApplicationRecord, "reviews" | "version">> {
  const [updated] = await tx
    .update(grantApplications)
    .set({
      updatedAt: sql`clock_timestamp()`,
      version: sql`${grantApplications.version} + case when ${grantApplications.reviews} <> ${before.reviews} then 1 else 0 end`,
    })
    .where(eq(grantApplications.id, before.id))
    .returning({ reviews: grantApplications.reviews, version: grantApplications.version });
  return updated ?? before;
}
