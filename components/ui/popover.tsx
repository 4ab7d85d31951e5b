"use client";

import { type ComponentProps, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { Button, type ButtonProps } from "./button";
import { lazyWithPreload } from "./lazy-with-preload";

const Panel = lazyWithPreload(() => import("./popover-panel"), "PopoverPanel");

type PopoverProps = Omit<ButtonProps, "children" | "onClick"> & {
  button: ReactNode;
  /** Accessible name of the panel. */
  label: string;
  align?: ComponentProps<typeof Panel>["align"];
  /** Element that gets the focus when the panel closes; default: the button. */
  returnFocus?: RefObject<HTMLElement | null>;
  /** Loads the content's code on hover, for content that is loaded on first use. The panel opens once all its code has loaded. */
  preload?: () => void;
  /** Content of the panel. A function receives `close`, which closes the panel. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** Renders a button that opens a panel beside it. The panel's code loads on hover. */
export function Popover({ button, label, align, returnFocus, preload, children, ...props }: PopoverProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const preloadAll = () => {
    Panel.preload();
    preload?.();
  };
  return (
    <>
      <Button
        {...props}
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preloadAll}
        onFocus={preloadAll}
        onClick={() => setOpen(!open)}
      >
        {button}
      </Button>
      {open && (
        <Suspense>
          <Panel anchor={anchor} label={label} align={align} returnFocus={returnFocus} onClose={close}>
            {typeof children === "function" ? children(close) : children}
          </Panel>
        </Suspense>
      )}
    </>
  );
}
