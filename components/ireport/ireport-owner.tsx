"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { AdminName } from "@/components/common/admin-name";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useShortcuts } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import type { IreportDetails } from "@/lib/contract/ireport";
import { ireportRoutes } from "@/lib/contract/ireport.routes";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import { meQuery } from "@/lib/queries/auth";
import { assignIreportsMutation } from "@/lib/queries/ireport";
import { releaseIreportMutation } from "@/lib/queries/ireport-record";
import { useAccess } from "@/lib/queries/rp";

const IreportAssignDialog = lazyWithPreload(() => import("./ireport-list-dialogs"), "IreportAssignDialog");

/** Shows the admin who owns a report, with buttons to release and to assign it. */
export function IreportOwner({ report }: { report: IreportDetails }) {
  const mayAssign = useAccess(ireportRoutes.assign) && isOpenIreport(report.state);
  const { data: me } = useQuery(meQuery());
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const release = useMutation(releaseIreportMutation());
  const assignment = useMutation(assignIreportsMutation());
  const open = () => setIsDialogOpen(true);
  useShortcuts("This report", mayAssign ? [{ key: "a", label: "Assign this report", run: open }] : []);
  const assign = (owner: string) =>
    assignment.mutate(
      { owner, reports: [{ ireportId: report.id, version: report.version }] },
      {
        onSuccess: ({ results: [result] }) => {
          setIsDialogOpen(false);
          if (!result) return;
          const resultText = `${result.name}: ${result.message}`;
          if (result.done) toast.success(resultText);
          else toast.error(resultText);
        },
      },
    );
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {report.owner ? <AdminName admin={report.owner} /> : "Nobody"}
      {mayAssign && (
        <span className="flex flex-wrap gap-x-1">
          {report.owner && report.owner.id === me?.id && (
            <Button
              variant="link"
              size="sm"
              className="-ml-2.5"
              busy={release.isPending}
              onClick={() => release.mutate(report.id, { onError: (error) => void toast.error(error.message) })}
            >
              Release
            </Button>
          )}
          <Button
            variant="link"
            size="sm"
            className="-ml-2.5"
            aria-keyshortcuts="a"
            onPointerEnter={IreportAssignDialog.preload}
            onFocus={IreportAssignDialog.preload}
            onClick={open}
          >
            Assign to…
          </Button>
        </span>
      )}
      <Suspense>
        {isDialogOpen && (
          <IreportAssignDialog
            count={1}
            busy={assignment.isPending}
            onAssign={assign}
            onClose={() => setIsDialogOpen(false)}
          />
        )}
      </Suspense>
    </span>
  );
}
