"use client";

import { useEffect, useRef } from "react";
import { useOnline } from "@/lib/client/connectivity";
import { toast } from "@/lib/client/toast";

const OFFLINE_TOAST = "offline";

/** Specification section 4: what is below the overlay stays mounted, so nothing that was typed is lost. */
export function Connectivity() {
  const online = useOnline();
  const wasOffline = useRef(false);

  useEffect(() => {
    if (!online) {
      wasOffline.current = true;
      const focused = document.activeElement;
      const below = document.querySelectorAll("#app, #modalRoot");
      for (const element of below) element.toggleAttribute("inert", true);
      toast.dismiss();
      toast.error("No internet connection. Please check your network and try again.", {
        id: OFFLINE_TOAST,
        duration: Number.POSITIVE_INFINITY,
      });
      return () => {
        for (const element of below) element.removeAttribute("inert");
        if (focused instanceof HTMLElement) focused.focus();
      };
    }
    if (!wasOffline.current) return;
    wasOffline.current = false;
    toast.dismiss(OFFLINE_TOAST);
    toast.success("You are back online");
  }, [online]);

  return online ? null : <div data-offline-overlay="" className="fixed inset-0 z-90 animate-appear bg-black/70" />;
}
