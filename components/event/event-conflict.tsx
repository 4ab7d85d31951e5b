import { ConflictChanges } from "@/components/common/form/current-version";
import {
  type FormInConflict,
  RecordConflictChoice,
  RecordLockedNotice,
} from "@/components/record-editor/record-conflict";
import type { EventCategory, EventDetails } from "@/lib/contract/event";
import { draftFromEvent, type EventDraft, eventDiffFields } from "./event-draft";
import { eventLockReasonOf } from "./event-lock-reasons";

type EventConflictProps = {
  form: FormInConflict<EventDraft>;
  theirs: EventDetails;
  categories: readonly EventCategory[];
};

/** Shows an edit conflict: another admin changed or cancelled the event. The form keeps its values. */
export function EventConflictChoice({ form, theirs, categories }: EventConflictProps) {
  const lockReason = eventLockReasonOf(theirs);
  if (lockReason)
    return (
      <RecordLockedNotice title={lockReason} onDiscard={form.discardMine}>
        Your changes can't be saved. Copy what you need, then view the current event.
      </RecordLockedNotice>
    );
  return (
    <RecordConflictChoice form={form}>
      <ConflictChanges facts={eventDiffFields(form.base, categories)} base={form.base} newer={draftFromEvent(theirs)} />
    </RecordConflictChoice>
  );
}
