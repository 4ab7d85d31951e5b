import "server-only";
import { and, asc, isNotNull } from "drizzle-orm";
import type { IreportStats } from "@/lib/contract/ireport-figures";
import { LGAS } from "@/lib/contract/kyc.values";
import { eachDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { type Period, periodOf } from "@/lib/server/transaction/overview";
import { categoryTree, type Placed } from "./category-tree";
import {
  type Came,
  cameTo,
  countOpen,
  countSubmitted,
  ratedIn,
  reopenedIn,
  resolvedByDay,
  type Waits,
} from "./count-reports";
import { isLate } from "./filter";
import { selectRows, toRow } from "./rows";
import { type Viewer, visibleTo } from "./visibility";

const DAYS = 30;
const MAX_DAYS = 366;
const ESCALATIONS = 20;

/**
 * Returns the desk's figures for a period, compared with an equally long one before, and for now. Includes only reports that the
 * admin may see. Reads only indexes that cover these columns (schema/ireport.ts).
 * @throws 400 for an invalid period
 */
export async function ireportStats(db: Queryable, admin: Viewer, input: Partial<Period>): Promise<IreportStats> {
  const period = periodOf({ days: DAYS, ...input }, MAX_DAYS);
  const visible = await visibleTo(db, admin);
  const came = await countSubmitted(db, period, visible);
  const waits = await countOpen(db, visible);
  const resolved = await cameTo(db, ireports.resolvedAt, period, visible);
  const acknowledged = await cameTo(db, ireports.acknowledgedAt, period, visible);
  const resolvedOn = await resolvedByDay(db, period, visible);
  const escalated = await selectRows(db)
    .where(and(isNotNull(ireports.escalatedAt), isLate(), visible))
    .orderBy(asc(ireports.dueAt), asc(ireports.id))
    .limit(ESCALATIONS);
  const whole = came.find(({ category, lga, day }) => category === null && lga === null && day === null);
  const all = waits.find(({ category, lga }) => category === null && lga === null);
  const submittedOn = new Map(came.map(({ day, now }) => [day, now]));
  return {
    ...period,
    submitted: { now: whole?.now ?? 0, before: whole?.before ?? 0 },
    resolved: { now: resolved.now, before: resolved.before },
    reopened: await reopenedIn(db, period, visible),
    acknowledge_minutes: acknowledged.minutes,
    resolve_minutes: resolved.minutes,
    rating: await ratedIn(db, period, visible),
    open: all?.open ?? 0,
    unassigned: all?.unassigned ?? 0,
    late: all?.late ?? 0,
    escalated: all?.escalated ?? 0,
    waiting_for_citizen: all?.waiting ?? 0,
    ...(await shares(db, came, waits)),
    by_lga: LGAS.map((lga) => ({ lga, ...sumOf(came, waits, (each) => each.lga === lga) })),
    by_day: eachDay(period.from, period.to).map((day) => ({
      day,
      submitted: submittedOn.get(day) ?? 0,
      resolved: resolvedOn.get(day) ?? 0,
    })),
    escalations: escalated.map(toRow),
  };
}

/** Returns figures by first-level category with those below, and by department. Omits those without reports. */
async function shares(db: Queryable, came: readonly Came[], waits: readonly Waits[]) {
  const tree = await categoryTree(db);
  const departments = await db.select().from(ireportDepartments);
  const of = (fits: (category: Placed) => boolean) =>
    sumOf(came, waits, ({ category }) => {
      const placed = category === null ? undefined : tree.get(category);
      return placed !== undefined && fits(placed);
    });
  const responsible = ({ departmentId, parentId }: Placed) =>
    departmentId ?? (parentId ? tree.get(parentId)?.departmentId : null) ?? null;
  const all = [...departments, { id: null, name: "No department" }];
  return {
    by_category: [...tree.values()]
      .filter(({ parentId }) => parentId === null)
      .map(({ id, name }) => ({ id, name, ...of((each) => (each.parentId ?? each.id) === id) }))
      .filter(hasAny)
      .sort(mostFirst),
    by_department: all
      .map(({ id, name }) => ({ id, name, ...of((each) => responsible(each) === id) }))
      .filter(hasAny)
      .sort(mostFirst),
  };
}

type Share = Record<"now" | "before" | "open" | "late", number>;

function sumOf(
  came: readonly Came[],
  waits: readonly Waits[],
  fits: (shared: Pick<Came, "category" | "lga">) => boolean,
): Share {
  const sum = { now: 0, before: 0, open: 0, late: 0 };
  for (const each of came.filter(fits)) {
    sum.now += each.now;
    sum.before += each.before;
  }
  for (const each of waits.filter(fits)) {
    sum.open += each.open;
    sum.late += each.late;
  }
  return sum;
}

const hasAny = ({ now, before, open }: Share) => now + before + open > 0;
const mostFirst = (a: Share & { name: string }, b: Share & { name: string }) =>
  b.open - a.open || b.now - a.now || a.name.localeCompare(b.name);
