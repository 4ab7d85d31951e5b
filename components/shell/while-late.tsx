"use client";

import { type ReactNode, Suspense, useState } from "react";

type WhileLateProps = {
  /** What stands for the content of a page that opens late; none for one that is there. */
  fallback?: ReactNode;
  children: ReactNode;
};

/**
 * A boundary around a page that opened late, for as long as it is open. React would make the page again if a boundary came
 * or went between two answers of the server, for its next tab for instance: all that is typed on it would be gone.
 */
export function WhileLate({ fallback, children }: WhileLateProps) {
  const [atFirst] = useState(fallback);
  return atFirst ? <Suspense fallback={atFirst}>{children}</Suspense> : children;
}
