import { z } from "zod";
import { text } from "@/lib/contract/common";
import { APPLICATION_DECISIONS, GRANT_REASON_MAX } from "@/lib/contract/grant.values";
import { kobo } from "@/lib/contract/money";
import { formatMoney } from "@/lib/format";

/**
 * Creates the schema of the decision form. The contract's schema does not fit: one call decides many applications, and each amount
 * has the limits of its application.
 * @param limits by application id: the programme's maximum award and the amount that the applicant requested, in kobo
 */
export const createDecisionSchema = (limits: Readonly<Record<string, { maxAward: number; requested: number }>>) =>
  z
    .strictObject({
      decision: z.enum(APPLICATION_DECISIONS),
      /** Amounts in kobo by application id. */
      amounts: z.record(z.string(), kobo),
      reason: text(GRANT_REASON_MAX),
      /** Name at the bank that the admin accepts although it differs from the applicant's name; null if no name has to be accepted. */
      account_name: z.string().nullable(),
      account_confirmed: z.boolean(),
    })
    .superRefine(({ decision, reason, amounts, account_name, account_confirmed }, context) => {
      const wrong = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
      if (decision === "reject" && reason.trim().length < 3)
        wrong(["reason"], "Explain the reason in words that help the applicant.");
      if (account_name !== null && !account_confirmed)
        wrong(["account_confirmed"], "Confirm the account, or reject the application.");
      for (const [application, amount] of Object.entries(amounts)) {
        const limit = limits[application];
        if (!limit) continue;
        const { maxAward, requested } = limit;
        if (amount > maxAward)
          wrong(["amounts", application], `This programme gives at most ${formatMoney(maxAward)} each.`);
        else if (amount > requested)
          wrong(["amounts", application], `The applicant asked for ${formatMoney(requested)}.`);
      }
    });
/** Values of the decision form after validation. */
export type DecisionFormValues = z.output<ReturnType<typeof createDecisionSchema>>;
