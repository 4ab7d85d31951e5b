"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { type ResolveIreportInput, resolveIreportMutation } from "@/lib/queries/ireport-record";
import { IreportConflictNotice } from "./ireport-conflict-notice";
import { ireportDecisionDraftName, templateStatesForDecision } from "./ireport-decisions";
import { IreportPhotosField } from "./ireport-photos-field";
import { refuseUnfilledPlaceholders } from "./ireport-placeholders";
import { IreportPublicMessageField, recipientsText } from "./ireport-public-text";
import type { IreportDecisionDialogProps } from "./ireport-text-dialogs";
import { useReportFormVersion } from "./use-versioned-request";

const loadSchema = () => import("@/lib/contract/ireport").then((module) => module.ireportResolution);

/** Resolves a report with a note and photos. */
export function IreportResolveDialog({ report, version: initialVersion, onClose }: IreportDecisionDialogProps) {
  const { version, idempotencyKey, attempt, changed } = useReportFormVersion(report, initialVersion);
  const pendingUploads = useRef(0);
  const { mutateAsync } = useMutation(resolveIreportMutation(idempotencyKey));
  return (
    <FormDialog<ResolveIreportInput>
      open
      onOpenChange={() => onClose(false)}
      title={`Resolve ${report.number}?`}
      consequence={`It closes, and can be reopened within 14 days. ${recipientsText(report)}`}
      submitLabel="Resolve"
      size="lg"
      schema={loadSchema}
      fixed={{ ireportId: report.id, version }}
      defaultValues={{ note: "", photos: [] }}
      draft={ireportDecisionDraftName(report.id, "resolve")}
      onSubmit={async (input) => {
        refuseUnfilledPlaceholders("note", input.note);
        if (pendingUploads.current > 0)
          throw new Error("A photo is still being sent. Wait a moment, then press Resolve again.");
        await attempt(() => mutateAsync(input));
        toast.success(`${report.number}: resolved`);
      }}
    >
      <IreportConflictNotice changed={changed} onLook={() => onClose(true)} />
      <IreportPublicMessageField
        report={report}
        name="note"
        label="Note to the citizen"
        hint="Describe what was done."
        states={templateStatesForDecision("resolve", report.state)}
      />
      <IreportPhotosField sending={pendingUploads} />
    </FormDialog>
  );
}
