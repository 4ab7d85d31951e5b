"use client";

import { useMutation } from "@tanstack/react-query";
import { SelectField, TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import type { IreportDetails } from "@/lib/contract/ireport";
import { IREPORT_REJECTION_REASONS } from "@/lib/contract/ireport.values";
import { selectOptions } from "@/lib/format";
import {
  type AskReporterInput,
  askReporterMutation,
  type RejectIreportInput,
  type ReopenIreportInput,
  rejectIreportMutation,
  reopenIreportMutation,
} from "@/lib/queries/ireport-record";
import { IreportConflictNotice } from "./ireport-conflict-notice";
import { ireportDecisionDraftName, templateStatesForDecision } from "./ireport-decisions";
import { refuseUnfilledPlaceholders } from "./ireport-placeholders";
import { IreportPublicMessageField, questionRecipientText, recipientsText } from "./ireport-public-text";
import { rejectionReasonLabel } from "./ireport-record-words";
import { useReportFormVersion } from "./use-versioned-request";

/** Props of the dialogs for the actions on a report. */
export type IreportDecisionDialogProps = {
  report: IreportDetails;
  /** Version of the report that the officer saw when choosing the action. */
  version: number;
  /** `shouldKeepText`: true if the typed text is kept for the next time the dialog opens. */
  onClose: (shouldKeepText: boolean) => void;
};

const loadQuestionSchema = () => import("@/lib/contract/ireport").then((module) => module.ireportQuestion);
const loadRejectionSchema = () => import("@/lib/contract/ireport").then((module) => module.ireportRejection);
const loadReopeningSchema = () => import("@/lib/contract/ireport").then((module) => module.ireportReopening);
const REASON_OPTIONS = selectOptions(IREPORT_REJECTION_REASONS, rejectionReasonLabel);

/** Sends a question to the citizen. The deadlines of report and state are paused until the reply. */
export function IreportQuestionDialog({ report, version: initialVersion, onClose }: IreportDecisionDialogProps) {
  const { version, idempotencyKey, attempt, changed } = useReportFormVersion(report, initialVersion);
  const { mutateAsync } = useMutation(askReporterMutation(idempotencyKey));
  return (
    <FormDialog<AskReporterInput>
      open
      onOpenChange={() => onClose(false)}
      title={`Ask the citizen about ${report.number}`}
      consequence={`Both clocks pause until the citizen answers. ${questionRecipientText(report)}`}
      submitLabel="Send to citizen"
      schema={loadQuestionSchema}
      fixed={{ ireportId: report.id, version }}
      defaultValues={{ text: "" }}
      draft={ireportDecisionDraftName(report.id, "ask")}
      onSubmit={async (input) => {
        refuseUnfilledPlaceholders("text", input.text);
        await attempt(() => mutateAsync(input));
        toast.success(`${report.number}: question sent`);
      }}
    >
      <IreportConflictNotice changed={changed} onLook={() => onClose(true)} />
      <IreportPublicMessageField
        report={report}
        name="text"
        label="Question"
        states={templateStatesForDecision("ask", report.state)}
      />
    </FormDialog>
  );
}

/** Rejects a report with a reason and a message to the citizen. */
export function IreportRejectDialog({ report, version: initialVersion, onClose }: IreportDecisionDialogProps) {
  const { version, idempotencyKey, attempt, changed } = useReportFormVersion(report, initialVersion);
  const { mutateAsync } = useMutation(rejectIreportMutation(idempotencyKey));
  return (
    <FormDialog<RejectIreportInput>
      open
      onOpenChange={() => onClose(false)}
      title={`Reject ${report.number}?`}
      consequence={`It closes and can't be reopened. ${recipientsText(report)}`}
      submitLabel="Reject"
      tone="danger"
      schema={loadRejectionSchema}
      fixed={{ ireportId: report.id, version }}
      defaultValues={{ message: "" }}
      draft={ireportDecisionDraftName(report.id, "reject")}
      onSubmit={async (input) => {
        refuseUnfilledPlaceholders("message", input.message);
        await attempt(() => mutateAsync(input));
        toast.success(`${report.number}: rejected`);
      }}
    >
      <IreportConflictNotice changed={changed} onLook={() => onClose(true)} />
      <SelectField name="reason" label="Reason" options={REASON_OPTIONS} placeholder="Choose a reason" />
      <IreportPublicMessageField
        report={report}
        name="message"
        label="Message to the citizen"
        hint="Explain why, and who can help instead."
        states={templateStatesForDecision("reject", report.state)}
      />
    </FormDialog>
  );
}

/** Reopens a resolved report; possible until its reopening deadline. */
export function IreportReopenDialog({ report, version: initialVersion, onClose }: IreportDecisionDialogProps) {
  const { version, idempotencyKey, attempt, changed } = useReportFormVersion(report, initialVersion);
  const { mutateAsync } = useMutation(reopenIreportMutation(idempotencyKey));
  return (
    <FormDialog<ReopenIreportInput>
      open
      onOpenChange={() => onClose(false)}
      title={`Reopen ${report.number}?`}
      consequence={`The report returns to in progress, and its clock continues where it stopped. ${recipientsText(report)}`}
      submitLabel="Reopen"
      schema={loadReopeningSchema}
      fixed={{ ireportId: report.id, version }}
      defaultValues={{ reason: "" }}
      draft={ireportDecisionDraftName(report.id, "reopen")}
      onSubmit={async (input) => {
        await attempt(() => mutateAsync(input));
        toast.success(`${report.number}: reopened`);
      }}
    >
      <IreportConflictNotice changed={changed} onLook={() => onClose(true)} />
      <TextAreaField name="reason" label="Reason" hint="The citizen reads this." max={400} rows={3} />
    </FormDialog>
  );
}
