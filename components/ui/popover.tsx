"use client";

import { type ComponentProps, type ReactNode, Suspense, useRef, useState } from "react";
import { Button, type ButtonProps } from "./button";
import { lazyPart } from "./lazy-part";

const Panel = lazyPart(() => import("./popover-panel"), "PopoverPanel");

type PopoverProps = Omit<ButtonProps, "children" | "onClick"> & {
  /** What the button shows. */
  button: ReactNode;
  /** Name of the panel for screen readers. */
  label: string;
  align?: ComponentProps<typeof Panel>["align"];
  /** The panel; a function gets the way to close it. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A button with a panel beside it. The panel's machinery is fetched when the button is first pointed at. */
export function Popover({ button, label, align, children, ...props }: PopoverProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        {...props}
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={Panel.preload}
        onFocus={Panel.preload}
        onClick={() => setOpen(!open)}
      >
        {button}
      </Button>
      {open && (
        <Suspense>
          <Panel anchor={anchor} label={label} align={align} onClose={close}>
            {typeof children === "function" ? children(close) : children}
          </Panel>
        </Suspense>
      )}
    </>
  );
}
