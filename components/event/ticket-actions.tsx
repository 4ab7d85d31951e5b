"use client";

import { useMutation } from "@tanstack/react-query";
import { Download, Mail } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { download } from "@/components/common/export/download";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { draftOf } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import type { TicketSingle } from "@/lib/contract/event-tickets";
import { routes } from "@/lib/contract/routes";
import { checkInMutation, mailTicketMutation, ticketPdfMutation } from "@/lib/queries/event-tickets";
import { useMay } from "@/lib/queries/rp";
import type { TicketQuestion } from "./ticket-dialogs";

const TicketDialog = lazyWithPreload(() => import("./ticket-dialogs"), "TicketDialog");

const QUESTIONS: readonly TicketQuestion[] = ["transfer", "refund", "void", "undo"];
const draftName = (ticketId: string, question: TicketQuestion) => `ticket.${question}:${ticketId}`;

const failed = (error: Error) => void toast.error(error.message);

/** Renders the actions that state and rights allow. */
export function TicketActions({ ticket }: { ticket: TicketSingle }) {
  const { id, version, state, awaiting, event_state: eventState } = ticket;
  const mayChange = useMay(routes.event.transferTicket);
  const mayUndo = useMay(routes.event.undoCheckIn);
  const mayExport = useMay(routes.event.ticketPdf);
  const [question, setQuestion] = useState<TicketQuestion | null>(null);
  // Reopens the dialog whose input was saved as a draft when the session ended.
  useEffect(() => {
    const left = QUESTIONS.find((each) => draftOf(draftName(id, each)));
    if (left) setQuestion(left);
  }, [id]);
  const close = () => setQuestion(null);
  const pdf = useMutation({ ...ticketPdfMutation(), onSuccess: ({ token }) => download(token), onError: failed });
  const mail = useMutation({
    ...mailTicketMutation(),
    onSuccess: (after) => toast.success(`The ticket is on its way to ${after.holder.name}.`),
    onError: failed,
  });
  const checkIn = useMutation({
    ...checkInMutation(),
    onSuccess: (after) => toast.success(`${after.holder.name} is checked in.`),
    onError: failed,
  });
  const opener = (which: TicketQuestion) => ({
    onPointerEnter: TicketDialog.preload,
    onFocus: TicketDialog.preload,
    onClick: () => setQuestion(which),
  });
  const isUsable = state === "valid" || state === "checked_in";
  const isChangeable = mayChange && state === "valid" && !awaiting;
  return (
    <>
      {mayExport && isUsable && (
        <Button busy={pdf.isPending} onClick={() => pdf.mutate(id)}>
          <Download aria-hidden="true" /> Ticket (PDF)
        </Button>
      )}
      {mayChange && isUsable && (
        <Button busy={mail.isPending} onClick={() => mail.mutate(id)}>
          <Mail aria-hidden="true" /> Mail again
        </Button>
      )}
      {isChangeable && eventState === "live" && <Button {...opener("transfer")}>Transfer</Button>}
      {isChangeable && <Button {...opener("void")}>Void</Button>}
      {isChangeable && ticket.price > 0 && <Button {...opener("refund")}>Refund</Button>}
      {isChangeable && eventState === "live" && (
        <Button variant="primary" busy={checkIn.isPending} onClick={() => checkIn.mutate({ ticketId: id, version })}>
          Check in
        </Button>
      )}
      {mayUndo && state === "checked_in" && <Button {...opener("undo")}>Undo check-in</Button>}
      <Suspense>
        {question && (
          <TicketDialog question={question} ticket={ticket} draft={draftName(id, question)} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
