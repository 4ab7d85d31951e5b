"use client";

import { Download } from "lucide-react";
import { Suspense, useState } from "react";
import { ExportDialog } from "@/components/common/export/export-dialog";
import { Button } from "@/components/ui/button";
import { preloadDialog } from "@/components/ui/dialog";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import { exportBatchStatement } from "@/lib/queries/grant-payouts";
import { useAccess } from "@/lib/queries/rp";

const PayoutBatchSubmitDialog = lazyWithPreload(() => import("./batch-submit-dialog"), "PayoutBatchSubmitDialog");
const PayoutBatchCancelDialog = lazyWithPreload(() => import("./batch-cancel-dialog"), "PayoutBatchCancelDialog");

type BatchDialog = "submit" | "cancel" | "statement";

/** Renders the actions that a payout batch's state and the admin's rights allow. An open dialog stays when the state changes. */
export function PayoutBatchActions({ batch }: { batch: PayoutBatchDetails }) {
  const maySubmit = useAccess(routes.grant.submitBatch);
  const mayCancel = useAccess(routes.grant.cancelBatch);
  const exportAccess = useExportAccess(routes.grant.statement);
  const [openDialog, setOpenDialog] = useState<BatchDialog | null>(null);
  const { state, rows } = batch;
  const close = () => setOpenDialog(null);
  return (
    <>
      {exportAccess && (
        <Button onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setOpenDialog("statement")}>
          <Download aria-hidden="true" /> Statement
        </Button>
      )}
      {mayCancel && (state === "draft" || state === "awaiting_approval") && (
        <Button onClick={() => setOpenDialog("cancel")}>Cancel payout</Button>
      )}
      {maySubmit && state === "draft" && (
        <Button
          variant="primary"
          disabled={rows === 0}
          title={rows === 0 ? "It has no rows" : undefined}
          onPointerEnter={PayoutBatchSubmitDialog.preload}
          onFocus={PayoutBatchSubmitDialog.preload}
          onClick={() => setOpenDialog("submit")}
        >
          Send for approval
        </Button>
      )}
      <Suspense>
        {openDialog === "submit" && <PayoutBatchSubmitDialog batch={batch} onClose={close} />}
        {openDialog === "cancel" && <PayoutBatchCancelDialog batch={batch} onClose={close} />}
      </Suspense>
      {exportAccess && openDialog === "statement" && (
        <ExportDialog
          {...exportAccess}
          what={["row", "rows"]}
          filtered={false}
          rows={formatCount(rows + batch.removed.rows)}
          create={(format) => exportBatchStatement(batch.id, format)}
          createPdf={() => exportBatchStatement(batch.id, "pdf")}
          onClose={close}
        />
      )}
    </>
  );
}
