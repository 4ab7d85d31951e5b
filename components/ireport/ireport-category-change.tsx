"use client";

import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { IreportDetails } from "@/lib/contract/ireport";
import { IreportCategoryName } from "./ireport-badges";

const IreportRecategoriseDialog = lazyWithPreload(
  () => import("./ireport-recategorise-dialog"),
  "IreportRecategoriseDialog",
);

/** Shows the category with a button to change it. A dialog confirms the change, because it alters the time targets. */
export function IreportCategoryWithChangeButton({ report, enabled }: { report: IreportDetails; enabled: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <IreportCategoryName category={report.category} />
      {enabled && (
        <Button
          variant="link"
          size="sm"
          className="-ml-2.5"
          aria-label="Change category"
          onPointerEnter={IreportRecategoriseDialog.preload}
          onFocus={IreportRecategoriseDialog.preload}
          onClick={() => setOpen(true)}
        >
          Change
        </Button>
      )}
      <span className="block w-full font-normal text-muted">{report.department ?? "No department"}</span>
      <Suspense>{open && <IreportRecategoriseDialog report={report} onClose={() => setOpen(false)} />}</Suspense>
    </span>
  );
}
