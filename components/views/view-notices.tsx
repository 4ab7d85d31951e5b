import { missingChoices } from "@/components/common/table/facet";
import type { ViewsProps } from "@/components/common/table/views-context";
import { Alert } from "@/components/ui/alert";
import { listFew } from "@/lib/contract/words.values";
import { useListViews } from "./use-list-views";

/** Explains what of the open view no longer works. The view opens anyway. */
export function ViewNotices({ list, facets, columns, layout, isUnknown }: ViewsProps & { isUnknown: boolean }) {
  const { open, dropped } = useListViews({ list, layout });
  const missing = open ? missingChoices(facets, list.state.filters) : [];
  const columnIds = columns.map(({ id }) => id);
  const gone = open?.columns?.order.filter((id) => !columnIds.includes(id)) ?? [];
  const texts = [
    isUnknown && "This view was deleted, or is not shared with you. The filters of the link still apply.",
    missing.length > 0 &&
      `The filter ${listFew(missing)} names something that was deleted or that you may not see. Change or remove it.`,
    dropped.length > 0 && `This list no longer has the filter ${listFew(dropped)}. It is left out.`,
    gone.length > 0 && `This list has no column ${listFew(gone)} here. It is left out.`,
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
