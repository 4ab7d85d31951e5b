"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { makeQueryClient } from "@/lib/client/query-client";
import { useIsHydrated } from "@/lib/client/use-in-browser";
import { BadgeExamples } from "./badges";
import { ButtonExamples } from "./buttons";
import { CalendarExamples } from "./calendar";
import { ChartExamples } from "./charts";
import { DialogExamples } from "./dialogs";
import { DocumentExamples } from "./documents";
import { FieldExamples } from "./fields";
import { FigureExamples } from "./figures";
import { FilterExamples } from "./filters";
import { FormExamples } from "./forms";
import { HistoryExamples } from "./history";
import { InputExamples } from "./inputs";
import { LedgerExamples } from "./ledger";
import { MapExamples } from "./maps";
import { MessageExamples } from "./messages";
import { NavigationExamples } from "./navigation";
import { RecordExamples } from "./records";
import { TableExamples } from "./tables";

/**
 * Renders the component gallery: every component in every state with sample values, for developers and tests. Production builds
 * exclude it. Renders only in the browser, so that a test's fake clock applies to every date.
 */
export function ComponentsPage() {
  const [client] = useState(makeQueryClient);
  if (!useIsHydrated()) return null;
  return (
    <QueryClientProvider client={client}>
      <main tabIndex={-1} className="mx-auto max-w-5xl px-4 py-6 outline-none md:px-8">
        <h1 className="mb-5 font-extrabold text-2xl tracking-tight">Components</h1>
        <ButtonExamples />
        <BadgeExamples />
        <NavigationExamples />
        <InputExamples />
        <FieldExamples />
        <FormExamples />
        <DialogExamples />
        <MessageExamples />
        <TableExamples />
        <FilterExamples />
        <RecordExamples />
        <FigureExamples />
        <ChartExamples />
        <MapExamples />
        <DocumentExamples />
        <HistoryExamples />
        <LedgerExamples />
        <CalendarExamples />
      </main>
    </QueryClientProvider>
  );
}
