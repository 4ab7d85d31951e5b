import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { CONTENT_ENTRY_COLUMNS } from "./content-entry-columns";

it("shows an entry's languages by name, but a language removed from the app by its code", async () => {
  vi.stubGlobal("crossRiverPayFetch", async () =>
    Response.json({ status: 200, message: "", data: { items: [{ code: "efi", name: "Efik", direction: "ltr" }] } }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      {CONTENT_ENTRY_COLUMNS.languages.cell({ languages: ["efi", "etu"] } as unknown as ContentEntryRow)}
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Efik, etu")).toBeDefined();
});
