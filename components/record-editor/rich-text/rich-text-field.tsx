"use client";

import { PencilLine } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { FieldError } from "@/components/common/form/field";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import type { UploadedImage } from "@/lib/contract/content-entries";
import { isEmptyText, type RichText } from "@/lib/contract/rich-text.values";
import { RichTextView } from "./rich-text-view";

const RichTextEditor = lazyWithPreload(() => import("./rich-text-editor"), "RichTextEditor");

export type RichTextFieldProps = {
  label: string;
  value: RichText | null;
  onChange: (value: RichText | null) => void;
  language?: string;
  dir?: "ltr" | "rtl";
  problem?: string;
  readOnly?: boolean;
  /** Uploads a picture. Omitted if the text allows no pictures. @param onProgress called with a share from 0 to 1 */
  onUpload?: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<UploadedImage>;
  imageUrl?: (imageId: string) => string | undefined;
};

const noImageUrl = () => undefined;

/** Edits rich text with headings, lists, pictures and tables. Loads the editor's code when editing starts. */
export function RichTextField(props: RichTextFieldProps) {
  const { label, value, problem, readOnly, imageUrl = noImageUrl, language, dir } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="space-y-1.5">
      <div className="flex items-center justify-between gap-3">
        <span id={id} className="font-semibold text-sm">
          {label}
        </span>
        {!open && !readOnly && (
          <Button
            size="sm"
            onPointerEnter={RichTextEditor.preload}
            onFocus={RichTextEditor.preload}
            onClick={() => setOpen(true)}
          >
            <PencilLine aria-hidden="true" /> {isEmptyText(value) ? "Write text" : "Edit text"}
          </Button>
        )}
      </div>
      {open && !readOnly ? (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <RichTextEditor {...props} labelledBy={id} errorId={problem ? `${id}-error` : undefined} />
        </Suspense>
      ) : (
        <section
          aria-labelledby={id}
          className={`min-h-16 rounded-md border bg-surface px-3 py-1 ${problem ? "border-danger" : "border-border"}`}
        >
          {value && !isEmptyText(value) ? (
            <RichTextView doc={value} imageUrl={imageUrl} language={language} dir={dir} />
          ) : (
            <p className="py-2 text-muted">No text yet.</p>
          )}
        </section>
      )}
      <FieldError id={id} error={problem} />
    </div>
  );
}
