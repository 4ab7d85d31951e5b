import { day, defineList, oneOf, shortText, uuid } from "@/lib/client/list-params";

/** What the address of the audit trail can say. */
export const auditTrailParams = defineList({
  sorts: ["at"],
  defaultSort: "-at",
  filters: {
    admin: uuid,
    action: shortText(80),
    record_type: shortText(40),
    record_id: shortText(100),
    outcome: oneOf(["done", "refused"]),
    from: day,
    to: day,
  },
});
