"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ConflictChanges, CurrentVersion } from "@/components/common/form/current-version";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { RowProblems } from "@/components/common/form/row-problems";
import { TableUpload } from "@/components/common/form/table-upload";
import { UploadSlot } from "@/components/common/form/upload-slot";
import { Card } from "@/components/ui/card";
import { ApiError } from "@/lib/client/api-error";
import { DOCUMENT_ACCEPT } from "@/lib/contract/uploads.values";
import { Example, Section, SideBySide } from "./section";

const loadSchema = () => import("./sample-schema").then(({ sampleCategory }) => sampleCategory);
const never = () => new Promise<never>(() => {});
const refuse = (error: Error) => async () => {
  throw error;
};
const inUse = new ApiError("http", {
  status: 409,
  message: "A category of this name exists. Choose another name.",
  code: "conflict",
});
const tooMany = new ApiError("http", {
  status: 429,
  message: "Too many attempts.",
  code: "too_many",
  retry_after: 0,
});

type SentFormProps = { onSubmit?: () => Promise<unknown>; children?: ReactNode };

/** Renders a small form; with `onSubmit` it submits itself after mounting. */
function SentForm({ onSubmit, children }: SentFormProps) {
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

const refuseName = refuse(inUse);
const refuseSoMany = refuse(tooMany);
const BASE = { name: "Roads", target: "72 hours" };
const FACTS = [
  ["Name", ({ name }: typeof BASE) => name],
  ["Target time", ({ target }: typeof BASE) => target],
] as const;

export const Forms = () => (
  <>
    <Section id="forms" title="Forms">
      <SideBySide>
        <Example says="Idle">
          <SentForm />
        </Example>
        <Example says="Saving">
          <SentForm onSubmit={never} />
        </Example>
        <Example says="Refused by the server">
          <SentForm onSubmit={refuseName} />
        </Example>
        <Example says="Refused until a wait is over">
          <SentForm onSubmit={refuseSoMany} />
        </Example>
        <Example says="Somebody else was faster: what differs">
          <SentForm>
            <ConflictChanges facts={FACTS} base={BASE} newer={{ ...BASE, target: "48 hours" }} />
          </SentForm>
        </Example>
        <Example says="Somebody else was faster: in words of its own">
          <SentForm>
            <CurrentVersion>The category is archived since 26 Nov 2026.</CurrentVersion>
          </SentForm>
        </Example>
      </SideBySide>
    </Section>
    <Uploads />
  </>
);

const MEGABYTE = 1_000_000;
const send = {
  never,
  fail: refuse(new ApiError("fetch")),
  done: async () => ({ id: "file" }),
};
type SlotProps = { label: string; value?: string; how?: keyof typeof send; limit?: number };

/** Renders an upload slot; with `how` a file is chosen after mounting. */
function Slot({ label, value, how, limit = 5_000_000 }: SlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = frame.current?.querySelector<HTMLInputElement>("input[type=file]");
    if (!how || !input) return;
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(2 * MEGABYTE)], "passport-front.pdf", { type: "application/pdf" }));
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, [how]);
  return (
    <div ref={frame}>
      <UploadSlot
        label={label}
        hint="JPEG, PNG, WebP or PDF, up to 5 MB."
        value={value}
        onChange={() => {}}
        send={send[how ?? "done"]}
        accept={DOCUMENT_ACCEPT}
        camera="environment"
        limit={limit}
      />
    </div>
  );
}

const PROBLEMS = [
  { row: 2, text: "2.34806E+12", problem: "Excel shortened this number. Format the column as text." },
  { row: 1_204, text: "0803 12", problem: "Not a valid phone number." },
];

const Uploads = () => (
  <Section id="uploads" title="Files to send">
    <SideBySide>
      <Example says="Nothing chosen">
        <Slot label="Front" />
      </Example>
      <Example says="Sent">
        <Slot label="Back" value="file" />
      </Example>
      <Example says="Being sent">
        <Slot label="Selfie" how="never" />
      </Example>
      <Example says="The line broke">
        <Slot label="Proof of address" how="fail" />
      </Example>
      <Example says="Too large">
        <Slot label="Letter" how="done" limit={MEGABYTE} />
      </Example>
      <Example says="A table, chosen or dropped">
        <TableUpload label="CSV or Excel file of codes" hint="One code in each row." onFile={() => {}} />
      </Example>
      <Example says="Rows that can't be used">
        <RowProblems rows={PROBLEMS} />
      </Example>
    </SideBySide>
  </Section>
);
