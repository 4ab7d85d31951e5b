"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "@/lib/client/api";
import type { KycSingle } from "@/lib/contract/kyc";
import { key } from "./keys";

/** The page is quiet by then: nothing is asked while it loads. */
const FIRST_MS = 3_000;
const EVERY_MS = 3_500;
const MOST_MS = 60_000;
/** Ten tabs that were opened together do not ask together for ever. */
const jitter = (ms: number) => ms * (0.9 + Math.random() * 0.2);

/**
 * Shows what colleagues do within five seconds, a slow line's answers included. While the tab is visible and online it
 * asks one short question every three and a half, and reads again only what has changed; an answer that fails to come
 * makes it ask less often.
 * @param mark of what is on screen; undefined until that is there.
 */
export function useKycPulse(mark: number | undefined): void {
  const client = useQueryClient();
  const seen = useRef(mark);
  seen.current ??= mark;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let pause = EVERY_MS;
    let gone = false;
    const after = (ms: number) => {
      clearTimeout(timer);
      if (!gone) timer = setTimeout(beat, jitter(ms));
    };
    const beat = async () => {
      // Woken again by the events below.
      if (document.visibilityState !== "visible" || !navigator.onLine) return;
      const since = seen.current;
      if (since !== undefined)
        await api.kyc
          .pulse({ since })
          .then(({ mark: newest, changed }) => {
            seen.current = newest;
            pause = EVERY_MS;
            if (!gone) refresh(client, changed);
          })
          .catch(() => {
            pause = Math.min(pause * 2, MOST_MS);
          });
      after(pause);
    };
    const wake = () => after(300);
    after(FIRST_MS);
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("online", wake);
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
    };
  }, [client]);
}

/** `null`: too much to name. A record is read again when it changed, or when what comes after it did. */
function refresh(client: QueryClient, changed: readonly string[] | null): void {
  if (changed?.length === 0) return;
  void client.invalidateQueries({ queryKey: key("KYC", "list") });
  void client.invalidateQueries({ queryKey: key("KYC", "stats") });
  void client.invalidateQueries({
    queryKey: key("KYC", "single"),
    predicate: ({ state }) => {
      const data = state.data as KycSingle | undefined;
      return !data || !changed || changed.includes(data.id) || changed.includes(data.upcoming ?? "");
    },
  });
}
