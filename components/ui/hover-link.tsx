"use client";

import Link from "next/link";
import type { ComponentProps } from "react";

/** Renders a link that prefetches its page on hover and focus (components/shell/link-prefetch.tsx), not when it becomes visible. */
export const HoverLink = (props: ComponentProps<typeof Link>) => <Link {...props} prefetch={false} />;
