"use client";

import * as Radix from "radix-ui/popover";
import { type ReactNode, type RefObject, useCallback } from "react";
import { modalRoot } from "./modal-root";
import { setPopoverOpener } from "./popover-openers";

type PopoverPanelProps = {
  anchor: RefObject<HTMLButtonElement | null>;
  label: string;
  align?: "start" | "center" | "end";
  returnFocus?: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/** Renders the open panel of a popover. `Popover` loads this code on hover. */
export function PopoverPanel({ anchor, label, align = "start", returnFocus, onClose, children }: PopoverPanelProps) {
  const readOpener = useCallback(() => returnFocus?.current ?? anchor.current, [returnFocus, anchor]);
  // Registers the popover's button, because a dialog opened from the panel later returns the focus to that button: the panel no longer
  // exists then.
  const registerPanel = useCallback(
    (panel: Element | null) => {
      if (panel) setPopoverOpener(panel, readOpener);
    },
    [readOpener],
  );
  // Ignores clicks on the popover's button. The button toggles the panel, so the panel would close and reopen.
  const keepOpenForButton = (event: Event) => {
    if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault();
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal container={modalRoot()}>
        <Radix.Content
          ref={registerPanel}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onInteractOutside={keepOpenForButton}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            readOpener()?.focus();
          }}
          className="z-50 max-h-(--radix-popover-content-available-height) min-w-56 animate-appear overflow-y-auto rounded-lg bg-raised p-1.5 shadow-raised outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
