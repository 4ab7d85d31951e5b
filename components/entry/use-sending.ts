"use client";

import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/lib/client/api-error";
import { tooLarge } from "@/lib/client/too-large";
import type { UploadedImage } from "@/lib/contract/entries";
import type { EntryImages } from "./use-entry-images";

/** The contract's limit for one picture. */
const LIMIT_BYTES = 10_000_000;

type Sending = { name: string; share: number; problem?: string; canRetry: boolean };

/** Manages one picture's upload; a new one replaces the previous upload. */
export function useSending(upload: EntryImages["upload"], onSent: (image: UploadedImage) => void) {
  const [sending, setSending] = useState<Sending | null>(null);
  const running = useRef<AbortController | null>(null);
  const last = useRef<File | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (file: File | undefined) => {
    if (!file) return;
    running.current?.abort();
    last.current = file;
    const problem = tooLarge(file, LIMIT_BYTES, "picture");
    if (problem) {
      setSending({ name: file.name, share: 0, problem, canRetry: false });
      return;
    }
    const stop = new AbortController();
    running.current = stop;
    setSending({ name: file.name, share: 0, canRetry: true });
    try {
      const image = await upload(file, (share) => setSending((now) => now && { ...now, share }), stop.signal);
      if (stop.signal.aborted) return;
      setSending(null);
      onSent(image);
    } catch (error) {
      if (stop.signal.aborted) return;
      const problem = messageOf(error, "The picture could not be sent. Try again.");
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
