import "server-only";
import { and, eq, gt, gte, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { type InputOf, id, splitAnyOf } from "@/lib/contract/common";
import type { event } from "@/lib/contract/event";
import type { EventState } from "@/lib/contract/event.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import { events } from "@/lib/server/db/schema/event";
import { isInStates } from "./state";

export type EventListInput = InputOf<typeof event.list>;
export type EventFilters = Omit<EventListInput, "page" | "size" | "sort">;

/** Words that one search asks for. */
const WORDS = 8;

/** The events that are asked for; undefined for all of them. */
export const eventFilter = ({ state, category, lga, from, to, q }: EventFilters): SQL | undefined =>
  and(
    state ? isInStates(splitAnyOf<EventState>(state)) : undefined,
    category ? eq(events.categoryId, category) : undefined,
    lga ? eq(events.lga, lga) : undefined,
    from ? endsAfter(startOfDay(from)) : undefined,
    to ? lt(events.startsAt, endOfDay(to)) : undefined,
    q?.trim() ? matching(q.trim()) : undefined,
  );

/** One without an end, which only a draft can be, takes place when it starts. */
export const endsAfter = (moment: Date) =>
  or(gt(events.endsAt, moment), and(isNull(events.endsAt), gte(events.startsAt, moment)));

/** An id, or words that begin some of the title, the venue or the organiser. */
function matching(typed: string): SQL {
  const asId = id.safeParse(typed);
  if (asId.success) return eq(events.id, asId.data);
  // Letters and digits alone, so that nothing of it is an operator.
  const words = typed.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (!words.length) return sql`false`;
  // A word of one letter begins too much, and is sought as it is.
  const query = words.slice(0, WORDS).map((word) => (word.length > 1 ? `'${word}':*` : `'${word}'`));
  return sql`${events.words} @@ to_tsquery('simple', ${query.join(" & ")})`;
}
