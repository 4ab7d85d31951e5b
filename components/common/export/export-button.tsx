"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { formatTotal } from "@/lib/format";
import { ExportDialog, type ExportDialogProps } from "./export-dialog";

type ExportButtonProps = Omit<ExportDialogProps, "rows" | "onClose"> & {
  /** Length of the list, as the API returns it. */
  list?: { total: number; totalIsCapped: boolean };
};

/** Renders "Export" on a list, for admins with the right: downloads every matching row, not only the page. */
export function ExportButton({ list, ...dialog }: ExportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        disabled={!list || list.total === 0}
        title={list?.total === 0 ? "There is nothing to export" : undefined}
      >
        <Download aria-hidden="true" /> Export
      </Button>
      {open && list && (
        <ExportDialog {...dialog} rows={formatTotal(list.total, list.totalIsCapped)} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
