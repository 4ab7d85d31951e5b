import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

/** Part of a form's state that the choice after an edit conflict needs. */
export type FormInConflict<D> = {
  base: D;
  saving: boolean;
  overwriteTheirs: () => unknown;
  discardMine: () => unknown;
};

type RecordConflictProps = {
  form: Omit<FormInConflict<unknown>, "base">;
  /** List of the other admin's changes. */
  children: ReactNode;
};

/** Lets the admin choose a version after an edit conflict. The form keeps its values until then. */
export function RecordConflictChoice({
  form: { saving, overwriteTheirs, discardMine },
  children,
}: RecordConflictProps) {
  return (
    <div className="space-y-2">
      {children}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" busy={saving} onClick={() => void overwriteTheirs()}>
          Keep mine
        </Button>
        <Button size="sm" disabled={saving} onClick={() => void discardMine()}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}

type RecordLockedProps = { title: string; children: string; onDiscard: () => void };

/** Shows that the record can no longer be changed. The admin can only copy the form's values, then discard them. */
export function RecordLockedNotice({ title, children, onDiscard }: RecordLockedProps) {
  return (
    <Alert tone="warning" title={title}>
      <p className="font-normal">{children}</p>
      <Button size="sm" className="mt-2" onClick={onDiscard}>
        Discard my changes
      </Button>
    </Alert>
  );
}
