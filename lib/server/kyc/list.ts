import "server-only";
import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitAnyOf } from "@/lib/contract/common";
import type { KycRow, kyc } from "@/lib/contract/kyc";
import {
  type IdentityType,
  KYC_OPEN_STATES,
  type KycFlag,
  type KycLane,
  type KycState,
  type Lga,
} from "@/lib/contract/kyc.values";
import { fullName } from "@/lib/server/api/context";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { answerOf, cappedCount, orderOf, whereOf } from "@/lib/server/lists/list";
import { hasNames, nationalDigits } from "@/lib/server/lists/search-terms";
import { adminRefOf } from "@/lib/server/records/admin-record";
import { pageByDay } from "@/lib/server/totals/day-totals";
import { statusNowSql } from "@/lib/server/user/status";
import { countedOf } from "./count-by-day";
import { kycMark } from "./pulse";

type ListInput = InputOf<typeof kyc.list>;

export type KycFilters = Omit<ListInput, "page" | "size" | "sort">;

const SORTS = {
  submitted_at: [kycRequests.submittedAt],
  due_at: [kycRequests.dueAt],
  name: [kycRequests.lastName, kycRequests.firstName],
  tier: [kycRequests.tier, kycRequests.submittedAt],
};

/** Waiting for an officer. */
export const waits = () => inArray(kycRequests.state, [...KYC_OPEN_STATES]);

/** Waiting for an officer past its due time. */
export const isLate = () => and(waits(), lt(kycRequests.dueAt, new Date()));

/** The words of the indexes kyc_requests_open_clean and kyc_requests_open_risk. */
const isFlagged = sql`${kycRequests.flags} <> '{}'`;
/** The words of the indexes kyc_requests_flag_…, of which there is one for each flag. */
const hasFlag = (flag: KycFlag) => sql`${flag} = any(${kycRequests.flags})`;
export const inLane = (lane: KycLane) => and(waits(), lane === "clean" ? sql`${kycRequests.flags} = '{}'` : isFlagged);

/** The gravest first, and of those alike the oldest. */
export const gravestFirst = sql`${kycRequests.risk} desc, ${kycRequests.submittedAt}, ${kycRequests.id}`;
const gravestLast = sql`${kycRequests.risk}, ${kycRequests.submittedAt} desc, ${kycRequests.id} desc`;

function orderBy(sort: string): SQL {
  if (sort === "-risk") return gravestFirst;
  return sort === "risk" ? gravestLast : orderOf(sort, SORTS, kycRequests.id);
}

/** The queue: oldest first unless told (docs/rules.md). */
export async function listKyc(db: Queryable, input: ListInput, adminId: string) {
  // Before the rows: what changes between the two is told twice rather than not at all.
  const mark = await kycMark(db);
  const where = kycFilter(input, adminId);
  const sort = input.sort ?? "submitted_at";
  const order = orderBy(sort);
  const offset = input.page * input.size;
  const counted = /^-?submitted_at$/.test(sort) ? countedOf(input, adminId) : undefined;
  const byDay =
    counted &&
    (await pageByDay(db, counted, { at: kycRequests.submittedAt, descending: sort.startsWith("-"), offset }));
  // Ids first: what a deep page skips is read from an index, not from the table.
  const page = sql`(select ${kycRequests.id} from ${kycRequests} ${whereOf(and(where, byDay?.where))}
    order by ${order} limit ${input.size} offset ${byDay?.offset ?? offset})`;
  const items = await selectRows(db).where(sql`${kycRequests.id} in ${page}`).orderBy(order);
  const count = await cappedCount(db, kycRequests, where);
  return { ...answerOf(input, items.map(toRow), count), mark };
}

const ASSIGNEE = { id: admins.id, firstName: admins.firstName, lastName: admins.lastName, email: admins.email };

export const selectRows = (db: Queryable) =>
  db
    .select({ request: kycRequests, assignee: ASSIGNEE, account: statusNowSql() })
    .from(kycRequests)
    .innerJoin(users, eq(users.id, kycRequests.userId))
    .leftJoin(admins, eq(admins.id, kycRequests.assigneeId));

export type SelectedRow = Awaited<ReturnType<typeof selectRows>>[number];

export const toRow = ({ request, assignee, account }: SelectedRow): KycRow => ({
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
  assignee: assignee && adminRefOf(assignee),
  flags: request.flags as KycFlag[],
  account_status: account,
  version: request.version,
});

export function kycFilter(input: KycFilters, adminId: string): SQL | undefined {
  return and(
    input.state ? inArray(kycRequests.state, splitAnyOf<KycState>(input.state)) : undefined,
    input.tier ? inArray(kycRequests.tier, splitAnyOf(input.tier).map(Number)) : undefined,
    input.identity_type ? inArray(kycRequests.identityType, splitAnyOf<IdentityType>(input.identity_type)) : undefined,
    input.lga ? inArray(kycRequests.lga, splitAnyOf<Lga>(input.lga)) : undefined,
    input.assignee === "nobody"
      ? isNull(kycRequests.assigneeId)
      : input.assignee
        ? eq(kycRequests.assigneeId, input.assignee === "me" ? adminId : input.assignee)
        : undefined,
    input.submitted_from ? gte(kycRequests.submittedAt, startOfDay(input.submitted_from)) : undefined,
    input.submitted_to ? lt(kycRequests.submittedAt, endOfDay(input.submitted_to)) : undefined,
    input.late ? isLate() : undefined,
    input.flagged ? isFlagged : undefined,
    input.flag ? hasFlag(input.flag) : undefined,
    input.lane ? inLane(input.lane) : undefined,
    input.q ? matching(input.q.trim()) : undefined,
  );
}

/** A pasted reference or phone number finds its request; otherwise every typed word begins a name. */
function matching(typed: string): SQL | undefined {
  if (/^KYC-/i.test(typed)) return eq(kycRequests.reference, typed.toUpperCase());
  const digits = nationalDigits(typed);
  if (digits !== null) return eq(kycRequests.phone, `+234${digits}`);
  return hasNames([kycRequests.firstName, kycRequests.middleName, kycRequests.lastName], typed);
}
