"use client";

import { useEffect, useState } from "react";
import { ProgressBar } from "@/components/common/progress-bar";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { errorMessageOf } from "@/lib/client/api-error";
import type { ExportLink, ExportProgress } from "@/lib/contract/exports";
import { type ExportFormat, PDF_ROWS_MAX, type StatementFormat, XLSX_ROWS_MAX } from "@/lib/contract/exports.values";
import { formatCount, pluralize } from "@/lib/format";
import { downloadExport } from "./download";

export type ExportDialogProps = {
  /** Noun for a row in singular and plural: "audit row", "audit rows". */
  what: readonly [one: string, many: string];
  /** Formatted number of matching rows: "10,000+". */
  rows: string;
  /** True if a search or filter is active. */
  filtered: boolean;
  /** Sentence that lists the columns left empty for this admin, and why. Null if there are none. */
  hiddenColumns: string | null;
  /** Creates the download link for the current filter. */
  create: (format: ExportFormat) => Promise<ExportLink>;
  /** Creates the download link for a PDF. Undefined if the list has no PDF export. */
  createPdf?: () => Promise<ExportLink>;
  progress: (exportId: string) => Promise<ExportProgress>;
  onClose: () => void;
};

/** Delay in ms before the first progress request. Each further delay is 1.5 times longer, up to the maximum. */
const FIRST_POLL_MS = 500;
const MAX_POLL_MS = 5_000;

const LABELS: Record<StatementFormat, string> = { pdf: "Download PDF", xlsx: "Download Excel", csv: "Download CSV" };

/** Asks for confirmation, then starts the browser's download and shows its progress. */
export function ExportDialog(props: ExportDialogProps) {
  const { what: nouns, rows, filtered, hiddenColumns, create, createPdf, progress, onClose } = props;
  const [link, setLink] = useState<ExportLink | null>(null);
  const [busy, setBusy] = useState<StatementFormat | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const state = useExportProgress(link, progress);

  const start = async (format: StatementFormat) => {
    setBusy(format);
    setProblem(null);
    try {
      const createdLink = await (format === "pdf" && createPdf ? createPdf() : create(format as ExportFormat));
      setLink(createdLink);
      downloadExport(createdLink.token);
    } catch (error) {
      setProblem(errorMessageOf(error));
    } finally {
      setBusy(null);
    }
  };
  const formats: StatementFormat[] = createPdf ? ["pdf", "xlsx", "csv"] : ["xlsx", "csv"];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Export ${rows} ${nouns[rows === "1" ? 0 : 1]}`}
      description={
        filtered ? "All rows for this search and these filters, on all pages." : "Every row of the list, on all pages."
      }
      size={createPdf ? "md" : "sm"}
      locked={busy !== null}
      footer={
        link ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={busy !== null}>
              Cancel
            </Button>
            {formats.map((format) => (
              <Button
                key={format}
                variant={format === "csv" ? "primary" : undefined}
                busy={busy === format}
                disabled={busy !== null && busy !== format}
                onClick={() => start(format)}
              >
                {LABELS[format]}
              </Button>
            ))}
          </>
        )
      }
    >
      {!link && (
        <p className="text-sm text-muted">
          A CSV file opens in Excel and any other spreadsheet and takes every row; an Excel file at most{" "}
          {formatCount(XLSX_ROWS_MAX)}.{" "}
          {createPdf &&
            `A PDF file is for printing, with opening and closing balance, up to ${formatCount(PDF_ROWS_MAX)} rows. `}
          Times are Lagos times. Downloads are logged with your name, the filter and the number of rows.
        </p>
      )}
      {!link && hiddenColumns && <Alert>{hiddenColumns}</Alert>}
      {link && <ExportProgressBar link={link} state={state} />}
      {problem && <Alert tone="danger">{problem}</Alert>}
    </Dialog>
  );
}

function ExportProgressBar({ link, state }: { link: ExportLink; state: ExportProgress | null }) {
  if (state?.state === "done") return <Alert>{`Downloaded ${pluralize(state.sent, "row")}.`}</Alert>;
  if (state?.state === "broken_off")
    return (
      <Alert tone="danger">The download stopped after {formatCount(state.sent)} rows. Export the list again.</Alert>
    );
  return (
    <div className="space-y-2 text-sm">
      <ProgressBar label="Rows downloaded" value={state?.sent ?? 0} max={link.rows} />
      <p className="text-muted">The download continues if you close this. Cancel it in the browser.</p>
    </div>
  );
}

/** Polls the progress of the download until it ends, at growing intervals. Retries a failed request. */
function useExportProgress(link: ExportLink | null, progress: ExportDialogProps["progress"]) {
  const [state, setState] = useState<ExportProgress | null>(null);
  useEffect(() => {
    if (!link) return;
    let timer: ReturnType<typeof setTimeout>;
    let isClosed = false;
    const pollAfter = (delay: number) => {
      timer = setTimeout(async () => {
        const next = await progress(link.export_id).catch(() => null);
        if (isClosed) return;
        if (next) setState(next);
        if (next?.state !== "done" && next?.state !== "broken_off") pollAfter(Math.min(delay * 1.5, MAX_POLL_MS));
      }, delay);
    };
    pollAfter(FIRST_POLL_MS);
    return () => {
      isClosed = true;
      clearTimeout(timer);
    };
  }, [link, progress]);
  return state;
}
