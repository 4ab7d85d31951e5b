import { cache } from "react";
import { hasNoListParams, type ListState, parseListParams } from "@/lib/client/list-params";
import { makeQueryClient } from "@/lib/client/query-client";
import type { Filters, ListDeclaration } from "@/lib/contract/list.values";
import { initialListQueryString, savedViewsQuery } from "@/lib/queries/saved-views";

/** Loads the admin's saved views once per request, shared by layout and page. */
export const fetchSavedViewsOnce = cache(() => makeQueryClient().fetchQuery(savedViewsQuery()));

type PageSearch = Record<string, string | string[] | undefined>;

/**
 * Reads a list's state on the server, as `useListParams` does in the browser, so that the first HTML has the rows of the default
 * view. If the views can't be loaded, the list opens without them.
 */
export async function readListState<F extends Filters>(
  list: ListDeclaration<F>,
  search: PageSearch,
): Promise<ListState<F>> {
  if (!list.name || !hasNoListParams(list, search)) return parseListParams(list, search);
  const start = await fetchSavedViewsOnce().then(
    (views) => initialListQueryString(views, list.name),
    () => "",
  );
  return parseListParams(list, search, start);
}
