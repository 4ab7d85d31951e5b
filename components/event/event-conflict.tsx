import { WhatChanged } from "@/components/common/form/current-version";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { EventCategory, EventSingle } from "@/lib/contract/event";
import { lockedWords } from "./event-allowed";
import { draftFrom, type EventDraft, eventFacts } from "./event-draft";

type EventConflictProps = {
  base: EventDraft;
  theirs: EventSingle;
  categories: readonly EventCategory[];
  saving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Somebody else changed the event, or cancelled it, while it was being edited. What was typed stays in the form. */
export function EventConflict({ base, theirs, categories, saving, onKeepMine, onTakeTheirs }: EventConflictProps) {
  const locked = lockedWords(theirs);
  if (locked)
    return (
      <Alert tone="warning" title={locked}>
        <p className="font-normal">Your changes can't be saved. Copy what you need, then see the event as it is now.</p>
        <Button size="sm" className="mt-2" onClick={onTakeTheirs}>
          Discard my changes
        </Button>
      </Alert>
    );
  return (
    <div className="space-y-2">
      <WhatChanged facts={eventFacts(base, categories)} base={base} newer={draftFrom(theirs)} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" busy={saving} onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button size="sm" disabled={saving} onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}
