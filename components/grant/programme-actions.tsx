"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { ExportDialog } from "@/components/common/export/export-dialog";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { RecordCopyButton } from "@/components/record-editor/record-copy-button";
import { RecordPublishButton } from "@/components/record-editor/record-publish-button";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatCount, formatMoney } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import {
  closeProgrammeMutation,
  completeProgrammeMutation,
  copyProgrammeMutation,
  deleteProgrammeMutation,
  exportAwards,
  openProgrammeMutation,
} from "@/lib/queries/grant";
import { useAccess } from "@/lib/queries/rp";
import { PROGRAMMES_URL } from "./grant-urls";

const RaiseProgrammeBudgetDialog = lazyWithPreload(() => import("./raise-budget-dialog"), "RaiseProgrammeBudgetDialog");

/** DOM id of the list of missing fields, by which the disabled button is described. */
export const MISSING_FIELDS_DOM_ID = "programme-missing";

type ProgrammeDialog = "open" | "close" | "complete" | "delete" | "raise" | "awards";

type ProgrammeActionsProps = {
  programme: ProgrammeDetails;
  /**
   * True if the form has unsaved changes. The button that opens the programme is then disabled, because opening would leave out the
   * unsaved changes.
   */
  unsaved: boolean;
  /** Called with true before the draft is deleted, so that the page stops refetching it. Called with false if the deletion fails. */
  onDelete: (isDeleting: boolean) => void;
};

/** Renders the actions that the programme's state and the admin's rights allow. */
export function ProgrammeActions({ programme, unsaved, onDelete }: ProgrammeActionsProps) {
  const mayUpdate = useAccess(routes.grant.closeProgramme);
  const mayApprove = useAccess(routes.grant.openProgramme);
  const mayDelete = useAccess(routes.grant.deleteProgramme);
  const exportAccess = useExportAccess(routes.grant.exportAwards);
  const mayCopy = useAccess(routes.grant.copyProgramme);
  const isMissing = Object.keys(programme.missing).length > 0;
  const [openDialog, setOpenDialog] = useState<ProgrammeDialog | null>(null);
  const router = useRouter();
  const open = useMutation(openProgrammeMutation());
  const closeProgramme = useMutation(closeProgrammeMutation());
  const complete = useMutation(completeProgrammeMutation());
  const remove = useMutation(deleteProgrammeMutation());
  const { id: programmeId, version, name, state, budget, paid } = programme;
  const paidOutCount = programme.applications.disbursed ?? 0;
  const close = () => setOpenDialog(null);
  return (
    <>
      {mayCopy && (
        <RecordCopyButton
          id={programmeId}
          label="Make a copy"
          done="Copied"
          mutation={copyProgrammeMutation}
          urlOf={(id) => recordUrl("grant_programme", id)}
        />
      )}
      {exportAccess && paidOutCount > 0 && (
        <Button onClick={() => setOpenDialog("awards")}>
          <Download aria-hidden="true" /> Award list
        </Button>
      )}
      {state === "draft" && mayDelete && (
        <Button variant="ghost" onClick={() => setOpenDialog("delete")}>
          Delete draft
        </Button>
      )}
      {(state === "open" || state === "closed") && mayApprove && (
        <Button onClick={() => setOpenDialog("raise")}>Raise budget</Button>
      )}
      {state === "open" && mayUpdate && <Button onClick={() => setOpenDialog("close")}>Close</Button>}
      {state === "closed" && mayApprove && <Button onClick={() => setOpenDialog("complete")}>Complete</Button>}
      {(state === "draft" || state === "closed") && mayApprove && (
        <RecordPublishButton
          label={state === "draft" ? "Open programme" : "Open again"}
          missingId={isMissing ? MISSING_FIELDS_DOM_ID : undefined}
          unsaved={unsaved}
          onClick={() => setOpenDialog("open")}
        />
      )}
      <LazyConfirmDialog
        open={openDialog === "open"}
        onOpenChange={close}
        title={state === "draft" ? `Open “${name}”?` : `Open “${name}” again?`}
        consequence={
          state === "draft"
            ? `${formatMoney(budget)} are reserved in the grants pool. Citizens see the programme and can apply within its window. Amounts, eligibility and questions can't be changed afterwards.`
            : "Citizens can apply again until the window closes."
        }
        confirmLabel="Open"
        onConfirm={async () => {
          await open.mutateAsync({ programmeId, version });
          toast.success(`${name} is open.`);
        }}
      />
      <LazyConfirmDialog
        open={openDialog === "close"}
        onOpenChange={close}
        title={`Close “${name}”?`}
        consequence="No more applications are accepted. Those already submitted are still reviewed and paid."
        confirmLabel="Close programme"
        onConfirm={async () => {
          await closeProgramme.mutateAsync({ programmeId, version });
          toast.success(`${name} is closed.`);
        }}
      />
      <LazyConfirmDialog
        open={openDialog === "complete"}
        onOpenChange={close}
        title={`Complete “${name}”?`}
        consequence={`${formatMoney(budget - paid)} returns to the grants pool. Nothing can be approved or paid afterwards.`}
        confirmLabel="Complete programme"
        onConfirm={async () => {
          await complete.mutateAsync({ programmeId, version });
          toast.success(`${name} is completed.`);
        }}
      />
      <LazyConfirmDialog
        open={openDialog === "delete"}
        onOpenChange={close}
        title={`Delete “${name}”?`}
        consequence="The draft is removed. Nobody has seen it."
        confirmLabel="Delete"
        tone="danger"
        onConfirm={async () => {
          onDelete(true);
          await remove.mutateAsync({ programmeId, version }).catch((error: unknown) => {
            onDelete(false);
            throw error;
          });
          toast.success("Draft deleted.");
          router.push(PROGRAMMES_URL);
        }}
      />
      {openDialog === "raise" && (
        <Suspense>
          <RaiseProgrammeBudgetDialog programme={programme} onClose={close} />
        </Suspense>
      )}
      {exportAccess && openDialog === "awards" && (
        <ExportDialog
          {...exportAccess}
          what={["award", "awards"]}
          filtered={false}
          rows={formatCount(paidOutCount)}
          create={(format) => exportAwards(programmeId, format)}
          onClose={close}
        />
      )}
    </>
  );
}
