"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DialogButtons } from "@/components/common/form/dialog-buttons";
import { RowProblemList } from "@/components/common/form/row-problems";
import { TableUpload } from "@/components/common/form/table-upload";
import { FreeText } from "@/components/common/free-text";
import { StatusBadge } from "@/components/common/status-badge";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { errorMessageOf } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { type PickedItemDecisions, readTable } from "@/lib/client/read-table";
import type { ItemDecisionResults } from "@/lib/contract/reconciliation-items";
import { ITEM_DECISION_WORDS, ITEM_DECISIONS_MAX } from "@/lib/contract/reconciliation-items.values";
import { pluralize } from "@/lib/format";
import { decideItemsMutation, previewDecisions } from "@/lib/queries/reconciliation-items";

type ReadFile = PickedItemDecisions & { name: string };
type Results = ItemDecisionResults["results"];

const toRows = ({ decisions }: PickedItemDecisions) => decisions.map(({ row: _, ...decision }) => decision);

/**
 * Imports an exported list of reconciliation items to which an admin added decisions: previews the decisions, executes them, and lists
 * the results.
 */
export function ImportDecisionsDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutateAsync, isPending } = useMutation(decideItemsMutation(key));
  const [file, setFile] = useState<ReadFile | null>(null);
  const [preview, setPreview] = useState<Results | null>(null);
  const [results, setResults] = useState<Results | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const shown = results ?? preview;
  const ready = preview?.filter(({ outcome }) => outcome === "done").length ?? 0;

  const read = async (chosen: File) => {
    setProblem(null);
    setFile(null);
    setPreview(null);
    setResults(null);
    setKey(newIdempotencyKey());
    setIsReading(true);
    try {
      const picked = await readTable(chosen, { what: "decisions", most: ITEM_DECISIONS_MAX });
      setFile({ ...picked, name: chosen.name });
      if (picked.decisions.length) setPreview((await previewDecisions(toRows(picked))).results);
    } catch (error) {
      setProblem(`${chosen.name}: ${errorMessageOf(error)}`);
    } finally {
      setIsReading(false);
    }
  };
  const decide = async () => {
    if (!file) return;
    setProblem(null);
    try {
      setResults((await mutateAsync({ rows: toRows(file) })).results);
    } catch (error) {
      setProblem(errorMessageOf(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Upload decisions"
      description="Export the items, fill in “Decision” (Match, Write off or Suspense), “Match with” (numbers of items, separated by semicolons) and “Remark”, and choose that file here."
      size="lg"
      locked={isPending}
      footer={
        results ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <DialogButtons
            label={ready ? `Execute ${pluralize(ready, "decision")}` : "Execute decisions"}
            busy={isPending}
            disabled={ready === 0}
            onConfirm={() => void decide()}
            onCancel={onClose}
          />
        )
      }
    >
      <div className="space-y-4 text-sm">
        {!results && (
          <TableUpload
            label="CSV or Excel file of decisions"
            hint={`Excel or CSV with up to ${ITEM_DECISIONS_MAX} decisions. You can also drop it here.`}
            busy={isReading}
            onFile={(chosen) => void read(chosen)}
          />
        )}
        {problem && <Alert tone="danger">{problem}</Alert>}
        {file && (
          <p role="status" className="wrap-anywhere font-semibold">
            {results
              ? summaryOf(results)
              : `${file.name}: ${pluralize(file.decisions.length, "decision")}, ${pluralize(file.problems.length, "row")} with a problem, ${pluralize(file.undecided, "row")} without a decision`}
          </p>
        )}
        {file && <RowProblemList rows={file.problems} />}
        {file && shown && <DecisionList file={file} results={shown} isPreview={results === null} />}
      </div>
    </Dialog>
  );
}

function summaryOf(results: Results): string {
  const count = (outcome: string) => results.filter((each) => each.outcome === outcome).length;
  return `${pluralize(count("done"), "decision")} executed, ${count("unchanged")} done before, ${count("refused")} refused`;
}

const OUTCOME_LABELS = {
  preview: { done: "Ready", unchanged: "Done before", refused: "Refused" },
  result: { done: "Done", unchanged: "Done before", refused: "Refused" },
};

function DecisionList({ file, results, isPreview }: { file: ReadFile; results: Results; isPreview: boolean }) {
  const labels = OUTCOME_LABELS[isPreview ? "preview" : "result"];
  return (
    <ul
      aria-label={isPreview ? "What each row will do" : "Result of each row"}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus
      tabIndex={0}
      className="max-h-80 overflow-y-auto"
    >
      {results.map(({ item_id, outcome, message }, index) => {
        const decision = file.decisions[index];
        return (
          <li key={item_id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-border border-t py-1.5">
            <span className="w-20 shrink-0 text-muted tabular-nums">Row {decision?.row}</span>
            <StatusBadge status={outcome === "unchanged" ? "pending" : outcome} label={labels[outcome]} />
            <span className="min-w-0 flex-1 basis-56">
              <FreeText>
                Item {item_id}
                {decision && `, ${ITEM_DECISION_WORDS[decision.decision]}`}: {message}
              </FreeText>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
