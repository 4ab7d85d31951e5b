"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { useRef, useState } from "react";
import { discardFirst, type FormScope, FormScopeContext } from "@/lib/client/unsaved";
import { Button } from "./button";
import type { DialogProps } from "./dialog";
import { modalRoot } from "./modal-root";

const SIDES = {
  center: "inset-x-4 mx-auto animate-rise rounded-xl",
  left: "inset-y-0 left-0 w-72 max-w-[88vw] animate-slide-left",
  right: "inset-y-0 right-0 w-[34rem] max-w-full animate-slide-right",
};
const PLACES = { middle: "top-1/2 max-h-[calc(100dvh-2rem)] -translate-y-1/2", top: "top-[12vh] max-h-[80vh]" };
const SIZES = { sm: "max-w-md", md: "max-w-lg", lg: "max-w-2xl", xl: "max-w-5xl" };

/** Toasts stand above every modal and may be used while one is open. */
const isToast = (target: EventTarget | null) => target instanceof Element && target.closest("[data-toaster]") !== null;

/**
 * What had the focus before may be gone, or disabled, by what the dialog did: then it goes to the dialog that is still
 * open, or to the page's main part, rather than to the top of the document.
 */
function keepFocus() {
  if (document.activeElement && document.activeElement !== document.body) return;
  const open = [...document.querySelectorAll<HTMLElement>("[role=dialog]")].at(-1);
  (open ?? document.querySelector("main"))?.focus({ preventScroll: true });
}

export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  side = "center",
  place = "middle",
  size = "md",
  titleHidden = false,
  locked = false,
  footer,
  children,
}: DialogProps) {
  // There is no radix trigger: focus goes back to where it was.
  const before = useRef<Element | null>(typeof document === "undefined" ? null : document.activeElement);
  const [forms] = useState<FormScope>(() => new Set());
  const change = (next: boolean) => {
    if (locked) return;
    if (next) onOpenChange(next);
    else discardFirst(() => onOpenChange(false), forms);
  };
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal container={modalRoot()}>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-black/45" />
        <Radix.Content
          {...(description === undefined && { "aria-describedby": undefined })}
          // A press beside a form closes nothing, changed or not: it is as often a slip.
          onInteractOutside={(event) => (isToast(event.target) || forms.size > 0) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before.current instanceof HTMLElement) before.current.focus();
            keepFocus();
          }}
          className={clsx(
            "fixed z-50 flex flex-col bg-raised shadow-raised outline-none",
            SIDES[side],
            side === "center" && [SIZES[size], PLACES[place]],
          )}
        >
          <header className={clsx("flex items-start gap-4 px-5 pt-5", titleHidden ? "sr-only" : "pr-14 pb-3")}>
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-bold text-balance">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description asChild>
                  <div className="mt-1 text-muted">{description}</div>
                </Radix.Description>
              )}
            </div>
          </header>
          <div className={clsx("min-h-0 flex-1 overflow-y-auto overscroll-contain", titleHidden ? "" : "px-5 pb-5")}>
            <FormScopeContext value={forms}>{children}</FormScopeContext>
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3.5">{footer}</footer>
          )}
          {/* Last in the order, so that the first field gets the focus. */}
          <Radix.Close asChild>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Close"
              disabled={locked}
              className={titleHidden ? "sr-only" : "absolute top-4 right-3.5"}
            >
              <X aria-hidden="true" />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
