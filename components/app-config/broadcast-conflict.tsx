import { WhatChanged } from "@/components/common/form/current-version";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { BroadcastSingle } from "@/lib/contract/app-config-broadcasts";
import { type BroadcastDraft, draftFrom } from "./broadcast-draft";
import { STATE_LABELS } from "./broadcast-words";
import { useBroadcastFacts } from "./use-broadcast-words";

type BroadcastConflictProps = {
  base: BroadcastDraft;
  theirs: BroadcastSingle;
  saving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Somebody else saved it, or sent it, while it was being written. What was typed stays in the form. */
export function BroadcastConflict({ base, theirs, saving, onKeepMine, onTakeTheirs }: BroadcastConflictProps) {
  if (theirs.state !== "draft")
    return (
      <Alert
        tone="warning"
        title={`This notification is no longer a draft: ${STATE_LABELS[theirs.state].toLowerCase()}`}
      >
        <p className="font-normal">
          Your changes can't be saved to it. Copy what you need, then see its current state.
        </p>
        <Button size="sm" className="mt-2" onClick={onTakeTheirs}>
          Discard my changes
        </Button>
      </Alert>
    );
  return (
    <div className="space-y-2">
      <Changed base={base} theirs={theirs} />
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

function Changed({ base, theirs }: Pick<BroadcastConflictProps, "base" | "theirs">) {
  const facts = useBroadcastFacts(base, theirs);
  return <WhatChanged facts={facts} base={base} newer={draftFrom(theirs)} />;
}
