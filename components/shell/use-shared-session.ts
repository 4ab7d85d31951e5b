"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { setDraftOwner } from "@/lib/client/drafts";
import { leaveSoftly, sessionEnded } from "@/lib/client/session";
import { onOtherTabs } from "@/lib/client/session-channel";
import { meQuery } from "@/lib/queries/auth";

/** The dashboard follows its session: when it ends in this tab or another, and when somebody else signs in elsewhere. */
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
        // A call that is under way was sent with the old cookie.
        await client.cancelQueries({ queryKey: meQuery().queryKey });
        await client.invalidateQueries({ queryKey: meQuery().queryKey });
      }),
    [client],
  );
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!me) return;
    shown.current ??= me.id;
    // The cookie is another person's now: nothing of the first may stay on screen.
    if (shown.current !== me.id) window.location.reload();
    else setDraftOwner(me.email);
  }, [me]);
}
