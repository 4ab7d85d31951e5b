"use client";

import { Columns3 } from "lucide-react";
import type { ComponentProps } from "react";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Popover } from "@/components/ui/popover";

/** Panel of the columns. Contains the code for dragging, so it loads when the button is used. */
const Panel = lazyWithPreload(() => import("./columns-panel"), "ColumnsPanel");

/** Opens the panel that shows, hides and orders the columns. */
export function ColumnsButton(props: ComponentProps<typeof Panel>) {
  return (
    <Popover
      label="Columns"
      align="end"
      className="max-md:hidden"
      onMouseEnter={Panel.preload}
      button={
        <>
          <Columns3 aria-hidden="true" /> Columns
        </>
      }
    >
      <Panel {...props} />
    </Popover>
  );
}
