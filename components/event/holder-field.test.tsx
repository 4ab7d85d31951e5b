import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { FormProvider, type UseFormReturn, useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { TicketHolderField } from "./holder-field";

type FormRef = { now?: UseFormReturn<{ user_id: string }> };

function TestForm({ userId, held: formRef }: { userId: string; held: FormRef }) {
  const form = useForm({ defaultValues: { user_id: userId } });
  formRef.now = form;
  return (
    <FormProvider {...form}>
      <TicketHolderField currentHolderId="nobody" />
    </FormProvider>
  );
}

/** Renders the field in a form with this initial user id. The stubbed API finds people by the start of their name. */
function renderField(userId = "") {
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const searchText = new URL(url, "http://localhost").searchParams.get("q") ?? "";
    const items = ["Ada", "Bassey"]
      .filter((name) => name.startsWith(searchText))
      .map((name) => ({ id: name, name, phone: "+2348012345678", lga: "Ikom" }));
    return Response.json({ status: 200, message: "", data: { items } });
  });
  const form: FormRef = {};
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <TestForm userId={userId} held={form} />
    </QueryClientProvider>,
  );
  return () => form.now?.getValues("user_id");
}
const searchHolder = (value: string) =>
  fireEvent.change(screen.getByLabelText("Find the new holder"), { target: { value } });

it("keeps the chosen ticket holder visible when another search does not find them", async () => {
  const value = renderField();
  searchHolder("Ada");
  fireEvent.click(await screen.findByLabelText(/^Ada/));
  searchHolder("Bassey");
  await screen.findByLabelText(/^Bassey/);
  expect(screen.getByLabelText<HTMLInputElement>(/^Ada/).checked).toBe(true);
  expect(value()).toBe("Ada");
  fireEvent.click(screen.getByLabelText(/^Bassey/));
  expect(value()).toBe("Bassey");
});

it("clears a ticket holder's id that was restored without a name", async () => {
  const value = renderField("Ada");
  await expect.poll(() => value()).toBe("");
});

it("Enter in the search for a ticket holder does not submit the form", async () => {
  renderField();
  searchHolder("Ada");
  fireEvent.click(await screen.findByLabelText(/^Ada/));
  const field = screen.getByLabelText("Find the new holder");
  expect(fireEvent.keyDown(field, { key: "Enter" })).toBe(false);
  expect(fireEvent.keyDown(field, { key: "a" })).toBe(true);
});
