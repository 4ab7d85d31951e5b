"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { type Toast, useToaster } from "react-hot-toast/headless";
import { toast as toasts } from "@/lib/client/toast";
import { ToastCard } from "./toast-card";

/** Placement and maximum number of toasts, on the dashboard and elsewhere (specification section 9). */
const DASHBOARD_LAYOUT = { limit: 8, place: "inset-x-4 top-[calc(1rem+env(safe-area-inset-top))] items-center" };
const DEFAULT_LAYOUT = { limit: 3, place: "inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] items-end" };
const TOAST_DURATION_MS = 4_000;

/** Dismisses the oldest toasts beyond the limit. */
function useToastLimit(visible: readonly Toast[], limit: number) {
  useEffect(() => {
    for (const { id } of visible.slice(limit)) toasts.dismiss(id);
  }, [visible, limit]);
}

/** Renders the visible toasts in a live region. */
export function Toaster() {
  const { limit, place } = usePathname().startsWith("/dashboard") ? DASHBOARD_LAYOUT : DEFAULT_LAYOUT;
  const { toasts: allToasts, handlers } = useToaster({
    duration: TOAST_DURATION_MS,
    success: { duration: TOAST_DURATION_MS },
    removeDelay: 150,
  });
  const visible = allToasts.filter((toast) => toast.visible);
  useToastLimit(visible, limit);
  // Renders the live region from the first paint, because screen readers announce only what is added to an existing region.
  return (
    <section
      data-toaster=""
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
      className={clsx("pointer-events-none fixed z-100 flex flex-col gap-3.5", place)}
    >
      {/* The key remounts a repeated toast, so that it animates and is announced again. */}
      {allToasts.slice(0, limit).map((toast) => (
        <ToastCard key={`${toast.id} ${toast.createdAt}`} toast={toast} onDismiss={() => toasts.dismiss(toast.id)} />
      ))}
    </section>
  );
}
