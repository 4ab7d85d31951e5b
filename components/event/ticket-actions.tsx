"use client";

import { useMutation } from "@tanstack/react-query";
import { Download, Mail } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { downloadExport } from "@/components/common/export/download";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { readDraft } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import type { TicketDetails } from "@/lib/contract/event-tickets";
import { routes } from "@/lib/contract/routes";
import { checkInMutation, mailTicketMutation, ticketPdfMutation } from "@/lib/queries/event-tickets";
import { useAccess } from "@/lib/queries/rp";
import type { TicketDialogAction } from "./ticket-dialogs";

const TicketActionDialog = lazyWithPreload(() => import("./ticket-dialogs"), "TicketActionDialog");

const TICKET_QUESTIONS: readonly TicketDialogAction[] = ["transfer", "refund", "void", "undo"];
const draftName = (ticketId: string, question: TicketDialogAction) => `ticket.${question}:${ticketId}`;

const showError = (error: Error) => void toast.error(error.message);

/** Renders the actions that the ticket's state and the admin's rights allow. */
export function TicketActions({ ticket }: { ticket: TicketDetails }) {
  const { id, version, state, awaiting, event_state: eventState } = ticket;
  const mayChange = useAccess(routes.event.transferTicket);
  const mayUndo = useAccess(routes.event.undoCheckIn);
  const mayExport = useAccess(routes.event.ticketPdf);
  const [question, setQuestion] = useState<TicketDialogAction | null>(null);
  // Reopens the dialog whose input was saved when the session ended.
  useEffect(() => {
    const unfinished = TICKET_QUESTIONS.find((each) => readDraft(draftName(id, each)));
    if (unfinished) setQuestion(unfinished);
  }, [id]);
  const close = () => setQuestion(null);
  const createPdf = useMutation({
    ...ticketPdfMutation(),
    onSuccess: ({ token }) => downloadExport(token),
    onError: showError,
  });
  const sendMail = useMutation({
    ...mailTicketMutation(),
    onSuccess: (updated) => toast.success(`The ticket is on its way to ${updated.holder.name}.`),
    onError: showError,
  });
  const checkIn = useMutation({
    ...checkInMutation(),
    onSuccess: (updated) => toast.success(`${updated.holder.name} is checked in.`),
    onError: showError,
  });
  const openButtonProps = (clicked: TicketDialogAction) => ({
    onPointerEnter: TicketActionDialog.preload,
    onFocus: TicketActionDialog.preload,
    onClick: () => setQuestion(clicked),
  });
  const isUsable = state === "valid" || state === "checked_in";
  const isChangeable = mayChange && state === "valid" && !awaiting;
  return (
    <>
      {mayExport && isUsable && (
        <Button busy={createPdf.isPending} onClick={() => createPdf.mutate(id)}>
          <Download aria-hidden="true" /> Ticket (PDF)
        </Button>
      )}
      {mayChange && isUsable && (
        <Button busy={sendMail.isPending} onClick={() => sendMail.mutate(id)}>
          <Mail aria-hidden="true" /> Mail again
        </Button>
      )}
      {isChangeable && eventState === "live" && <Button {...openButtonProps("transfer")}>Transfer</Button>}
      {isChangeable && <Button {...openButtonProps("void")}>Void</Button>}
      {isChangeable && ticket.price > 0 && <Button {...openButtonProps("refund")}>Refund</Button>}
      {isChangeable && eventState === "live" && (
        <Button variant="primary" busy={checkIn.isPending} onClick={() => checkIn.mutate({ ticketId: id, version })}>
          Check in
        </Button>
      )}
      {mayUndo && state === "checked_in" && <Button {...openButtonProps("undo")}>Undo check-in</Button>}
      <Suspense>
        {question && (
          <TicketActionDialog question={question} ticket={ticket} draft={draftName(id, question)} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
