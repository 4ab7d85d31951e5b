"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import type { KycDetails } from "@/lib/contract/kyc";
import { type RevokeKycApprovalInput, requestKycRevocationMutation } from "@/lib/queries/kyc-review";
import { KycReasonAndMessageFields } from "./kyc-letter-fields";

const loadSchema = () => import("@/lib/contract/kyc").then((module) => module.kycRevocation);

/** Requests a second admin's approval to revoke the decision on an identity request. */
export function KycRevokeDialog({ request, onClose }: { request: KycDetails; onClose: () => void }) {
  // Sends the version that the admin saw when opening the dialog, so that a change by another admin since then is a conflict.
  const [version] = useState(request.version);
  const { mutateAsync } = useMutation(requestKycRevocationMutation());
  return (
    <FormDialog<RevokeKycApprovalInput>
      open
      onOpenChange={onClose}
      title={`Revoke ${request.name}'s KYC?`}
      consequence="A second admin has to approve this. The account then gets the highest tier of its other approved requests, and the user gets your text by mail."
      submitLabel="Request revocation"
      tone="danger"
      schema={loadSchema}
      fixed={{ kycId: request.id, version }}
      draft={`kyc.revoke:${request.id}`}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success(`${request.name}: the revocation awaits approval`);
      }}
    >
      <KycReasonAndMessageFields outcome="revoked" hint="Explain why the approval is revoked and what to do next." />
    </FormDialog>
  );
}
