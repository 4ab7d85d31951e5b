import { ConflictChanges } from "@/components/common/form/current-version";
import {
  type FormInConflict,
  RecordConflictChoice,
  RecordLockedNotice,
} from "@/components/record-editor/record-conflict";
import type { BroadcastWithFigures } from "@/lib/contract/app-config-broadcasts";
import { type BroadcastDraft, draftFromBroadcast } from "./broadcast-draft";
import { BROADCAST_STATE_LABELS } from "./broadcast-words";
import { useBroadcastDiffFields } from "./use-broadcast-words";

type BroadcastConflictProps = {
  form: FormInConflict<BroadcastDraft>;
  theirs: BroadcastWithFigures;
};

/** Shows an edit conflict: another admin saved or sent the notification. The form keeps its values. */
export function BroadcastConflictChoice({ form, theirs }: BroadcastConflictProps) {
  if (theirs.state !== "draft")
    return (
      <RecordLockedNotice
        title={`This notification is no longer a draft: ${BROADCAST_STATE_LABELS[theirs.state].toLowerCase()}`}
        onDiscard={form.discardMine}
      >
        Your changes can't be saved to it. Copy what you need, then see its current state.
      </RecordLockedNotice>
    );
  return (
    <RecordConflictChoice form={form}>
      <ChangedFields base={form.base} theirs={theirs} />
    </RecordConflictChoice>
  );
}

function ChangedFields({ base, theirs }: { base: BroadcastDraft; theirs: BroadcastWithFigures }) {
  const facts = useBroadcastDiffFields(base, theirs);
  return <ConflictChanges facts={facts} base={base} newer={draftFromBroadcast(theirs)} />;
}
