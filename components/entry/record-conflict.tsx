import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

/** What a conflict needs of the form that it stands in. */
export type ConflictForm<D> = { base: D; saving: boolean; keepMine: () => unknown; takeTheirs: () => unknown };

type RecordConflictProps = {
  form: Omit<ConflictForm<unknown>, "base">;
  /** What changed. */
  children: ReactNode;
};

/** Somebody else changed the record while it was being edited. What was typed stays in the form. */
export function RecordConflict({ form: { saving, keepMine, takeTheirs }, children }: RecordConflictProps) {
  return (
    <div className="space-y-2">
      {children}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" busy={saving} onClick={() => void keepMine()}>
          Keep mine
        </Button>
        <Button size="sm" disabled={saving} onClick={() => void takeTheirs()}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}

type RecordLockedProps = { title: string; children: string; onDiscard: () => void };

/** The record can't be changed any more since it was opened: what was typed can only be copied, then given up. */
export function RecordLocked({ title, children, onDiscard }: RecordLockedProps) {
  return (
    <Alert tone="warning" title={title}>
      <p className="font-normal">{children}</p>
      <Button size="sm" className="mt-2" onClick={onDiscard}>
        Discard my changes
      </Button>
    </Alert>
  );
}
