"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { ComparedFields } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import { describeSort } from "@/components/common/table/column";
import { activeFilters } from "@/components/common/table/facet";
import type { SavedViewsProps } from "@/components/common/table/views-context";
import { Skeleton } from "@/components/ui/skeleton";
import { PAGE_SIZES } from "@/lib/contract/list.values";
import type { SavedView } from "@/lib/contract/saved-views";
import { VIEW_AUDIENCE_WORDS, VIEW_AUDIENCES, VIEW_NAME_MAX } from "@/lib/contract/saved-views.values";
import { selectOptions } from "@/lib/format";
import {
  createViewMutation,
  deleteViewMutation,
  type ListName,
  savedViewAudiencesQuery,
  updateViewMutation,
} from "@/lib/queries/saved-views-bar";

const loadCreationSchema = () => import("@/lib/contract/saved-views").then((module) => module.viewCreation);
const loadUpdateSchema = () => import("@/lib/contract/saved-views").then((module) => module.viewUpdate);

const audienceText = ({ audience, role }: SavedView) =>
  audience === "role" ? `Admins of the role ${role?.name ?? "that was deleted"}` : VIEW_AUDIENCE_WORDS[audience];

/** Labels of the list's filters and columns, to describe a stored query string. */
type ListWords = Pick<SavedViewsProps, "facets" | "columns">;

const factsOf = ({ facets, columns }: ListWords): ComparedFields<SavedView> => [
  ["Name", ({ name }) => name],
  ["Seen by", audienceText],
  ["Filters", ({ search }) => filtersText(facets, search)],
  [
    "Sorted by",
    ({ search }) => describeSort(columns, new URLSearchParams(search).get("sort") ?? "") || "The list's order",
  ],
  ["Rows per page", ({ search }) => new URLSearchParams(search).get("size") ?? String(PAGE_SIZES[0])],
];

function filtersText(facets: ListWords["facets"], search: string): string {
  const { q, ...filters } = Object.fromEntries(new URLSearchParams(search));
  const texts = activeFilters(facets, filters).map(({ text }) => text);
  return [...(q ? [`Search: ${q}`] : []), ...texts].join(", ") || "None";
}

type ViewDialogProps = ListWords & {
  list: ListName;
  /** The view to rename, share or delete; omitted for a new view. */
  view?: SavedView;
  /** Filters and columns that are saved in a new view. */
  current: { search: string; columns: { order: string[]; hidden: string[] } };
  onSaved?: (view: SavedView) => void;
  onDeleted?: () => void;
  onClose: () => void;
};

/**
 * Creates a saved view, or renames, shares and deletes one. The view's filters are not edited here, but with "Save changes" in the
 * list.
 */
export function SavedViewDialog({
  list,
  facets,
  columns,
  view,
  current,
  onSaved,
  onDeleted,
  onClose,
}: ViewDialogProps) {
  const create = (idempotencyKey: string) => ({
    ...createViewMutation(idempotencyKey),
    onSuccess: (saved: SavedView) => onSaved?.(saved),
  });
  return (
    <RecordDialog
      record={view}
      what="view"
      draft={`saved-view:${view?.id ?? list}`}
      schemas={{ create: loadCreationSchema, update: loadUpdateSchema }}
      reference={({ id, version }) => ({ viewId: id, version })}
      fixed={(stored) => (stored ? {} : { list, ...current })}
      values={(stored) => ({
        name: stored?.name ?? "",
        audience: stored?.audience ?? "mine",
        role_id: stored?.role?.id ?? null,
      })}
      facts={factsOf({ facets, columns })}
      create={create}
      update={updateViewMutation}
      remove={{
        mutation: () => ({ ...deleteViewMutation(), onSuccess: () => onDeleted?.() }),
        consequence:
          view?.audience === "mine"
            ? "The rows stay. Only the saved filters are deleted."
            : "It disappears for everybody who sees it. The rows stay.",
      }}
      consequence={view ? undefined : "Keeps filters, search, order, columns and page size of this list."}
      size="sm"
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" maxLength={VIEW_NAME_MAX} autoFocus />
      <AudienceFields list={list} view={view} />
    </RecordDialog>
  );
}

/** Selects who can use the view. Without the right to share, shows a note that only this admin will see the view. */
function AudienceFields({ list, view }: Pick<ViewDialogProps, "list" | "view">) {
  const { data, isPending } = useQuery(savedViewAudiencesQuery(list));
  const audience = useWatch({ name: "audience" });
  const maySeeChoices = data?.may_share || (view && view.audience !== "mine");
  if (!maySeeChoices && isPending) return <Skeleton className="h-16" />;
  if (!maySeeChoices)
    return (
      <p className="text-muted text-sm">
        Only you will see it.{" "}
        {data?.reason ?? "The choices for sharing could not be loaded. To share it, open this form again."}
      </p>
    );
  const choices = VIEW_AUDIENCES.filter((each) => each !== "mine" || !view || view.is_mine);
  return (
    <>
      <SelectField
        name="audience"
        label="Who sees it"
        options={selectOptions(choices, (each) => VIEW_AUDIENCE_WORDS[each])}
      />
      {audience === "role" && (
        <SelectField
          name="role_id"
          label="Role"
          nullable
          placeholder="Choose a role"
          options={(data?.roles ?? (view?.role ? [view.role] : [])).map((role) => ({
            value: role.id,
            label: role.name,
          }))}
        />
      )}
    </>
  );
}
