"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/** Prefetches on hover or focus, so that a sidebar full of links causes no requests on load. */
export function HoverLink(props: ComponentProps<typeof Link>) {
  const [isNear, setIsNear] = useState(false);
  return (
    <Link
      {...props}
      prefetch={isNear ? null : false}
      onPointerEnter={() => setIsNear(true)}
      onFocus={() => setIsNear(true)}
    />
  );
}
