"use client";

import { useId, useRef } from "react";
import { useController } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { UploadSlot } from "@/components/common/form/upload-slot";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { EVIDENCE_NAME_MAX, EVIDENCE_TEXT_MAX } from "@/lib/contract/dispute.values";
import { DOCUMENT_ACCEPT } from "@/lib/contract/uploads.values";
import { type AddDisputeEvidenceInput, addEvidenceMutation, uploadEvidence } from "@/lib/queries/dispute";

const loadSchema = () => import("@/lib/contract/dispute").then((module) => module.newEvidence);
const MAX_BYTES = 10_000_000;

/** Adds a text or a file to the evidence of a payment dispute. */
export function DisputeEvidenceDialog({ disputeId, onClose }: { disputeId: string; onClose: () => void }) {
  const { mutateAsync } = useKeyedMutation(addEvidenceMutation);
  return (
    <FormDialog<AddDisputeEvidenceInput>
      open
      onOpenChange={onClose}
      title="Add evidence"
      consequence="The payer's bank receives it when the dispute is contested."
      submitLabel="Add"
      schema={loadSchema}
      fixed={{ disputeId }}
      draft={`transaction.evidence:${disputeId}`}
      defaultValues={{ text: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success("Added to the evidence.");
      }}
    >
      <EvidenceFileField />
      <TextAreaField
        name="text"
        label="Text"
        optional
        hint="For example what was delivered, when, and to whom."
        max={EVIDENCE_TEXT_MAX}
        rows={5}
      />
    </FormDialog>
  );
}

function EvidenceFileField() {
  const { field, fieldState } = useController<{ file: AddDisputeEvidenceInput["file"] }, "file">({ name: "file" });
  const id = useId();
  const fileName = useRef("");
  return (
    <div>
      <UploadSlot
        label="File"
        hint="PDF, JPEG, PNG or HEIC, up to 10 MB. Location data is removed from photos."
        value={field.value?.upload_id}
        onChange={(uploadId) => field.onChange(uploadId ? { upload_id: uploadId, name: fileName.current } : undefined)}
        send={(file, ...options) => {
          fileName.current = file.name.slice(0, EVIDENCE_NAME_MAX);
          return uploadEvidence(file, ...options);
        }}
        accept={DOCUMENT_ACCEPT}
        camera="environment"
        limit={MAX_BYTES}
      />
      <FieldError id={id} error={fieldState.error?.message} />
    </div>
  );
}
