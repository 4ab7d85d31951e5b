import "server-only";
import { and, arrayContains, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitAnyOf } from "@/lib/contract/common";
import type { ApplicationState } from "@/lib/contract/grant.values";
import type { grantApplications as contract } from "@/lib/contract/grant-applications";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import { grantApplications as applications } from "@/lib/server/db/schema/grant";
import { users } from "@/lib/server/db/schema/user";
import { userNamed } from "@/lib/server/user/match-name";

export type ListInput = InputOf<typeof contract.applications>;
export type ApplicationFilters = Omit<ListInput, "page" | "size" | "sort">;

/** As the partial indexes say them: in words, not as parameters. */
const IS_REVIEWED = sql`${applications.state} in ('submitted', 'shortlisted')`;
const CAN_BE_SCORED = sql`(${IS_REVIEWED} and ${applications.reviews} < 2)`;
const IS_FLAGGED = sql`${applications.duplicates} <> '{}'`;
const WAITS = sql`(${applications.question} is not null and ${applications.repliedAt} is null and ${IS_REVIEWED})`;
const TO_PAY = sql`(${applications.state} = 'approved' and not ${applications.inBatch})`;

/**
 * Applications that an admin can still score: fewer than two scores, none of theirs and no conflict of interest of theirs.
 */
export const canScore = (adminId: string): SQL => sql`(${CAN_BE_SCORED} and not exists (select 1 from grant_reviews r
  where r.application_id = ${applications.id} and r.reviewer_id = ${adminId}))`;

/** @param adminId who asks: `review=mine` is about them */
export function applicationFilter(input: ApplicationFilters, adminId: string): SQL | undefined {
  return and(
    input.programme ? eq(applications.programmeId, input.programme) : undefined,
    input.state ? inArray(applications.state, splitAnyOf<ApplicationState>(input.state)) : undefined,
    input.lga ? eq(applications.applicantLga, input.lga) : undefined,
    input.user ? eq(applications.userId, input.user) : undefined,
    input.duplicate ? IS_FLAGGED : undefined,
    input.duplicate && input.duplicate !== "any"
      ? arrayContains(applications.duplicates, [input.duplicate])
      : undefined,
    input.review === "mine" ? canScore(adminId) : undefined,
    input.review === "in" ? eq(applications.reviews, 2) : undefined,
    input.waits ? WAITS : undefined,
    input.unpaid ? TO_PAY : undefined,
    input.from ? gte(applications.submittedAt, startOfDay(input.from)) : undefined,
    input.to ? lt(applications.submittedAt, endOfDay(input.to)) : undefined,
    input.q?.trim() ? matching(input.q.trim()) : undefined,
  );
}

/** A whole reference, or what finds the applicant: an email, a phone number, or the beginnings of their names. */
function matching(typed: string): SQL | undefined {
  if (/^GRA-/i.test(typed)) return eq(applications.reference, typed.toUpperCase());
  return sql`${applications.userId} in (select ${users.id} from ${users} where ${userNamed(typed)})`;
}
