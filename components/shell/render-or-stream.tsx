import { unstable_rethrow } from "next/navigation";
import type { ReactElement, ReactNode } from "react";
import { StableSuspense } from "./stable-suspense";

/** Maximum delay of the first byte in ms while content loads. Most content loads in a tenth of this time. Users do not notice the delay. */
const FIRST_BYTE_DELAY_MS = 150;

/**
 * Renders content directly if it is ready within the delay; otherwise sends `fallback` first. Content rendered directly has no Suspense
 * boundary: React hides a boundary's content until a script runs, even if it is ready. An error is rendered in a boundary, so that the
 * skeleton stays until the browser shows the error page.
 */
export async function RenderOrStream({ content, fallback }: { content: Promise<ReactElement>; fallback: ReactNode }) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, FIRST_BYTE_DELAY_MS, null);
  });
  const rendered = content.then(
    (node) => ({ node }),
    (error: unknown) => {
      // Rethrows redirects and 404s, which must be sent as the HTTP response before the first byte.
      unstable_rethrow(error);
      return null;
    },
  );
  const early = await Promise.race([rendered, timeout]).finally(() => clearTimeout(timer));
  return <StableSuspense fallback={early ? undefined : fallback}>{early ? early.node : content}</StableSuspense>;
}
