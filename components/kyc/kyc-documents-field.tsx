"use client";

import { useId } from "react";
import { useController, useWatch } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { UploadSlot } from "@/components/common/form/upload-slot";
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  type IdentityType,
  requiredDocuments,
  UPLOAD_LIMIT,
} from "@/lib/contract/kyc.values";
import { DOCUMENT_ACCEPT, PICTURE_ACCEPT } from "@/lib/contract/uploads.values";
import { titleCase } from "@/lib/format";
import { uploadKyc } from "@/lib/queries/kyc";

type Sent = { kind: DocumentKind; upload_id: string };

const HINTS: Record<DocumentKind, string> = {
  front: "The whole card or page, all four corners, no glare.",
  back: "The back of the same card.",
  selfie: "The person's face, looking at the camera.",
  proof_of_address: "A bill or statement of the last three months.",
};

/** Uploads one file for each document that tier and identity require. `has`: documents of a request that was sent back. */
export function KycDocumentsField({ has = [] }: { has?: readonly DocumentKind[] }) {
  const id = useId();
  const { field, fieldState } = useController({ name: "documents" });
  const [tier, identityType] = useWatch({ name: ["tier", "identity_type"] }) as [string, IdentityType | ""];
  const sent = field.value as Sent[];
  const asked = requiredDocuments(Number(tier) || 1, identityType || "nin");
  const error = fieldState.error?.message ?? fieldState.error?.root?.message;
  const change = (kind: DocumentKind, uploadId: string | undefined) => {
    const others = (field.value as Sent[]).filter((each) => each.kind !== kind);
    field.onChange(uploadId ? [...others, { kind, upload_id: uploadId }] : others);
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
        {DOCUMENT_KINDS.filter((kind) => asked.includes(kind)).map((kind) => (
          <UploadSlot
            key={kind}
            label={titleCase(kind)}
            hint={has.includes(kind) ? "There is one already. Upload another only to replace it." : HINTS[kind]}
            value={sent.find((each) => each.kind === kind)?.upload_id}
            onChange={(uploadId) => change(kind, uploadId)}
            send={uploadKyc}
            accept={kind === "selfie" ? PICTURE_ACCEPT : DOCUMENT_ACCEPT}
            camera={kind === "selfie" ? "user" : "environment"}
            limit={UPLOAD_LIMIT}
          />
        ))}
      </div>
    </fieldset>
  );
}
