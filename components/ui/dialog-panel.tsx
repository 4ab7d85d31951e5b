"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { useRef, useState } from "react";
import { confirmDiscard, type DiscardQuestionScope, DiscardQuestionScopeContext } from "@/lib/client/unsaved-changes";
import { Button } from "./button";
import type { DialogProps } from "./dialog";
import { modalRoot } from "./modal-root";
import { popoverOpenerOf } from "./popover-openers";

const SIDE_CLASSES = {
  center: "inset-x-4 mx-auto animate-rise rounded-xl",
  left: "inset-y-0 left-0 w-72 max-w-[88vw] animate-slide-left safe-area",
  right: "inset-y-0 right-0 w-[34rem] max-w-full animate-slide-right safe-area",
};
const PLACE_CSS = { middle: "top-1/2 max-h-[calc(100dvh-2rem)] -translate-y-1/2", top: "top-[12dvh] max-h-[80dvh]" };
const SIZE_CLASSES = { sm: "max-w-md", md: "max-w-lg", lg: "max-w-2xl", xl: "max-w-5xl" };

/** Returns whether the target is in a toast. Toasts are above every modal, and clicking a toast must not close the modal. */
const inToast = (target: EventTarget | null) => target instanceof Element && target.closest("[data-toaster]") !== null;

/** Opener of a dialog that another dialog replaced. Gets the focus when that other dialog closes. */
let openerOfReplaced: HTMLElement | null = null;

/**
 * Focuses the element that had the focus before a dialog opened.
 * A form that shows its result in another dialog closes while that dialog opens. The new dialog's focus trap takes the focus, and
 * the form's own element disappears. The new dialog then returns the focus to the form's opener.
 * @param menuButton button of the menu that contained the element
 */
function restoreFocus(previous: Element | null, menuButton: HTMLElement | null) {
  const isLost = !previous?.isConnected || previous === document.body;
  const target = isLost ? (menuButton?.isConnected ? menuButton : openerOfReplaced) : previous;
  if (!(target instanceof HTMLElement)) return;
  target.focus();
  openerOfReplaced = document.activeElement === target ? null : target;
}

/**
 * Moves a lost focus to the dialog that is still open, or to the main content. The dialog's action may have removed or disabled the
 * element that had the focus. The browser would then focus the top of the document.
 */
function preventAutoFocus() {
  if (document.activeElement && document.activeElement !== document.body) return;
  const open = [...document.querySelectorAll<HTMLElement>("[role=dialog]")].at(-1);
  (open ?? document.querySelector("main"))?.focus({ preventScroll: true });
}

/** Renders an open dialog. `Dialog` loads this code when the first dialog opens. */
export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  side = "center",
  place = "middle",
  size = "md",
  titleHidden: isTitleHidden = false,
  locked: isLocked = false,
  footer,
  children,
}: DialogProps) {
  // Remembers the focused element: without a trigger component, Radix can't restore the focus.
  const previousFocus = useRef<Element | null>(typeof document === "undefined" ? null : document.activeElement);
  // Reads the menu's button during the first render, because the menu closes while the dialog opens.
  const [menuButton] = useState(() => popoverOpenerOf(previousFocus.current));
  const [forms] = useState<DiscardQuestionScope>(() => new Set());
  const requestOpenChange = (next: boolean) => {
    if (isLocked) return;
    if (next) onOpenChange(next);
    else confirmDiscard(() => onOpenChange(false), forms);
  };
  return (
    <Radix.Root open={open} onOpenChange={requestOpenChange}>
      <Radix.Portal container={modalRoot()}>
        <Radix.Overlay data-overlay="" className="fixed inset-0 z-50 animate-appear bg-black/45" />
        <Radix.Content
          data-dialog=""
          {...(description === undefined && { "aria-describedby": undefined })}
          // A click outside does not close a dialog with a form, because such clicks are often accidental.
          onInteractOutside={(event) => (inToast(event.target) || forms.size > 0) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            restoreFocus(previousFocus.current, menuButton);
            preventAutoFocus();
          }}
          className={clsx(
            "fixed z-50 flex flex-col bg-raised shadow-raised outline-none",
            SIDE_CLASSES[side],
            side === "center" && [SIZE_CLASSES[size], PLACE_CSS[place]],
          )}
        >
          <header className={clsx("flex items-start gap-4 px-5 pt-5", isTitleHidden ? "sr-only" : "pr-14 pb-3")}>
            <div className="min-w-0 flex-1 wrap-anywhere">
              <Radix.Title className="text-lg font-bold text-balance">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description asChild>
                  <div className="mt-1 text-muted">{description}</div>
                </Radix.Description>
              )}
            </div>
          </header>
          <div className={clsx("min-h-0 flex-1 overflow-y-auto overscroll-contain", isTitleHidden ? "" : "px-5 pb-5")}>
            <DiscardQuestionScopeContext value={forms}>{children}</DiscardQuestionScopeContext>
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3.5 print:hidden">
              {footer}
            </footer>
          )}
          {/* Comes last in the DOM, so that the dialog's first field gets the initial focus. */}
          <Radix.Close asChild>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Close"
              disabled={isLocked}
              className={isTitleHidden ? "sr-only" : "absolute top-4 right-3.5"}
            >
              <X aria-hidden="true" />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
