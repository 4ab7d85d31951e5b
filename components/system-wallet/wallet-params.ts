import { anyOf, day, defineList, naira, oneOf } from "@/lib/client/list-params";
import { ENTRY_KINDS, SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import { MOVEMENT_KINDS, MOVEMENT_STATES } from "@/lib/contract/system-wallet.values";

/** What the address of the movements can say. */
export const movementListParams = defineList({
  sorts: ["requested_at", "amount"],
  defaultSort: "-requested_at",
  filters: {
    state: anyOf(MOVEMENT_STATES),
    kind: anyOf(MOVEMENT_KINDS),
    account: anyOf(SYSTEM_ACCOUNTS),
    from: day,
    to: day,
  },
});

/** What the address of a statement can say. */
export const statementParams = defineList({
  sorts: ["posted_at"],
  defaultSort: "-posted_at",
  filters: { kind: anyOf(ENTRY_KINDS), direction: oneOf(["in", "out"]), min: naira, max: naira, from: day, to: day },
});
