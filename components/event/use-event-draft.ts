"use client";

import { useMutation } from "@tanstack/react-query";
import { checkedBy, useRecordDraft } from "@/components/entry/use-record-draft";
import type { EventSingle } from "@/lib/contract/event";
import { updateEventMutation } from "@/lib/queries/event";
import { draftFrom, valuesOf } from "./event-draft";

const check = checkedBy(() => import("@/lib/contract/event").then((module) => module.eventCreation), valuesOf);

/** Manages the form of an event's details. */
export function useEventDraft(event: EventSingle) {
  const { mutateAsync } = useMutation(updateEventMutation());
  return useRecordDraft({
    record: event,
    name: `event:${event.id}`,
    draftFrom,
    check,
    save: (values, { version }) => mutateAsync({ ...values, eventId: event.id, version }),
  });
}
