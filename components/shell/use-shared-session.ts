"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
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
  useEffect(() => {
    if (!me) return;
    setDraftOwner(me.email);
    return onOtherTabs(async (news) => {
      if (news.is === "ended") return sessionEnded({ heardFromTab: true, why: news.why });
      const now = await client.fetchQuery({ ...meQuery(), staleTime: 0 }).catch(() => null);
      // The cookie is another person's now: nothing of the first may stay on screen.
      if (now && now.id !== me.id) window.location.reload();
    });
  }, [client, me]);
}
