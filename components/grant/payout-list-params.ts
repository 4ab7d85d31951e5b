import { anyOf, defineList, flag, type ListState, toApiInput, uuid } from "@/lib/client/list-params";
import { BATCH_ROW_STATES, BATCH_STATES } from "@/lib/contract/grant.values";

/** What the address of the list of payouts can say. */
export const batchListParams = defineList({
  sorts: ["created_at", "amount"],
  defaultSort: "-created_at",
  filters: { programme: uuid, state: anyOf(BATCH_STATES) },
});

/** What the address of one payout can say of its rows. */
export const batchRowParams = defineList({
  sorts: ["row", "amount", "updated_at"],
  defaultSort: "row",
  filters: { state: anyOf(BATCH_ROW_STATES), changed: flag },
});

/** The input of the call for what an address says. */
export function batchRowsInput(batchId: string, list: ListState<(typeof batchRowParams)["filters"]>) {
  const { changed, ...input } = toApiInput(list);
  return { ...input, batchId, ...(changed && { changed: "yes" as const }) };
}
