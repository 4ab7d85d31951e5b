"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ConflictChanges, CurrentVersionNotice } from "@/components/common/form/current-version";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { RowProblemList } from "@/components/common/form/row-problems";
import { TableUpload } from "@/components/common/form/table-upload";
import { UploadSlot } from "@/components/common/form/upload-slot";
import { Card } from "@/components/ui/card";
import { ApiError } from "@/lib/client/api-error";
import { DOCUMENT_ACCEPT } from "@/lib/contract/uploads.values";
import { GalleryExample, GallerySection, SideBySide } from "./section";

const loadSchema = () => import("./sample-schema").then(({ sampleCategory }) => sampleCategory);
const neverResolve = () => new Promise<never>(() => {});
const rejectWith = (error: Error) => async () => {
  throw error;
};
const nameInUse = new ApiError("http", {
  status: 409,
  message: "A category of this name exists. Choose another name.",
  code: "conflict",
});
const tooManyRequests = new ApiError("http", {
  status: 429,
  message: "Too many attempts.",
  code: "too_many",
  retry_after: 0,
});

type SampleFormProps = { onSubmit?: () => Promise<unknown>; children?: ReactNode };

/** Renders a small form. With `onSubmit`, the form submits itself after mounting. */
function SampleForm({ onSubmit, children }: SampleFormProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (onSubmit) frame.current?.querySelector("form")?.requestSubmit();
  }, [onSubmit]);
  return (
    <Card ref={frame} className="p-5">
      <Form schema={loadSchema} defaultValues={{ name: "Roads" }} onSubmit={onSubmit ?? (async () => {})} kept>
        {children}
        <TextField name="name" label="Name" />
        <SubmitButton>Save</SubmitButton>
      </Form>
    </Card>
  );
}

const rejectName = rejectWith(nameInUse);
const rejectTooMany = rejectWith(tooManyRequests);
const BASE_CATEGORY = { name: "Roads", target: "72 hours" };
const DIFF_ROWS = [
  ["Name", ({ name }: typeof BASE_CATEGORY) => name],
  ["Target time", ({ target }: typeof BASE_CATEGORY) => target],
] as const;

export const FormExamples = () => (
  <>
    <GallerySection id="forms" title="Forms">
      <SideBySide>
        <GalleryExample caption="Idle">
          <SampleForm />
        </GalleryExample>
        <GalleryExample caption="Saving">
          <SampleForm onSubmit={neverResolve} />
        </GalleryExample>
        <GalleryExample caption="Refused by the server">
          <SampleForm onSubmit={rejectName} />
        </GalleryExample>
        <GalleryExample caption="Refused until a wait is over">
          <SampleForm onSubmit={rejectTooMany} />
        </GalleryExample>
        <GalleryExample caption="Somebody else was faster: what differs">
          <SampleForm>
            <ConflictChanges facts={DIFF_ROWS} base={BASE_CATEGORY} newer={{ ...BASE_CATEGORY, target: "48 hours" }} />
          </SampleForm>
        </GalleryExample>
        <GalleryExample caption="Somebody else was faster: in words of its own">
          <SampleForm>
            <CurrentVersionNotice>The category is archived since 26 Nov 2026.</CurrentVersionNotice>
          </SampleForm>
        </GalleryExample>
      </SideBySide>
    </GallerySection>
    <Uploads />
  </>
);

const MEGABYTE = 1_000_000;
const uploadOutcomes = {
  never: neverResolve,
  fail: rejectWith(new ApiError("fetch")),
  done: async () => ({ id: "file" }),
};
type SampleSlotProps = { label: string; value?: string; how?: keyof typeof uploadOutcomes; limit?: number };

/** Renders an upload slot. With `how`, a file is chosen after mounting, and the upload has this outcome. */
function SampleSlot({ label, value, how: outcome, limit = 5_000_000 }: SampleSlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = frame.current?.querySelector<HTMLInputElement>("input[type=file]");
    if (!outcome || !input) return;
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(2 * MEGABYTE)], "passport-front.pdf", { type: "application/pdf" }));
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, [outcome]);
  return (
    <div ref={frame}>
      <UploadSlot
        label={label}
        hint="JPEG, PNG, WebP or PDF, up to 5 MB."
        value={value}
        onChange={() => {}}
        send={uploadOutcomes[outcome ?? "done"]}
        accept={DOCUMENT_ACCEPT}
        camera="environment"
        limit={limit}
      />
    </div>
  );
}

const ROW_PROBLEMS = [
  { row: 2, text: "2.34806E+12", problem: "Excel shortened this number. Format the column as text." },
  { row: 1_204, text: "0803 12", problem: "Not a valid phone number." },
];

const Uploads = () => (
  <GallerySection id="uploads" title="Files to send">
    <SideBySide>
      <GalleryExample caption="Nothing chosen">
        <SampleSlot label="Front" />
      </GalleryExample>
      <GalleryExample caption="Sent">
        <SampleSlot label="Back" value="file" />
      </GalleryExample>
      <GalleryExample caption="Being sent">
        <SampleSlot label="Selfie" how="never" />
      </GalleryExample>
      <GalleryExample caption="The line broke">
        <SampleSlot label="Proof of address" how="fail" />
      </GalleryExample>
      <GalleryExample caption="Too large">
        <SampleSlot label="Letter" how="done" limit={MEGABYTE} />
      </GalleryExample>
      <GalleryExample caption="A table, chosen or dropped">
        <TableUpload label="CSV or Excel file of codes" hint="One code in each row." onFile={() => {}} />
      </GalleryExample>
      <GalleryExample caption="Rows that can't be used">
        <RowProblemList rows={ROW_PROBLEMS} />
      </GalleryExample>
    </SideBySide>
  </GallerySection>
);
