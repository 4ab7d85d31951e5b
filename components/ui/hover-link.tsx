"use client";

import Link from "next/link";
import type { ComponentProps } from "react";

/**
 * Renders a link within the dashboard. Hover and focus prefetch its page (components/shell/link-prefetch.tsx); becoming visible
 * does not.
 */
export const HoverLink = (props: ComponentProps<typeof Link>) => <Link {...props} prefetch={false} />;
