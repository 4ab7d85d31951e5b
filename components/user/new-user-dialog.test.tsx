import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { NewUserDialog } from "./new-user-dialog";

const SIMILAR_USER = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c17",
  name: "Ekaette Bassey-Duke",
  phone: "+2348030001234",
  date_of_birth: "1990-05-01",
  tier: 2,
  status: "active",
};
const similarRefusal = (reason: string) => ({
  status: 409,
  body: { code: "CONFLICT", message: "Compare them.", current: [{ ...SIMILAR_USER, reason }] },
});
const CREATED_ANSWER = { status: 200, body: { data: { id: "1", name: "Mary Ita Giwa" } } };

/** Renders the dialog and fills in a new user. Stubbed responses are used in order. */
async function fillAndSubmit(...answers: { status: number; body: object }[]) {
  const sent: Record<string, unknown>[] = [];
  const onOpened = vi.fn();
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    const { status, body } = answers[sent.length - 1] ?? CREATED_ANSWER;
    return Response.json({ status, message: "", ...body }, { status });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NewUserDialog onOpened={onOpened} onClose={() => {}} />
    </QueryClientProvider>,
  );
  for (const [label, value] of [
    ["First name", "Mary"],
    ["Last name", "Ita Giwa"],
    ["Date of birth", "1990-05-01"],
    ["Gender", "female"],
    ["LGA", "Boki"],
    ["Phone", "0803 111 2222"],
  ])
    fireEvent.change(await screen.findByLabelText(label ?? ""), { target: { value } });
  return { sent, onOpened };
}
const clickOpenAccount = async () => fireEvent.click(await screen.findByRole("button", { name: "Open account" }));

it("creates a user account, and sends empty values for optional fields", async () => {
  const { sent, onOpened } = await fillAndSubmit();
  await clickOpenAccount();
  await waitFor(() => expect(onOpened).toHaveBeenCalledWith(expect.objectContaining({ name: "Mary Ita Giwa" })));
  expect(sent).toMatchObject([
    { first_name: "Mary", last_name: "Ita Giwa", email: null, address: "", not_same_as: [] },
  ]);
});

it("shows similar accounts, keeps the form, and creates the account after the admin compared them", async () => {
  const { sent, onOpened } = await fillAndSubmit(similarRefusal("name_and_birth_date"));
  await clickOpenAccount();
  expect((await screen.findByRole("link", { name: SIMILAR_USER.name })).getAttribute("href")).toContain(
    SIMILAR_USER.id,
  );
  expect(screen.getByText(/Similar name, same birth date/)).toBeDefined();
  expect((screen.getByLabelText("Last name") as HTMLInputElement).value).toBe("Ita Giwa");
  fireEvent.click(screen.getByLabelText("I compared them. This is another person."));
  await clickOpenAccount();
  await waitFor(() => expect(onOpened).toHaveBeenCalled());
  expect(sent.map(({ not_same_as }) => not_same_as)).toEqual([[], [SIMILAR_USER.id]]);
});

it("offers no way to create the account if another account has the same phone number", async () => {
  await fillAndSubmit(similarRefusal("phone"));
  await clickOpenAccount();
  expect(await screen.findByText(/Same phone number/)).toBeDefined();
  expect(screen.queryByRole("checkbox")).toBeNull();
});
