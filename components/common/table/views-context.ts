"use client";

import { type ComponentType, createContext, useContext, useState } from "react";
import type { ListParams } from "@/lib/client/use-list-params";
import type { ListResponse } from "@/lib/contract/common";
import type { TableColumn } from "./column";
import { arrangeColumns, type ColumnLayout, hiddenColumns } from "./column-layout";
import type { Facet } from "./facet";

/** Props of the components that show the saved views of a list. */
export type SavedViewsProps = {
  list: ListParams;
  facets: readonly Facet[];
  columns: readonly { id: string; header: string; sort?: string }[];
  layout: ColumnLayout;
  data: ListResponse<unknown> | undefined;
};

type SavedViewsState = {
  /** Returns the column layout of the open view, or else the admin's own layout of the list; undefined if none was saved. */
  layoutOf: (list: string, saved: string | undefined) => ColumnLayout | undefined;
  saveLayout: (list: string, saved: string | undefined, layout: ColumnLayout) => void;
  /** Stores the current filters, so that they outlive the session. */
  keepSearch: (list: string, search: string) => void;
  /** Renders the chips of the saved views, above the toolbar. */
  Bar: ComponentType<SavedViewsProps>;
  /** Renders the button that saves the list's current filters and sort order as a view. */
  SaveButton: ComponentType<SavedViewsProps>;
};

/**
 * Gives lists access to saved views. Provided by components/views, because components/common loads no data. Null where no saved views are
 * provided, as in the component gallery.
 */
export const SavedViewsContext = createContext<SavedViewsState | null>(null);

/** Returns the saved views of a list; null if it has none, as in the component gallery. */
export function useSavedViewsState({ views: listViews }: ListParams): SavedViewsState | null {
  const views = useContext(SavedViewsContext);
  return listViews ? views : null;
}

/** Returns the columns of a list in the admin's order, the visible ones, and a function that saves a change of the layout. */
export function useColumnLayout<Row>(list: ListParams, columns: readonly TableColumn<Row>[]) {
  const views = useSavedViewsState(list);
  const [local, setLocal] = useState<ColumnLayout>();
  const name = list.views?.name ?? "";
  const stored = (views ? views.layoutOf(name, list.state.saved) : local) ?? { order: [], hidden: [] };
  const arranged = arrangeColumns(columns, stored.order);
  const hidden = hiddenColumns(columns, stored);
  const layout = { order: arranged.map(({ id }) => id), hidden };
  return {
    arranged,
    visible: arranged.filter(({ id }) => !hidden.includes(id)),
    layout,
    change: (changed: ColumnLayout) => (views ? views.saveLayout(name, list.state.saved, changed) : setLocal(changed)),
  };
}
