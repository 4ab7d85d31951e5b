import { STATE_RULE } from "@/components/entry/entry-facets";
import { defineList, shortText } from "@/lib/client/list-params";

/** What the address of the list of slides can say. */
export const slideListParams = defineList({
  sorts: ["position", "title", "from", "updated_at"],
  defaultSort: "position",
  filters: { state: STATE_RULE, missing: shortText(12) },
});

const SLIDER_VIEWS = ["list", "order"] as const;
export type SliderView = (typeof SLIDER_VIEWS)[number];
/** @param raw what the address says of the view */
export const sliderViewOf = (raw: unknown): SliderView => SLIDER_VIEWS.find((view) => view === raw) ?? "list";
