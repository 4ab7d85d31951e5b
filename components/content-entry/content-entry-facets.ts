import type { Facet } from "@/components/common/table/facet";
import { CONTENT_ENTRY_STATES } from "@/lib/contract/content-entries.values";
import { selectOptions } from "@/lib/format";
import { CONTENT_ENTRY_STATE_LABELS } from "./content-entry-state";

/** Filter of content entries by state. */
export const CONTENT_ENTRY_STATE_FACET: Facet = {
  kind: "choices",
  key: "state",
  label: "State",
  options: selectOptions(CONTENT_ENTRY_STATES, CONTENT_ENTRY_STATE_LABELS),
};
