"use client";

import { setNonce } from "get-nonce";
import { useLayoutEffect, useState } from "react";

/**
 * Passes the nonce of the content security policy to code that inserts <style> elements: Radix's scroll lock and the progress bar. Keeps
 * the document's first nonce. Next.js may fetch the root layout again, for example on Back after a reload, with the nonce of that
 * response, but the browser still applies the policy of the document.
 */
export function StyleNonce({ nonce }: { nonce: string | undefined }) {
  const [documentNonce] = useState(nonce);
  useLayoutEffect(() => {
    if (documentNonce) setNonce(documentNonce);
  }, [documentNonce]);
  return null;
}
