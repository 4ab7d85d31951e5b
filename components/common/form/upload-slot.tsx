"use client";

import { Camera, FileText, RotateCw, Upload, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonLook } from "@/components/ui/button-look";
import { messageOf } from "@/lib/client/api-error";

type Props = {
  label: string;
  hint?: string;
  /** Id of what was sent for it. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  send: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<{ id: string }>;
  accept: string;
  /** Which camera a phone opens. */
  camera: "user" | "environment";
  /** Bytes. */
  limit: number;
};

type Sending = { file: File; share: number; problem?: string };

/** One file: chosen, dropped or photographed, sent at once, shown while it is, and sent again when the line broke. */
export function UploadSlot({ label, hint, value, onChange, send, accept, camera, limit }: Props) {
  const id = useId();
  const [sending, setSending] = useState<Sending | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const preview = usePreview(sending?.file);

  const start = async (file: File | undefined) => {
    if (!file) return;
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    onChange(undefined);
    if (file.size > limit) {
      setSending({
        file,
        share: 0,
        problem: `This file is larger than ${limit / 1_000_000} MB. Choose a smaller one.`,
      });
      return;
    }
    setSending({ file, share: 0 });
    try {
      const sent = await send(file, (share) => setSending((now) => now && { ...now, share }), stop.signal);
      if (!stop.signal.aborted) onChange(sent.id);
    } catch (error) {
      if (stop.signal.aborted) return;
      const problem = messageOf(error, "The file could not be sent. Try again.");
      setSending((now) => now && { ...now, problem });
    }
  };
  const clear = () => {
    running.current?.abort();
    setSending(null);
    onChange(undefined);
  };

  const busy = Boolean(sending && !sending.problem && !value);
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
      <Preview src={preview} sent={Boolean(value)} />
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="font-semibold">{label}</p>
        {hint && !sending && !value && <p className="text-sm text-muted">{hint}</p>}
        {(sending || value) && (
          <p className="truncate text-sm text-muted">
            {sending?.file.name ?? "File"}
            {value && <span className="font-semibold text-success"> · sent</span>}
          </p>
        )}
        {busy && (
          <progress
            className="h-1.5 w-full accent-primary"
            aria-label={`Sending ${label}`}
            value={sending?.share ?? 0}
          />
        )}
        {sending?.problem && (
          <p role="alert" className="text-sm font-medium text-danger">
            {sending.problem}
          </p>
        )}
        <div className="flex flex-wrap gap-2 pt-1">
          <FileButton id={`${id}-file`} name={`Choose file: ${label}`} accept={accept} onFile={start}>
            <Upload aria-hidden="true" /> {value || sending ? "Choose another" : "Choose file"}
          </FileButton>
          <FileButton id={`${id}-photo`} name={`Take photo: ${label}`} accept="image/*" camera={camera} onFile={start}>
            <Camera aria-hidden="true" /> Take photo
          </FileButton>
          {sending?.problem && sending.file.size <= limit && (
            <Button size="sm" variant="ghost" onClick={() => start(sending.file)}>
              <RotateCw aria-hidden="true" /> Send again
            </Button>
          )}
          {(sending || value) && (
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

/** The browser's own file control under the look of a button. A camera is offered where fingers are. */
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
        // The same file may be chosen again after it was refused.
        event.target.value = "";
      }}
    />
    <label
      htmlFor={id}
      className={buttonLook(
        { size: "sm" },
        "cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary",
      )}
    >
      {children}
    </label>
  </span>
);

const Preview = ({ src, sent }: { src: string | undefined; sent: boolean }) => (
  <span className="flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-md bg-sunken text-muted">
    {src ? (
      // biome-ignore lint/performance/noImgElement: the bytes are in memory already, no optimiser may see them
      <img src={src} alt="" className="size-full object-cover" />
    ) : (
      <FileText className={sent ? "size-6 text-success" : "size-6"} aria-hidden="true" />
    )}
  </span>
);

function usePreview(file: File | undefined) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    let made: string | undefined;
    let gone = false;
    isPicture(file).then((is) => {
      if (!is || gone) return;
      made = URL.createObjectURL(file);
      setUrl(made);
    });
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [file]);
  return url;
}

/** By its first bytes, so that no broken picture is shown; whether it is taken, the server says. */
async function isPicture(file: File): Promise<boolean> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return /^(\u00ff\u00d8\u00ff|\u0089PNG|RIFF[\s\S]{4}WEBP)/.test(start);
}
