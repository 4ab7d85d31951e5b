import "server-only";
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { CONFLICT_STATES } from "@/lib/contract/grant.values";
import type { grantApplications as contract } from "@/lib/contract/grant-applications";
import type { WriteContext } from "@/lib/server/api/context";
import { dependenceBetween } from "@/lib/server/approvals/independence";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications, grantReviews } from "@/lib/server/db/schema/grant";
import { type ApplicationRecord, applicationRecord, lockApplication } from "./application-record";
import { conflict, STATE_WORDS } from "./hold-application";
import { conflictsWith } from "./read-conflicts";
import { reviewsFor, whyNotReview } from "./read-reviews";

type Input = InputOf<typeof contract.review>;
const ONE_PERSON =
  "You and the admin who scored this count as one person, until another admin confirms the account. Somebody else has to give the second score.";
type Declared = InputOf<typeof contract.declareConflict>;

/**
 * Scores an application, or changes one's own score while the other one is not in. The audit row says who reviewed and
 * neither score nor comment: it stays for ever, and a score may be closed to others again when its counterpart is taken
 * out by a conflict of interest. The decision's row has both scores, which can't change after it.
 * @throws 404; 409 when it is decided, both scores are in, or the admin has a conflict of interest
 */
export async function reviewApplication({ tx, admin, audit }: WriteContext, input: Input) {
  const application = await lockApplication(tx, input.applicationId);
  const mine = (await conflictsWith(tx, admin.id, [application.id])).get(application.id);
  const refusal = whyNotReview(application, mine);
  if (refusal) await conflict(tx, admin.id, application.id, refusal);
  const others = await tx
    .select({ id: grantReviews.reviewerId })
    .from(grantReviews)
    .where(
      and(
        eq(grantReviews.applicationId, application.id),
        ne(grantReviews.reviewerId, admin.id),
        isNotNull(grantReviews.score),
      ),
    );
  for (const other of others)
    if (await dependenceBetween(tx, other.id, admin.id, [])) await conflict(tx, admin.id, application.id, ONE_PERSON);
  const { score, comment } = input;
  await tx
    .insert(grantReviews)
    .values({ applicationId: application.id, reviewerId: admin.id, score, comment })
    .onConflictDoUpdate({
      target: [grantReviews.applicationId, grantReviews.reviewerId],
      set: { score, comment, at: sql`clock_timestamp()` },
    });
  const { reviews, version } = await touch(tx, application);
  audit({ record: applicationRecord(application), before: { reviews: application.reviews }, after: { reviews } });
  const shown = await reviewsFor(tx, admin.id, application.id);
  return { ...shown, version_before: application.version, version };
}

/**
 * Declares a conflict of interest, for good: who has one neither scores nor decides. Their score, if they gave one, is taken
 * out, and somebody else can give another; after the approval it stays in the mean that was decided by.
 * @throws 404; 409 when it is paid, rejected, or declared already
 */
export async function declareConflict({ tx, admin, audit }: WriteContext, { applicationId, reason }: Declared) {
  const application = await lockApplication(tx, applicationId);
  const { id, state } = application;
  if (!(CONFLICT_STATES as readonly string[]).includes(state)) {
    const message = `This application is ${STATE_WORDS[state]}, so a conflict of interest changes nothing any more. Tell a full administrator.`;
    await conflict(tx, admin.id, id, message);
  }
  if ((await conflictsWith(tx, admin.id, [id])).has(id))
    await conflict(tx, admin.id, id, "You declared a conflict of interest with this application already.");
  await tx
    .insert(grantReviews)
    .values({ applicationId: id, reviewerId: admin.id, conflict: reason })
    .onConflictDoUpdate({
      target: [grantReviews.applicationId, grantReviews.reviewerId],
      set: { score: null, comment: "", conflict: reason, at: sql`clock_timestamp()` },
    });
  const { reviews } = await touch(tx, application);
  audit({
    record: applicationRecord(application),
    before: { reviews: application.reviews },
    after: { reviews, conflict: reason },
  });
  return reviewsFor(tx, admin.id, id);
}

/** A new version where a score came in or was taken out, which others see; a changed score is nobody else's to notice. */
async function touch(
  tx: Transaction,
  before: ApplicationRecord,
): Promise<Pick<ApplicationRecord, "reviews" | "version">> {
  const [now] = await tx
    .update(grantApplications)
    .set({
      updatedAt: sql`clock_timestamp()`,
      version: sql`${grantApplications.version} + case when ${grantApplications.reviews} <> ${before.reviews} then 1 else 0 end`,
    })
    .where(eq(grantApplications.id, before.id))
    .returning({ reviews: grantApplications.reviews, version: grantApplications.version });
  return now ?? before;
}
