import "server-only";
import type { PromotableType, PromotionKind, PromotionTrigger } from "@/lib/contract/promotion.values";
import type { Channel } from "@/lib/contract/transaction.values";

/** Amounts in naira; 10 is 10%. */
type PromotionTerms = {
  kind: PromotionKind;
  trigger: PromotionTrigger;
  percent?: number;
  flat?: number;
  cap?: number;
  minimum?: number;
  types: readonly PromotableType[];
  channels?: readonly Channel[];
  firstPaymentOnly?: true;
  uses?: { total?: number; user?: number; code?: number };
  budget: number;
};

/** A demo promotion with its history. */
export type PromotionStory = PromotionTerms & {
  name: string;
  about: string;
  /** True if only for the pilot users of bill payments. */
  forPilots?: true;
  /** Given codes, or the number of generated ones. */
  codes?: readonly string[] | number;
  /** Days since its start; negative: in the future; null: not set. */
  from: number | null;
  /** Days since its end; none: no end. */
  to?: number;
  draft?: true;
  /** True if it empties the promotions pool, which pauses it. Other promotions give nothing until the pool is refilled. */
  drainsPool?: true;
  /** Share of the eligible payments that use it. */
  share: number;
  /** Days since an admin did so, and the reason. */
  paused?: { ago: number; reason: string };
  ended?: { ago: number; reason: string };
  archived?: { ago: number };
  /** Number of accounts that used it from one phone. */
  sharedDevice?: number;
};
