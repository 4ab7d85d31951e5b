import { facetUrlParams, missingFilterChoices } from "@/components/common/table/facet";
import type { SavedViewsProps } from "@/components/common/table/views-context";
import { Alert } from "@/components/ui/alert";
import { abbreviateList } from "@/lib/contract/words.values";
import { pluralize } from "@/lib/format";
import { useSavedViews } from "./use-list-views";

const leftOut = (count: number) => (count === 1 ? "It is left out." : "They are left out.");

/** Lists filters and columns of the open view that no longer exist. The view opens without them. */
export function SavedViewNotices({
  list,
  facets,
  columns,
  layout,
  isUnknown,
}: SavedViewsProps & { isUnknown: boolean }) {
  const { open, dropped } = useSavedViews({ list, layout });
  const missing = open ? missingFilterChoices(facets, list.state.filters) : [];
  const columnIds = columns.map(({ id }) => id);
  const goneCount = open?.columns?.order.filter((id) => !columnIds.includes(id)).length ?? 0;
  const changed = facets
    .filter((facet) => facetUrlParams(facet).some((key) => dropped.includes(key)))
    .map(({ label }) => label);
  const known = facets.flatMap(facetUrlParams);
  const unknownCount = dropped.filter((name) => !known.includes(name)).length;
  const texts = [
    isUnknown && "This view was deleted, or is not shared with you. The filters of the link still apply.",
    missing.length > 0 &&
      `The filter ${abbreviateList(missing)} names something that was deleted or that you may not see. Change or remove it.`,
    changed.length > 0 && `The filter ${abbreviateList(changed)} has a value that no longer exists. It is left out.`,
    unknownCount > 0 &&
      `This list no longer has ${pluralize(unknownCount, "filter")} of this view. ${leftOut(unknownCount)}`,
    goneCount > 0 &&
      `This list does not show ${pluralize(goneCount, "column")} of this view here. ${leftOut(goneCount)}`,
    open?.audience === "role" && !open.role && "The role of this view was deleted, so only you see it. Share it again.",
  ].filter((text) => typeof text === "string");
  if (texts.length === 0) return null;
  return (
    <Alert tone="warning">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Alert>
  );
}
