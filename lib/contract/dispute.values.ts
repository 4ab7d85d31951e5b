/** Values of disputes that screens, contract and tables share (docs/rules.md, Disputes). */

/** States of a dispute at the provider. `at_bank`: the payer's bank has our answer. */
export const PROVIDER_DISPUTE_STATES = ["needs_answer", "at_bank", "pending", "resolved"] as const;
export type ProviderDisputeState = (typeof PROVIDER_DISPUTE_STATES)[number];

/** Our answers to a dispute. */
export const DISPUTE_ANSWERS = ["accept", "contest"] as const;
export type DisputeAnswerKind = (typeof DISPUTE_ANSWERS)[number];
