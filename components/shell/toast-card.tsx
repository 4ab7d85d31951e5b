"use client";

import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { type PointerEvent, useState } from "react";
import { resolveValue, type Toast } from "react-hot-toast/headless";
import { FreeText } from "@/components/common/free-text";
import { Spinner } from "@/components/ui/spinner";

/** Swipe distance in px that dismisses a toast (specification section 9). */
const SWIPE_THRESHOLD = 20;

function ToastIcon({ type }: { type: Toast["type"] }) {
  const classes = "size-5 shrink-0";
  if (type === "loading") return <Spinner />;
  if (type === "success") return <CircleCheck className={clsx(classes, "text-success")} aria-hidden="true" />;
  if (type === "error") return <CircleAlert className={clsx(classes, "text-danger")} aria-hidden="true" />;
  return <Info className={clsx(classes, "text-info")} aria-hidden="true" />;
}

/** Moves a toast with the pointer and dismisses it past the threshold. */
function useSwipe(onDismiss: () => void) {
  const [start, setStart] = useState<number | null>(null);
  const [offset, setOffset] = useState(0);
  const end = () => {
    if (Math.abs(offset) >= SWIPE_THRESHOLD) onDismiss();
    setStart(null);
    setOffset(0);
  };
  return {
    offset,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.target instanceof Element && event.target.closest("button, a")) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart(event.clientX);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => start !== null && setOffset(event.clientX - start),
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/** Renders one toast. The toast disappears after its duration; the close button dismisses it earlier. */
export function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const { offset, handlers } = useSwipe(onDismiss);
  return (
    <div
      {...handlers}
      style={{ transform: offset ? `translateX(${offset}px)` : undefined }}
      className={clsx(
        "pointer-events-auto flex w-[356px] max-w-full animate-rise touch-pan-y items-start gap-3 rounded-lg bg-raised p-3.5 shadow-raised transition-opacity duration-150",
        !toast.visible && "opacity-0",
      )}
    >
      <ToastIcon type={toast.type} />
      <FreeText as="div" className="flex-1 font-medium">
        {resolveValue(toast.message, toast)}
      </FreeText>
      <button
        type="button"
        aria-label="Close notification"
        onClick={onDismiss}
        className="-m-1 rounded-sm p-1 text-muted hover:text-foreground"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
