"use client";

import Link from "next/link";
import type { ComponentProps } from "react";

/** Link within the dashboard. Prefetched on hover and focus (components/shell/link-prefetch.tsx), never by being visible. */
export const HoverLink = (props: ComponentProps<typeof Link>) => <Link {...props} prefetch={false} />;
