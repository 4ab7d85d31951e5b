"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { errorMessageOf } from "@/lib/client/api-error";
import { hasSearchOrFilters, type ListState, toApiInput, toListQueryString } from "@/lib/client/list-params";
import { toast } from "@/lib/client/toast";
import { useListParams } from "@/lib/client/use-list-params";
import { APPLICATION_LIST, APPLICATION_REVIEW_STATES } from "@/lib/contract/grant.values";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { recordUrl } from "@/lib/contract/records";
import { applicationListQuery } from "@/lib/queries/grant-applications";

/**
 * Returns the id after `currentId`. A decision may have removed `currentId` from a filtered list; its former neighbours then
 * determine its position.
 * @param seenIds ids of the list's page when the application was opened @param currentIds ids of the same page now
 */
export function applicationIdAfter(
  currentId: string,
  seenIds: readonly string[],
  currentIds: readonly string[],
): string | undefined {
  const position = currentIds.indexOf(currentId);
  if (position >= 0) return currentIds[position + 1];
  const previousIds = new Set(seenIds.slice(0, Math.max(seenIds.indexOf(currentId), 0)));
  return currentIds[currentIds.findLastIndex((id) => previousIds.has(id)) + 1];
}

type ApplicationList = ListState<(typeof APPLICATION_LIST)["filters"]>;

/** Omits the list's name, because without URL parameters a named list would start with the admin's default view. */
const OPENED_LIST = { ...APPLICATION_LIST, name: undefined };

/**
 * Returns the list to use if an application's page was not opened from a list: undecided applications of the same programme, oldest
 * first.
 */
const programmeQueueOf = ({ programme }: ApplicationDetails): ApplicationList => ({
  page: 1,
  size: 20,
  sort: "submitted_at",
  filters: { programme: programme.id, state: APPLICATION_REVIEW_STATES.join(",") },
});

const applicationHref = (id: string, list: ApplicationList) =>
  recordUrl("grant_application", id) + toListQueryString(APPLICATION_LIST, list);

/** Finds an application's place in the list from which it was opened, and opens the next application. */
export function useNextApplication(application: ApplicationDetails) {
  const router = useRouter();
  const client = useQueryClient();
  const { state } = useListParams(OPENED_LIST);
  const [isOpening, startOpening] = useTransition();
  const [isSearching, setIsSearching] = useState(false);
  /**
   * Ids of the list when first loaded, and whether the URL defines the list. Kept when a decision removes the application from the
   * list.
   */
  const [start, setStart] = useState<{ isFromList: boolean; ids: readonly string[] } | null>(null);

  const hasListParams = hasSearchOrFilters(state) || state.sort !== undefined || state.page > 1;
  const listQuery = useQuery(applicationListQuery(toApiInput(state)));
  const isInList = listQuery.data?.items.some(({ id }) => id === application.id) ?? false;
  const isFromList = start ? start.isFromList : hasListParams || isInList;
  const queueQuery = useQuery({
    ...applicationListQuery(toApiInput(programmeQueueOf(application))),
    enabled: listQuery.data !== undefined && !isFromList,
  });
  const list = isFromList ? state : programmeQueueOf(application);
  const { data } = isFromList ? listQuery : queueQuery;
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  if (data && !start) setStart({ isFromList, ids: idsOf(data.items) });

  const nextId = data && applicationIdAfter(application.id, start?.ids ?? idsOf(data.items), idsOf(data.items));
  // There is no next application if the only following row is the current application itself.
  const upcomingId = nextId === application.id ? undefined : nextId;
  const position = data?.items.findIndex(({ id }) => id === application.id) ?? -1;
  const positionInList = data && position >= 0 ? { at: (list.page - 1) * list.size + position + 1, of: data } : null;

  /** Refetches the list if it is stale. At the end of a page, fetches the next page. */
  const findNext = async (): Promise<{ id: string; list: ApplicationList } | null> => {
    const currentPageIds = idsOf((await client.fetchQuery(applicationListQuery(toApiInput(list)))).items);
    const id = applicationIdAfter(application.id, start?.ids ?? currentPageIds, currentPageIds);
    if (id && id !== application.id) return { id, list };
    const nextPage = { ...list, page: list.page + 1 };
    const nextPageData = await client.fetchQuery(applicationListQuery(toApiInput(nextPage)));
    const first = nextPageData.items.find((row) => row.id !== application.id);
    return first ? { id: first.id, list: nextPage } : null;
  };
  const openNext = async () => {
    if (isSearching || isOpening) return;
    setIsSearching(true);
    try {
      const target = await findNext();
      // Navigates in a transition: a preloaded application opens immediately.
      if (target) startOpening(() => router.push(applicationHref(target.id, target.list)));
      else toast("This is the last one of the list.", { id: "grant.next" });
    } catch (error) {
      toast.error(errorMessageOf(error, "The list could not be read. Try again."));
    } finally {
      setIsSearching(false);
    }
  };
  return {
    next: () => void openNext(),
    busy: isSearching || isOpening,
    place: positionInList,
    upcoming: upcomingId ? { id: upcomingId, href: applicationHref(upcomingId, list) } : null,
    /** Filters of the list as a query string, for the link back to the list. */
    search: toListQueryString(APPLICATION_LIST, state),
  };
}
/** Result of `useNextApplication`. */
export type NextApplication = ReturnType<typeof useNextApplication>;
