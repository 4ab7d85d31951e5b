"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { ColumnLayout } from "@/components/common/table/column-layout";
import { SavedViewsContext } from "@/components/common/table/views-context";
import { flushListSettings, saveListSettingsLater } from "@/lib/client/keep-list-settings";
import { InitialListQueryStringContext } from "@/lib/client/list-start";
import { LIST_NAMES, type ListName } from "@/lib/contract/saved-views.values";
import { initialListQueryString, type SavedViewsResponse, savedViewsQuery } from "@/lib/queries/saved-views";
import { SaveViewButton } from "./save-view-button";
import { ColumnLayoutsContext } from "./use-list-views";
import { SavedViewsBar, SavedViewsSlot } from "./views-slot";

const NO_VIEWS: SavedViewsResponse = { views: [], settings: [] };

const isListName = (name: string): name is ListName => (LIST_NAMES as readonly string[]).includes(name);

/** Provides saved views, columns and initial filters to all lists. Changes are shown immediately and stored on the server. */
export function ListSettingsProvider({ children }: { children: ReactNode }) {
  const { data = NO_VIEWS } = useQuery(savedViewsQuery());
  /** Column settings changed in this tab, keyed by list, or by list and view. */
  const [layouts, setLayouts] = useState<Record<string, ColumnLayout | undefined>>({});
  useEffect(() => {
    window.addEventListener("pagehide", flushListSettings);
    return () => window.removeEventListener("pagehide", flushListSettings);
  }, []);
  const hasViews = data.views.length > 0;
  useEffect(() => {
    if (hasViews) SavedViewsBar.preload();
  }, [hasViews]);
  const views = useMemo(() => {
    const viewOf = (list: string, saved: string | undefined) =>
      data.views.find((view) => view.id === saved && view.list === list);
    return {
      layoutOf: (list: string, saved: string | undefined) => {
        const view = viewOf(list, saved);
        const own = layouts[list] ?? data.settings.find((each) => each.list === list)?.columns;
        return (view && (layouts[view.id] ?? view.columns)) ?? own ?? undefined;
      },
      saveLayout: (list: string, saved: string | undefined, columns: ColumnLayout) => {
        const view = viewOf(list, saved);
        setLayouts((all) => ({ ...all, [view?.id ?? list]: columns }));
        if (!view && isListName(list)) saveListSettingsLater({ list, columns });
      },
      keepSearch: (list: string, search: string) => {
        if (isListName(list)) saveListSettingsLater({ list, last_search: search });
      },
      Bar: SavedViewsSlot,
      SaveButton: SaveViewButton,
    };
  }, [data, layouts]);
  const startOf = useMemo(() => (list: string | undefined) => initialListQueryString(data, list), [data]);
  const forget = useMemo(() => (viewId: string) => setLayouts((all) => ({ ...all, [viewId]: undefined })), []);
  const own = useMemo(() => ({ layouts, forget }), [layouts, forget]);
  return (
    <InitialListQueryStringContext value={startOf}>
      <ColumnLayoutsContext value={own}>
        <SavedViewsContext value={views}>{children}</SavedViewsContext>
      </ColumnLayoutsContext>
    </InitialListQueryStringContext>
  );
}
