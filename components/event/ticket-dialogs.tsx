"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { EVENT_REASON_MAX } from "@/lib/contract/event.values";
import type { TicketDetails } from "@/lib/contract/event-tickets";
import { formatMoney, titleCase } from "@/lib/format";
import {
  refundTicketMutation,
  type TicketReasonInput,
  type TransferTicketInput,
  transferTicketMutation,
  undoCheckInMutation,
  voidTicketMutation,
} from "@/lib/queries/event-tickets";
import { TicketHolderField } from "./holder-field";

/** Actions on a ticket. `undo` reverses a check-in. */
export type TicketDialogAction = "transfer" | "refund" | "void" | "undo";
type TicketInput = TicketReasonInput & Partial<TransferTicketInput>;

const loadTransferSchema = () => import("@/lib/contract/event-tickets").then((module) => module.ticketTransfer);
const loadReasonSchema = () => import("@/lib/contract/event-tickets").then((module) => module.ticketReasonInput);

type Wording = { title: string; consequence: ReactNode; submitLabel: string; done: (updated: TicketDetails) => string };

function dialogTextsOf(question: TicketDialogAction, ticket: TicketDetails): Wording {
  const { reference, holder, buyer } = ticket;
  const refundText = formatMoney(ticket.refund_amount);
  const poolAmount = ticket.price - ticket.refund_amount;
  switch (question) {
    case "transfer":
      return {
        title: `Transfer ${reference}?`,
        consequence: `${holder.name}'s code stops working. The new holder gets the ticket with a new code by mail. Both are notified.`,
        submitLabel: "Transfer",
        done: (updated) => `${reference} belongs to ${updated.holder.name} now.`,
      };
    case "refund":
      return {
        title: `Refund ${reference}?`,
        consequence: `${refundText} is refunded to ${buyer.name} the way it was paid, without the payment fee.${
          poolAmount > 0 ? ` ${formatMoney(poolAmount)} that a promotion gave goes back to the promotions pool.` : ""
        } The ticket can't be used any more and its seat can be sold again.${
          ticket.refund_needs_approval
            ? ` Above ${formatMoney(ticket.refund_limit)} in all, another admin has to approve.`
            : ""
        }`,
        submitLabel: "Refund",
        done: (updated) => (updated.awaiting ? "The refund awaits approval." : `${refundText} refunded.`),
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
  question: TicketDialogAction;
  ticket: TicketDetails;
  /** Storage name of the draft that keeps the form's input when the session ends. */
  draft: string;
  onClose: () => void;
};

/** Asks for the reason of a ticket action and performs it. After a conflict it shows the ticket's current version. */
export function TicketActionDialog({ question, ticket: initialTicket, draft, onClose }: TicketDialogProps) {
  // Treats any difference as a conflict, because a request for approval does not change the ticket's version.
  const { base: ticket, newer, latest, captureConflict } = useEditConflict(initialTicket, (shown) => shown);
  const transferTicket = useMutation(transferTicketMutation());
  const refundTicket = useKeyedMutation(refundTicketMutation);
  const voidTicket = useMutation(voidTicketMutation());
  const undoCheckIn = useMutation(undoCheckInMutation());
  const { title, consequence, submitLabel, done: doneText } = dialogTextsOf(question, ticket);
  const send = async (input: TicketInput) => {
    const call = {
      transfer: () => transferTicket.mutateAsync(input as TransferTicketInput),
      refund: () => refundTicket.mutateAsync(input),
      void: () => voidTicket.mutateAsync(input),
      undo: () => undoCheckIn.mutateAsync(input),
    }[question];
    const updated = await call().catch(captureConflict);
    toast.success(doneText(updated));
  };
  return (
    <FormDialog<TicketInput>
      open
      onOpenChange={onClose}
      title={title}
      consequence={consequence}
      submitLabel={submitLabel}
      tone={question === "transfer" || question === "undo" ? "primary" : "danger"}
      schema={question === "transfer" ? loadTransferSchema : loadReasonSchema}
      fixed={{ ticketId: ticket.id, version: latest.version }}
      draft={draft}
      defaultValues={question === "transfer" ? { reason: "", user_id: "" } : { reason: "" }}
      onSubmit={send}
    >
      {newer && (
        <CurrentVersionNotice>
          <p>
            {titleCase(newer.state)}, held by {newer.holder.name}
            {newer.awaiting && `, awaiting approval: ${newer.awaiting.change}`}
          </p>
        </CurrentVersionNotice>
      )}
      {question === "transfer" && <TicketHolderField currentHolderId={ticket.holder.id} />}
      <TextAreaField name="reason" label="Reason" max={EVENT_REASON_MAX} rows={3} />
    </FormDialog>
  );
}
