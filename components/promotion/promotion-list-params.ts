import { anyOf, defineList, oneOf } from "@/lib/client/list-params";
import {
  PROMOTABLE_TYPES,
  PROMOTION_KINDS,
  PROMOTION_STATES,
  PROMOTION_TRIGGERS,
} from "@/lib/contract/promotion.values";

const sorts = ["name", "starts_at", "ends_at", "spent", "updated_at"] as const;
const filters = { kind: anyOf(PROMOTION_KINDS), trigger: oneOf(PROMOTION_TRIGGERS), type: oneOf(PROMOTABLE_TYPES) };

/** What the address of the list can say. Unless it says an order, those that run come first. */
export const promotionListParams = defineList({
  sorts: [...sorts],
  filters: { state: anyOf(PROMOTION_STATES), ...filters },
});

/** The archive is the same list, of archived promotions alone. */
export const promotionArchiveParams = defineList({ sorts: [...sorts], filters });
