"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/lib/client/toast";
import type { AssignmentResult, KycRow } from "@/lib/contract/kyc";
import { assignKycMutation } from "@/lib/queries/kyc-review";

const loadDialog = () => import("./kyc-assign-dialog");
const KycAssignDialog = lazyPart(loadDialog, "KycAssignDialog");
const KycAssignResults = lazyPart(loadDialog, "KycAssignResults");

/** The rows as they were chosen: the list may change, and let go of them, before they are assigned. */
type Chosen = { rows: readonly KycRow[]; clear: () => void };

/**
 * Assigns chosen requests together; what did not work is listed row by row. Held by the screen, because rows that no
 * longer fit the filter take the bar above the table with them.
 * @returns the bar's buttons, and the dialogs that stand beside the table.
 */
export function useBulkAssign() {
  const { mutate, isPending } = useMutation(assignKycMutation());
  const [choosing, setChoosing] = useState<Chosen | null>(null);
  const [results, setResults] = useState<readonly AssignmentResult[] | null>(null);
  const assign = ({ rows, clear }: Chosen, assignee: string) =>
    mutate(
      { assignee, requests: rows.map(({ id, version }) => ({ kycId: id, version })) },
      {
        onSuccess: (answer) => {
          setChoosing(null);
          clear();
          if (answer.results.every(({ done }) => done)) toast.success(inWords(answer.results));
          else setResults(answer.results);
        },
      },
    );
  const bar = (rows: readonly KycRow[], clear: () => void) => (
    <>
      <Button size="sm" variant="primary" busy={isPending} onClick={() => assign({ rows, clear }, "me")}>
        Assign to me
      </Button>
      <Button
        size="sm"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setChoosing({ rows, clear })}
      >
        Assign to…
      </Button>
      <Button size="sm" busy={isPending} onClick={() => assign({ rows, clear }, "nobody")}>
        Unassign
      </Button>
    </>
  );
  const dialogs = (
    <Suspense>
      {choosing && (
        <KycAssignDialog
          count={choosing.rows.length}
          busy={isPending}
          onAssign={(assignee) => assign(choosing, assignee)}
          onClose={() => setChoosing(null)}
        />
      )}
      {results && <KycAssignResults results={results} onClose={() => setResults(null)} />}
    </Suspense>
  );
  const choose = (rows: readonly KycRow[]) => setChoosing({ rows, clear: () => {} });
  return { bar, dialogs, choose, preload: KycAssignDialog.preload };
}

/** `3 requests: assigned to you.` */
function inWords(results: readonly AssignmentResult[]): string {
  const [first] = results;
  if (!first) return "";
  return results.length === 1 ? `${first.name}: ${first.message}` : `${results.length} requests: ${first.message}`;
}
