import "server-only";
import type { AskedDocument, GrantQuestion } from "@/lib/contract/grant";
import { cleanValue } from "@/lib/contract/pasted.values";
import { fewOf } from "@/lib/contract/words.values";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { grantProgrammes } from "@/lib/server/db/schema/grant";

type Programme = typeof grantProgrammes.$inferSelect;
type Sent = { document_id?: string; upload_id: string };

const wrong = (field: string, message: string) => refuse.badInput(message, { [field]: message });

/** Returns the requested amount in kobo. @throws 400 if it differs from a fixed amount, or is missing or above the maximum */
export function amountAsked({ awardKind, amount }: Programme, wished: number | undefined): number {
  const most = formatMoney(amount);
  if (awardKind === "fixed") {
    if (wished !== undefined && wished !== amount)
      throw wrong("amount", `This programme gives everybody ${most}. Ask for that, or leave the amount out.`);
    return amount;
  }
  if (wished === undefined) throw wrong("amount", `Say how much you ask for: at most ${most}.`);
  if (wished > amount) throw wrong("amount", `This programme gives at most ${most}. Ask for less.`);
  return wished;
}

/**
 * Returns the answers as they are stored, by question id: trimmed, without empty ones.
 * @throws 400 for an unknown question, a missing required answer, or an answer of the wrong kind
 */
export function fittingAnswers(
  questions: readonly GrantQuestion[],
  given: readonly { question_id: string; answer: string }[],
): Record<string, string> {
  if (given.some(({ question_id }) => !questions.some(({ id }) => id === question_id)))
    throw wrong("answers", "An answer is to a question that this programme does not ask. Read the programme again.");
  const answers = questions.map((question): [string, string] => {
    const answer = given.find(({ question_id }) => question_id === question.id)?.answer.trim() ?? "";
    if (!answer && question.required) throw wrong("answers", `Answer the question “${question.label}”.`);
    return [question.id, answer && fitting(question, answer)];
  });
  return Object.fromEntries(answers.filter(([, answer]) => answer));
}

/** Accepts commas and spaces only between thousands. Refuses `1,5`, because it can mean 1.5. */
const NUMBER = /^-?(?:\d{1,15}|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+))(?:\.\d{1,6})?$/;

function fitting({ kind, label, choices }: GrantQuestion, answer: string): string {
  if (kind === "number") {
    const number = cleanValue(answer);
    if (!NUMBER.test(number))
      throw wrong("answers", `Answer the question “${label}” with a number such as 1500 or 1,500.5.`);
    return number.replace(/[, ]/g, "");
  }
  if (kind === "choice" && !choices.some((choice) => choice.trim() === answer))
    throw wrong("answers", `Answer the question “${label}” with one of: ${fewOf(choices, 10)}.`);
  if (kind !== "yes_no") return answer;
  const word = answer.toLowerCase();
  if (word !== "yes" && word !== "no") throw wrong("answers", `Answer the question “${label}” with yes or no.`);
  return word;
}

/** @throws 400 for a document that the programme does not ask for, or a file that is sent twice */
export function refuseStrangeDocuments(asked: readonly AskedDocument[], sent: readonly Sent[]): void {
  if (sent.some(({ document_id }) => document_id && !asked.some(({ id }) => id === document_id)))
    throw wrong("documents", "A document is not one that this programme requires. Load the programme again.");
  if (new Set(sent.map(({ upload_id }) => upload_id)).size < sent.length)
    throw wrong("documents", "Send each file once.");
}

/** @throws 400 as `refuseStrangeDocuments`, for a file without a document id, or for a missing required document */
export function refuseUnlessComplete(asked: readonly AskedDocument[], sent: readonly Sent[]): void {
  refuseStrangeDocuments(asked, sent);
  if (sent.some(({ document_id }) => !document_id))
    throw wrong("documents", "State for each document which required document it is.");
  const missing = asked.find(({ id, required }) => required && !sent.some(({ document_id }) => document_id === id));
  if (missing) throw wrong("documents", `Add the document “${missing.label}”.`);
}
