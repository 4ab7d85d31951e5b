"use client";

import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { AssignmentResult, KycRow } from "@/lib/contract/kyc";
import { assignKycMutation } from "@/lib/queries/kyc-review";

const loadDialog = () => import("./kyc-assign-dialog");
const KycAssignDialog = lazy(() => loadDialog().then((module) => ({ default: module.KycAssignDialog })));
const KycAssignResults = lazy(() => loadDialog().then((module) => ({ default: module.KycAssignResults })));

/** What can be done with the chosen requests. What did not work is listed row by row. */
export function KycBulkBar({ rows, onDone }: { rows: readonly KycRow[]; onDone: () => void }) {
  const { mutate, isPending } = useMutation(assignKycMutation());
  const [choosing, setChoosing] = useState(false);
  const [results, setResults] = useState<readonly AssignmentResult[] | null>(null);
  const assign = (assignee: string) =>
    mutate(
      { assignee, requests: rows.map(({ id, version }) => ({ kycId: id, version })) },
      {
        onSuccess: (answer) => {
          setChoosing(false);
          if (!answer.results.every(({ done }) => done)) return setResults(answer.results);
          toast.success(inWords(answer.results));
          onDone();
        },
      },
    );
  return (
    <>
      <Button size="sm" variant="primary" busy={isPending && !choosing} onClick={() => assign("me")}>
        Assign to me
      </Button>
      <Button
        size="sm"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setChoosing(true)}
      >
        Assign to…
      </Button>
      <Button size="sm" busy={isPending && !choosing} onClick={() => assign("nobody")}>
        Unassign
      </Button>
      <Suspense>
        {choosing && (
          <KycAssignDialog
            count={rows.length}
            busy={isPending}
            onAssign={assign}
            onClose={() => !isPending && setChoosing(false)}
          />
        )}
        {results && (
          <KycAssignResults
            results={results}
            onClose={() => {
              setResults(null);
              onDone();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** `3 requests: assigned to you.` */
function inWords(results: readonly AssignmentResult[]): string {
  const [first] = results;
  if (!first) return "";
  return results.length === 1 ? `${first.name}: ${first.message}` : `${results.length} requests: ${first.message}`;
}
