import { day, defineList, oneOf, uuid } from "@/lib/client/list-params";

/** What the address of the audit trail can say. */
export const auditTrailParams = defineList({
  sorts: ["at"],
  filters: { admin: uuid, outcome: oneOf(["done", "refused"]), from: day, to: day },
});
