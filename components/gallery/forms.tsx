"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { WhatChanged, WhatItIsNow } from "@/components/common/form/current-version";
import { TextField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { UploadSlot } from "@/components/common/form/upload-slot";
import { Card } from "@/components/ui/card";
import { ApiError } from "@/lib/client/api-error";
import { Beside, Section, Specimen } from "./section";

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

/** A small form; with `onSubmit` it is sent once as soon as it is there. */
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
      <Beside>
        <Specimen says="Idle">
          <SentForm />
        </Specimen>
        <Specimen says="Saving">
          <SentForm onSubmit={never} />
        </Specimen>
        <Specimen says="Refused by the server">
          <SentForm onSubmit={refuseName} />
        </Specimen>
        <Specimen says="Refused until a wait is over">
          <SentForm onSubmit={refuseSoMany} />
        </Specimen>
        <Specimen says="Somebody else was faster: what differs">
          <SentForm>
            <WhatChanged facts={FACTS} base={BASE} newer={{ ...BASE, target: "48 hours" }} />
          </SentForm>
        </Specimen>
        <Specimen says="Somebody else was faster: in words of its own">
          <SentForm>
            <WhatItIsNow>The category is archived since 26 Nov 2026.</WhatItIsNow>
          </SentForm>
        </Specimen>
      </Beside>
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

/** A slot; with `how` a file is chosen in it as soon as it is there. */
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
        accept="image/*,application/pdf"
        camera="environment"
        limit={limit}
      />
    </div>
  );
}

const Uploads = () => (
  <Section id="uploads" title="Files to send">
    <Beside>
      <Specimen says="Nothing chosen">
        <Slot label="Front" />
      </Specimen>
      <Specimen says="Sent">
        <Slot label="Back" value="file" />
      </Specimen>
      <Specimen says="Being sent">
        <Slot label="Selfie" how="never" />
      </Specimen>
      <Specimen says="The line broke">
        <Slot label="Proof of address" how="fail" />
      </Specimen>
      <Specimen says="Too large">
        <Slot label="Letter" how="done" limit={MEGABYTE} />
      </Specimen>
    </Beside>
  </Section>
);
