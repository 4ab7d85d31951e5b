"use client";

import { clsx } from "clsx";
import { ActionBar } from "@/components/common/action-bar";
import { Button } from "@/components/ui/button";
import { useShortcuts } from "@/lib/client/shortcuts";

type RecordSaveBarProps = {
  /** Name of the record in the list of keyboard shortcuts: "This event". */
  name: string;
  form: { dirty: boolean; saving: boolean; save: () => unknown; discard: () => void };
  readOnly: boolean;
};

/** Renders the bar below a record's form: save state, save and discard. Ctrl+S saves too. */
export function RecordSaveBar({ name, form: { dirty, saving, ...form }, readOnly }: RecordSaveBarProps) {
  const save = () => void form.save();
  useShortcuts(
    name,
    readOnly ? [] : [{ key: "s", withCtrlOrCmd: true, label: "Save changes", run: () => dirty && save() }],
  );
  return (
    <ActionBar label="Save changes">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className={clsx("mr-auto text-muted text-sm", dirty && "max-md:w-full")}>
          {saving ? "Saving…" : dirty ? <strong className="text-warning">Unsaved changes</strong> : "All changes saved"}
        </p>
        {dirty && (
          <Button variant="ghost" disabled={saving} onClick={form.discard}>
            Discard changes
          </Button>
        )}
        <Button
          variant={dirty ? "primary" : "secondary"}
          busy={saving}
          disabled={readOnly || !dirty}
          aria-keyshortcuts="Control+S"
          onClick={save}
        >
          Save changes
        </Button>
      </div>
    </ActionBar>
  );
}
