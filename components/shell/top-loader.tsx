"use client";

import { getNonce } from "get-nonce";
import NextTopLoader, { useTopLoader } from "nextjs-toploader";
import { useEffect, useRef } from "react";
import { isNavigating } from "@/lib/client/navigation-start";

/** HTML of the bar. Hidden from screen readers, because the default template of nextjs-toploader 3.9.17 has the invalid role `bar`. */
const BAR_TEMPLATE = '<div aria-hidden="true"><div class="bar" role="bar"><div class="peg"></div></div></div>';

/** Renders the progress bar of RouteProgress, also for a navigation that began while this code was loading. */
export function TopLoader() {
  const loader = useRef(useTopLoader());
  useEffect(() => {
    if (isNavigating()) loader.current.start();
  }, []);
  return (
    <NextTopLoader
      nonce={getNonce()}
      color="var(--color-primary)"
      height={2}
      shadow={false}
      showSpinner={false}
      template={BAR_TEMPLATE}
    />
  );
}
