import "server-only";
import type { SQL } from "drizzle-orm";
import type { MatchRule } from "@/lib/contract/reconciliation.values";
import { proposeByAmountDayName } from "./propose-by-amount-day-name";
import { proposeByProviderReference } from "./propose-by-provider-reference";
import { proposeByReference } from "./propose-by-reference";
import { proposeBySettlement } from "./propose-by-settlement";
import { proposeManyToOne } from "./propose-many-to-one";
import { proposeOneToMany } from "./propose-one-to-many";
import { proposeResolved } from "./propose-resolved";

/** Limits that an admin sets; see `reconciliation_settings`. `amountLimit` is in kobo, `nameLimit` in percent. */
export type MatchLimits = { amountLimit: number; dayLimit: number; nameLimit: number };

/**
 * A query that proposes groups of items to match: columns `group_no`, `item_id`, and `matched_by` (an admin or null). It reads the
 * temporary tables of prepare-items.ts, and changes nothing. Groups that share an item, or are not exact, are dropped later.
 */
export type ProposalQuery = (limits: MatchLimits) => SQL;

/** A rule with its proposals, in the order in which they run. */
export type MatchingRule = { rule: MatchRule; proposals: readonly ProposalQuery[] };

/** All rules in the order in which they are tried (docs/rules.md). `by_hand` matches items that an admin resolved by a manual transfer. */
export const MATCHING_RULES: readonly MatchingRule[] = [
  { rule: "by_hand", proposals: proposeResolved },
  { rule: "reference", proposals: proposeByReference },
  { rule: "provider_reference", proposals: proposeByProviderReference },
  { rule: "settlement", proposals: proposeBySettlement },
  { rule: "amount_day_name", proposals: proposeByAmountDayName },
  { rule: "one_to_many", proposals: proposeOneToMany },
  { rule: "many_to_one", proposals: proposeManyToOne },
];
