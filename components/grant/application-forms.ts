import { z } from "zod";
import { id, text, version } from "@/lib/contract/common";
import { COMMENT_MAX, DECISIONS, GRANT_REASON_MAX, SCORE_MAX } from "@/lib/contract/grant.values";
import { naira } from "@/lib/contract/money";
import { formatMoney } from "@/lib/format";

/** What the forms of applications hold: scores and amounts as they are typed. Loaded with the first dialog. */

/** @param limits kobo that the programme gives at most, and that were asked for, by application */
export const decisionForm = (limits: Readonly<Record<string, { most: number; asked: number }>>) =>
  z
    .strictObject({
      decision: z.enum(DECISIONS),
      /** Naira as typed, by application; kobo after. */
      amounts: z.record(z.string(), naira),
      reason: text(GRANT_REASON_MAX),
    })
    .superRefine(({ decision, reason, amounts }, context) => {
      const wrong = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
      if (decision === "reject" && reason.trim().length < 3)
        wrong(["reason"], "Say why, in words that the applicant can use.");
      for (const [application, amount] of Object.entries(amounts)) {
        const limit = limits[application];
        if (!limit) continue;
        const { most, asked } = limit;
        if (amount > most) wrong(["amounts", application], `This programme gives at most ${formatMoney(most)} each.`);
        else if (amount > asked) wrong(["amounts", application], `The applicant asked for ${formatMoney(asked)}.`);
      }
    });
export type DecisionValues = z.output<ReturnType<typeof decisionForm>>;

const SCORE_WANTED = `Enter a whole number from 0 to ${SCORE_MAX}.`;
const score = z.preprocess(
  (typed) => (typeof typed === "string" && /^\d+$/.test(typed.trim()) ? Number(typed) : typed),
  z.int(SCORE_WANTED).min(0, SCORE_WANTED).max(SCORE_MAX, SCORE_WANTED),
);
export const reviewForm = z.strictObject({ applicationId: id, score, comment: text(COMMENT_MAX) });

export const questionForm = z.strictObject({ applicationId: id, version, question: text(COMMENT_MAX, 3) });
export const conflictForm = z.strictObject({ applicationId: id, reason: text(GRANT_REASON_MAX, 3) });
export const notTheSameForm = z.strictObject({
  applicationId: id,
  version,
  mark: z.string(),
  reason: text(GRANT_REASON_MAX, 3),
});
