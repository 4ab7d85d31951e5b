"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type LucideIcon, MoreHorizontal, Star, Users } from "lucide-react";
import { Suspense, useState } from "react";
import type { SavedViewsProps } from "@/components/common/table/views-context";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { apiInputOfListPage } from "@/lib/client/list-window";
import { toast } from "@/lib/client/toast";
import type { ListResponse } from "@/lib/contract/common";
import { ALL_ROWS } from "@/lib/contract/list.values";
import type { SavedView } from "@/lib/contract/saved-views";
import { formatTotal } from "@/lib/format";
import { savedViewRowCountsQuery, setDefaultViewMutation, updateViewMutation } from "@/lib/queries/saved-views-bar";
import { SavedViewDialog, SaveViewButton } from "./save-view-button";
import { useSavedViews } from "./use-list-views";
import { SavedViewNotices } from "./view-notices";

/** Lists a list's saved views with their row counts, and the actions of the open view. */
export function SavedViewsBar(props: SavedViewsProps) {
  const { list, data } = props;
  const { views, defaultId, open, isChanged, name } = useSavedViews(props);
  const counts = useViewCounts(list, data, views.length > 0);
  const { saved } = list.state;
  const isUnknown = saved !== undefined && saved !== ALL_ROWS && !open;
  return (
    <div className="space-y-2 print:hidden">
      <nav aria-label="Saved views" className="flex flex-wrap items-center gap-1.5">
        <ViewChip name="All" isOpen={!open && !isUnknown} onOpen={() => list.views?.open()} />
        {views.map((view) => (
          <ViewChip
            key={view.id}
            name={view.name}
            count={counts.get(view.id)}
            isDefault={view.id === defaultId}
            isShared={view.audience !== "mine"}
            isOpen={view === open}
            isChanged={view === open && isChanged}
            onOpen={() => list.views?.open(view)}
          />
        ))}
        {open && <OpenViewMenu key={open.id} view={open} list={name} props={props} />}
        {(isChanged || !open) && <SaveViewButton {...props} />}
      </nav>
      <SavedViewNotices {...props} isUnknown={isUnknown} />
    </div>
  );
}

/** Reads the number of rows of each view once the list's rows are shown. */
function useViewCounts(list: SavedViewsProps["list"], data: ListResponse<unknown> | undefined, hasViews: boolean) {
  const client = useQueryClient();
  const { name, params = [] } = list.views ?? {};
  const input = Object.entries((data && apiInputOfListPage(client, data)) ?? {});
  const fixed = input.filter(([key, value]) => !params.includes(key) && value !== undefined);
  const within = Object.fromEntries(fixed.map(([key, value]) => [key, String(value)]));
  const counts = useQuery({
    ...savedViewRowCountsQuery(name as Parameters<typeof savedViewRowCountsQuery>[0], within),
    enabled: hasViews && data !== undefined,
  });
  return new Map(counts.data?.items.map((count) => [count.id, count]));
}

type ChipProps = {
  name: string;
  count?: { total: number; totalIsCapped: boolean };
  isOpen: boolean;
  isDefault?: boolean;
  isShared?: boolean;
  isChanged?: boolean;
  onOpen: () => void;
};

function ViewChip({ name, count, isOpen, isDefault, isShared, isChanged, onOpen }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={onOpen}
      className={clsx(
        "inline-flex min-h-8 max-w-60 items-center gap-1.5 rounded-full border px-3 py-0.5 text-sm font-medium",
        isOpen ? "border-primary bg-primary-soft text-primary" : "border-border bg-surface hover:bg-sunken",
      )}
    >
      {isDefault && <ViewMark icon={Star} label="Default" />}
      {isShared && <ViewMark icon={Users} label="Shared" />}
      <span className="truncate">{name}</span>
      {isChanged && <span title="Changed">*</span>}
      {count && (
        <span className={clsx("shrink-0 tabular-nums", !isOpen && "text-muted")}>
          {formatTotal(count.total, count.totalIsCapped)}
        </span>
      )}
    </button>
  );
}

/** Renders an icon with a text for screen readers. */
function ViewMark({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </>
  );
}

type OpenViewMenuProps = { view: SavedView; list: ReturnType<typeof useSavedViews>["name"]; props: SavedViewsProps };

/** Menu of the open view: save or discard changes, make the view the default, rename, share or delete it. */
function OpenViewMenu({ view, list, props }: OpenViewMenuProps) {
  const { defaultId, isChanged, current, forget } = useSavedViews(props);
  const update = useMutation(updateViewMutation());
  const setDefault = useMutation(setDefaultViewMutation());
  const [isEditing, setIsEditing] = useState(false);
  const isDefault = defaultId === view.id;
  const saveChanges = async () => {
    const { id: viewId, version, name, audience } = view;
    await update.mutateAsync({ viewId, version, name, audience, ...current });
    forget(view.id);
    toast.success(`${view.name} is saved.`);
  };
  const discardChanges = () => {
    forget(view.id);
    props.list.views?.open(view);
  };
  const report = (error: Error) => toast.error(error.message);
  const actions: [string, boolean, () => void][] = [
    ["Save changes", isChanged && view.may_change, () => void saveChanges().catch(report)],
    ["Discard changes", isChanged, discardChanges],
    [
      isDefault ? "Don't open by default" : "Open by default",
      true,
      () => {
        // Keeps the view in the URL, because a URL without parameters would open the new default view.
        props.list.views?.open({ id: view.id, search: current.search });
        setDefault.mutate({ list, default_view_id: isDefault ? null : view.id });
      },
    ],
    ["Rename, share or delete", view.may_change, () => setIsEditing(true)],
  ];
  return (
    <>
      <Popover
        label={`Actions of ${view.name}`}
        variant="ghost"
        size="icon-sm"
        aria-label={`Actions of ${view.name}`}
        onMouseEnter={SavedViewDialog.preload}
        button={<MoreHorizontal aria-hidden="true" />}
      >
        {(close) => (
          <>
            {actions
              .filter(([, isShown]) => isShown)
              .map(([label, , run]) => (
                <Button
                  key={label}
                  variant="ghost"
                  className="w-full justify-start"
                  onClick={() => {
                    close();
                    run();
                  }}
                >
                  {label}
                </Button>
              ))}
            <p className="max-w-64 px-3 py-1.5 text-muted text-xs">{sharingText(view)}</p>
          </>
        )}
      </Popover>
      {isEditing && (
        <Suspense>
          <SavedViewDialog
            list={list}
            facets={props.facets}
            columns={props.columns}
            view={view}
            current={current}
            onDeleted={() => props.list.views?.open()}
            onClose={() => setIsEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function sharingText({ audience, role, owner, is_mine }: SavedView): string {
  if (audience === "mine") return "Only you see this view.";
  const by = is_mine ? "Shared by you" : `Shared by ${owner.name}`;
  if (audience === "everybody") return `${by} with everybody who may read this list.`;
  return role ? `${by} with the role ${role.name}.` : "Only you see this view, because its role was deleted.";
}
