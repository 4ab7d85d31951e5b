import "server-only";
import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { AuditTrailRow, systemLogs } from "@/lib/contract/system-logs";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { answerOf, capped, cappedCount, likePrefix } from "@/lib/server/lists/list";
import { type Counted, countOf, pageByDay } from "@/lib/server/totals/day-totals";
import { actionWords } from "./action-words";
import { actorEmail, actorOf, actorRefOf } from "./actor";
import { shownName } from "./shown-bytes";

type ListInput = InputOf<typeof systemLogs.auditTrails>;
export type AuditTrailFilters = Omit<ListInput, "page" | "size" | "sort">;

/** What a list shows of a row; what it was made from (before, after) is left in the table. */
const SHOWN = {
  id: auditTrails.id,
  at: auditTrails.at,
  adminId: auditTrails.adminId,
  adminName: auditTrails.adminName,
  adminEmail: actorEmail,
  action: auditTrails.action,
  recordType: auditTrails.recordType,
  recordId: auditTrails.recordId,
  recordName: shownName,
  address: auditTrails.address,
  device: auditTrails.device,
  outcome: auditTrails.outcome,
};
type ShownRow = Pick<typeof auditTrails.$inferSelect, Exclude<keyof typeof SHOWN, "adminEmail">> & {
  adminEmail: string | null;
};

/** Newest first unless told. */
export async function listAuditTrails(db: Queryable, input: ListInput) {
  const where = auditTrailFilter(input);
  const ascending = input.sort === "at";
  // A beginning that fits so many rows has one of them soon, wherever one starts to read.
  const fitting = input.q?.trim() ? await cappedCount(db, auditTrails, where, SEARCHED) : undefined;
  const isRare = fitting && !fitting.totalIsCapped;
  const counted = countedByDay(input);
  const page = where
    ? await filteredPage(db, where, { ascending, isRare, counted, ...input })
    : await plainPage(db, ascending, input);
  const rows = await db
    .select(SHOWN)
    .from(auditTrails)
    .where(sql`${auditTrails.id} in ${page}`)
    .orderBy(ascending ? sql`${auditTrails.id}` : sql`${auditTrails.id} desc`);
  const count = counted
    ? capped(await countOf(db, counted))
    : where
      ? await countRows(db, where, fitting)
      : capped(await headId(db));
  return answerOf(input, rows.map(toRow), count);
}

type Page = { page: number; size: number };

/** Up to so many fitting rows are sorted by themselves; of more, one is soon met in the order of time. */
const SEARCHED = 50_000;

const countRows = (db: Queryable, where: SQL, fitting?: { total: number }) =>
  fitting ? capped(fitting.total) : cappedCount(db, auditTrails, where);

/**
 * Ids first: what a deep page skips is read from an index, not from the table, or is known by day.
 * @param isRare all that fits is found first and put in order then, where PostgreSQL would go through the whole trail
 */
async function filteredPage(
  db: Queryable,
  where: SQL,
  { ascending, isRare, counted, page, size }: Page & { ascending: boolean; isRare?: boolean; counted?: Counted },
): Promise<SQL> {
  const { at, id } = auditTrails;
  const offset = page * size;
  const start = counted && (await pageByDay(db, counted, { at, descending: !ascending, offset }));
  const fits = and(where, start?.where);
  const found = isRare
    ? sql`(with fitting as materialized (select ${at}, ${id} from ${auditTrails} where ${fits}) select id from fitting`
    : sql`(select ${id} from ${auditTrails} where ${fits}`;
  const direction = ascending ? sql`asc` : sql`desc`;
  return sql`${found} order by at ${direction}, id ${direction} limit ${size} offset ${start?.offset ?? offset})`;
}

/** What is asked for as the totals by day know it (schema/totals.ts); undefined where they do not. */
function countedByDay({ admin, action, record_type, outcome, from, to, ...others }: ListInput): Counted | undefined {
  const asked = Object.entries({ admin, action, record_type, outcome }).filter(([, value]) => value);
  const [only] = asked;
  if (!only || asked.length > 1 || others.record_id || others.q?.trim()) return undefined;
  return { list: "trail", facets: [only.join(":")], from, to };
}

/** The rows are numbered without gaps, so a page of the whole trail is reckoned, however deep. */
async function plainPage(db: Queryable, ascending: boolean, { page, size }: Page): Promise<SQL> {
  const last = await headId(db);
  const first = ascending ? page * size + 1 : last - page * size;
  const ids = Array.from({ length: size }, (_, index) => (ascending ? first + index : first - index));
  return sql`(select unnest(${sql.param(ids)}::bigint[]))`;
}

async function headId(db: Queryable): Promise<number> {
  const head = await db.execute<{ id: string }>(sql`select id from audit_head`);
  return Number(head.rows[0]?.id ?? 0);
}

/** undefined: the whole trail. */
export function auditTrailFilter(input: AuditTrailFilters): SQL | undefined {
  return and(
    input.admin ? eq(auditTrails.adminId, input.admin) : undefined,
    input.action ? eq(auditTrails.action, input.action) : undefined,
    input.record_type ? sql`${auditTrails.recordType} = ${input.record_type}` : undefined,
    input.record_id ? eq(auditTrails.recordId, input.record_id) : undefined,
    // Written out, not a parameter: the partial index of the refused rows serves only a query that says so.
    input.outcome === "refused" ? sql`${auditTrails.outcome} = 'refused'` : undefined,
    input.outcome === "done" ? sql`${auditTrails.outcome} = 'done'` : undefined,
    input.from ? gte(auditTrails.at, startOfDay(input.from)) : undefined,
    input.to ? lt(auditTrails.at, endOfDay(input.to)) : undefined,
    input.q?.trim()
      ? sql`lower(${auditTrails.recordName}) like ${likePrefix(input.q.trim().toLowerCase())}`
      : undefined,
  );
}

export const toRow = (row: ShownRow): AuditTrailRow => ({
  id: String(row.id),
  at: row.at.toISOString(),
  admin: actorRefOf(row),
  actor: actorOf(row),
  action: row.action,
  action_words: actionWords(row.action),
  record:
    row.recordType && row.recordId ? { type: row.recordType, id: row.recordId, name: row.recordName ?? "" } : null,
  address: row.address,
  outcome: row.outcome,
});
