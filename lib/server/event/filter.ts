import "server-only";
import { and, eq, gt, gte, isNull, lt, or, type SQL } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { eventCalls } from "@/lib/contract/event";
import type { EventState } from "@/lib/contract/event.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import { events } from "@/lib/server/db/schema/event";
import { hasTextWords, parseSearchText } from "@/lib/server/lists/search-terms";
import { isEventInStates } from "./state";

/** Filters, sort order and page of the event list. */
export type EventListInput = InputOf<typeof eventCalls.list>;
/** Filters of the event list. */
export type EventFilters = Omit<EventListInput, "page" | "size" | "sort">;

/** Returns the SQL condition of the event list's filters; undefined without any. */
export const eventFilter = ({ state, category, lga, from, to, q }: EventFilters): SQL | undefined =>
  and(
    state ? isEventInStates(splitChoiceList<EventState>(state)) : undefined,
    category ? eq(events.categoryId, category) : undefined,
    lga ? eq(events.lga, lga) : undefined,
    from ? eventEndsAfter(startOfDay(from)) : undefined,
    to ? lt(events.startsAt, endOfDay(to)) : undefined,
    q?.trim() ? searchCondition(q.trim()) : undefined,
  );

/** Returns an SQL condition: the event ends after `moment`. For drafts without an end, compares the start. */
export const eventEndsAfter = (moment: Date) =>
  or(gt(events.endsAt, moment), and(isNull(events.endsAt), gte(events.startsAt, moment)));

/** Matches an event id, or beginnings of words in the title, venue or organiser. */
function searchCondition(typed: string): SQL {
  const { id } = parseSearchText(typed);
  return id ? eq(events.id, id) : hasTextWords(events.words, typed);
}
