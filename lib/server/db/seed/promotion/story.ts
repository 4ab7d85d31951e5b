import "server-only";
import type { PromotableType, PromotionKind, PromotionTrigger } from "@/lib/contract/promotion.values";
import type { PaymentChannel } from "@/lib/contract/transaction.values";

/** Benefit: amounts in naira, percentages as numbers such as 10. */
type PromotionTerms = {
  kind: PromotionKind;
  trigger: PromotionTrigger;
  percent?: number;
  flat?: number;
  cap?: number;
  minimum?: number;
  types: readonly PromotableType[];
  channels?: readonly PaymentChannel[];
  firstPaymentOnly?: true;
  uses?: { total?: number; user?: number; code?: number };
  budget: number;
};

/** A demo promotion with its history. */
export type PromotionStory = PromotionTerms & {
  name: string;
  about: string;
  /** True if only pilot users of bill payments may use it. */
  forPilots?: true;
  /** The promotion codes, or the number of random codes to generate. */
  codes?: readonly string[] | number;
  /** Start in days ago; negative for the future; null if not set. */
  from: number | null;
  /** End in days ago; omitted without an end. */
  to?: number;
  draft?: true;
  /** True if the promotion empties the promotions pool, so that it is paused. Other promotions give nothing until the pool is refilled. */
  drainsPool?: true;
  /** Share of the eligible payments that use the promotion. */
  share: number;
  /** Why an admin paused or ended the promotion, and how many days ago. */
  paused?: { ago: number; reason: string };
  ended?: { ago: number; reason: string };
  archived?: { ago: number };
  /** Number of accounts that used the promotion from one phone. */
  sharedDevice?: number;
};
