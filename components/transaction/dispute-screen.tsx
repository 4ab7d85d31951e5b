"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { Deadline } from "@/components/common/due";
import { FactList, type LabelledFact } from "@/components/common/fact-list";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { RecordSummary, SummaryItem } from "@/components/common/summary";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { readDraft } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import { useNow } from "@/lib/client/use-now";
import type { DisputeDetails } from "@/lib/contract/dispute";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { useApprovalBalances } from "@/lib/queries/approval-balances";
import { useCancelApproval } from "@/lib/queries/approvals";
import { disputeQuery, recordDisputeOutcomeMutation } from "@/lib/queries/dispute";
import { useAccess } from "@/lib/queries/rp";
import { DisputeEvidenceCard } from "./dispute-evidence-card";
import { DISPUTES_URL, disputeLabel, disputeStatus } from "./dispute-words";
import { ALL_TRANSACTIONS_URL, TRANSACTIONS_URL, transactionLabel } from "./transaction-words";

const DisputeAnswerDialog = lazyWithPreload(() => import("./dispute-answer-dialog"), "DisputeAnswerDialog");

const LINK_CLASS = "rounded-sm text-primary hover:underline";

/** Renders a dispute's page: when the answer is due, evidence, answer and history. */
export function DisputeScreen({ disputeId }: { disputeId: string }) {
  const { data } = useQuery({ ...disputeQuery(disputeId), throwOnError: (_, query) => !query.state.data });
  const mayAnswer = useAccess(routes.transaction.answerDispute);
  const now = useNow();
  if (!data) return null;
  const isLate = new Date(data.due_at).getTime() <= now;
  const isOpen = data.needs_answer && !data.awaiting && !isLate;
  return (
    <>
      <PageHeader
        title={`Dispute about ${data.reference}`}
        breadcrumbs={[
          { label: "Transactions", href: TRANSACTIONS_URL },
          { label: "Disputes", href: DISPUTES_URL },
        ]}
        badge={<StatusBadge {...disputeStatus(data)} />}
        actions={isOpen && mayAnswer && <AnswerButton dispute={data} />}
      />
      <Notices dispute={data} isLate={isLate} mayRecord={mayAnswer} />
      <RecordSummary label="At a glance">
        <SummaryItem label="Claimed back">{formatMoney(data.amount)}</SummaryItem>
        <SummaryItem label="Answer due" note={<DateTime at={data.due_at} />}>
          {data.needs_answer ? <Deadline at={data.due_at} /> : data.answer ? disputeLabel(data.answer) : "Not needed"}
        </SummaryItem>
        <SummaryItem label="User">{data.user?.name ?? "Unknown payment"}</SummaryItem>
        <SummaryItem label="Payment">
          {data.transaction_state ? transactionLabel(data.transaction_state) : "Not known here"}
        </SummaryItem>
      </RecordSummary>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <div className="min-w-0 space-y-5">
          <DisputeFacts dispute={data} />
          <DisputeEvidenceCard dispute={data} mayChange={isOpen && mayAnswer} />
        </div>
        <HistoryCard title="History" entries={data.timeline} />
      </div>
    </>
  );
}

function AnswerButton({ dispute }: { dispute: DisputeDetails }) {
  const draft = `transaction.answer:${dispute.id}`;
  const [isOpen, setIsOpen] = useState(false);
  // Reopens the dialog whose input was saved when the session ended.
  useEffect(() => {
    if (readDraft(draft)) setIsOpen(true);
  }, [draft]);
  return (
    <>
      <Button
        variant="primary"
        onPointerEnter={DisputeAnswerDialog.preload}
        onFocus={DisputeAnswerDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Accept or contest
      </Button>
      <Suspense>
        {isOpen && <DisputeAnswerDialog dispute={dispute} draft={draft} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}

type NoticesProps = { dispute: DisputeDetails; isLate: boolean; mayRecord: boolean };

function Notices({ dispute, isLate, mayRecord }: NoticesProps) {
  const { awaiting, problem, needs_answer, can_record, loss_awaits_approval, transaction_id } = dispute;
  return (
    <div className="mb-5 space-y-3 empty:hidden">
      {awaiting && <DisputeAwaiting awaiting={awaiting} />}
      {problem && (
        <Alert tone="warning" title="The provider does not have an answer">
          <p>{problem}</p>
        </Alert>
      )}
      {needs_answer && isLate && (
        <Alert tone="danger" title="The answer is late">
          <p>
            {disputeLabel(dispute.provider)} accepts no answer any more. Without one the payer's bank usually decides
            for the payer. Ask the provider whether it still takes one.
          </p>
        </Alert>
      )}
      {!transaction_id && (
        <Alert tone="warning" title="We have no payment with this reference">
          <p>Ask the provider which payment the dispute is about. It is linked as soon as we have the payment.</p>
        </Alert>
      )}
      {can_record && <Decision dispute={dispute} mayRecord={mayRecord} />}
      {loss_awaits_approval && (
        <Alert title="The bank decided: lost">
          <p>Another admin has to approve the loss. The request is on the payment's page.</p>
        </Alert>
      )}
    </div>
  );
}

function DisputeAwaiting({ awaiting }: { awaiting: NonNullable<DisputeDetails["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <AwaitingApprovalNotice
      awaiting={awaiting}
      nobody="another admin who may approve in Transactions"
      balances={useApprovalBalances(awaiting)}
      {...withdrawal}
    />
  );
}

/** Shows how the bank decided the dispute, with a button that records the decision on the payment. */
function Decision({ dispute, mayRecord }: Omit<NoticesProps, "isLate">) {
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutate, isPending } = useMutation(recordDisputeOutcomeMutation(key));
  const isLost = dispute.outcome === "lost";
  const record = () =>
    mutate(
      { disputeId: dispute.id, version: dispute.version },
      {
        onSuccess: (updated) => {
          toast.success(updated.loss_awaits_approval ? "The loss awaits approval." : `Recorded as ${dispute.outcome}.`);
          // Renews the idempotency key: if the approval of the loss is rejected, another click must send a new request.
          setKey(newIdempotencyKey());
        },
        onError: (error) => void toast.error(error.message),
      },
    );
  return (
    <Alert
      tone={isLost ? "warning" : "success"}
      title={`The bank decided: ${dispute.outcome}`}
      action={
        mayRecord && (
          <Button size="sm" busy={isPending} onClick={record}>
            Record it
          </Button>
        )
      }
    >
      <p>
        {isLost
          ? `The provider deducts the money from a settlement. Recording it takes the money from the settlement float to suspense; above ${formatMoney(dispute.refund_limit)} another admin has to approve.`
          : "The payment stands. Recording it moves no money."}{" "}
        The citizen is notified.
      </p>
    </Alert>
  );
}

function DisputeFacts({ dispute }: { dispute: DisputeDetails }) {
  const { answer, answered_by, answered_at, sent_at } = dispute;
  const facts: LabelledFact[] = [
    ["Reason of the bank", dispute.reason || "None given"],
    ["Provider", disputeLabel(dispute.provider)],
    [
      "Dispute at the provider",
      <CopyableText key="id" value={dispute.provider_dispute_id} what="the provider's id of the dispute" />,
    ],
    [
      "Payment",
      dispute.transaction_id ? (
        <HoverLink key="payment" href={recordUrl("transaction", dispute.transaction_id)} className={LINK_CLASS}>
          {dispute.reference}
        </HoverLink>
      ) : (
        dispute.reference
      ),
    ],
    dispute.user !== null && [
      "User",
      <HoverLink key="user" href={`${ALL_TRANSACTIONS_URL}?user=${dispute.user.id}`} className={LINK_CLASS}>
        {dispute.user.name}
      </HoverLink>,
    ],
    ["Opened", <DateTime key="opened" at={dispute.opened_at} />],
    answer !== null && ["Answer", disputeLabel(answer)],
    answer === "accept" && ["Returned", formatMoney(dispute.answer_amount ?? 0)],
    answer !== null && ["Message to the bank", dispute.message],
    answered_by !== null &&
      answered_at !== null && [
        "Answered",
        <span key="answered">
          {answered_by.name}, <DateTime at={answered_at} />
        </span>,
      ],
    answer !== null && ["Sent to the provider", sent_at ? <DateTime key="sent" at={sent_at} /> : "Not yet"],
    dispute.resolution !== null && ["Decision of the bank", dispute.resolution],
    ["Read from the provider", <DateTime key="fetched" at={dispute.fetched_at} />],
  ];
  return (
    <Card>
      <CardHeader title="Details" />
      <div className="px-5 pb-5">
        <FactList facts={facts} />
      </div>
    </Card>
  );
}
