import "server-only";
import { and, eq, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { type InputOf, id, splitAnyOf } from "@/lib/contract/common";
import type { grant } from "@/lib/contract/grant";
import { PROGRAMME_STATES, type ProgrammeState } from "@/lib/contract/grant.values";
import type { Queryable } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { answerOf, cappedCount, likePrefix, orderOf } from "@/lib/server/lists/list";
import { programmeRows } from "./programme-rows";

type ListInput = InputOf<typeof grant.programmes>;

/** A stretch of the list that an index gives in its order. */
type Stretch = { where?: SQL; order: SQL };

const SORTS = {
  name: [sql`lower(${grantProgrammes.name})`],
  closes_at: [grantProgrammes.closesAt],
  budget: [grantProgrammes.budget],
  updated_at: [grantProgrammes.updatedAt],
};
const by = (sort: string) => orderOf(sort, SORTS, grantProgrammes.id);

/** Open ones first, those that close next before the others; then drafts, closed and completed ones, the latest first. */
const FIRST: Record<ProgrammeState, SQL> = {
  open: by("closes_at"),
  draft: by("-closes_at"),
  closed: by("-closes_at"),
  completed: by("-closes_at"),
};
const FIRST_STATES: readonly ProgrammeState[] = ["open", "draft", "closed", "completed"];

/** By the end of the window, programmes without one are last either way. */
function stretchesOf(sort: string | undefined, states: readonly ProgrammeState[]): Stretch[] {
  if (!sort)
    return FIRST_STATES.filter((state) => states.includes(state)).map((state) => ({
      where: eq(grantProgrammes.state, state),
      order: FIRST[state],
    }));
  if (!sort.endsWith("closes_at")) return [{ order: by(sort) }];
  return [
    { where: isNotNull(grantProgrammes.closesAt), order: by(sort) },
    { where: isNull(grantProgrammes.closesAt), order: sql`${grantProgrammes.id} desc` },
  ];
}

/** Programmes as they are asked for: those that are open first, unless told. */
export async function listProgrammes(db: Queryable, input: ListInput) {
  const states = input.state ? splitAnyOf<ProgrammeState>(input.state) : undefined;
  const where = and(
    states ? inArray(grantProgrammes.state, states) : undefined,
    input.q?.trim() ? matching(input.q.trim()) : undefined,
  );
  const ids = await pageOf(db, input, stretchesOf(input.sort, states ?? PROGRAMME_STATES), where);
  const items = await programmeRows(db, ids);
  return answerOf(input, items, await cappedCount(db, grantProgrammes, where));
}

/** An id, or a part of the name or of the sponsor's. */
function matching(typed: string): SQL | undefined {
  const asId = id.safeParse(typed);
  if (asId.success) return eq(grantProgrammes.id, asId.data);
  const part = `%${likePrefix(typed)}`;
  return or(ilike(grantProgrammes.name, part), ilike(grantProgrammes.sponsor, part));
}

/** Ids of a page, which may go over the ends of stretches. */
async function pageOf(db: Queryable, { page, size }: ListInput, stretches: Stretch[], fitting: SQL | undefined) {
  const ids: string[] = [];
  let skip = page * size;
  for (const { where, order } of stretches) {
    const condition = and(fitting, where);
    const found = await db
      .select({ id: grantProgrammes.id })
      .from(grantProgrammes)
      .where(condition)
      .orderBy(order)
      .limit(size - ids.length)
      .offset(skip);
    ids.push(...found.map((row) => row.id));
    if (ids.length === size) break;
    // Nothing of it on this page: all of it is skipped, however much it is.
    const passed = found.length || skip === 0 ? skip : (await cappedCount(db, grantProgrammes, condition, skip)).total;
    skip -= passed;
  }
  return ids;
}
