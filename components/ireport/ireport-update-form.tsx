"use client";

import { useMutation } from "@tanstack/react-query";
import { Form, SubmitButton } from "@/components/common/form/form";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { IreportDetails } from "@/lib/contract/ireport";
import { type SendIreportUpdateInput, sendIreportUpdateMutation } from "@/lib/queries/ireport-record";
import { FocusFieldOnMount } from "./focus-field-on-mount";
import { refuseUnfilledPlaceholders } from "./ireport-placeholders";
import { IreportPublicMessageField, recipientsText } from "./ireport-public-text";
import { useSaveDraftOnUnmount } from "./use-ireport-composer";
import { useReportFormVersion } from "./use-versioned-request";

const loadSchema = () => import("@/lib/contract/ireport").then((module) => module.ireportUpdate);

type Props = { report: IreportDetails; draft: string; takesFocus: boolean; onClose: () => void };

/** Sends an update to the citizen. The form lists the recipients, so it needs no confirmation. */
export function IreportUpdateForm({ report, draft, takesFocus: shouldFocus, onClose }: Props) {
  const { idempotencyKey, attempt } = useReportFormVersion(report);
  const { mutateAsync } = useMutation(sendIreportUpdateMutation(idempotencyKey));
  const markFinished = useSaveDraftOnUnmount(draft);
  const finish = () => {
    markFinished();
    onClose();
  };
  const send = async (input: SendIreportUpdateInput) => {
    refuseUnfilledPlaceholders("text", input.text);
    await attempt(() => mutateAsync(input));
    toast.success(`${report.number}: update sent to the citizen`);
    finish();
  };
  return (
    <Form<SendIreportUpdateInput>
      kept
      schema={loadSchema}
      fixed={{ ireportId: report.id }}
      defaultValues={{ text: "" }}
      draft={draft}
      onSubmit={send}
      className="rounded-md border border-info/50 bg-info-soft/40 p-3"
    >
      {shouldFocus && <FocusFieldOnMount name="text" />}
      <IreportPublicMessageField
        report={report}
        name="text"
        label="Public update"
        hint={recipientsText(report)}
        states={[report.state]}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={finish}>Cancel</Button>
        <SubmitButton>Send to citizen</SubmitButton>
      </div>
    </Form>
  );
}
