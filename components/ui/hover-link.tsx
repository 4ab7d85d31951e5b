"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/** A link that prefetches once it is pointed at or focused: a sidebar full of links costs no requests on load. */
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
