"use client";

import { setNonce } from "get-nonce";
import { useLayoutEffect } from "react";

/** Passes the nonce of the content security policy to libraries that insert <style> elements (Radix's scroll lock). */
export function StyleNonce({ nonce }: { nonce: string | undefined }) {
  useLayoutEffect(() => {
    if (nonce) setNonce(nonce);
  }, [nonce]);
  return null;
}
