import "server-only";
import type { GrantQuestion, RequestedDocument } from "@/lib/contract/grant";
import { cleanPastedValue } from "@/lib/contract/pasted.values";
import { abbreviateList } from "@/lib/contract/words.values";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { grantProgrammes } from "@/lib/server/db/schema/grant";

type Programme = typeof grantProgrammes.$inferSelect;
type SentDocument = { document_id?: string; upload_id: string };

const badField = (field: string, message: string) => refuse.badInput(message, { [field]: message });

/** Returns the requested amount in kobo. @throws 400 if it differs from a fixed amount, or is missing or too high */
export function requestedAmount({ awardKind, amount }: Programme, requested: number | undefined): number {
  const maximum = formatMoney(amount);
  if (awardKind === "fixed") {
    if (requested !== undefined && requested !== amount)
      throw badField("amount", `This programme gives everybody ${maximum}. Ask for that, or leave the amount out.`);
    return amount;
  }
  if (requested === undefined) throw badField("amount", `Say how much you ask for: at most ${maximum}.`);
  if (requested > amount) throw badField("amount", `This programme gives at most ${maximum}. Ask for less.`);
  return requested;
}

/**
 * Returns the answers in the form in which they are stored: by question id, trimmed, without empty answers.
 * @throws 400 for an unknown question, a missing required answer, or an answer of the wrong kind
 */
export function validAnswers(
  questions: readonly GrantQuestion[],
  sentAnswers: readonly { question_id: string; answer: string }[],
): Record<string, string> {
  if (sentAnswers.some(({ question_id }) => !questions.some(({ id }) => id === question_id)))
    throw badField("answers", "An answer is to a question that this programme does not ask. Read the programme again.");
  const answers = questions.map((question): [string, string] => {
    const answer = sentAnswers.find(({ question_id }) => question_id === question.id)?.answer.trim() ?? "";
    if (!answer && question.required) throw badField("answers", `Answer the question “${question.label}”.`);
    return [question.id, answer && validAnswer(question, answer)];
  });
  return Object.fromEntries(answers.filter(([, answer]) => answer));
}

/** Accepts commas and spaces only as thousands separators, because `1,5` may mean 1.5. */
const NUMBER_FORMAT = /^-?(?:\d{1,15}|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+))(?:\.\d{1,6})?$/;

function validAnswer({ kind, label, choices }: GrantQuestion, answer: string): string {
  if (kind === "number") {
    const number = cleanPastedValue(answer);
    if (!NUMBER_FORMAT.test(number))
      throw badField("answers", `Answer the question “${label}” with a number such as 1500 or 1,500.5.`);
    return number.replace(/[, ]/g, "");
  }
  if (kind === "choice" && !choices.some((choice) => choice.trim() === answer))
    throw badField("answers", `Answer the question “${label}” with one of: ${abbreviateList(choices, 10)}.`);
  if (kind !== "yes_no") return answer;
  const word = answer.toLowerCase();
  if (word !== "yes" && word !== "no") throw badField("answers", `Answer the question “${label}” with yes or no.`);
  return word;
}

/** @throws 400 for a document that the programme does not request, or a file that is sent twice */
export function refuseUnknownDocuments(documents: readonly RequestedDocument[], sent: readonly SentDocument[]): void {
  if (sent.some(({ document_id }) => document_id && !documents.some(({ id }) => id === document_id)))
    throw badField("documents", "A document is not one that this programme requires. Load the programme again.");
  if (new Set(sent.map(({ upload_id }) => upload_id)).size < sent.length)
    throw badField("documents", "Send each file once.");
}

/** @throws 400 for an unknown or repeated document, a file without a document id, or a missing required document */
export function refuseMissingDocuments(documents: readonly RequestedDocument[], sent: readonly SentDocument[]): void {
  refuseUnknownDocuments(documents, sent);
  if (sent.some(({ document_id }) => !document_id))
    throw badField("documents", "State for each document which required document it is.");
  const missing = documents.find(({ id, required }) => required && !sent.some(({ document_id }) => document_id === id));
  if (missing) throw badField("documents", `Add the document “${missing.label}”.`);
}
