import { anyOf, day, defineList, either, type FilterRule, flag, oneOf, uuid } from "@/lib/client/list-params";
import { IREPORT_DISTANCES, IREPORT_PRIORITIES, IREPORT_STATES } from "@/lib/contract/ireport.values";
import { LGAS } from "@/lib/contract/kyc.values";

/** The contract's most; a category of the first level stands for those below it. */
const MOST_CATEGORIES = 20;

const uuids: FilterRule = (raw) =>
  raw
    .split(",")
    .filter((id) => uuid(id))
    .slice(0, MOST_CATEGORIES)
    .join(",");

/** `4.9757,8.3417` */
const point: FilterRule = (raw) => (/^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/.test(raw) ? raw : "");

/** What the address of the list of reports can say. */
export const ireportListParams = defineList({
  sorts: ["due_at", "state_due_at", "submitted_at", "number", "priority"],
  defaultSort: "due_at",
  filters: {
    state: anyOf(IREPORT_STATES),
    priority: anyOf(IREPORT_PRIORITIES),
    category: uuids,
    department: uuid,
    lga: anyOf(LGAS),
    owner: either(oneOf(["me", "nobody"]), uuid),
    submitted_from: day,
    submitted_to: day,
    due_from: day,
    due_to: day,
    late: flag,
    escalated: flag,
    reopened: flag,
    near: point,
    within: oneOf(IREPORT_DISTANCES),
    reporter: uuid,
  },
});
