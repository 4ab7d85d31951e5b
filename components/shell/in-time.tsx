import { unstable_rethrow } from "next/navigation";
import type { ReactElement, ReactNode } from "react";
import { WhileLate } from "./while-late";

/** How long the first byte waits for what it could carry, in ms: most reads take a tenth of it, and nobody notices it. */
const PATIENCE_MS = 150;

/**
 * What is read in time is in the page as it is; only where it is not, `fallback` leaves first. React hides what a boundary
 * holds until a script shows it, also where it is long since there, so what comes in time has no boundary around it. A
 * failure has one: the skeleton stands until the browser shows the error page.
 */
export async function InTime({ content, fallback }: { content: Promise<ReactElement>; fallback: ReactNode }) {
  let clock: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    clock = setTimeout(resolve, PATIENCE_MS, null);
  });
  const whole = content.then(
    (node) => ({ node }),
    (error: unknown) => {
      // A redirect or a missing page is the answer to the document, before its first byte.
      unstable_rethrow(error);
      return null;
    },
  );
  const early = await Promise.race([whole, late]).finally(() => clearTimeout(clock));
  return <WhileLate fallback={early ? undefined : fallback}>{early ? early.node : content}</WhileLate>;
}
