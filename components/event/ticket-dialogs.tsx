"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CurrentVersion } from "@/components/common/form/current-version";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { EVENT_REASON_MAX } from "@/lib/contract/event.values";
import type { TicketSingle } from "@/lib/contract/event-tickets";
import { formatMoney, titleCase } from "@/lib/format";
import {
  refundTicketMutation,
  type TicketReasonInput,
  type TicketTransferInput,
  transferTicketMutation,
  undoCheckInMutation,
  voidTicketMutation,
} from "@/lib/queries/event-tickets";
import { HolderField } from "./holder-field";

export type TicketQuestion = "transfer" | "refund" | "void" | "undo";
type Values = TicketReasonInput & Partial<TicketTransferInput>;

const loadTransfer = () => import("@/lib/contract/event-tickets").then((module) => module.ticketTransfer);
const loadReason = () => import("@/lib/contract/event-tickets").then((module) => module.ticketReason);

type Asked = { title: string; consequence: ReactNode; submitLabel: string; done: (after: TicketSingle) => string };

function askedOf(question: TicketQuestion, ticket: TicketSingle): Asked {
  const { reference, holder, buyer } = ticket;
  const back = formatMoney(ticket.refund_amount);
  const toPool = ticket.price - ticket.refund_amount;
  switch (question) {
    case "transfer":
      return {
        title: `Transfer ${reference}?`,
        consequence: `${holder.name}'s code stops working. The new holder gets the ticket with a new code by mail. Both are notified.`,
        submitLabel: "Transfer",
        done: (after) => `${reference} belongs to ${after.holder.name} now.`,
      };
    case "refund":
      return {
        title: `Refund ${reference}?`,
        consequence: `${back} is refunded to ${buyer.name} the way it was paid, without the payment fee.${
          toPool > 0 ? ` ${formatMoney(toPool)} that a promotion gave goes back to the promotions pool.` : ""
        } The ticket can't be used any more and its seat can be sold again.${
          ticket.refund_needs_approval
            ? ` Above ${formatMoney(ticket.refund_limit)} in all, another admin has to approve.`
            : ""
        }`,
        submitLabel: "Refund",
        done: (after) => (after.awaiting ? "The refund awaits approval." : `${back} refunded.`),
      };
    case "void":
      return {
        title: `Void ${reference}?`,
        consequence: `${holder.name} can't get in with it any more, and nothing is paid back. Its seat can be sold again. This can't be undone.`,
        submitLabel: "Void",
        done: () => `${reference} is void.`,
      };
    case "undo":
      return {
        title: `Undo the check-in of ${reference}?`,
        consequence: "The ticket is valid again and can be used to get in.",
        submitLabel: "Undo check-in",
        done: () => `${reference} is valid again.`,
      };
  }
}

type TicketDialogProps = {
  question: TicketQuestion;
  ticket: TicketSingle;
  /** Name of the draft in which the form's input is saved when the session ends. */
  draft: string;
  onClose: () => void;
};

/** Renders the actions that require a reason. After a conflict it shows the current ticket and keeps its original question. */
export function TicketDialog({ question, ticket: now, draft, onClose }: TicketDialogProps) {
  // Shows each conflict: a request for approval does not change the version.
  const { base: ticket, newer, latest, captureConflict } = useEditConflict(now, (shown) => shown);
  const transfer = useMutation(transferTicketMutation());
  const refund = useKeyedMutation(refundTicketMutation);
  const voiding = useMutation(voidTicketMutation());
  const undo = useMutation(undoCheckInMutation());
  const { title, consequence, submitLabel, done } = askedOf(question, ticket);
  const send = async (input: Values) => {
    const call = {
      transfer: () => transfer.mutateAsync(input as TicketTransferInput),
      refund: () => refund.mutateAsync(input),
      void: () => voiding.mutateAsync(input),
      undo: () => undo.mutateAsync(input),
    }[question];
    const after = await call().catch(captureConflict);
    toast.success(done(after));
  };
  return (
    <FormDialog<Values>
      open
      onOpenChange={onClose}
      title={title}
      consequence={consequence}
      submitLabel={submitLabel}
      tone={question === "transfer" || question === "undo" ? "primary" : "danger"}
      schema={question === "transfer" ? loadTransfer : loadReason}
      fixed={{ ticketId: ticket.id, version: latest.version }}
      draft={draft}
      defaultValues={question === "transfer" ? { reason: "", user_id: "" } : { reason: "" }}
      onSubmit={send}
    >
      {newer && (
        <CurrentVersion>
          <p>
            {titleCase(newer.state)}, held by {newer.holder.name}
            {newer.awaiting && `, awaiting approval: ${newer.awaiting.change}`}
          </p>
        </CurrentVersion>
      )}
      {question === "transfer" && <HolderField except={ticket.holder.id} />}
      <TextAreaField name="reason" label="Reason" max={EVENT_REASON_MAX} rows={3} />
    </FormDialog>
  );
}
