"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import type { KycDetails } from "@/lib/contract/kyc";
import { KYC_REASON_MAX } from "@/lib/contract/kyc.values";
import { type ReopenKycInput, reopenKycMutation } from "@/lib/queries/kyc-review";

const loadSchema = () => import("@/lib/contract/kyc").then((module) => module.kycReopening);

/** Reopens a rejected identity request with a reason. */
export function KycReopenDialog({ request, onClose }: { request: KycDetails; onClose: () => void }) {
  // Sends the version that the admin saw when opening the dialog, so that a change by another admin since then is a conflict.
  const [version] = useState(request.version);
  const { mutateAsync } = useMutation(reopenKycMutation());
  return (
    <FormDialog<ReopenKycInput>
      open
      onOpenChange={onClose}
      title={`Reopen ${request.name}'s KYC?`}
      consequence="Reopens for you with a new deadline. The user is not notified yet."
      submitLabel="Reopen"
      schema={loadSchema}
      fixed={{ kycId: request.id, version }}
      defaultValues={{ reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success(`${request.name}: reopened`);
      }}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        hint="Stays in the history. The user does not see it."
        max={KYC_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
