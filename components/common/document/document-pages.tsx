"use client";

import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { Button } from "@/components/ui/button";
import { downloadBlobAsFile } from "@/lib/client/save-blob";
import type { ViewedDocument } from "./document-pane";

type Props = {
  document: ViewedDocument;
  page: number;
  onPage: (page: number) => void;
  original?: () => Promise<Blob>;
};

/** Renders the current page of a PDF, with buttons to turn pages and to download the original file. */
export function DocumentPages({ document: { label, pages }, page, onPage: onTurnTo, original }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-border bg-surface px-3 py-1.5">
      {pages > 1 && (
        <fieldset className="flex items-center gap-1">
          <legend className="sr-only">Pages of {label}</legend>
          <PageButton label="Previous page" keys="PageUp" disabled={page <= 1} onClick={() => onTurnTo(page - 1)}>
            <ChevronLeft aria-hidden="true" />
          </PageButton>
          <span role="status" className="px-1 text-sm tabular-nums text-muted">
            Page {page} of {pages}
          </span>
          <PageButton label="Next page" keys="PageDown" disabled={page >= pages} onClick={() => onTurnTo(page + 1)}>
            <ChevronRight aria-hidden="true" />
          </PageButton>
        </fieldset>
      )}
      {pages === 1 && <span className="text-sm text-muted">PDF, 1 page</span>}
      {original && (
        <Button size="sm" variant="ghost" className="ml-auto" onClick={() => setIsConfirming(true)}>
          <Download aria-hidden="true" /> Download original
        </Button>
      )}
      {original && (
        <LazyConfirmDialog
          open={isConfirming}
          onOpenChange={setIsConfirming}
          title={`Download the original of ${label}?`}
          consequence="The PDF may contain active content: scripts, links or attached files. The pages shown here contain none of that. Open it only if you need to. The download is logged."
          confirmLabel="Download PDF"
          onConfirm={async () => downloadBlobAsFile(await original(), `${label}.pdf`)}
        />
      )}
    </div>
  );
}

type PageButtonProps = { label: string; keys: string; disabled: boolean; onClick: () => void; children: ReactNode };

const PageButton = ({ label, keys, disabled, onClick, children }: PageButtonProps) => (
  <Button
    size="icon-sm"
    variant="ghost"
    aria-label={label}
    aria-keyshortcuts={keys}
    title={`${label} (${keys})`}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </Button>
);
