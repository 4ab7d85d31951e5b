"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";

type RecordPublishButtonProps = {
  /** "Go live" */
  label: string;
  /** Id of the list that says what is missing; absent where nothing is. */
  missingId: string | undefined;
  /** Something is typed that is not saved. */
  unsaved: boolean;
  onClick: () => void;
};

/** Makes a draft public; held back, with the reason, while something is missing or not saved. */
export function RecordPublishButton({ label, missingId, unsaved, onClick }: RecordPublishButtonProps) {
  const id = useId();
  const unsavedOnly = unsaved && missingId === undefined;
  return (
    <>
      <Button
        variant="primary"
        disabled={missingId !== undefined || unsaved}
        aria-describedby={missingId ?? (unsavedOnly ? id : undefined)}
        onClick={onClick}
      >
        {label}
      </Button>
      {unsavedOnly && (
        <p id={id} className="w-full text-right text-muted text-sm">
          Save your changes first.
        </p>
      )}
    </>
  );
}
