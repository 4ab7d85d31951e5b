import "server-only";
import type { PromotableType, PromotionKind, PromotionTrigger } from "@/lib/contract/promotion.values";
import type { Channel } from "@/lib/contract/transaction.values";

/** Naira; percentages as they are read: 10 is 10%. */
type Terms = {
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

/** A promotion of the demo with its course. */
export type PromotionStory = Terms & {
  name: string;
  about: string;
  /** For the pilots of bill payments alone. */
  forPilots?: true;
  /** Typed codes, or how many are generated. */
  codes?: readonly string[] | number;
  /** Days ago that it starts; negative: ahead; null: not set. */
  from: number | null;
  /** Days ago that it ends; none: no end. */
  to?: number;
  draft?: true;
  /** It empties the promotions pool, which pauses it; the others then give nothing until the pool is filled again. */
  drainsPool?: true;
  /** Which share of the payments that fit uses it. */
  share: number;
  /** Days ago that an admin did so, and why. */
  paused?: { ago: number; reason: string };
  ended?: { ago: number; reason: string };
  archived?: { ago: number };
  /** So many accounts used it from one phone. */
  sharedDevice?: number;
};
