"use client";

import { ImageOff, Upload, X } from "lucide-react";
import { type DragEvent, type ReactNode, useId } from "react";
import { FieldError } from "@/components/common/form/field";
import { Button } from "@/components/ui/button";
import { buttonClasses } from "@/components/ui/button-style";
import { Skeleton } from "@/components/ui/skeleton";
import { ALT_TEXT_MAX } from "@/lib/contract/content-entries.values";
import { PICTURE_ACCEPT } from "@/lib/contract/uploads.values";
import { DraftFieldAnchor, DraftTextField } from "./draft-field";
import { formatBytes } from "./format-bytes";
import { DraftPicture } from "./picture-view";
import type { DraftImages } from "./use-image-sources";
import { useImageUpload } from "./use-image-upload";

/** Width in pixels of the picture size that phones load. */
const PHONE_WIDTH = 960;

type ImageFieldProps = {
  /** Path within the draft, such as `image_id`. */
  field: string;
  label: string;
  hint?: string;
  optional?: boolean;
  images: DraftImages;
  /** Id of the stored picture. */
  value: string | null;
  onChange: (imageId: string | null) => void;
  problem?: string;
  readOnly?: boolean;
  /** Text alternative of the picture. Omitted if each language has its own. */
  alt?: { field: string; value: string; onChange: (alt: string) => void; problem?: string };
  /** Renders the picture, for example with a focal point to choose. Default: the plain picture. */
  children?: (imageId: string) => ReactNode;
};

/** Edits one picture: chosen or dropped, uploaded immediately, replaced or removed. The old picture stays until the upload ends. */
export function ImageField(props: ImageFieldProps) {
  const { field, label, hint, optional, images, value, onChange, problem, readOnly, alt, children } = props;
  const id = useId();
  const { sending: upload, start, retry, stop } = useImageUpload(images.upload, (image) => onChange(image.id));
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    if (!readOnly) start(event.dataTransfer.files[0]);
  };
  return (
    <DraftFieldAnchor field={field}>
      <fieldset
        aria-describedby={problem ? `${id}-error` : undefined}
        className="space-y-3"
        onDragOver={(event) => event.preventDefault()}
        onDrop={handleDrop}
      >
        <legend className="font-semibold text-sm">
          {label}
          {optional && <span className="font-normal text-muted"> (optional)</span>}
        </legend>
        {hint && <p className="text-muted text-sm">{hint}</p>}
        {value &&
          (children
            ? children(value)
            : images.kind && (
                <DraftPicture
                  kind={images.kind}
                  imageId={value}
                  alt={alt?.value ?? ""}
                  placeholder={images.urlOf(value)}
                />
              ))}
        {!value && !upload && (
          <p className="flex items-center gap-2 rounded-md border border-control border-dashed px-3 py-5 text-muted text-sm">
            <ImageOff className="size-4 shrink-0" aria-hidden="true" />
            {readOnly
              ? "No picture."
              : "No picture yet. Choose one, or drop it here. JPEG, PNG, WebP or HEIC, up to 10 MB."}
          </p>
        )}
        {value && <ImageSize images={images} imageId={value} />}
        {upload && (
          <div className="space-y-1 text-sm">
            <p className="truncate text-muted">{upload.name}</p>
            {upload.problem ? (
              <p role="alert" className="font-medium text-danger">
                {upload.problem}
              </p>
            ) : (
              <progress className="h-1.5 w-full accent-primary" aria-label={`Sending ${label}`} value={upload.share} />
            )}
          </div>
        )}
        {!readOnly && (
          <div className="flex flex-wrap gap-2">
            <FilePickerButton
              name={`${value ? "Replace" : "Choose"} ${label.toLowerCase()}`}
              describedBy={problem && `${id}-error`}
              onFile={start}
            >
              <Upload aria-hidden="true" /> {value ? "Replace" : "Choose file"}
            </FilePickerButton>
            {upload?.problem && upload.canRetry && (
              <Button size="sm" onClick={retry}>
                Send again
              </Button>
            )}
            {upload ? (
              <Button size="sm" variant="ghost" onClick={stop}>
                {upload.problem ? "Discard" : "Cancel"}
              </Button>
            ) : (
              value && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove ${label.toLowerCase()}`}
                  onClick={() => onChange(null)}
                >
                  <X aria-hidden="true" /> Remove
                </Button>
              )
            )}
          </div>
        )}
        <FieldError id={id} error={problem} />
        {alt && value && (
          <DraftTextField
            field={alt.field}
            label={`${label} description`}
            hint="What it shows, in a few words, for people who can't see it."
            value={alt.value}
            onChange={alt.onChange}
            max={ALT_TEXT_MAX}
            problem={alt.problem}
            readOnly={readOnly}
          />
        )}
      </fieldset>
    </DraftFieldAnchor>
  );
}

function ImageSize({ images, imageId }: { images: DraftImages; imageId: string }) {
  const image = images.known(imageId);
  if (!image) return <Skeleton className="h-4 w-40" />;
  const size = image.sizes.find(({ width }) => width >= PHONE_WIDTH) ?? image.sizes.at(-1);
  return (
    <p className="text-muted text-sm">
      {image.width} × {image.height} pixels{size && `, ${formatBytes(size.bytes)} on a phone`}
    </p>
  );
}

type FilePickerButtonProps = {
  name: string;
  describedBy?: string;
  multiple?: boolean;
  onFile: (file: File | undefined) => void;
  children: ReactNode;
};

/** Renders a native file input as a button. Calls `onFile` once for each chosen file. */
export function FilePickerButton({ name, describedBy, multiple, onFile, children }: FilePickerButtonProps) {
  const id = useId();
  return (
    <span className="inline-flex">
      <input
        id={id}
        type="file"
        accept={PICTURE_ACCEPT}
        multiple={multiple}
        aria-label={name}
        aria-describedby={describedBy}
        className="peer sr-only"
        onChange={(event) => {
          for (const file of event.target.files ?? []) onFile(file);
          // Resets the input, so that the same file can be chosen again after an error.
          event.target.value = "";
        }}
      />
      <label
        htmlFor={id}
        className={buttonClasses(
          { size: "sm" },
          "cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-primary peer-focus-visible:outline-offset-2",
        )}
      >
        {children}
      </label>
    </span>
  );
}
