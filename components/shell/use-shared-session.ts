"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { setDraftOwner } from "@/lib/client/drafts";
import { leaveSoftly, sessionEnded } from "@/lib/client/session";
import { onOtherTabs } from "@/lib/client/session-channel";
import { meQuery } from "@/lib/queries/auth";

/** Synchronises the dashboard with the session: when it ends in any tab, and when another admin signs in in another tab. */
export function useSharedSession(me: { id: string; email: string } | undefined): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(
    () =>
      leaveSoftly((path) => {
        client.clear();
        router.replace(path);
      }),
    [client, router],
  );
  useEffect(
    () =>
      onOtherTabs(async (news) => {
        if (news.is === "ended") return sessionEnded({ heardFromTab: true, why: news.why });
        // Cancels a running request, because it was sent with the old cookie.
        await client.cancelQueries({ queryKey: meQuery().queryKey });
        await client.invalidateQueries({ queryKey: meQuery().queryKey });
      }),
    [client],
  );
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!me) return;
    shown.current ??= me.id;
    // Another admin has signed in: reloads, so that no data of the first admin stays on screen.
    if (shown.current !== me.id) window.location.reload();
    else setDraftOwner(me.email);
  }, [me]);
}
