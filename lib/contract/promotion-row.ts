import { z } from "zod";
import { instant, version } from "./common";
import {
  PROMOTABLE_TYPES,
  PROMOTION_END_REASONS,
  PROMOTION_KINDS,
  PROMOTION_PAUSE_REASONS,
  PROMOTION_STATES,
  PROMOTION_TRIGGERS,
} from "./promotion.values";
import { PAYMENT_CHANNELS } from "./transaction.values";

const termsFields = {
  trigger: z.enum(PROMOTION_TRIGGERS),
  kind: z.enum(PROMOTION_KINDS),
  /** `basis_points`: hundredths of a percent, for kinds `percentage` and `cashback`. `flat_amount`: kobo, for `flat`. The other is null. */
  basis_points: z.int().nullable(),
  flat_amount: z.int().nullable(),
  /** Maximum benefit per payment in kobo; null: no cap. */
  cap: z.int().nullable(),
  /** Minimum payment in kobo. */
  minimum: z.int(),
  types: z.array(z.enum(PROMOTABLE_TYPES)),
  /** Channels to which the promotion applies; empty for every channel. */
  channels: z.array(z.enum(PAYMENT_CHANNELS)),
  first_payment_only: z.boolean(),
  /** Maximum number of uses; null if only the budget limits them. */
  uses_total: z.int().nullable(),
  uses_per_user: z.int().nullable(),
  uses_per_code: z.int().nullable(),
  /** Budget of the promotion in kobo. */
  budget: z.int(),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
};

/** A promotion as a row of the list. */
export const promotionRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(PROMOTION_STATES),
  pause_cause: z.enum(PROMOTION_PAUSE_REASONS).nullable(),
  end_cause: z.enum(PROMOTION_END_REASONS).nullable(),
  ...termsFields,
  /** The promotion's only code; null if the promotion has no code or several codes. */
  code: z.string().nullable(),
  codes: z.int(),
  /** Number of uses, and benefits in kobo: in successful payments, and in pending payments (`reserved…`). */
  uses: z.int(),
  spent: z.int(),
  reserved_uses: z.int(),
  reserved: z.int(),
  updated_at: instant,
  version,
});
export type PromotionRow = z.infer<typeof promotionRow>;
