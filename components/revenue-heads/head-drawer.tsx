"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { CopyableText } from "@/components/common/copyable-text";
import { FactList } from "@/components/common/fact-list";
import { Timeline } from "@/components/common/history/timeline";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useReopenDraft } from "@/lib/client/use-reopen-draft";
import type { RevenueHeadDatedRow, RevenueHeadDetails } from "@/lib/contract/revenue-heads";
import { routes } from "@/lib/contract/routes";
import { formatDay } from "@/lib/format";
import { useCancelApproval } from "@/lib/queries/approvals";
import { revenueHeadQuery } from "@/lib/queries/revenue-heads";
import { useAccess } from "@/lib/queries/rp";
import { CorrectRevenueHeadDialog, EndRevenueHeadDialog } from "./end-dialogs";
import { ChangeRevenueHeadDialog } from "./head-dialogs";
import { revenueHeadAccountText, revenueHeadDraftName } from "./head-words";

type OpenDialog = "change" | "end" | RevenueHeadDatedRow;

/** Shows a revenue head: its dated rows (names and account, each valid from a day), history, and the forms that change it. */
export function RevenueHeadDrawer({ code, onClose }: { code: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(revenueHeadQuery(code));
  const mayChange = useAccess(routes.revenueHeads.change);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  useReopenDraft(revenueHeadDraftName("change", code), () => setDialog("change"));
  const closeDialog = () => setDialog(null);
  const takesPayments = data?.rows[0]?.is_active;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="right"
      title={data ? `${data.code} ${data.name}` : "Revenue head"}
      footer={
        data &&
        mayChange &&
        !data.awaiting && (
          <>
            {takesPayments && <Button onClick={() => setDialog("end")}>End</Button>}
            <Button variant="primary" onClick={() => setDialog("change")}>
              Change
            </Button>
          </>
        )
      }
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && <HeadDetails head={data} onCorrect={mayChange && !data.awaiting ? setDialog : undefined} />}
      {data && dialog === "change" && <ChangeRevenueHeadDialog head={data} onClose={closeDialog} />}
      {data && dialog === "end" && <EndRevenueHeadDialog head={data} onClose={closeDialog} />}
      {data && dialog && typeof dialog === "object" && (
        <CorrectRevenueHeadDialog head={data} row={dialog} onClose={closeDialog} />
      )}
    </Dialog>
  );
}

function HeadDetails({
  head,
  onCorrect,
}: {
  head: RevenueHeadDetails;
  onCorrect?: (row: RevenueHeadDatedRow) => void;
}) {
  return (
    <div className="space-y-6">
      {head.awaiting && <HeadAwaiting awaiting={head.awaiting} />}
      <FactList
        facts={[
          ["State", <StatusBadge key="state" status={head.state} />],
          ["Code", <CopyableText key="code" value={head.code} what="code" />],
          ["Ministry", head.ministry],
          ["Account", revenueHeadAccountText(head)],
          ["Since", formatDay(head.starts_on)],
        ]}
      />
      <section aria-label="Names and accounts by day" className="space-y-2">
        <h3 className="font-bold">Names and accounts by day</h3>
        <ul className="divide-y divide-border">
          {head.rows.map((row) => (
            <li key={row.id} className="py-2.5 text-sm">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <p className="font-semibold">From {formatDay(row.starts_on)}</p>
                {onCorrect && !row.is_used && row.is_active && (
                  <Button
                    size="sm"
                    onClick={() => onCorrect(row)}
                    aria-label={`Correct from ${formatDay(row.starts_on)}`}
                  >
                    Correct
                  </Button>
                )}
              </div>
              <p>{row.is_active ? row.name : "Takes no payments"}</p>
              {row.is_active && (
                <p className="text-muted">
                  {row.ministry}, {revenueHeadAccountText(row)}
                </p>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="mb-3 font-bold">History</h3>
        <Timeline entries={head.timeline} />
      </section>
    </div>
  );
}

function HeadAwaiting({ awaiting }: { awaiting: NonNullable<RevenueHeadDetails["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <AwaitingApprovalNotice
      awaiting={awaiting}
      nobody="another admin who may approve in System Wallet"
      {...withdrawal}
    />
  );
}
