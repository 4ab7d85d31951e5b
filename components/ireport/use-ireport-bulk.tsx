"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { IreportRow } from "@/lib/contract/ireport-row";
import {
  assignIreportsMutation,
  type ChangeIreportStatesInput,
  changeIreportStatesMutation,
  type IreportBulkResult,
} from "@/lib/queries/ireport";

const loadDialogs = () => import("./ireport-list-dialogs");
const IreportAssignDialog = lazyWithPreload(loadDialogs, "IreportAssignDialog");
const IreportBulkResults = lazyWithPreload(loadDialogs, "IreportBulkResults");

/** Snapshot of the selected reports, because the list may refetch and drop rows before the action ends. */
type BulkSelection = { rows: readonly IreportRow[]; clear: () => void };
type BulkResults = { done: string; results: readonly IreportBulkResult[] };

const STATE_DONE_TEXTS = { acknowledged: "acknowledged", in_progress: "started" };
const toRowRefs = (rows: readonly IreportRow[]) => rows.map(({ id, version }) => ({ ireportId: id, version }));

/**
 * Assigns, acknowledges or starts selected reports, and lists failures row by row. Call it in the screen, because the selection
 * bar unmounts when its rows no longer match the filter.
 * @returns the buttons for the selection bar, and the dialogs to render beside the table
 */
export function useIreportBulkActions() {
  const assignment = useMutation(assignIreportsMutation());
  const change = useMutation(changeIreportStatesMutation());
  const [toAssign, setToAssign] = useState<BulkSelection | null>(null);
  const [results, setResults] = useState<BulkResults | null>(null);
  const busy = assignment.isPending || change.isPending;

  const told = (doneText: string, clear: () => void) => ({
    onSuccess: (answer: { results: readonly IreportBulkResult[] }) => {
      setToAssign(null);
      clear();
      if (answer.results.every((each) => each.done)) toast.success(describeResults(answer.results));
      else setResults({ done: doneText, results: answer.results });
    },
  });
  const assign = ({ rows, clear }: BulkSelection, owner: string) =>
    assignment.mutate({ owner, reports: toRowRefs(rows) }, told(owner === "nobody" ? "released" : "assigned", clear));
  const changeState = ({ rows, clear }: BulkSelection, state: ChangeIreportStatesInput["state"]) =>
    change.mutate({ state, reports: toRowRefs(rows) }, told(STATE_DONE_TEXTS[state], clear));

  const bar = (rows: readonly IreportRow[], clear: () => void) => {
    const selection = { rows, clear };
    return (
      <>
        <Button size="sm" variant="primary" busy={busy} onClick={() => assign(selection, "me")}>
          Assign to me
        </Button>
        <Button
          size="sm"
          onPointerEnter={() => void loadDialogs()}
          onFocus={() => void loadDialogs()}
          onClick={() => setToAssign(selection)}
        >
          Assign to…
        </Button>
        <Button size="sm" busy={busy} onClick={() => assign(selection, "nobody")}>
          Unassign
        </Button>
        <Button size="sm" busy={busy} onClick={() => changeState(selection, "acknowledged")}>
          Acknowledge
        </Button>
        <Button size="sm" busy={busy} onClick={() => changeState(selection, "in_progress")}>
          Start work
        </Button>
      </>
    );
  };
  const dialogs = (
    <Suspense>
      {toAssign && (
        <IreportAssignDialog
          count={toAssign.rows.length}
          busy={assignment.isPending}
          onAssign={(owner) => assign(toAssign, owner)}
          onClose={() => setToAssign(null)}
        />
      )}
      {results && <IreportBulkResults {...results} onClose={() => setResults(null)} />}
    </Suspense>
  );
  return { bar, dialogs };
}

/** Formats the message after a bulk action that succeeded for all reports: `3 reports: assigned to you.` */
function describeResults(results: readonly IreportBulkResult[]): string {
  const [first] = results;
  if (!first) return "";
  return results.length === 1 ? `${first.name}: ${first.message}` : `${results.length} reports: ${first.message}`;
}
