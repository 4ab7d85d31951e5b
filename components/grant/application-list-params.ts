import { anyOf, day, defineList, flag, type ListState, oneOf, toApiInput, uuid } from "@/lib/client/list-params";
import { APPLICATION_STATES, DUPLICATE_KINDS } from "@/lib/contract/grant.values";
import { LGAS } from "@/lib/contract/kyc.values";

const order = { sorts: ["submitted_at", "score", "amount"], defaultSort: "-submitted_at" };

/** What the address of the list of applications can say; that of one application says from which list it was opened. */
export const applicationListParams = defineList({
  ...order,
  filters: {
    programme: uuid,
    state: anyOf(APPLICATION_STATES),
    lga: oneOf(LGAS),
    duplicate: oneOf([...DUPLICATE_KINDS, "any"]),
    review: oneOf(["mine", "in"]),
    waits: flag,
    unpaid: flag,
    user: uuid,
    from: day,
    to: day,
  },
});
export type ApplicationList = ListState<(typeof applicationListParams)["filters"]>;

/** The input of the call for what an address says. */
export function applicationInput(list: ApplicationList) {
  const { waits, unpaid, ...input } = toApiInput(list);
  return { ...input, ...(waits && { waits: "yes" as const }), ...(unpaid && { unpaid: "yes" as const }) };
}

/** On a user's page, where the applicant is said already. */
export const userApplicationParams = defineList({
  ...order,
  filters: { state: anyOf(APPLICATION_STATES), from: day, to: day },
});
