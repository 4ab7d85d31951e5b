"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { RecordFormNotices } from "@/components/record-editor/record-notices";
import { RecordSaveBar } from "@/components/record-editor/record-save-bar";
import { createDraftSchemaCheck, useRecordDraft } from "@/components/record-editor/use-record-draft";
import { useRecordForm } from "@/components/record-editor/use-record-form";
import { Alert } from "@/components/ui/alert";
import type { EventDetails } from "@/lib/contract/event";
import { routes } from "@/lib/contract/routes";
import { updateEventMutation } from "@/lib/queries/event";
import { eventCategoriesQuery } from "@/lib/queries/event-set-up";
import { useAccess } from "@/lib/queries/rp";
import { EventConflictChoice } from "./event-conflict";
import { draftFromEvent, eventInputOf } from "./event-draft";
import { EventAboutFields, EventTimeAndPlaceFields } from "./event-fields";
import { eventLockReasonOf, eventTimesLockReasonOf } from "./event-lock-reasons";
import { useEventImages } from "./use-event-images";

type EventFormProps = {
  event: EventDetails;
  /** Called when the form gains or loses unsaved changes. */
  onDirty: (dirty: boolean) => void;
};

const check = createDraftSchemaCheck(
  () => import("@/lib/contract/event").then((module) => module.eventCreation),
  eventInputOf,
);

/** Edits the details of an event. The bar below or Ctrl+S saves the details. */
export function EventForm({ event, onDirty }: EventFormProps) {
  const { mutateAsync } = useMutation(updateEventMutation());
  const form = useRecordDraft({
    record: event,
    name: `event:${event.id}`,
    draftFrom: draftFromEvent,
    check,
    save: (values, { version }) => mutateAsync({ ...values, eventId: event.id, version }),
  });
  const images = useEventImages(form.draft);
  const { data: categories = [] } = useQuery(eventCategoriesQuery());
  const mayUpdate = useAccess(routes.event.update);
  const lockReason = eventLockReasonOf(event);
  const readOnly = !mayUpdate || lockReason !== null || form.kept.offer !== null;
  useRecordForm(form, onDirty);

  const fields = { draft: form.draft, change: form.change, problem: form.problem, readOnly };
  return (
    <>
      <div className="mb-5 space-y-3 empty:hidden">
        <RecordFormNotices
          form={form}
          conflict={form.theirs && <EventConflictChoice form={form} theirs={form.theirs} categories={categories} />}
        />
        {!mayUpdate && <Alert>You can read this event, but you don't have the right to change it.</Alert>}
        {mayUpdate && lockReason && <Alert>{lockReason}</Alert>}
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <EventAboutFields {...fields} categories={categories} images={images} />
        <EventTimeAndPlaceFields
          {...fields}
          timesLocked={eventTimesLockReasonOf(event)}
          isLive={event.state === "live"}
        />
      </div>
      {mayUpdate && (form.dirty || !lockReason) && <RecordSaveBar name="This event" form={form} readOnly={readOnly} />}
    </>
  );
}
