"use client";

import { useEffect, useRef, useState } from "react";
import { errorMessageOf } from "@/lib/client/api-error";
import { tooLargeMessage } from "@/lib/client/too-large";
import type { UploadedImage } from "@/lib/contract/content-entries";
import type { DraftImages } from "./use-image-sources";

/** Maximum size of one picture in bytes, as in the contract. */
const MAX_IMAGE_BYTES = 10_000_000;

type UploadState = { name: string; share: number; problem?: string; canRetry: boolean };

/** Manages the upload of one picture. A new upload replaces the previous one. */
export function useImageUpload(upload: DraftImages["upload"], onUploaded: (image: UploadedImage) => void) {
  const [sending, setSending] = useState<UploadState | null>(null);
  const running = useRef<AbortController | null>(null);
  const last = useRef<File | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (file: File | undefined) => {
    if (!file) return;
    running.current?.abort();
    last.current = file;
    const problem = tooLargeMessage(file, MAX_IMAGE_BYTES, "picture");
    if (problem) {
      setSending({ name: file.name, share: 0, problem, canRetry: false });
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setSending({ name: file.name, share: 0, canRetry: true });
    try {
      const image = await upload(file, (share) => setSending((now) => now && { ...now, share }), controller.signal);
      if (controller.signal.aborted) return;
      setSending(null);
      onUploaded(image);
    } catch (error) {
      if (controller.signal.aborted) return;
      const problem = errorMessageOf(error, "The picture could not be sent. Try again.");
      setSending((now) => now && { ...now, problem });
    }
  };
  return {
    sending,
    start: (file: File | undefined) => void start(file),
    retry: () => void start(last.current),
    stop: () => {
      running.current?.abort();
      setSending(null);
    },
  };
}
