import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
// Loads the schema of the form in advance, because the form imports it only on submit.
import "@/lib/contract/rp";
import { makeQueryClient } from "@/lib/client/query-client";
import { roleChoicesQuery } from "@/lib/queries/rp-set-up";
import { InviteAdminDialog } from "./invite-dialog";

const ROLE_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

it("an invitation needs a role, and keeps the form if the email address belongs to another admin", async () => {
  const sent: unknown[] = [];
  const message = "Ada Obi (invited) already has an account with this email.";
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    const [status, body] = sent.length > 1 ? [200, { data: { awaiting: null } }] : [409, { code: "CONFLICT", message }];
    return Response.json({ status, message: "", ...body }, { status });
  });
  const client = makeQueryClient();
  const role = { roleId: ROLE_ID, name: "Support", description: "", features: [], members: 0, awaiting: null };
  client.setQueryData(roleChoicesQuery().queryKey, { items: [role] } as never);
  client.setQueryDefaults(roleChoicesQuery().queryKey, { staleTime: Number.POSITIVE_INFINITY });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <InviteAdminDialog onClose={onClose} />
    </QueryClientProvider>,
  );
  const send = () => fireEvent.click(screen.getByRole("button", { name: "Send invitation" }));
  await screen.findByRole("dialog", { name: "Invite an admin" });
  type("First name", "Another");
  type("Last name", "Ada");
  type("Email", "ADA@example.com");
  send();
  await screen.findByText("Choose at least one role.");
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("checkbox", { name: /^Support/ }));
  send();
  await screen.findByText(message);
  expect(field("First name").value).toBe("Another");
  type("Email", "another.ada@example.com");
  send();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[1]).toMatchObject({ first_name: "Another", email: "another.ada@example.com", role_ids: [ROLE_ID] });
});
