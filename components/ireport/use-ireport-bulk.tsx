"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/lib/client/toast";
import type { IreportRow } from "@/lib/contract/ireport-row";
import {
  assignIreportsMutation,
  changeIreportStatesMutation,
  type IreportBulkResult,
  type IreportBulkStateInput,
} from "@/lib/queries/ireport";

const loadDialogs = () => import("./ireport-list-dialogs");
const IreportAssignDialog = lazyPart(loadDialogs, "IreportAssignDialog");
const IreportBulkResults = lazyPart(loadDialogs, "IreportBulkResults");

/** The rows as they were chosen: the list may change, and let go of them, before it is done. */
type Chosen = { rows: readonly IreportRow[]; clear: () => void };
type Results = { done: string; results: readonly IreportBulkResult[] };

const STATE_DONE = { acknowledged: "acknowledged", in_progress: "started" };
const chosenOf = (rows: readonly IreportRow[]) => rows.map(({ id, version }) => ({ ireportId: id, version }));

/**
 * Assigns, acknowledges or starts chosen reports together; what did not work is listed row by row. Held by the screen,
 * because rows that no longer fit the filter take the bar above the table with them.
 * @returns the bar's buttons, and the dialogs that stand beside the table.
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

/** `3 reports: assigned to you.` */
function inWords(results: readonly IreportBulkResult[]): string {
  const [first] = results;
  if (!first) return "";
  return results.length === 1 ? `${first.name}: ${first.message}` : `${results.length} reports: ${first.message}`;
}
