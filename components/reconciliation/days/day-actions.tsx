"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, Lock } from "lucide-react";
import { Suspense, useState } from "react";
import { downloadExport } from "@/components/common/export/download";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { ReconciliationDayDetails } from "@/lib/contract/reconciliation-days";
import { routes } from "@/lib/contract/routes";
import { meQuery } from "@/lib/queries/auth";
import { exportClosedDayMutation } from "@/lib/queries/reconciliation-days";
import { useAccess } from "@/lib/queries/rp";

const ProposeDayDialog = lazyWithPreload(() => import("./propose-day-dialog"), "ProposeDayDialog");
const WithdrawProposalDialog = lazyWithPreload(() => import("./withdraw-proposal-dialog"), "WithdrawProposalDialog");
const CloseDayDialog = lazyWithPreload(() => import("./close-day-dialog"), "CloseDayDialog");

/** Renders the actions on a reconciled day that its state and the admin's rights allow. */
export function DayActions({ day }: { day: ReconciliationDayDetails }) {
  const [dialog, setDialog] = useState<"propose" | "withdraw" | "close" | null>(null);
  const close = () => setDialog(null);
  const mayPropose = useAccess(routes.reconciliation.proposeDay);
  const mayClose = useAccess(routes.reconciliation.closeDay);
  const ownId = useQuery(meQuery()).data?.id;
  const isReady = day.checklist.every(({ ok }) => ok);
  const { version } = day;
  return (
    <>
      {day.state === "closed" && <RecordButtons day={day.day} />}
      {day.state === "open" && mayPropose && (
        <Button
          variant="primary"
          disabled={!isReady}
          title={isReady ? undefined : "The checklist is not complete"}
          onPointerEnter={ProposeDayDialog.preload}
          onFocus={ProposeDayDialog.preload}
          onClick={() => setDialog("propose")}
        >
          Propose for closing
        </Button>
      )}
      {day.state === "proposed" && mayPropose && (
        <Button
          onPointerEnter={WithdrawProposalDialog.preload}
          onFocus={WithdrawProposalDialog.preload}
          onClick={() => setDialog("withdraw")}
        >
          Withdraw proposal
        </Button>
      )}
      {day.state === "proposed" && mayClose && day.proposed_by?.id !== ownId && (
        <Button
          variant="primary"
          disabled={!isReady}
          title={isReady ? undefined : "The checklist is not complete"}
          onPointerEnter={CloseDayDialog.preload}
          onFocus={CloseDayDialog.preload}
          onClick={() => setDialog("close")}
        >
          <Lock aria-hidden="true" /> Close the day
        </Button>
      )}
      <Suspense>
        {dialog === "propose" && <ProposeDayDialog day={day} onClose={close} />}
        {dialog === "withdraw" && version !== null && (
          <WithdrawProposalDialog day={day.day} version={version} onClose={close} />
        )}
        {dialog === "close" && version !== null && <CloseDayDialog day={day} version={version} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Renders buttons that download a closed day's figures as PDF or CSV file; nothing without the right to export. */
function RecordButtons({ day }: { day: string }) {
  const mayExport = useAccess(routes.reconciliation.exportDay);
  const { mutate, isPending, variables } = useMutation({
    ...exportClosedDayMutation(),
    onSuccess: ({ token }) => downloadExport(token),
    onError: (error) => void toast.error(error.message),
  });
  if (!mayExport) return null;
  return (["pdf", "csv"] as const).map((format) => (
    <Button key={format} busy={isPending && variables.format === format} onClick={() => mutate({ day, format })}>
      <Download aria-hidden="true" /> Record ({format.toUpperCase()})
    </Button>
  ));
}
