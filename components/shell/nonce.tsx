"use client";

import { setNonce } from "get-nonce";
import { useLayoutEffect } from "react";

/** Tells the libraries that write <style> elements (radix's scroll lock) the nonce of this page's policy. */
export function Nonce({ nonce }: { nonce: string | undefined }) {
  useLayoutEffect(() => {
    if (nonce) setNonce(nonce);
  }, [nonce]);
  return null;
}
