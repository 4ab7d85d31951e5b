import "server-only";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { REVIEWED_STATES, REVIEWERS } from "@/lib/contract/grant.values";
import type { GrantReviews } from "@/lib/contract/grant-applications";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { grantApplications, grantReviews } from "@/lib/server/db/schema/grant";
import { adminRefOf } from "@/lib/server/records/admin-record";
import type { ApplicationRecord } from "./application-record";
import { meanScore } from "./application-rows";
import { STATE_WORDS } from "./hold-application";
import { conflictsWith, conflictWords } from "./read-conflicts";

type Reviewed = Pick<ApplicationRecord, "state" | "reviews">;

/**
 * The reviews as this admin may see them: their own, and those of others once both scores are in. Until then who reviewed
 * and when is all that is said. A score that a conflict of interest took out of the count closes the others again.
 * @throws 404
 */
export async function reviewsFor(db: Queryable, adminId: string, applicationId: string): Promise<GrantReviews> {
  // One statement: scores that are read together with how many there are can't be of another moment.
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
  const areIn = first.application.reviews === REVIEWERS;
  const items = found.flatMap(({ review, reviewer }) => {
    if (!review || !reviewer) return [];
    const isMine = reviewer.id === adminId;
    const isShown = isMine || areIn;
    return {
      reviewer: adminRefOf(reviewer),
      is_mine: isMine,
      score: isShown ? review.score : null,
      comment: isShown ? review.comment : null,
      at: review.at.toISOString(),
    };
  });
  const mine = (await conflictsWith(db, adminId, [applicationId])).get(applicationId);
  const refusal = whyNotReview(first.application, mine);
  return { items, are_in: areIn, score: meanScore(first.application), refusal };
}

/** Why an admin can't review it; null where they can. */
export function whyNotReview(application: Reviewed, myConflict: string | undefined): string | null {
  if (!(REVIEWED_STATES as readonly string[]).includes(application.state))
    return `This application is ${STATE_WORDS[application.state]}, so it takes no more reviews.`;
  if (myConflict !== undefined) return `${conflictWords(myConflict)}. You can't review this application.`;
  return application.reviews >= REVIEWERS ? "Both scores are in, so reviews can't be added or changed." : null;
}
