import "server-only";
import { DISPUTE_ANSWER_DEADLINE_HOURS, DISPUTE_LABELS } from "@/lib/contract/dispute.values";
import { formatDateTime, formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { disputeEvidence, disputes } from "@/lib/server/db/schema/dispute";
import { demoAdminId } from "./admins";
import type { DemoAuditAction } from "./audit-rows";
import { addMs, HOUR_MS, type SeedClock } from "./clock";
import { seedId } from "./random";
import type { buildTransactions } from "./transactions";

type Payments = Pick<ReturnType<typeof buildTransactions>, "rows" | "events">;
type Payment = Payments["rows"][number];
type Dispute = typeof disputes.$inferInsert & { dueAt: Date; openedAt: Date };

const ANSWER_MS = DISPUTE_ANSWER_DEADLINE_HOURS * HOUR_MS;
const CLAIMS = [
  "The payer does not recognise the payment",
  "The service was not delivered",
  "The payer was debited twice",
] as const;
const CONTESTED = "The service was delivered on the same day. The customer confirmed it by phone.";

/**
 * Stories of disputed payments, the most important first, because the last stories are left out if there are fewer disputed payments.
 * `due`: ms from now.
 */
const OPEN_STORIES: readonly ({ due: number } & Partial<Dispute>)[] = [
  { due: 5 * HOUR_MS },
  { due: 20 * HOUR_MS },
  { due: -3 * HOUR_MS },
  {
    due: -30 * HOUR_MS,
    state: "resolved",
    resolution: "declined",
    answer: "contest",
    answerAmount: 0,
    message: CONTESTED,
  },
  { due: 22 * HOUR_MS, state: "at_bank", answer: "contest", answerAmount: 0, message: CONTESTED },
  { due: 52 * HOUR_MS },
  { due: -40 * HOUR_MS, state: "resolved", resolution: "auto-accepted" },
];
/** Number of disputes to build for payments in state `won`, and for payments in state `lost`. */
const DECIDED_COUNT = 4;

/**
 * Builds disputes as reported by the simulated provider: some without an answer, one of them late, some answered, and some decided by the
 * bank. Changes the time at which the disputed payments became disputed.
 */
export function buildDisputes(clock: SeedClock, { rows, events }: Payments) {
  const isBill = ({ type, channel }: Payment) =>
    (type === "bill_payment" || type === "tax_and_levy") && channel !== "wallet";
  const inState = (state: Payment["state"]) => rows.filter((row) => row.state === state && isBill(row));
  const open = inState("disputed")
    .slice(-OPEN_STORIES.length)
    .map((payment, index) => {
      const { due, ...story } = OPEN_STORIES[index] ?? { due: HOUR_MS };
      const dueAt = clock.ago(-due);
      const openedAt = addMs(dueAt, -ANSWER_MS);
      const disputedEvent = events.find(({ transactionId, to }) => transactionId === payment.id && to === "disputed");
      if (disputedEvent) disputedEvent.at = addMs(openedAt, 4 * 60_000);
      return newDispute(payment, index, { openedAt, dueAt, ...story });
    });
  const decided = (["won", "lost"] as const).flatMap((outcome, group) =>
    inState(outcome)
      .slice(-DECIDED_COUNT)
      .map((payment, index) => {
        const openedAt = addMs(payment.completedAt ?? payment.createdAt, HOUR_MS);
        const dates = { openedAt, dueAt: addMs(openedAt, ANSWER_MS), state: "resolved" } as const;
        const story =
          outcome === "won"
            ? ({ answer: "contest", answerAmount: 0, message: CONTESTED, resolution: "declined" } as const)
            : ({
                answer: "accept",
                answerAmount: payment.amount,
                message: "The meter got no token. The money goes back, without our fee.",
                resolution: "merchant-accepted",
              } as const);
        return newDispute(payment, 10 * (group + 1) + index, { ...dates, ...story });
      }),
  );
  const all = [...open, ...decided];
  return { rows: all, actions: all.flatMap(actionsOf) };
}

function newDispute(
  payment: Payment,
  index: number,
  story: Partial<Dispute> & Pick<Dispute, "openedAt" | "dueAt">,
): Dispute {
  const answeredAt = story.answer ? addMs(story.openedAt, 26 * HOUR_MS) : null;
  return {
    id: seedId("dispute", index),
    provider: "simulated",
    providerDisputeId: `SIM-D-${payment.reference}`,
    transactionId: payment.id,
    reference: payment.reference,
    state: "needs_answer",
    amount: payment.amount + payment.fee - (payment.discount ?? 0),
    reason: CLAIMS[index % CLAIMS.length] ?? CLAIMS[0],
    ...story,
    ...(answeredAt && { answeredBy: demoAdminId("finance"), answeredAt, sentAt: addMs(answeredAt, 20_000) }),
  };
}

function actionsOf({
  id,
  reference,
  openedAt,
  dueAt,
  amount,
  reason,
  answer,
  answeredAt,
  message,
}: Dispute): DemoAuditAction[] {
  const record = { type: "dispute" as const, id: id ?? "", name: reference };
  const after = {
    state: DISPUTE_LABELS.needs_answer,
    amount: formatMoney(amount),
    bank_says: reason,
    due: formatDateTime(dueAt.toISOString()),
  };
  const reported = { at: addMs(openedAt, 4 * 60_000), action: "transaction.disputeReported", record, adminId: null };
  if (!answer || !answeredAt) return [{ ...reported, before: null, after }];
  const answered = { at: answeredAt, action: "transaction.answerDispute", record, adminId: demoAdminId("finance") };
  return [
    { ...reported, before: null, after },
    { ...answered, before: null, after: { answer: DISPUTE_LABELS[answer], message } },
  ];
}

/** Inserts disputes, and a text as evidence of those that were contested. */
export async function loadDisputes(tx: Transaction, { rows }: ReturnType<typeof buildDisputes>): Promise<void> {
  if (!rows.length) return;
  await tx.insert(disputes).values(rows);
  const contested = rows.filter(({ answer }) => answer === "contest");
  if (!contested.length) return;
  await tx.insert(disputeEvidence).values(
    contested.map(({ id, reference, openedAt }, index) => ({
      id: seedId("evidence", index),
      disputeId: id ?? "",
      text: `The token for ${reference} was delivered to the customer's phone immediately, and was used on the next day.`,
      addedBy: demoAdminId("finance"),
      addedAt: addMs(openedAt, 20 * HOUR_MS),
    })),
  );
}
