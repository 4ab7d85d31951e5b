"use client";

import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { IreportSingle } from "@/lib/contract/ireport";
import { IreportCategoryName } from "./ireport-badges";

const IreportRecategoriseDialog = lazyPart(() => import("./ireport-recategorise-dialog"), "IreportRecategoriseDialog");

/** What the report is about, with the way to move it: that changes its targets, so it is asked first. */
export function IreportCategoryChange({ report, enabled }: { report: IreportSingle; enabled: boolean }) {
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
