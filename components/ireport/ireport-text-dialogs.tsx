"use client";

import { useMutation } from "@tanstack/react-query";
import { SelectField, TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import type { IreportSingle } from "@/lib/contract/ireport";
import { IREPORT_REJECTIONS } from "@/lib/contract/ireport.values";
import { optionsOf } from "@/lib/format";
import {
  askIreportMutation,
  type IreportQuestionInput,
  type IreportRejectionInput,
  type IreportReopeningInput,
  rejectIreportMutation,
  reopenIreportMutation,
} from "@/lib/queries/ireport";
import { draftName, templateStates } from "./ireport-decisions";
import { refuseUnfilled } from "./ireport-fill";
import { IreportNewer } from "./ireport-newer";
import { IreportPublicText, readerWords, reporterWords } from "./ireport-public-text";
import { rejectionWords } from "./ireport-words";
import { useIreportAttempt } from "./use-ireport-attempt";

export type DecisionDialogProps = {
  report: IreportSingle;
  /** Version of the report that the officer saw when they chose. */
  version: number;
  /** `keepsText`: True if typed text is restored the next time. */
  onClose: (keepsText: boolean) => void;
};

const loadQuestion = () => import("@/lib/contract/ireport").then((module) => module.ireportQuestion);
const loadRejection = () => import("@/lib/contract/ireport").then((module) => module.ireportRejection);
const loadReopening = () => import("@/lib/contract/ireport").then((module) => module.ireportReopening);
const REASONS = optionsOf(IREPORT_REJECTIONS, rejectionWords);

/** Sends a question to the citizen. Both clocks pause until the reply. */
export function IreportQuestionDialog({ report, version: chosenAt, onClose }: DecisionDialogProps) {
  const { version, idempotencyKey, attempt, changed } = useIreportAttempt(report, chosenAt);
  const { mutateAsync } = useMutation(askIreportMutation(idempotencyKey));
  return (
    <FormDialog<IreportQuestionInput>
      open
      onOpenChange={() => onClose(false)}
      title={`Ask the citizen about ${report.number}`}
      consequence={`Both clocks pause until the citizen answers. ${reporterWords(report)}`}
      submitLabel="Send to citizen"
      schema={loadQuestion}
      fixed={{ ireportId: report.id, version }}
      defaultValues={{ text: "" }}
      draft={draftName(report.id, "ask")}
      onSubmit={async (input) => {
        refuseUnfilled("text", input.text);
        await attempt(() => mutateAsync(input));
        toast.success(`${report.number}: question sent`);
      }}
    >
      <IreportNewer changed={changed} onLook={() => onClose(true)} />
      <IreportPublicText report={report} name="text" label="Question" states={templateStates("ask", report.state)} />
    </FormDialog>
  );
}

/** Rejects a report with a reason. */
export function IreportRejectDialog({ report, version: chosenAt, onClose }: DecisionDialogProps) {
  const { version, idempotencyKey, attempt, changed } = useIreportAttempt(report, chosenAt);
  const { mutateAsync } = useMutation(rejectIreportMutation(idempotencyKey));
  return (
    <FormDialog<IreportRejectionInput>
      open
      onOpenChange={() => onClose(false)}
      title={`Reject ${report.number}?`}
      consequence={`It closes and can't be reopened. ${readerWords(report)}`}
      submitLabel="Reject"
      tone="danger"
      schema={loadRejection}
      fixed={{ ireportId: report.id, version }}
      defaultValues={{ message: "" }}
      draft={draftName(report.id, "reject")}
      onSubmit={async (input) => {
        refuseUnfilled("message", input.message);
        await attempt(() => mutateAsync(input));
        toast.success(`${report.number}: rejected`);
      }}
    >
      <IreportNewer changed={changed} onLook={() => onClose(true)} />
      <SelectField name="reason" label="Reason" options={REASONS} placeholder="Choose a reason" />
      <IreportPublicText
        report={report}
        name="message"
        label="Message to the citizen"
        hint="Explain why, and who can help instead."
        states={templateStates("reject", report.state)}
      />
    </FormDialog>
  );
}

/** Reopens a resolved report before its deadline for reopening. */
export function IreportReopenDialog({ report, version: chosenAt, onClose }: DecisionDialogProps) {
  const { version, idempotencyKey, attempt, changed } = useIreportAttempt(report, chosenAt);
  const { mutateAsync } = useMutation(reopenIreportMutation(idempotencyKey));
  return (
    <FormDialog<IreportReopeningInput>
      open
      onOpenChange={() => onClose(false)}
      title={`Reopen ${report.number}?`}
      consequence={`The report returns to in progress, and its clock continues where it stopped. ${readerWords(report)}`}
      submitLabel="Reopen"
      schema={loadReopening}
      fixed={{ ireportId: report.id, version }}
      defaultValues={{ reason: "" }}
      draft={draftName(report.id, "reopen")}
      onSubmit={async (input) => {
        await attempt(() => mutateAsync(input));
        toast.success(`${report.number}: reopened`);
      }}
    >
      <IreportNewer changed={changed} onLook={() => onClose(true)} />
      <TextAreaField name="reason" label="Reason" hint="The citizen reads this." max={400} rows={3} />
    </FormDialog>
  );
}
