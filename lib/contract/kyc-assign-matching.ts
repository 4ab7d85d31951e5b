import { z } from "zod";
import { adminRef, endpoint, id, listInput } from "./common";
import { PAGING_KEYS } from "./exports";
import { kycRoutes as routes } from "./kyc.routes";
import { KYC_ASSIGN_MATCHING_MAX, KYC_ASSIGNEES_MAX, KYC_LIST } from "./kyc.values";

/**
 * Filters of the list of identity requests, and the officers between whom matching requests are split: `me`, or ids of admins who can
 * review.
 */
const matchingInput = listInput(KYC_LIST)
  .omit(PAGING_KEYS)
  .extend({
    assignees: z
      .array(z.union([z.literal("me"), id], "Choose officers who review."))
      .min(1, "Choose at least one officer.")
      .max(KYC_ASSIGNEES_MAX, `Choose at most ${KYC_ASSIGNEES_MAX} officers.`),
  });

const assignmentSplit = z.object({
  officers: z.array(z.object({ officer: adminRef, given: z.int() })),
  /** Reasons why requests were not assigned, with the number of requests. */
  stayed: z.array(z.object({ message: z.string(), count: z.int() })),
  /** Number of matching requests beyond the limit of one call, which stay unassigned. */
  left_over: z.int(),
  left_over_is_capped: z.boolean(),
});
/** How many of the matching requests each officer got, and which were not assigned. */
export type KycAssignmentResultByOfficer = z.infer<typeof assignmentSplit>;

/** Call that splits all identity requests matching the list's filters between officers. */
export const kycAssignMatchingCalls = {
  assignMatching: endpoint(routes.assignMatching, {
    summary: `Split the open requests that match between officers, oldest first, at most ${KYC_ASSIGN_MATCHING_MAX}; without an assignee filter only unassigned ones`,
    done: "Assigned an identity request with others",
    input: matchingInput,
    output: assignmentSplit,
  }),
};
