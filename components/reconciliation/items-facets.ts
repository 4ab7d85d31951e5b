import type { Facet } from "@/components/common/table/facet";
import {
  EXCEPTION_REASONS,
  ITEM_STATES,
  MATCH_RULES,
  RECONCILIATION_KINDS,
  RECONCILIATION_SIDES,
} from "@/lib/contract/reconciliation.values";
import {
  EXCEPTION_REASON_WORDS,
  ITEM_STATE_WORDS,
  MATCH_RULE_WORDS,
  RECONCILIATION_KIND_WORDS,
  RECONCILIATION_SIDE_WORDS,
} from "@/lib/contract/reconciliation-items.values";
import { selectOptions } from "@/lib/format";

/** Filters of the list of reconciliation items. */
export const ITEM_FACETS: readonly Facet[] = [
  { kind: "choices", key: "state", label: "State", options: selectOptions(ITEM_STATES, ITEM_STATE_WORDS) },
  {
    kind: "choices",
    key: "reason",
    label: "Reason",
    options: selectOptions(EXCEPTION_REASONS, EXCEPTION_REASON_WORDS),
  },
  {
    kind: "choices",
    key: "side",
    label: "Side",
    options: selectOptions(RECONCILIATION_SIDES, RECONCILIATION_SIDE_WORDS),
  },
  {
    kind: "choices",
    key: "kind",
    label: "Kind",
    options: selectOptions(RECONCILIATION_KINDS, RECONCILIATION_KIND_WORDS),
  },
  { kind: "amounts", min: "min", max: "max", label: "Amount" },
  { kind: "days", from: "from", to: "to", label: "Day" },
  { kind: "choices", key: "rule", label: "Rule", options: selectOptions(MATCH_RULES, MATCH_RULE_WORDS) },
  {
    kind: "choices",
    key: "asked",
    label: "Asked",
    single: true,
    options: [
      { value: "me", label: "I am asked" },
      { value: "anybody", label: "A colleague is asked" },
      { value: "nobody", label: "Nobody is asked" },
    ],
  },
];
