import "server-only";
import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { KycRow, kycCalls } from "@/lib/contract/kyc";
import {
  type IdentityType,
  KYC_LIST,
  KYC_OPEN_STATES,
  type KycFlag,
  type KycLane,
  type KycState,
} from "@/lib/contract/kyc.values";
import type { Lga } from "@/lib/contract/lgas.values";
import { fullName } from "@/lib/server/api/context";
import { latestChangePosition } from "@/lib/server/audit/changes-since";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import {
  countUpToCap,
  equalsNameIgnoringCase,
  orderByClause,
  toCappedTotal,
  toPagedList,
  whereClause,
} from "@/lib/server/lists/list";
import { dayTotalsUntil, hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { commonWords, readSearchResultPage } from "@/lib/server/lists/search-page";
import { hasNameWords, parseSearchText } from "@/lib/server/lists/search-terms";
import { fullNameSql, suggestSimilarName } from "@/lib/server/lists/suggest-similar-name";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { findPageStartByDay } from "@/lib/server/totals/day-totals";
import { currentStatusSql } from "@/lib/server/user/status";
import { dayTotalsFilterOf } from "./count-by-day";

type ListInput = InputOf<typeof kycCalls.list>;

/** Filters of the list of KYC requests. */
export type KycFilters = Omit<ListInput, "page" | "size" | "sort">;

const SORTS = {
  submitted_at: [kycRequests.submittedAt],
  due_at: [kycRequests.dueAt],
  name: [kycRequests.lastName, kycRequests.firstName],
  tier: [kycRequests.tier, kycRequests.submittedAt],
};

/** Columns needed by the sort orders above and by the sort order by risk. */
const SORT_COLUMNS = sql`submitted_at, due_at, last_name, first_name, tier, risk`;

/** Condition: the request waits for an officer. */
export const isOpenRequest = () => inArray(kycRequests.state, [...KYC_OPEN_STATES]);

/** Condition: the request waits for an officer and is past its due time. */
export const isLateRequest = () => and(isOpenRequest(), lt(kycRequests.dueAt, new Date()));

/** Condition: the request has risk flags. Must equal the condition of the indexes kyc_requests_open_clean and kyc_requests_open_risk. */
const hasFlags = sql`${kycRequests.flags} <> '{}'`;
/** Condition: the request has this risk flag. Must equal the condition of the partial index kyc_requests_flag_…. */
const hasFlag = (flag: KycFlag) => sql`${flag} = any(${kycRequests.flags})`;
/** Condition: the request is open and in this lane. "clean": without risk flags; otherwise with flags. */
export const isInLane = (lane: KycLane) =>
  and(isOpenRequest(), lane === "clean" ? sql`${kycRequests.flags} = '{}'` : hasFlags);

/** SQL sort order: highest risk first; among equal risks, oldest first. */
export const highestRiskFirst = sql`${kycRequests.risk} desc, ${kycRequests.submittedAt}, ${kycRequests.id}`;
const highestRiskLast = sql`${kycRequests.risk}, ${kycRequests.submittedAt} desc, ${kycRequests.id} desc`;

function orderBy(sort: string): SQL {
  if (sort === "-risk") return highestRiskFirst;
  return sort === "risk" ? highestRiskLast : orderByClause(sort, SORTS, kycRequests.id);
}

/** Lists requests, oldest first by default (docs/rules.md). */
export async function listKyc(db: Queryable, input: ListInput, adminId: string) {
  // Reads the position of the latest change before the rows, so that a change between the two reads is reported twice instead of missed.
  const lastChangeId = await latestChangePosition(db);
  const common = await commonWords(db, input.q, { table: kycRequests, words: kycRequests.words });
  const where = kycFilter(input, adminId, common);
  const sort = input.sort ?? "submitted_at";
  const order = orderBy(sort);
  const offset = input.page * input.size;
  const arrivalColumns = {
    table: kycRequests,
    at: kycRequests.submittedAt,
    where: () => kycFilter({ ...input, until: undefined }, adminId, common),
  };
  const dayCountFilters = /^-?submitted_at$/.test(sort) ? dayTotalsFilterOf(input, adminId) : undefined;
  const untilFilters = dayTotalsUntil(dayCountFilters, input.until, arrivalColumns);
  const countByDay =
    untilFilters &&
    (await findPageStartByDay(db, untilFilters, {
      at: kycRequests.submittedAt,
      descending: sort.startsWith("-"),
      offset,
    }));
  // Reads only ids here, so that PostgreSQL skips rows in an index instead of the table.
  const searchHits = input.q?.trim()
    ? await readSearchResultPage(db, kycRequests, { where, order, columns: SORT_COLUMNS, ...input })
    : undefined;
  const page = searchHits?.ids
    ? sql`(select unnest(${sql.param(searchHits.ids)}::uuid[]))`
    : sql`(select ${kycRequests.id} from ${kycRequests} ${whereClause(and(where, countByDay?.where))}
    order by ${order} limit ${input.size} offset ${countByDay?.offset ?? offset})`;
  const rows = await selectKycRows(db).where(sql`${kycRequests.id} in ${page}`).orderBy(order);
  const items = rows.map(toKycRow);
  const count = searchHits ? toCappedTotal(searchHits.count) : await countUpToCap(db, kycRequests, where);
  const suggestion = await suggestSimilarName(db, {
    typed: input.q,
    total: count.total,
    fits: (query) => sql`${kycRequests.id} in (select near_kyc_requests(${query}))`,
    rowsWith: (matches) => sql`select ${fullNameSql(kycRequests)} from ${kycRequests}
      ${whereClause(and(kycFilter({ ...input, q: undefined }, adminId), matches))}`,
  });
  const window = await readListWindow(db, KYC_LIST, { ...input, sort }, items, arrivalColumns);
  return { ...toPagedList(input, items, count, suggestion), ...window, mark: lastChangeId };
}

const ASSIGNEE_COLUMNS = { id: admins.id, firstName: admins.firstName, lastName: admins.lastName, email: admins.email };

/** Builds the query for rows of the list: request, assignee and the account's status. */
export const selectKycRows = (db: Queryable) =>
  db
    .select({ request: kycRequests, assignee: ASSIGNEE_COLUMNS, account: currentStatusSql() })
    .from(kycRequests)
    .innerJoin(users, eq(users.id, kycRequests.userId))
    .leftJoin(admins, eq(admins.id, kycRequests.assigneeId));

/** Row that `selectKycRows` returns. */
export type SelectedKycRow = Awaited<ReturnType<typeof selectKycRows>>[number];

/** Converts a selected row for the API. */
export const toKycRow = ({ request, assignee, account }: SelectedKycRow): KycRow => ({
  id: request.id,
  reference: request.reference,
  user_id: request.userId,
  name: fullName(request),
  tier: request.tier,
  identity_type: request.identityType,
  state: request.state,
  lga: request.lga,
  submitted_at: request.submittedAt.toISOString(),
  due_at: request.dueAt.toISOString(),
  assignee: assignee && toAdminRef(assignee),
  flags: request.flags as KycFlag[],
  account_status: account,
  version: request.version,
});

/** Returns the condition of the list's filters. @param common typed words that many requests have (`commonWords`) */
export function kycFilter(input: KycFilters, adminId: string, common?: ReadonlySet<string>): SQL | undefined {
  return and(
    input.state ? inArray(kycRequests.state, splitChoiceList<KycState>(input.state)) : undefined,
    input.tier ? inArray(kycRequests.tier, splitChoiceList(input.tier).map(Number)) : undefined,
    input.identity_type
      ? inArray(kycRequests.identityType, splitChoiceList<IdentityType>(input.identity_type))
      : undefined,
    input.lga ? inArray(kycRequests.lga, splitChoiceList<Lga>(input.lga)) : undefined,
    input.assignee === "nobody"
      ? isNull(kycRequests.assigneeId)
      : input.assignee
        ? eq(kycRequests.assigneeId, input.assignee === "me" ? adminId : input.assignee)
        : undefined,
    hasArrivedBy(kycRequests.submittedAt, input.until),
    input.submitted_from ? gte(kycRequests.submittedAt, startOfDay(input.submitted_from)) : undefined,
    input.submitted_to ? lt(kycRequests.submittedAt, endOfDay(input.submitted_to)) : undefined,
    input.late ? isLateRequest() : undefined,
    input.flagged ? hasFlags : undefined,
    input.flag ? hasFlag(input.flag) : undefined,
    input.lane ? isInLane(input.lane) : undefined,
    input.q?.trim() ? searchCondition(input.q, common) : undefined,
  );
}

/**
 * Matches a reference, phone number, email, or the last four digits of the identity number; otherwise the beginning of a name for each
 * typed word.
 */
function searchCondition(searchText: string, common?: ReadonlySet<string>): SQL | undefined {
  const { references, email, digits, value } = parseSearchText(searchText, "KYC");
  if (references) return inArray(kycRequests.reference, references);
  if (email)
    return sql`${kycRequests.userId} = any(array(select ${users.id} from ${users} where ${equalsNameIgnoringCase(users.email, email)}))`;
  if (/^\d{4}$/.test(value)) return eq(kycRequests.identityNumberLast4, value);
  if (digits !== null) return eq(kycRequests.phone, `+234${digits}`);
  return hasNameWords(kycRequests.words, searchText, common);
}
