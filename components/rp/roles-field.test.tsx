import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { RolesField } from "./roles-field";

const roles = ["Finance", "Read-only", "Support"].map((name) => ({
  roleId: name,
  name,
  description: "",
  features: [],
}));

function RolesForm({ held: heldIds }: { held: string[] }) {
  const form = useForm({ defaultValues: { role_ids: heldIds } });
  return (
    <FormProvider {...form}>
      <RolesField held={heldIds} />
    </FormProvider>
  );
}

it("lists an admin's assigned roles first, and keeps the order while roles are ticked", async () => {
  vi.stubGlobal("crossRiverPayFetch", async () =>
    Response.json({ status: 200, message: "", data: { items: roles, features: [] } }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RolesForm held={["Support"]} />
    </QueryClientProvider>,
  );
  await screen.findByText("Finance");
  const names = () => screen.getAllByRole("checkbox").map((checkbox) => checkbox.closest("label")?.textContent);
  const ordered = ["SupportNo rights", "FinanceNo rights", "Read-onlyNo rights"];
  expect(names()).toEqual(ordered);
  fireEvent.click(screen.getByText("Read-only"));
  fireEvent.click(screen.getByText("Support"));
  expect(names()).toEqual(ordered);
});
