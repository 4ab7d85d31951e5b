"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { KycRow } from "@/lib/contract/kyc";
import { formatTotal } from "@/lib/format";
import { type KycMatchingFilters, kycMatchingCountQuery } from "@/lib/queries/kyc-work";
import { useAssignKycRequests } from "./use-assign";

const KycDistributionDialog = lazyWithPreload(() => import("./kyc-distribution-dialog"), "KycDistributionDialog");

/**
 * Assigns selected identity requests, or all that match the filters. Call it in the screen, because the selection bar unmounts when its
 * rows no longer match the filter.
 * @param filters filters of the list, for "assign all that match"
 * @returns the buttons for the selection bar, the button for all matching requests, and the dialogs to render beside the table
 */
export function useBulkAssignKycRequests(filters: KycMatchingFilters) {
  const { assign, busy, choose, preload, dialogs } = useAssignKycRequests();
  const [isDistributionOpen, setIsDistributionOpen] = useState(false);
  const all = (label: string, size?: "sm") => (
    <Button
      size={size}
      onPointerEnter={KycDistributionDialog.preload}
      onFocus={KycDistributionDialog.preload}
      onClick={() => setIsDistributionOpen(true)}
    >
      {label}
    </Button>
  );
  /** Returns the buttons for the selection bar. @param isWholePage true if all rows of the page are selected and there are more pages */
  const bar = (rows: readonly KycRow[], clear: () => void, isWholePage: boolean) => (
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
      {isWholePage && <Total filters={filters}>{(count) => all(`Assign all ${count} that match…`, "sm")}</Total>}
    </>
  );
  return {
    bar,
    all: all("Assign all that match…"),
    dialogs: (
      <>
        {dialogs}
        <Suspense>
          {isDistributionOpen && (
            <KycDistributionDialog filters={filters} onClose={() => setIsDistributionOpen(false)} />
          )}
        </Suspense>
      </>
    ),
  };
}

/** Renders its children with the number of matching requests, or nothing if no request matches. */
function Total({ filters, children }: { filters: KycMatchingFilters; children: (count: string) => ReactNode }) {
  const { data } = useQuery(kycMatchingCountQuery(filters));
  return data?.total ? children(formatTotal(data.total, data.totalIsCapped)) : null;
}
