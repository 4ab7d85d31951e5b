"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { messageOf } from "@/lib/client/api-error";
import { isFiltered, type ListState, toApiInput, toSearch } from "@/lib/client/list-params";
import { toast } from "@/lib/client/toast";
import { useListParams } from "@/lib/client/use-list-params";
import { APPLICATION_LIST, REVIEWED_STATES } from "@/lib/contract/grant.values";
import type { ApplicationSingle } from "@/lib/contract/grant-applications";
import { recordUrl } from "@/lib/contract/records";
import { applicationListQuery } from "@/lib/queries/grant-applications";

/**
 * Returns the id after `current`. A decision removes `current` from a filtered list. Its place is then found by the ids before it
 * when the page was opened.
 * @param seen ids of that page of the list when it was opened; @param now ids as they are now
 */
export function idAfter(current: string, seen: readonly string[], now: readonly string[]): string | undefined {
  const at = now.indexOf(current);
  if (at >= 0) return now[at + 1];
  const before = new Set(seen.slice(0, Math.max(seen.indexOf(current), 0)));
  return now[now.findLastIndex((id) => before.has(id)) + 1];
}

/** Undecided applications of the same programme, oldest first: the list for an application opened without one. */
type ApplicationList = ListState<(typeof APPLICATION_LIST)["filters"]>;

const queueOf = ({ programme }: ApplicationSingle): ApplicationList => ({
  page: 1,
  size: 20,
  sort: "submitted_at",
  filters: { programme: programme.id, state: REVIEWED_STATES.join(",") },
});

const hrefOf = (id: string, list: ApplicationList) =>
  recordUrl("grant_application", id) + toSearch(APPLICATION_LIST, list);

/** Finds the application's place in the list that it was opened from, and opens the next one. */
export function useApplicationNext(application: ApplicationSingle) {
  const router = useRouter();
  const client = useQueryClient();
  const { state } = useListParams(APPLICATION_LIST);
  const [opening, open] = useTransition();
  const [looking, setLooking] = useState(false);
  /** The list and its ids when first seen; both stay when a decision removes the application from the list. */
  const [start, setStart] = useState<{ isFromList: boolean; ids: readonly string[] } | null>(null);

  const isNamed = isFiltered(state) || state.sort !== undefined || state.page > 1;
  const own = useQuery(applicationListQuery(toApiInput(state)));
  const isIn = own.data?.items.some(({ id }) => id === application.id) ?? false;
  const isFromList = start ? start.isFromList : isNamed || isIn;
  const queue = useQuery({
    ...applicationListQuery(toApiInput(queueOf(application))),
    enabled: own.data !== undefined && !isFromList,
  });
  const list = isFromList ? state : queueOf(application);
  const { data } = isFromList ? own : queue;
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  if (data && !start) setStart({ isFromList, ids: idsOf(data.items) });

  const after = data && idAfter(application.id, start?.ids ?? idsOf(data.items), idsOf(data.items));
  // If the only row after it is the current application itself, there is no next one.
  const upcoming = after === application.id ? undefined : after;
  const at = data?.items.findIndex(({ id }) => id === application.id) ?? -1;
  const place = data && at >= 0 ? { at: (list.page - 1) * list.size + at + 1, of: data } : null;

  /** Refetches the list if it is stale. At the end of its page, fetches the next page. */
  const find = async (): Promise<{ id: string; list: ApplicationList } | null> => {
    const here = idsOf((await client.fetchQuery(applicationListQuery(toApiInput(list)))).items);
    const id = idAfter(application.id, start?.ids ?? here, here);
    if (id && id !== application.id) return { id, list };
    const following = { ...list, page: list.page + 1 };
    const there = await client.fetchQuery(applicationListQuery(toApiInput(following)));
    const first = there.items.find((row) => row.id !== application.id);
    return first ? { id: first.id, list: following } : null;
  };
  const next = async () => {
    if (looking || opening) return;
    setLooking(true);
    try {
      const found = await find();
      // Navigates in a transition: a preloaded application opens immediately.
      if (found) open(() => router.push(hrefOf(found.id, found.list)));
      else toast("This is the last one of the list.", { id: "grant.next" });
    } catch (error) {
      toast.error(messageOf(error, "The list could not be read. Try again."));
    } finally {
      setLooking(false);
    }
  };
  return {
    next: () => void next(),
    busy: looking || opening,
    place,
    upcoming: upcoming ? { id: upcoming, href: hrefOf(upcoming, list) } : null,
    /** Filters of the list, for the link back. */
    search: toSearch(APPLICATION_LIST, state),
  };
}
export type ApplicationNext = ReturnType<typeof useApplicationNext>;
