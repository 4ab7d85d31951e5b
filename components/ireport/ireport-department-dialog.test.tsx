import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { DepartmentDialog } from "./ireport-department-dialog";

const DEPARTMENT = { id: "d1", name: "Parks office", lead: null, categories: 1, version: 1 };

function renderDialog(categories: number) {
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const features = [{ name: "iReports", access: { read: true, update: true, delete: true } }];
    return Response.json({ status: 200, message: "", data: url.includes("/access") ? { features } : { items: [] } });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <DepartmentDialog department={{ ...DEPARTMENT, categories }} onClose={() => {}} />
    </QueryClientProvider>,
  );
}

it("offers to delete a department only if no report category belongs to it", async () => {
  renderDialog(1);
  expect(
    await screen.findByText("Can't be deleted: 1 category belongs to it. Give them to another department first."),
  ).toBeDefined();
  expect(screen.queryByRole("button", { name: "Delete this department" })).toBeNull();
  cleanup();
  renderDialog(0);
  expect(await screen.findByRole("button", { name: "Delete this department" })).toBeDefined();
});
