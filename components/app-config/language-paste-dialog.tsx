"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { DialogButtons } from "@/components/common/form/dialog-buttons";
import { ProgressBar } from "@/components/common/progress-bar";
import { BulkResultList } from "@/components/common/result-list";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessageOf } from "@/lib/client/api-error";
import { firstColumnOfPastedCells } from "@/lib/client/pasted-cells";
import type { Language, SavedTranslationResult } from "@/lib/contract/app-config-languages";
import { pluralize } from "@/lib/format";
import type { TranslationFilters } from "@/lib/queries/languages";
import { TextChangeList } from "./language-changes";
import { planPaste } from "./language-paste";
import { useFetchTextRows, useSavePastedColumn } from "./language-pasting";
import { formatTextCount } from "./language-words";

/** Lines pasted into the column of a language, from the row `firstRowIndex` down. */
export type PastedLines = { firstRowIndex: number; languageCode: string; text: string };
type PasteDialogProps = { pasted: PastedLines; language: Language; filters: TranslationFilters; onClose: () => void };

/** Previews the changes of a column pasted into the grid, saves them, and lists the results. */
export function PasteTextsDialog({ pasted, language, filters, onClose }: PasteDialogProps) {
  const lines = useMemo(() => firstColumnOfPastedCells(pasted.text), [pasted.text]);
  const fetchRows = useFetchTextRows(filters);
  const saveColumn = useSavePastedColumn(language.code);
  const [results, setResults] = useState<readonly SavedTranslationResult[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [state, setState] = useState<"asks" | "saves" | "ended">("asks");
  // Fetches the rows once: saving changes them, but the list of planned changes must stay the same.
  const rows = useQuery({
    queryKey: ["AppConfig-paste", filters, pasted.firstRowIndex, pasted.languageCode, lines],
    queryFn: () => fetchRows(pasted.firstRowIndex, lines.length),
    staleTime: "static",
    gcTime: 0,
  });
  const plan = rows.data && planPaste(lines, rows.data, language.code);
  const steps = plan?.steps ?? [];
  const replacedCount = steps.filter(({ oldText }) => oldText).length;
  const filledCount = steps.length - replacedCount;
  const savedCount = results.filter((each) => each.done).length;
  const refusedResults = results.filter((each) => !each.done);
  const start = async () => {
    setState("saves");
    setProblem(null);
    const processedIds = new Set(results.map(({ keyId }) => keyId));
    try {
      await saveColumn(
        steps.filter(({ row }) => !processedIds.has(row.id)),
        (newResults) => setResults((previous) => [...previous, ...newResults]),
      );
      setState("ended");
    } catch (error) {
      setProblem(errorMessageOf(error));
      setState("asks");
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      locked={state === "saves"}
      title={
        state === "ended"
          ? `${formatTextCount(savedCount)} saved${refusedResults.length ? `, ${refusedResults.length} not saved` : ""}`
          : `Paste ${formatTextCount(lines.filter(Boolean).length)} into ${language.name}?`
      }
      footer={
        state === "ended" ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <DialogButtons
            label={problem ? "Save the rest" : `Save ${formatTextCount(steps.length)}`}
            busy={state === "saves"}
            disabled={steps.length === 0}
            onConfirm={() => void start()}
            onCancel={onClose}
          />
        )
      }
    >
      <div className="space-y-3">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {(state === "saves" || problem) && <ProgressBar label="Texts sent" value={results.length} max={steps.length} />}
        {rows.error && <LoadFailed message={rows.error.message} onRetry={() => void rows.refetch()} />}
        {!plan && !rows.error && <Skeleton className="h-40" />}
        {plan && state === "asks" && (
          <>
            <ul className="list-disc space-y-0.5 pl-5 text-sm">
              {filledCount > 0 && <li>{pluralize(filledCount, "cell has", "cells have")} no text yet.</li>}
              {replacedCount > 0 && <li>{pluralize(replacedCount, "text is", "texts are")} replaced.</li>}
              {plan.untouched > 0 && (
                <li>
                  {pluralize(plan.untouched, "line is", "lines are")} empty or the same: their cells stay as they are.
                </li>
              )}
              {plan.long.length > 0 && (
                <li>{pluralize(plan.long.length, "line is", "lines are")} too long and left out.</li>
              )}
              {plan.beyond > 0 && <li>{pluralize(plan.beyond, "line has", "lines have")} no row.</li>}
            </ul>
            <TextChangeList
              label="What changes"
              rows={steps.map(({ row, oldText, newText }) => ({ key: row.key, is: oldText, becomes: newText }))}
            />
          </>
        )}
        {state === "ended" && refusedResults.length === 0 && <p>All of them are saved.</p>}
        {state === "ended" && refusedResults.length > 0 && (
          <>
            <p>Texts that are not saved stay in their cells. Change them there.</p>
            <BulkResultList
              results={refusedResults.map(({ keyId, ...rest }) => ({
                ...rest,
                id: keyId,
                name: steps.find(({ row }) => row.id === keyId)?.row.key ?? keyId,
              }))}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
