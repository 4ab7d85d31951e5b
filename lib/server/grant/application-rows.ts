import "server-only";
import { eq, getTableColumns } from "drizzle-orm";
import { APPLICATION_REVIEW_STATES, REVIEWERS_NEEDED } from "@/lib/contract/grant.values";
import type { ApplicationRow } from "@/lib/contract/grant-applications";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { users } from "@/lib/server/db/schema/user";
import type { ApplicationRecord } from "./application-record";

/** Columns of list rows and of the application's page. Excludes the account number, and the answers, which may be long. */
const { accountNumber: _number, answers: _answers, ...APPLICATION_COLUMNS } = getTableColumns(grantApplications);

/** Selects applications with their programme and applicant, for list rows. */
export const selectApplications = (db: Queryable) =>
  db
    .select({
      application: APPLICATION_COLUMNS,
      programme: { id: grantProgrammes.id, name: grantProgrammes.name },
      applicant: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(grantApplications)
    .innerJoin(grantProgrammes, eq(grantProgrammes.id, grantApplications.programmeId))
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .$dynamic();

/** Returns the mean score in hundredths of a point; null for every admin until both scores exist. */
export const meanScore = ({ reviews, scoreSum }: Pick<ApplicationRecord, "reviews" | "scoreSum">): number | null =>
  reviews === REVIEWERS_NEEDED && scoreSum !== null ? (scoreSum * 100) / REVIEWERS_NEEDED : null;

const isInReview = ({ state }: Pick<ApplicationRecord, "state">) =>
  (APPLICATION_REVIEW_STATES as readonly string[]).includes(state);

/** Returns true if the applicant has an open question. False once the application is decided. */
export const waitsForReply = (one: Pick<ApplicationRecord, "state" | "question" | "repliedAt">): boolean =>
  isInReview(one) && one.question !== null && one.repliedAt === null;

/** Converts a selected application to a list row of the API. */
export const toApplicationRow = ({
  application,
  programme,
  applicant,
}: Awaited<ReturnType<typeof selectApplications>>[number]): ApplicationRow => ({
  id: application.id,
  reference: application.reference,
  programme,
  applicant: {
    id: applicant.id,
    name: fullName(applicant),
    lga: application.applicantLga,
    tier: application.applicantTier,
  },
  state: application.state,
  amount_asked: application.amountAsked,
  amount: application.amount,
  reviews: application.reviews,
  score: meanScore(application),
  duplicates: application.duplicates,
  duplicates_cleared: application.duplicatesClearedAt !== null,
  waits_for_applicant: waitsForReply(application),
  submitted_at: application.submittedAt.toISOString(),
  version: application.version,
});
