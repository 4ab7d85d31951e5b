"use client";

import type { ComponentProps } from "react";
import { ResultList } from "@/components/common/result-list";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type ResultDialogProps = {
  /** From how many of the rows it was done for: "1 of 2 requests assigned". */
  title: (done: number) => string;
  onClose: () => void;
} & ComponentProps<typeof ResultList>;

/** What became of each row of a bulk action, told once it is over. */
export function ResultDialog({ title, results, onClose }: ResultDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title(results.filter(({ done }) => done).length)}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ResultList results={results} />
    </Dialog>
  );
}
