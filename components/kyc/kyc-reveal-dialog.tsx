"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { KycDetails } from "@/lib/contract/kyc";
import { KYC_REASON_MAX } from "@/lib/contract/kyc.values";
import { type RevealIdentityNumberInput, revealIdentityNumberMutation } from "@/lib/queries/kyc-review";

const loadSchema = () => import("@/lib/contract/kyc").then((module) => module.kycReveal);

type Props = { request: Pick<KycDetails, "id" | "name">; onClose: () => void };

/** Requires a reason, then shows the identity number until closed. The number is not cached. */
export function KycIdentityNumberDialog({ request, onClose }: Props) {
  const { mutateAsync } = useMutation(revealIdentityNumberMutation());
  const [number, setNumber] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Identity number of ${request.name}`}
      description={number ? "It is hidden again when you close this." : "Your name and the reason are logged."}
      size="sm"
    >
      {number ? (
        <>
          <p className="flex items-center gap-1 text-2xl font-extrabold tracking-wider tabular-nums" role="status">
            {number} <CopyButton value={number} label="Copy the identity number" />
          </p>
          <div className="mt-4 flex justify-end">
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          </div>
        </>
      ) : (
        <Form<RevealIdentityNumberInput>
          schema={loadSchema}
          fixed={{ kycId: request.id }}
          defaultValues={{ reason: "" }}
          onSubmit={async (input) => setNumber((await mutateAsync(input)).identity_number)}
        >
          <TextField name="reason" label="Why you need to see it" maxLength={KYC_REASON_MAX} autoComplete="off" />
          <div className="flex justify-end gap-2 pt-2">
            <Button onClick={onClose}>Cancel</Button>
            <SubmitButton>Show the number</SubmitButton>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
