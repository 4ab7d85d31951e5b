import { ActionBar } from "@/components/common/action-bar";
import { Button } from "@/components/ui/button";

type RecordSaveBarProps = {
  dirty: boolean;
  saving: boolean;
  readOnly: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

/** At the foot of a record's form: whether everything is saved, and the ways to save or discard it. */
export function RecordSaveBar({ dirty, saving, readOnly, onSave, onDiscard }: RecordSaveBarProps) {
  return (
    <ActionBar label="Save changes">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-muted text-sm max-md:w-full">
          {saving ? "Saving…" : dirty ? <strong className="text-warning">Unsaved changes</strong> : "All changes saved"}
        </p>
        {dirty && (
          <Button variant="ghost" disabled={saving} onClick={onDiscard}>
            Discard changes
          </Button>
        )}
        <Button
          variant={dirty ? "primary" : "secondary"}
          busy={saving}
          disabled={readOnly || !dirty}
          aria-keyshortcuts="Control+S"
          onClick={onSave}
        >
          Save changes
        </Button>
      </div>
    </ActionBar>
  );
}
