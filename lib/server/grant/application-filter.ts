import "server-only";
import { and, arrayContains, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { ApplicationState } from "@/lib/contract/grant.values";
import type { grantApplicationCalls as contract } from "@/lib/contract/grant-applications";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import { grantApplications as applications } from "@/lib/server/db/schema/grant";
import { hasArrivedBy } from "@/lib/server/lists/list-window";
import { parseSearchText } from "@/lib/server/lists/search-terms";
import { ownerMatchesSearch, type WithCommonWords } from "@/lib/server/user/match-name";

/** Filters, sort order and page of the application list. */
export type ApplicationListInput = InputOf<typeof contract.applications>;
/** Filters of the application list. */
export type ApplicationFilters = Omit<ApplicationListInput, "page" | "size" | "sort"> & WithCommonWords;

/** SQL literals instead of parameters, so that PostgreSQL matches the conditions of the partial indexes. */
const IS_REVIEWED = sql`${applications.state} in ('submitted', 'shortlisted')`;
const CAN_BE_SCORED = sql`(${IS_REVIEWED} and ${applications.reviews} < 2)`;
const IS_FLAGGED = sql`${applications.duplicates} <> '{}'`;
const IS_WAITING = sql`(${applications.question} is not null and ${applications.repliedAt} is null and ${IS_REVIEWED})`;
const IS_UNPAID = sql`(${applications.state} = 'approved' and not ${applications.inBatch})`;

/**
 * Returns an SQL condition: this admin can score the application. The application has fewer than two scores, and this admin has neither scored it nor
 * declared a conflict of interest with it.
 */
const canScoreSql = (adminId: string): SQL => sql`(${CAN_BE_SCORED} and not exists (select 1 from grant_reviews r
  where r.application_id = ${applications.id} and r.reviewer_id = ${adminId}))`;

/** @param adminId the requesting admin; `review=mine` lists applications that this admin can score */
export function applicationFilter(input: ApplicationFilters, adminId: string): SQL | undefined {
  return and(
    input.programme ? eq(applications.programmeId, input.programme) : undefined,
    input.state ? inArray(applications.state, splitChoiceList<ApplicationState>(input.state)) : undefined,
    input.lga ? eq(applications.applicantLga, input.lga) : undefined,
    input.user ? eq(applications.userId, input.user) : undefined,
    input.duplicate ? IS_FLAGGED : undefined,
    input.duplicate && input.duplicate !== "any"
      ? arrayContains(applications.duplicates, [input.duplicate])
      : undefined,
    input.review === "mine" ? canScoreSql(adminId) : undefined,
    input.review === "in" ? eq(applications.reviews, 2) : undefined,
    input.waits ? IS_WAITING : undefined,
    input.unpaid ? IS_UNPAID : undefined,
    hasArrivedBy(applications.submittedAt, input.until),
    input.from ? gte(applications.submittedAt, startOfDay(input.from)) : undefined,
    input.to ? lt(applications.submittedAt, endOfDay(input.to)) : undefined,
    input.q?.trim() ? searchCondition(input.q.trim(), input.common) : undefined,
  );
}

/** Matches a complete reference, or the applicant by email, phone number or beginnings of names. */
function searchCondition(typed: string, common?: ReadonlySet<string>): SQL | undefined {
  const { references } = parseSearchText(typed, "GRA");
  if (references) return inArray(applications.reference, references);
  return ownerMatchesSearch(applications.userId, typed, common);
}
