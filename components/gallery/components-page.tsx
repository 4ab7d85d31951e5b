"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { makeQueryClient } from "@/lib/client/query-client";
import { useIsHydrated } from "@/lib/client/use-in-browser";
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
 * Renders every component in every state with sample values, for developers and tests. Production builds exclude it. Renders only
 * in the browser, so that a test's fake clock applies to every date.
 */
export function ComponentsPage() {
  const [client] = useState(makeQueryClient);
  if (!useIsHydrated()) return null;
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
