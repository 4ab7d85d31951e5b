import { anyOf, day, defineList, oneOf } from "@/lib/client/list-params";
import { ABUSE_KINDS, REDEMPTION_STATES } from "@/lib/contract/promotion.values";

/** What the address can say of the redemptions of one promotion. */
export const redemptionListParams = defineList({
  sorts: ["created_at", "amount"],
  defaultSort: "-created_at",
  filters: { state: anyOf(REDEMPTION_STATES), from: day, to: day },
});

/** What the address can say of its codes. */
export const codeListParams = defineList({
  sorts: ["code", "uses"],
  defaultSort: "code",
  filters: { used: oneOf(["yes", "no"]) },
});

/** What the address can say of accounts that belong together. */
export const abuseListParams = defineList({
  sorts: ["accounts", "amount"],
  defaultSort: "-accounts",
  filters: { kind: oneOf(ABUSE_KINDS) },
});
