"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { KycRow } from "@/lib/contract/kyc";
import { formatTotal } from "@/lib/format";
import { type KycMatching, kycMatchingQuery } from "@/lib/queries/kyc-review";
import { useAssign } from "./use-assign";

const KycSplitDialog = lazyPart(() => import("./kyc-split-dialog"), "KycSplitDialog");

/**
 * Assigns chosen requests together, or all that match. Held by the screen, because rows that no longer fit the filter take
 * the bar above the table with them.
 * @param filters of the list: all that match can be assigned as well
 * @returns the bar's buttons, the button for all that match, and the dialogs that stand beside the table.
 */
export function useBulkAssign(filters: KycMatching) {
  const { assign, busy, choose, preload, dialogs } = useAssign();
  const [splitting, setSplitting] = useState(false);
  const all = (label: string, size?: "sm") => (
    <Button
      size={size}
      onPointerEnter={KycSplitDialog.preload}
      onFocus={KycSplitDialog.preload}
      onClick={() => setSplitting(true)}
    >
      {label}
    </Button>
  );
  /** @param isPage the whole page is chosen, and there are more */
  const bar = (rows: readonly KycRow[], clear: () => void, isPage: boolean) => (
    <>
      <Button size="sm" variant="primary" busy={busy} onClick={() => assign({ rows, clear }, "me")}>
        Assign to me
      </Button>
      <Button size="sm" onPointerEnter={preload} onFocus={preload} onClick={() => choose({ rows, clear })}>
        Assign to…
      </Button>
      <Button size="sm" busy={busy} onClick={() => assign({ rows, clear }, "nobody")}>
        Unassign
      </Button>
      {isPage && <Matching filters={filters}>{(count) => all(`Assign all ${count} that match…`, "sm")}</Matching>}
    </>
  );
  return {
    bar,
    all: all("Assign all that match…"),
    dialogs: (
      <>
        {dialogs}
        <Suspense>{splitting && <KycSplitDialog filters={filters} onClose={() => setSplitting(false)} />}</Suspense>
      </>
    ),
  };
}

/** Offered once it is known that there are any. */
function Matching({ filters, children }: { filters: KycMatching; children: (count: string) => ReactNode }) {
  const { data } = useQuery(kycMatchingQuery(filters));
  return data?.total ? children(formatTotal(data.total, data.totalIsCapped)) : null;
}
