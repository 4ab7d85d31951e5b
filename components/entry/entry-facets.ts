import type { Facet } from "@/components/common/table/facet";
import { ENTRY_STATES } from "@/lib/contract/entries.values";
import { selectOptions } from "@/lib/format";
import { STATE_LABELS } from "./entry-state";

export const STATE_FACET: Facet = {
  kind: "choices",
  key: "state",
  label: "State",
  options: selectOptions(ENTRY_STATES, STATE_LABELS),
};
