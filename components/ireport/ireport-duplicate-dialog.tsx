"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { DialogButtons } from "@/components/common/form/dialog-buttons";
import { FreeText } from "@/components/common/free-text";
import { StatusBadge } from "@/components/common/status-badge";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { errorMessageOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import type { IreportDetails, SimilarIreport } from "@/lib/contract/ireport";
import type { IreportRow } from "@/lib/contract/ireport-row";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { ireportListQuery } from "@/lib/queries/ireport";
import { markIreportDuplicateMutation, similarIreportsQuery } from "@/lib/queries/ireport-record";
import { IreportConflictNotice } from "./ireport-conflict-notice";
import { useReportFormVersion } from "./use-versioned-request";

/** Original report, of which another report is a duplicate. */
export type OriginalReport = Pick<SimilarIreport, "id" | "number" | "title" | "state">;

type Props = {
  report: IreportDetails;
  version: number;
  /** The original report if already known; null lets the officer choose the original in the dialog. */
  original: OriginalReport | null;
  onClose: (shouldKeepText: boolean) => void;
};

/** Confirms marking a report as a duplicate, and lets the officer choose the original. */
export function IreportDuplicateDialog({ report, version: initialVersion, original: initialOriginal, onClose }: Props) {
  const { version, idempotencyKey, attempt, changed } = useReportFormVersion(report, initialVersion);
  const { mutateAsync, isPending } = useMutation(markIreportDuplicateMutation(idempotencyKey));
  const [original, setOriginal] = useState(initialOriginal);
  const [problem, setProblem] = useState<string | null>(null);
  const mark = async () => {
    if (!original) return setProblem("Choose the original report.");
    setProblem(null);
    try {
      await attempt(() => mutateAsync({ ireportId: report.id, version, original_id: original.id }));
      toast.success(`${report.number}: duplicate of ${original.number}`);
      onClose(false);
    } catch (failure) {
      setProblem(errorMessageOf(failure));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      title={
        original ? `Mark ${report.number} as a duplicate of ${original.number}?` : `${report.number} is a duplicate of…`
      }
      description={consequenceText(report)}
      locked={isPending}
      footer={
        <DialogButtons label="Mark as duplicate" busy={isPending} onConfirm={mark} onCancel={() => onClose(false)} />
      }
    >
      <div className="space-y-3">
        {problem && <Alert tone="danger">{problem}</Alert>}
        <IreportConflictNotice changed={changed} onLook={() => onClose(true)} />
        {original && (
          <div className="rounded-md border border-border p-3 text-sm">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {original.number} <StatusBadge status={original.state} />
            </p>
            <FreeText as="p" className="mt-1">
              {original.title}
            </FreeText>
            {!initialOriginal && (
              <Button variant="link" size="sm" className="-ml-2.5" onClick={() => setOriginal(null)}>
                Choose another
              </Button>
            )}
          </div>
        )}
        {!original && <OriginalChoice report={report} onChoose={setOriginal} />}
      </div>
    </Dialog>
  );
}

/** Describes what marking the report as a duplicate causes: it closes, and its reporter gets the original report's updates. */
function consequenceText({ reporter, duplicates }: IreportDetails): string {
  const reporterText = reporter ? `${reporter.name} then gets` : "Anyone who follows it by its code then gets";
  const duplicatesText = duplicates.length === 1 ? "Its duplicate moves" : `Its ${duplicates.length} duplicates move`;
  return `It closes. ${reporterText} the updates on the original.${duplicates.length ? ` ${duplicatesText} to the original as well.` : ""}`;
}

/** Chooses the original among similar reports, or by search. */
function OriginalChoice({
  report,
  onChoose,
}: {
  report: IreportDetails;
  onChoose: (original: OriginalReport) => void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [searchText, setSearchText] = useState("");
  const similarQuery = useQuery(similarIreportsQuery(report.id));
  const found = useQuery({ ...ireportListQuery({ q: searchText, page: 0, size: 20 }), enabled: searchText !== "" });
  const rows: readonly (IreportRow | SimilarIreport)[] = searchText
    ? (found.data?.items ?? []).filter((row) => row.id !== report.id && row.state !== "rejected")
    : (similarQuery.data ?? []).filter((row) => row.can_be_original);
  const search = () => setSearchText(cleanPastedLine(text));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    search();
  };
  return (
    <div className="space-y-3">
      <div className="space-y-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          Original report
        </label>
        <div className="flex gap-2">
          <Input
            id={id}
            value={text}
            placeholder="Number or words, such as IR-000301"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <Button busy={searchText !== "" && found.isFetching} onClick={search}>
            Search
          </Button>
        </div>
      </div>
      {found.error && searchText && <Alert tone="danger">{found.error.message}</Alert>}
      <p className="text-sm text-muted" role="status">
        {rows.length === 0
          ? searchText
            ? !found.isFetching && "No results for this search."
            : !similarQuery.isFetching && "There are no similar reports. Search for the original."
          : searchText
            ? "Found"
            : "Similar reports"}
      </p>
      <ul className="max-h-64 space-y-1 overflow-y-auto">
        {rows.map(({ id: rowId, number, title, state }) => (
          <li key={rowId}>
            <button
              type="button"
              aria-label={`Choose ${number}: ${title}`}
              onClick={() => onChoose({ id: rowId, number, title, state })}
              className="flex w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left text-sm hover:bg-sunken"
            >
              <span className="font-semibold tabular-nums">{number}</span>
              <span className="min-w-0 flex-1 truncate">{title}</span>
              <StatusBadge status={state} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
