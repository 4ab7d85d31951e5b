import { type Facts, WhatChanged } from "@/components/common/what-it-is-now";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { BroadcastSingle } from "@/lib/contract/app-config-broadcasts";
import { audienceWords, type BroadcastDraft, destinationWords, draftFrom } from "./broadcast-draft";
import { STATE_LABELS } from "./broadcast-words";

const FACTS: Facts<BroadcastDraft> = [
  ["Title", ({ title }) => title],
  ["Text", ({ text }) => text],
  ["Picture", ({ image_id }) => (image_id ? `picture ${image_id.slice(-4)}` : "none")],
  ["A tap opens", ({ destination }) => destinationWords(destination)],
  ["Audience", ({ audience }) => audienceWords(audience)],
  ["Mail without a device", ({ mail_without_device }) => (mail_without_device ? "yes" : "no")],
];

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
          Your changes can't be saved to it. Copy what you need, then look at what was sent.
        </p>
        <Button size="sm" className="mt-2" onClick={onTakeTheirs}>
          Discard my changes
        </Button>
      </Alert>
    );
  return (
    <div className="space-y-2">
      <WhatChanged facts={FACTS} base={base} newer={draftFrom(theirs)} />
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
