"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { KycAssignmentResult, KycRow } from "@/lib/contract/kyc";
import { assignKycMutation } from "@/lib/queries/kyc-work";

const loadDialog = () => import("./kyc-assign-dialog");
const KycAssignDialog = lazyWithPreload(loadDialog, "KycAssignDialog");
const KycAssignResults = lazyWithPreload(loadDialog, "KycAssignResults");

/** Snapshot of the selected requests, because the list may refetch and drop them before they are assigned. */
export type KycAssignSelection = { rows: readonly KycRow[]; clear?: () => void };

/** Assigns or unassigns identity requests, and lists failures. @returns `assign`, `choose` (opens the dialog) and the dialogs */
export function useAssignKycRequests() {
  const { mutate, isPending: busy } = useMutation(assignKycMutation());
  const [selection, setSelection] = useState<KycAssignSelection | null>(null);
  const [results, setResults] = useState<readonly KycAssignmentResult[] | null>(null);
  const assign = ({ rows, clear }: KycAssignSelection, assignee: string) =>
    mutate(
      { assignee, requests: rows.map(({ id, version }) => ({ kycId: id, version })) },
      {
        onSuccess: (response) => {
          setSelection(null);
          clear?.();
          if (response.results.every(({ done }) => done)) toast.success(describeResults(response.results));
          else setResults(response.results);
        },
      },
    );
  const dialogs = (
    <Suspense>
      {selection && (
        <KycAssignDialog
          count={selection.rows.length}
          busy={busy}
          onAssign={(assignee) => assign(selection, assignee)}
          onClose={() => setSelection(null)}
        />
      )}
      {results && <KycAssignResults results={results} onClose={() => setResults(null)} />}
    </Suspense>
  );
  return { assign, busy, choose: setSelection, preload: KycAssignDialog.preload, dialogs };
}

/** Formats the message after all requests were assigned: `3 requests: assigned to you.` */
function describeResults(results: readonly KycAssignmentResult[]): string {
  const [first] = results;
  if (!first) return "";
  return results.length === 1 ? `${first.name}: ${first.message}` : `${results.length} requests: ${first.message}`;
}
