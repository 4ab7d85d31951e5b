"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/** Prefetches on hover or focus, so that a sidebar full of links causes no requests on load. */
export function HoverLink(props: ComponentProps<typeof Link>) {
  const [near, setNear] = useState(false);
  return (
    <Link
      {...props}
      prefetch={near ? null : false}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
    />
  );
}
