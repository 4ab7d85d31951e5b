"use client";

import { useMutation } from "@tanstack/react-query";
import { ScanLine } from "lucide-react";
import { useRouter } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { RecordCopyButton } from "@/components/record-editor/record-copy-button";
import { RecordPublishButton } from "@/components/record-editor/record-publish-button";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { deleteDraft, readDraft } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import type { EventDetails } from "@/lib/contract/event";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { duplicateEventMutation, goLiveMutation, removeEventMutation } from "@/lib/queries/event";
import { useAccess } from "@/lib/queries/rp";
import { MISSING_FIELDS_DOM_ID } from "./event-screen-words";
import { checkInUrl, EVENTS_URL } from "./event-urls";

const EventCancelDialog = lazyWithPreload(() => import("./event-cancel-dialog"), "EventCancelDialog");

type EventDialog = "live" | "delete" | "cancel";

type EventActionsProps = {
  event: EventDetails;
  /**
   * True if the form has unsaved changes. The button that publishes the event is then disabled, because publishing would leave out
   * the unsaved changes.
   */
  unsaved: boolean;
  /** Called with true before the draft is deleted, so that the page stops refetching it. Called with false if the deletion fails. */
  onDelete: (isDeleting: boolean) => void;
};

/** Renders the actions that the event's state and the admin's rights allow. */
export function EventActions({ event, unsaved, onDelete }: EventActionsProps) {
  const mayUpdate = useAccess(routes.event.update);
  const mayDelete = useAccess(routes.event.remove);
  const mayCheckIn = useAccess(routes.event.gate);
  const mayCopy = useAccess(routes.event.duplicate);
  const isMissing = Object.keys(event.missing).length > 0;
  const [openDialog, setOpenDialog] = useState<EventDialog | null>(null);
  const router = useRouter();
  const remove = useMutation(removeEventMutation());
  const goLive = useMutation(goLiveMutation());
  const draft = `event.cancel:${event.id}`;
  const canCancel = mayUpdate && event.state === "live" && !event.awaiting;
  // Reopens the dialog whose input was saved when the session ended.
  useEffect(() => {
    if (canCancel && readDraft(draft)) setOpenDialog("cancel");
  }, [canCancel, draft]);
  const { id: eventId, version } = event;
  const close = () => setOpenDialog(null);
  return (
    <>
      {event.state === "live" && mayCheckIn && (
        <ButtonLink href={checkInUrl(eventId)}>
          <ScanLine aria-hidden="true" /> Check-in
        </ButtonLink>
      )}
      {mayCopy && (
        <RecordCopyButton
          id={eventId}
          label="Duplicate"
          done="Duplicated"
          mutation={duplicateEventMutation}
          urlOf={(id) => recordUrl("event", id)}
        />
      )}
      {event.state === "draft" && mayDelete && !event.is_used && (
        <Button variant="ghost" onClick={() => setOpenDialog("delete")}>
          Delete draft
        </Button>
      )}
      {canCancel && (
        <Button
          onPointerEnter={EventCancelDialog.preload}
          onFocus={EventCancelDialog.preload}
          onClick={() => setOpenDialog("cancel")}
        >
          Cancel event
        </Button>
      )}
      {event.state === "draft" && mayUpdate && (
        <RecordPublishButton
          label="Go live"
          missingId={isMissing ? MISSING_FIELDS_DOM_ID : undefined}
          unsaved={unsaved}
          onClick={() => setOpenDialog("live")}
        />
      )}
      <LazyConfirmDialog
        open={openDialog === "live"}
        onOpenChange={close}
        title={`Take “${event.title}” live?`}
        consequence="Citizens see it in the app immediately and can buy tickets. It can't become a draft again."
        confirmLabel="Go live"
        onConfirm={async () => {
          await goLive.mutateAsync({ eventId, version });
          toast.success(`${event.title} is live.`);
        }}
      />
      <LazyConfirmDialog
        open={openDialog === "delete"}
        onOpenChange={close}
        title={`Delete “${event.title}”?`}
        consequence="The draft and its ticket types are removed. Nobody has seen it."
        confirmLabel="Delete"
        tone="danger"
        onConfirm={async () => {
          onDelete(true);
          await remove.mutateAsync({ eventId, version }).catch((error: unknown) => {
            onDelete(false);
            throw error;
          });
          toast.success("Draft deleted.");
          router.push(EVENTS_URL);
        }}
      />
      {openDialog === "cancel" && (
        <Suspense>
          <EventCancelDialog
            event={event}
            draft={draft}
            onClose={() => {
              deleteDraft(draft);
              close();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
