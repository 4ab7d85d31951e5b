import type { Facet } from "@/components/common/table/facet";
import { ENTRY_STATES } from "@/lib/contract/entries.values";
import { selectOptions } from "@/lib/format";
import { ENTRY_STATE_LABELS } from "./entry-state";

/** Filter of content entries by state. */
export const ENTRY_STATE_FACET: Facet = {
  kind: "choices",
  key: "state",
  label: "State",
  options: selectOptions(ENTRY_STATES, ENTRY_STATE_LABELS),
};
