"use client";

import { Columns3 } from "lucide-react";
import type { ComponentProps } from "react";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Popover } from "@/components/ui/popover";

/** Panel that shows, hides and orders columns. Its code loads when the button is used, because it includes the drag library. */
const Panel = lazyWithPreload(() => import("./columns-panel"), "ColumnsPanel");

/** Renders the button that opens the panel to show, hide and order columns. */
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
