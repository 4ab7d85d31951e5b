"use client";

import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { type ApiCall, ApiCallList, type ApiGuideContents } from "./call-list";
import { ApiCallView } from "./call-view";
import "./reference.css";

type ApiReferenceProps = {
  calls: readonly ApiCall[];
  guide: ApiGuideContents;
  /** Text of the guide, rendered while no call is selected. */
  children: ReactNode;
};

/** Renders the API reference: a searchable list of all API calls, and beside it the guide or the call in the URL's hash. */
export function ApiReference({ calls, guide, children }: ApiReferenceProps) {
  const hash = useSyncExternalStore(subscribeToHash, readHash, () => "");
  const call = calls.find(({ name }) => name === hash);
  // Scrolls to the element that the URL's hash names. The browser's own scroll failed, because the element was not rendered yet.
  useEffect(() => {
    const target = document.getElementById(hash);
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <main className="mx-auto max-w-7xl px-4 py-8 md:px-8">
      <h1 id="top" className="text-2xl font-extrabold tracking-tight">
        Cross River Pay API
      </h1>
      <div className="mt-6 lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-10">
        <ApiCallList calls={calls} guide={guide} open={call} />
        <div className="max-lg:mt-6">{call ? <ApiCallView call={call} /> : children}</div>
      </div>
    </main>
  );
}

const readHash = () => window.location.hash.slice(1);

function subscribeToHash(onChange: () => void) {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}
