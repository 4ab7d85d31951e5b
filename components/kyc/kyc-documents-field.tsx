"use client";

import { useId } from "react";
import { useController, useWatch } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { UploadSlot } from "@/components/common/form/upload-slot";
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  type IdentityType,
  MAX_UPLOAD_BYTES,
  requiredDocuments,
} from "@/lib/contract/kyc.values";
import { DOCUMENT_ACCEPT, PICTURE_ACCEPT } from "@/lib/contract/uploads.values";
import { titleCase } from "@/lib/format";
import { uploadKycDocument } from "@/lib/queries/kyc-documents";

type UploadedDocument = { kind: DocumentKind; upload_id: string };

const DOCUMENT_HINTS: Record<DocumentKind, string> = {
  front: "The whole card or page, all four corners, no glare.",
  back: "The back of the same card.",
  selfie: "The person's face, looking at the camera.",
  proof_of_address: "A bill or statement of the last three months.",
};

/** Uploads the documents that tier and identity type require. `existingKinds`: kinds that are already uploaded. */
export function KycDocumentsField({ has: existingKinds = [] }: { has?: readonly DocumentKind[] }) {
  const id = useId();
  const { field, fieldState } = useController({ name: "documents" });
  const [tier, identityType] = useWatch({ name: ["tier", "identity_type"] }) as [string, IdentityType | ""];
  const uploaded = field.value as UploadedDocument[];
  const requiredKinds = requiredDocuments(Number(tier) || 1, identityType || "nin");
  const error = fieldState.error?.message ?? fieldState.error?.root?.message;
  const change = (kind: DocumentKind, uploadId: string | undefined) => {
    const otherDocuments = (field.value as UploadedDocument[]).filter((each) => each.kind !== kind);
    field.onChange(uploadId ? [...otherDocuments, { kind, upload_id: uploadId }] : otherDocuments);
  };
  return (
    <fieldset
      name="documents"
      ref={(element) => field.ref(element && { focus: () => element.querySelector("input")?.focus() })}
      aria-describedby={error ? `${id}-error` : undefined}
      className="space-y-3"
    >
      <legend className="text-base font-bold">Documents</legend>
      <p className="text-sm text-muted">
        JPEG, PNG, WebP, HEIC or PDF, up to 10 MB each. Location data is removed from photos.
      </p>
      <FieldError id={id} error={error} />
      <div className="grid gap-3 xl:grid-cols-2">
        {DOCUMENT_KINDS.filter((kind) => requiredKinds.includes(kind)).map((kind) => (
          <UploadSlot
            key={kind}
            label={titleCase(kind)}
            hint={
              existingKinds.includes(kind)
                ? "There is one already. Upload another only to replace it."
                : DOCUMENT_HINTS[kind]
            }
            value={uploaded.find((each) => each.kind === kind)?.upload_id}
            onChange={(uploadId) => change(kind, uploadId)}
            send={uploadKycDocument}
            accept={kind === "selfie" ? PICTURE_ACCEPT : DOCUMENT_ACCEPT}
            camera={kind === "selfie" ? "user" : "environment"}
            limit={MAX_UPLOAD_BYTES}
          />
        ))}
      </div>
    </fieldset>
  );
}
