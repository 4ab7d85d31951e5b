"use client";

import type { ComponentProps } from "react";
import { BulkResultList } from "@/components/common/result-list";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type ResultDialogProps = {
  /** Returns the title for a number of successful rows: "1 of 2 requests assigned". */
  title: (doneCount: number) => string;
  onClose: () => void;
} & ComponentProps<typeof BulkResultList>;

/** Lists the result of each row of a bulk action in a dialog. */
export function BulkResultDialog({ title, results, onClose }: ResultDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title(results.filter(({ done: doneCount }) => doneCount).length)}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <BulkResultList results={results} />
    </Dialog>
  );
}
