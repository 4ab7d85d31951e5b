import type { Facet } from "@/components/common/table/facet";
import { ENTRY_STATES } from "@/lib/contract/entries.values";
import { anyOf } from "@/lib/contract/list.values";
import { optionsOf } from "@/lib/format";
import { STATE_LABELS } from "./entry-state";

/** Validates the state in the URL of every list of entries. */
export const STATE_RULE = anyOf(ENTRY_STATES);

export const STATE_FACET: Facet = {
  kind: "choices",
  key: "state",
  label: "State",
  options: optionsOf(ENTRY_STATES, STATE_LABELS),
};
