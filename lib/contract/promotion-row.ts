import { z } from "zod";
import { instant, version } from "./common";
import {
  END_CAUSES,
  PAUSE_CAUSES,
  PROMOTABLE_TYPES,
  PROMOTION_KINDS,
  PROMOTION_STATES,
  PROMOTION_TRIGGERS,
} from "./promotion.values";
import { CHANNELS } from "./transaction.values";

const terms = {
  trigger: z.enum(PROMOTION_TRIGGERS),
  kind: z.enum(PROMOTION_KINDS),
  /** Hundredths of a percent, of a percentage or a cashback; kobo of a flat one. The other is null. */
  basis_points: z.int().nullable(),
  flat_amount: z.int().nullable(),
  /** Kobo that it gives at most for one payment; null: no cap. */
  cap: z.int().nullable(),
  /** Kobo that a payment has to be at least. */
  minimum: z.int(),
  types: z.array(z.enum(PROMOTABLE_TYPES)),
  /** Empty: every channel. */
  channels: z.array(z.enum(CHANNELS)),
  first_payment_only: z.boolean(),
  /** Null: as often as the budget allows. */
  uses_total: z.int().nullable(),
  uses_per_user: z.int().nullable(),
  uses_per_code: z.int().nullable(),
  /** Kobo. */
  budget: z.int(),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
};

export const promotionRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(PROMOTION_STATES),
  pause_cause: z.enum(PAUSE_CAUSES).nullable(),
  end_cause: z.enum(END_CAUSES).nullable(),
  ...terms,
  /** Its only code, or null: it has none or several. */
  code: z.string().nullable(),
  codes: z.int(),
  /** Uses and kobo: of payments that succeeded, and of those under way. */
  uses: z.int(),
  spent: z.int(),
  reserved_uses: z.int(),
  reserved: z.int(),
  updated_at: instant,
  version,
});
export type PromotionRow = z.infer<typeof promotionRow>;
