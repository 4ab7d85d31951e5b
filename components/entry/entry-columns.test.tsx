import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { EntryRow } from "@/lib/contract/entries";
import { ENTRY_COLUMNS } from "./entry-columns";

it("shows an entry's languages by name, but a language removed from the app by its code", async () => {
  vi.stubGlobal("crossRiverPayFetch", async () =>
    Response.json({ status: 200, message: "", data: { items: [{ code: "efi", name: "Efik", direction: "ltr" }] } }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      {ENTRY_COLUMNS.languages.cell({ languages: ["efi", "etu"] } as unknown as EntryRow)}
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Efik, etu")).toBeDefined();
});
