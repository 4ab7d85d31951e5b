"use client";

import { Camera, FileText, RotateCw, Upload, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonClasses } from "@/components/ui/button-style";
import { errorMessageOf } from "@/lib/client/api-error";
import { tooLargeMessage } from "@/lib/client/too-large";

type Props = {
  label: string;
  hint?: string;
  /** Id of the uploaded file. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  send: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<{ id: string }>;
  accept: string;
  /** Camera that a phone opens: front (`user`) or back (`environment`). */
  camera: "user" | "environment";
  /** Maximum size of the file in bytes. */
  limit: number;
};

type UploadState = { file: File; share: number; problem?: string };

/** Renders a slot for one file that is chosen, dropped or photographed. Shows preview and progress, and offers a retry. */
export function UploadSlot({ label, hint, value, onChange, send, accept, camera, limit }: Props) {
  const id = useId();
  const [uploadState, setSending] = useState<UploadState | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const preview = useFilePreview(uploadState?.file);

  const start = async (file: File | undefined) => {
    if (!file) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    onChange(undefined);
    const problem = tooLargeMessage(file, limit, "file");
    if (problem) {
      setSending({ file, share: 0, problem });
      return;
    }
    setSending({ file, share: 0 });
    try {
      const uploaded = await send(file, (share) => setSending((now) => now && { ...now, share }), controller.signal);
      if (!controller.signal.aborted) onChange(uploaded.id);
    } catch (error) {
      if (controller.signal.aborted) return;
      const problem = errorMessageOf(error, "The file could not be sent. Try again.");
      setSending((now) => now && { ...now, problem });
    }
  };
  const clear = () => {
    running.current?.abort();
    setSending(null);
    onChange(undefined);
  };

  const busy = Boolean(uploadState && !uploadState.problem && !value);
  return (
    <fieldset
      className="flex gap-4 rounded-lg border border-border p-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void start(event.dataTransfer.files[0]);
      }}
    >
      <legend className="sr-only">{label}</legend>
      <FilePreview src={preview.url} onBroken={preview.drop} sent={Boolean(value)} />
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="font-semibold">{label}</p>
        {hint && !uploadState && !value && <p className="text-sm text-muted">{hint}</p>}
        {(uploadState || value) && (
          <p className="truncate text-sm text-muted">
            {uploadState?.file.name ?? "File"}
            {value && <span className="font-semibold text-success"> · sent</span>}
          </p>
        )}
        {busy && (
          <progress
            className="h-1.5 w-full accent-primary"
            aria-label={`Sending ${label}`}
            value={uploadState?.share ?? 0}
          />
        )}
        {uploadState?.problem && (
          <p role="alert" className="text-sm font-medium text-danger">
            {uploadState.problem}
          </p>
        )}
        <div className="flex flex-wrap gap-2 pt-1">
          <FileButton id={`${id}-file`} name={`Choose file: ${label}`} accept={accept} onFile={start}>
            <Upload aria-hidden="true" /> {value || uploadState ? "Choose another" : "Choose file"}
          </FileButton>
          <FileButton id={`${id}-photo`} name={`Take photo: ${label}`} accept="image/*" camera={camera} onFile={start}>
            <Camera aria-hidden="true" /> Take photo
          </FileButton>
          {uploadState?.problem && uploadState.file.size <= limit && (
            <Button size="sm" variant="ghost" onClick={() => start(uploadState.file)}>
              <RotateCw aria-hidden="true" /> Send again
            </Button>
          )}
          {(uploadState || value) && (
            <Button size="sm" variant="ghost" aria-label={`Remove ${label}`} onClick={clear}>
              <X aria-hidden="true" /> Remove
            </Button>
          )}
        </div>
      </div>
    </fieldset>
  );
}

type FileButtonProps = {
  id: string;
  name: string;
  accept: string;
  camera?: "user" | "environment";
  onFile: (file: File | undefined) => void;
  children: ReactNode;
};

/** Renders a native file input as a button. Offers the camera only on touch screens. */
const FileButton = ({ id, name, accept, camera, onFile, children }: FileButtonProps) => (
  <span className={camera && "hidden pointer-coarse:inline-flex"}>
    <input
      id={id}
      type="file"
      aria-label={name}
      accept={accept}
      capture={camera}
      className="peer sr-only"
      onChange={(event) => {
        onFile(event.target.files?.[0]);
        // Resets the input, so that the same file can be chosen again after an error.
        event.target.value = "";
      }}
    />
    <label
      htmlFor={id}
      className={buttonClasses(
        { size: "sm" },
        "cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary",
      )}
    >
      {children}
    </label>
  </span>
);

type PreviewProps = { src: string | undefined; onBroken: () => void; sent: boolean };

const FilePreview = ({ src, onBroken: onLoadError, sent: uploaded }: PreviewProps) => (
  <span className="flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-md bg-sunken text-muted">
    {src ? (
      // biome-ignore lint/performance/noImgElement: private bytes in memory, not for an image optimizer
      <img src={src} alt="" onError={onLoadError} className="size-full object-cover" />
    ) : (
      <FileText className={uploaded ? "size-6 text-success" : "size-6"} aria-hidden="true" />
    )}
  </span>
);

function useFilePreview(file: File | undefined) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    let objectUrl: string | undefined;
    let isCancelled = false;
    isPicture(file).then((isImage) => {
      if (!isImage || isCancelled) return;
      objectUrl = URL.createObjectURL(file);
      setUrl(objectUrl);
    });
    return () => {
      isCancelled = true;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
      setUrl(undefined);
    };
  }, [file]);
  // `drop` removes a preview that the browser can't display, such as HEIC outside Safari. A file icon replaces the preview.
  return { url, drop: () => setUrl(undefined) };
}

/** Checks the first bytes of a file, so that no broken image is shown. The server decides whether the file is accepted. */
async function isPicture(file: File): Promise<boolean> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return /^(\u00ff\u00d8\u00ff|\u0089PNG|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftyp(avif|hei[cx]|mif1))/.test(start);
}
