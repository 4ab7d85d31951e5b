import { day, defineList, oneOf, shortText, uuid } from "@/lib/client/list-params";

/** What the address of the summary per user can say. */
export const userActivityListParams = defineList({
  sorts: ["name", "actions", "sign_ins", "refused", "last_at"],
  defaultSort: "-last_at",
  filters: { from: day, to: day },
});

/** What the addresses of all activity, and of one user's, can say. */
export const userActivityAllParams = defineList({
  sorts: ["at"],
  defaultSort: "-at",
  filters: { user: uuid, action: shortText(80), outcome: oneOf(["done", "refused"]), from: day, to: day },
});
