"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { ColumnLayout } from "@/components/common/table/column-layout";
import type { SavedViewsProps } from "@/components/common/table/views-context";
import { savedViewsQuery } from "@/lib/queries/saved-views";
import type { ListName } from "@/lib/queries/saved-views-bar";

/** Column settings that were changed in this tab while a view was open, by the view's id. `forget` drops these settings. */
export const ColumnLayoutsContext = createContext<{
  layouts: Record<string, ColumnLayout | undefined>;
  forget: (viewId: string) => void;
}>({ layouts: {}, forget: () => {} });

/** Returns a list's saved views, the open view, and whether its filters or columns have unsaved changes. */
export function useSavedViews({ list, layout }: Pick<SavedViewsProps, "list" | "layout">) {
  const { data } = useQuery(savedViewsQuery());
  const { layouts, forget } = useContext(ColumnLayoutsContext);
  const { name = "", search = "", read } = list.views ?? {};
  const views = data?.views.filter((view) => view.list === name) ?? [];
  const open = views.find(({ id }) => id === list.state.saved);
  const stored = open && read ? read(open.search) : undefined;
  return {
    name: name as ListName,
    views,
    defaultId: data?.settings.find((each) => each.list === name)?.default_view_id ?? null,
    open,
    /** Parameters of the open view that the list no longer supports. */
    dropped: stored?.dropped ?? [],
    isChanged: open !== undefined && (stored?.search !== search || layouts[open.id] !== undefined),
    /** Input of an API call that saves the list's current state. */
    current: { search, columns: layout },
    forget,
  };
}
