"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/lib/client/toast";
import type { AssignmentResult, KycRow } from "@/lib/contract/kyc";
import { formatTotal } from "@/lib/format";
import { assignKycMutation, type KycMatching, kycMatchingQuery } from "@/lib/queries/kyc-review";

const loadDialog = () => import("./kyc-assign-dialog");
const KycAssignDialog = lazyPart(loadDialog, "KycAssignDialog");
const KycAssignResults = lazyPart(loadDialog, "KycAssignResults");

const loadSplit = () => import("./kyc-split-dialog");
const KycSplitDialog = lazyPart(loadSplit, "KycSplitDialog");

/** The rows as they were chosen: the list may change, and let go of them, before they are assigned. */
type Chosen = { rows: readonly KycRow[]; clear: () => void };

/**
 * Assigns chosen requests together; what did not work is listed row by row. Held by the screen, because rows that no
 * longer fit the filter take the bar above the table with them.
 * @param filters of the list: all that match can be assigned as well
 * @returns the bar's buttons, the button for all that match, and the dialogs that stand beside the table.
 */
export function useBulkAssign(filters: KycMatching) {
  const { mutate, isPending } = useMutation(assignKycMutation());
  const [choosing, setChoosing] = useState<Chosen | null>(null);
  const [splitting, setSplitting] = useState(false);
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
  const all = (label: string, size?: "sm") => (
    <Button
      size={size}
      onPointerEnter={() => void loadSplit()}
      onFocus={() => void loadSplit()}
      onClick={() => setSplitting(true)}
    >
      {label}
    </Button>
  );
  /** @param isPage the whole page is chosen, and there are more */
  const bar = (rows: readonly KycRow[], clear: () => void, isPage: boolean) => (
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
      {isPage && <Matching filters={filters}>{(count) => all(`Assign all ${count} that match…`, "sm")}</Matching>}
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
      {splitting && <KycSplitDialog filters={filters} onClose={() => setSplitting(false)} />}
      {results && <KycAssignResults results={results} onClose={() => setResults(null)} />}
    </Suspense>
  );
  return { bar, all: all("Assign all that match…"), dialogs };
}

/** Offered once it is known that there are any. */
function Matching({ filters, children }: { filters: KycMatching; children: (count: string) => ReactNode }) {
  const { data } = useQuery(kycMatchingQuery(filters));
  return data?.total ? children(formatTotal(data.total, data.totalIsCapped)) : null;
}

/** `3 requests: assigned to you.` */
function inWords(results: readonly AssignmentResult[]): string {
  const [first] = results;
  if (!first) return "";
  return results.length === 1 ? `${first.name}: ${first.message}` : `${results.length} requests: ${first.message}`;
}
