import "server-only";
import { BUDGET_COMMITTED_STATES, type GrantDecision } from "@/lib/contract/grant.values";
import { formatMoney } from "@/lib/format";
import { notifyCitizen, notifyCitizens } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import type { ApplicationRecord } from "./application-record";
import type { ProgrammeRecord } from "./programme-record";

type Application = Pick<
  ApplicationRecord,
  "id" | "reference" | "userId" | "programmeId" | "state" | "payoutKind" | "bank" | "accountLast4"
>;
type Programme = Pick<ProgrammeRecord, "name">;
/** What the message about a decision contains. `amount`: approved kobo; `reason`: required for a rejection. */
type DecisionDetails = { decision: GrantDecision; amount: number | null; reason: string };

const pushDataOf = ({ id, programmeId }: Application) => ({
  category: "grant",
  programme_id: programmeId,
  application_id: id,
});

/** Queues mails and pushes about decisions in the decisions' transaction. `application`: the record before the decision. */
export const notifyDecisions = (
  tx: Transaction,
  decisions: readonly (DecisionDetails & { application: Application; programme: Programme })[],
) =>
  notifyCitizens(
    tx,
    decisions.map(({ application, programme, ...decided }) => {
      const { title, text, reason } = decisionTexts(application, programme, decided);
      const parts = [text, reason, `Your application: ${application.reference}`];
      const message = { subject: title, text: parts.filter(Boolean).join("\n\n"), title, body: text };
      return { userId: application.userId, news: { ...message, data: pushDataOf(application) } };
    }),
    "bulk_mail",
  );

function decisionTexts(application: Application, { name }: Programme, { decision, amount, reason }: DecisionDetails) {
  if (decision === "shortlist")
    return {
      title: "Your grant application is shortlisted",
      text: `Your application for ${name} is shortlisted. It is not approved yet: we will tell you the decision.`,
      reason,
    };
  // Uses another text for a rejection after an approval, because the applicant was already notified of the approval.
  if (decision === "reject" && (BUDGET_COMMITTED_STATES as readonly string[]).includes(application.state))
    return {
      title: "Your grant will not be paid",
      text: `Your grant for ${name} will not be paid.`,
      reason: `Reason: ${reason}`,
    };
  if (decision === "reject")
    return {
      title: "Your grant application was not approved",
      text: `Your application for ${name} was not approved.`,
      reason: `Reason: ${reason}`,
    };
  return {
    title: "Your grant is approved",
    text: `Your application for ${name} is approved. You get ${formatMoney(amount ?? 0)}, paid to ${payoutAccountText(application)}. We will tell you when it is paid.`,
    reason,
  };
}

const payoutAccountText = ({ payoutKind, bank, accountLast4 }: Application) =>
  payoutKind === "wallet" ? "your wallet" : `your account at ${bank} ending in ${accountLast4}`;

/** Queues a mail and a push with a question to the applicant. */
export async function notifyQuestion(tx: Transaction, application: Application, { name }: Programme, question: string) {
  const title = "We need more information for your grant application";
  await notifyCitizen(tx, application.userId, {
    subject: title,
    text: `About your application for ${name} (${application.reference}):\n\n${question}\n\nSend your answer in the app.`,
    title,
    body: question,
    data: pushDataOf(application),
  });
}
