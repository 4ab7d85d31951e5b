"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";

type RecordPublishButtonProps = {
  /** Label of the button, such as "Go live". */
  label: string;
  /** DOM id of the list of missing fields; undefined if none is missing. */
  missingId: string | undefined;
  /** True if the form has unsaved changes. */
  unsaved: boolean;
  onClick: () => void;
};

/** Renders the button that publishes a draft. While fields are missing or changes unsaved, the button is disabled and states why. */
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
