"use client";

import { Download } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { formatTotal } from "@/lib/format";
import type { ExportDialogProps } from "./export-dialog";

const ExportDialog = lazyWithPreload(() => import("./export-dialog"), "ExportDialog");

/** Preloads the code of `Dialog` and of the export dialog. */
const preloadExportDialog = () => {
  preloadDialog();
  ExportDialog.preload();
};

type ExportButtonProps = Omit<ExportDialogProps, "rows" | "onClose"> & {
  /** Number of rows in the list, as the API returns it. */
  list?: { total: number; totalIsCapped: boolean };
};

/** Renders the "Export" button of a list, for admins with the right to export. Exports every matching row, not only the page. */
export function ExportButton({ list, ...dialog }: ExportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        onPointerEnter={preloadExportDialog}
        onFocus={preloadExportDialog}
        disabled={!list || list.total === 0}
        title={list?.total === 0 ? "There is nothing to export" : undefined}
      >
        <Download aria-hidden="true" /> Export
      </Button>
      {open && list && (
        <Suspense>
          <ExportDialog {...dialog} rows={formatTotal(list.total, list.totalIsCapped)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
