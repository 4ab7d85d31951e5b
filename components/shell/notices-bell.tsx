"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { UNREAD_NOTICES_MAX } from "@/lib/contract/unread.values";
import { unreadNoticeCountQuery } from "@/lib/queries/notices-unread";
import { CountBadge } from "./count-badge";

const NoticesPanel = lazyWithPreload(() => import("./notices-panel"), "NoticesPanel");

/** Renders the bell with the number of unread notices; without the number if its request fails. The panel's code loads when opened. */
export function NoticesBell() {
  const unread = useQuery(unreadNoticeCountQuery()).data?.unread ?? 0;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const count = unread >= UNREAD_NOTICES_MAX ? `${UNREAD_NOTICES_MAX}+` : String(unread);
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label={unread === 0 ? "Notices" : `Notices: ${count} unread`}
        title="Notices"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={NoticesPanel.preload}
        onFocus={NoticesPanel.preload}
        onClick={() => setIsOpen(!isOpen)}
        className="relative"
      >
        <Bell aria-hidden="true" className="size-5!" />
        {unread > 0 && <CountBadge>{count}</CountBadge>}
      </Button>
      {isOpen && (
        <Suspense>
          <NoticesPanel anchor={button} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
