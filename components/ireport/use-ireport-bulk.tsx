"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { IreportRow } from "@/lib/contract/ireport-row";
import {
  assignIreportsMutation,
  changeIreportStatesMutation,
  type IreportBulkResult,
  type IreportBulkStateInput,
} from "@/lib/queries/ireport";

const loadDialogs = () => import("./ireport-list-dialogs");
const IreportAssignDialog = lazyWithPreload(loadDialogs, "IreportAssignDialog");
const IreportBulkResults = lazyWithPreload(loadDialogs, "IreportBulkResults");

/** Snapshot of the selected rows, because the list may refetch and drop them before the action ends. */
type Chosen = { rows: readonly IreportRow[]; clear: () => void };
type Results = { done: string; results: readonly IreportBulkResult[] };

const STATE_DONE = { acknowledged: "acknowledged", in_progress: "started" };
const chosenOf = (rows: readonly IreportRow[]) => rows.map(({ id, version }) => ({ ireportId: id, version }));

/**
 * Assigns, acknowledges or starts selected reports, and lists failures row by row. Call it in the screen: rows that stop matching
 * the filter unmount the selection bar.
 * @returns the buttons for the selection bar, and the dialogs to render beside the table
 */
export function useIreportBulk() {
  const assignment = useMutation(assignIreportsMutation());
  const change = useMutation(changeIreportStatesMutation());
  const [choosing, setChoosing] = useState<Chosen | null>(null);
  const [results, setResults] = useState<Results | null>(null);
  const busy = assignment.isPending || change.isPending;

  const told = (done: string, clear: () => void) => ({
    onSuccess: (answer: { results: readonly IreportBulkResult[] }) => {
      setChoosing(null);
      clear();
      if (answer.results.every((each) => each.done)) toast.success(inWords(answer.results));
      else setResults({ done, results: answer.results });
    },
  });
  const assign = ({ rows, clear }: Chosen, owner: string) =>
    assignment.mutate({ owner, reports: chosenOf(rows) }, told(owner === "nobody" ? "released" : "assigned", clear));
  const moveOn = ({ rows, clear }: Chosen, state: IreportBulkStateInput["state"]) =>
    change.mutate({ state, reports: chosenOf(rows) }, told(STATE_DONE[state], clear));

  const bar = (rows: readonly IreportRow[], clear: () => void) => {
    const chosen = { rows, clear };
    return (
      <>
        <Button size="sm" variant="primary" busy={busy} onClick={() => assign(chosen, "me")}>
          Assign to me
        </Button>
        <Button
          size="sm"
          onPointerEnter={() => void loadDialogs()}
          onFocus={() => void loadDialogs()}
          onClick={() => setChoosing(chosen)}
        >
          Assign to…
        </Button>
        <Button size="sm" busy={busy} onClick={() => assign(chosen, "nobody")}>
          Unassign
        </Button>
        <Button size="sm" busy={busy} onClick={() => moveOn(chosen, "acknowledged")}>
          Acknowledge
        </Button>
        <Button size="sm" busy={busy} onClick={() => moveOn(chosen, "in_progress")}>
          Start work
        </Button>
      </>
    );
  };
  const dialogs = (
    <Suspense>
      {choosing && (
        <IreportAssignDialog
          count={choosing.rows.length}
          busy={assignment.isPending}
          onAssign={(owner) => assign(choosing, owner)}
          onClose={() => setChoosing(null)}
        />
      )}
      {results && <IreportBulkResults {...results} onClose={() => setResults(null)} />}
    </Suspense>
  );
  return { bar, dialogs };
}

/** Formats results of which all succeeded: `3 reports: assigned to you.` */
function inWords(results: readonly IreportBulkResult[]): string {
  const [first] = results;
  if (!first) return "";
  return results.length === 1 ? `${first.name}: ${first.message}` : `${results.length} reports: ${first.message}`;
}
