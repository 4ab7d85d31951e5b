"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { useInBrowser } from "@/lib/client/in-browser";
import { makeQueryClient } from "@/lib/client/query-client";
import { Badges } from "./badges";
import { Buttons } from "./buttons";
import { Calendar } from "./calendar";
import { Charts } from "./charts";
import { Dialogs } from "./dialogs";
import { Documents } from "./documents";
import { Fields } from "./fields";
import { Figures } from "./figures";
import { Filters } from "./filters";
import { Forms } from "./forms";
import { History } from "./history";
import { Inputs } from "./inputs";
import { Ledger } from "./ledger";
import { Maps } from "./maps";
import { Messages } from "./messages";
import { Navigation } from "./navigation";
import { Records } from "./records";
import { Tables } from "./tables";

/**
 * Every component in every state, with made-up values. For developers and tests: no build for users has it. Rendered in
 * the browser only, so that the clock that a test sets there decides every date on the page.
 */
export function ComponentsPage() {
  const [client] = useState(makeQueryClient);
  if (!useInBrowser()) return null;
  return (
    <QueryClientProvider client={client}>
      <main tabIndex={-1} className="mx-auto max-w-5xl px-4 py-6 outline-none md:px-8">
        <h1 className="mb-5 font-extrabold text-2xl tracking-tight">Components</h1>
        <Buttons />
        <Badges />
        <Navigation />
        <Inputs />
        <Fields />
        <Forms />
        <Dialogs />
        <Messages />
        <Tables />
        <Filters />
        <Records />
        <Figures />
        <Charts />
        <Maps />
        <Documents />
        <History />
        <Ledger />
        <Calendar />
      </main>
    </QueryClientProvider>
  );
}
