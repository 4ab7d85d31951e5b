import "server-only";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { APPLICATION_REVIEW_STATES, REVIEWERS_NEEDED } from "@/lib/contract/grant.values";
import type { GrantReviews } from "@/lib/contract/grant-applications";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { grantApplications, grantReviews } from "@/lib/server/db/schema/grant";
import { toAdminRef } from "@/lib/server/records/admin-record";
import type { ApplicationRecord } from "./application-record";
import { meanScore } from "./application-rows";
import { APPLICATION_STATE_TEXTS } from "./lock-application";
import { conflictOfInterestMessage, readConflictsOfInterestOfAdmin } from "./read-conflicts";

type ReviewedFields = Pick<ApplicationRecord, "state" | "reviews">;

/**
 * Returns the reviews that this admin may see: their own, and others' once both scores exist. Before that, others'
 * reviews contain only reviewer and time. If a conflict of interest removes a score, the other score is hidden again.
 * @throws 404
 */
export async function readVisibleReviews(db: Queryable, adminId: string, applicationId: string): Promise<GrantReviews> {
  // Uses one query, so that the scores and their number are from the same snapshot.
  const found = await db
    .select({
      application: {
        state: grantApplications.state,
        reviews: grantApplications.reviews,
        scoreSum: grantApplications.scoreSum,
      },
      review: grantReviews,
      reviewer: admins,
    })
    .from(grantApplications)
    .leftJoin(grantReviews, and(eq(grantReviews.applicationId, grantApplications.id), isNotNull(grantReviews.score)))
    .leftJoin(admins, eq(admins.id, grantReviews.reviewerId))
    .where(eq(grantApplications.id, applicationId))
    .orderBy(asc(grantReviews.at));
  const [first] = found;
  if (!first) throw refuse.notFound("application");
  const areBothIn = first.application.reviews === REVIEWERS_NEEDED;
  const items = found.flatMap(({ review, reviewer }) => {
    if (!review || !reviewer) return [];
    const isMine = reviewer.id === adminId;
    const isVisible = isMine || areBothIn;
    return {
      reviewer: toAdminRef(reviewer),
      is_mine: isMine,
      score: isVisible ? review.score : null,
      comment: isVisible ? review.comment : null,
      at: review.at.toISOString(),
    };
  });
  const ownConflict = (await readConflictsOfInterestOfAdmin(db, adminId, [applicationId])).get(applicationId);
  const refusal = reviewRefusal(first.application, ownConflict);
  return { items, are_in: areBothIn, score: meanScore(first.application), refusal };
}

/** Returns why an admin can't review an application; null if they can. */
export function reviewRefusal(application: ReviewedFields, myConflict: string | undefined): string | null {
  if (!(APPLICATION_REVIEW_STATES as readonly string[]).includes(application.state))
    return `This application is ${APPLICATION_STATE_TEXTS[application.state]}, so it can't be reviewed any more.`;
  if (myConflict !== undefined) return `${conflictOfInterestMessage(myConflict)}. You can't review this application.`;
  return application.reviews >= REVIEWERS_NEEDED ? "Both scores are in, so reviews can't be added or changed." : null;
}
