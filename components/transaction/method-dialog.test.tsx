import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { keepDrafts } from "@/lib/client/drafts";
import type { PaymentMethod } from "@/lib/contract/transaction";
import { MethodDialog } from "./method-dialog";

const USSD: PaymentMethod = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  code: "ussd",
  name: "USSD",
  channel: "ussd",
  provider: "simulated",
  min_amount: 10_000,
  max_amount: 10_000_000,
  fee: { flat: 2_000, basis_points: 50, cap: null },
  position: 3,
  enabled: true,
  is_used: false,
  success_rate: null,
  payments_24h: 0,
  version: 4,
};

const RIGHTS = [{ name: "Transactions", access: { update: true, delete: true } }];

type Body = Record<string, unknown>;

/** Renders the dialog of a method with stubbed responses, used one after the other. Returns the bodies sent to it. */
async function show(
  method: PaymentMethod,
  ...answers: { status: number; message?: string; current?: PaymentMethod }[]
) {
  const sent: Body[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) => {
    if (!init.body) return Response.json({ status: 200, message: "", data: { features: RIGHTS } });
    sent.push(JSON.parse(String(init.body)));
    const { status, ...rest } = answers[sent.length - 1] ?? { status: 200 };
    const body = status === 200 ? { data: method } : { code: "CONFLICT", ...rest };
    return Response.json({ status, message: "", ...body }, { status });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MethodDialog method={method} onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog");
  return { sent, onClose };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = (label = "Save") => fireEvent.click(screen.getByRole("button", { name: label }));

it("locks channel and provider of a used method, explains why, and sends them unchanged", async () => {
  const { sent, onClose } = await show({ ...USSD, is_used: true });
  for (const label of ["Channel", "Provider"]) {
    expect(field(label).disabled).toBe(true);
    const reason = document.getElementById(field(label).getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toContain("Create a new method and disable this one");
  }
  type("Name", "USSD codes");
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ name: "USSD codes", channel: "ussd", provider: "simulated", version: 4 }]);
});

it("lets channel and provider of an unused method be chosen", async () => {
  await show(USSD);
  expect([field("Channel").disabled, field("Provider").disabled]).toEqual([false, false]);
});

it.each([
  [undefined, 0],
  ["", 0],
  ["0", 0],
  ["₦0.0", 0],
  ["12.50", 1_250],
])("with %o typed as the flat fee (undefined: untouched), saves %d kobo", async (typed, kobo) => {
  const { sent, onClose } = await show({ ...USSD, is_used: true, fee: { ...USSD.fee, flat: 0 } });
  const label = "Flat fee in naira (optional)";
  expect(field(label).value).toBe("0.00");
  if (typed !== undefined) type(label, typed);
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ fee_flat: kobo, fee_cap: null, min_amount: 10_000 }]);
});

it("explains why a fee is invalid, and sends nothing", async () => {
  const { sent } = await show(USSD);
  for (const [typed, words] of [
    ["a little", "Enter an amount such as 100 or 100.50."],
    ["1.500", /^This amount is not clear\./],
    ["-1", /^An amount can't be below zero\./],
  ] as const) {
    type("Flat fee in naira (optional)", typed);
    save();
    expect(await screen.findByText(words)).toBeDefined();
  }
  expect(sent).toEqual([]);
});

it.each([
  ["1.5", 150],
  ["0.75 %", 75],
  ["", 0],
])("parses %o as a percentage of the amount", async (typed, points) => {
  const { sent, onClose } = await show(USSD);
  expect(screen.getByLabelText<HTMLInputElement>("Fee in percent (optional)").value).toBe("0.5");
  type("Fee in percent (optional)", typed);
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ fee_basis_points: points }]);
});

it.each(["x", "1.555", "-1", "0x10", "1.2.3"])(
  "shows errors of fee and display order for %o, and sends nothing",
  async (typed) => {
    const { sent, onClose } = await show(USSD);
    type("Fee in percent (optional)", typed);
    type("Display order", typed);
    save();
    expect(await screen.findByText("Enter a percentage such as 1.5, with at most two decimals.")).toBeDefined();
    expect(screen.getByText("Enter a whole number from 0 to 999.")).toBeDefined();
    expect(sent).toEqual([]);
    type("Fee in percent (optional)", "0");
    type("Display order", " 12 ");
    save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toMatchObject([{ fee_basis_points: 0, position: 12 }]);
  },
);

it("shows what another admin changed, keeps the form, and only then offers to overwrite", async () => {
  const used = { ...USSD, is_used: true };
  const newer = { ...used, name: "USSD codes", fee: { flat: 3_000, basis_points: 50, cap: null }, version: 5 };
  const refused = { status: 409, message: "This payment method changed since you opened it.", current: newer };
  const { sent, onClose } = await show(used, refused, { status: 200 });
  type("Maximum in naira", "70,000");
  save();
  const shown = await screen.findByText("Current version");
  expect([...(shown.parentElement?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent)).toEqual([
    "Name: USSD codes; it was USSD",
    "Fee: ₦30.00 + 0.5%; it was ₦20.00 + 0.5%",
  ]);
  expect(field("Maximum in naira").value).toBe("70,000");
  expect(onClose).not.toHaveBeenCalled();
  save("Overwrite");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ version }) => version)).toEqual([4, 5]);
  expect(sent[1]).toMatchObject({ name: "USSD", max_amount: 7_000_000 });
});

it("keeps the form when the session ends, and when a deletion is cancelled", async () => {
  await show(USSD);
  type("Name", "Half a na");
  keepDrafts();
  cleanup();
  await show(USSD);
  expect(field("Name").value).toBe("Half a na");
  type("Name", "Half a name");
  fireEvent.click(await screen.findByRole("button", { name: "Delete this payment method" }));
  const asked = await screen.findByRole("dialog", { name: "Delete USSD?" });
  fireEvent.click(within(asked).getByRole("button", { name: "Cancel" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe("Half a name");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  cleanup();
  await show(USSD);
  expect(field("Name").value).toBe("USSD");
});

it("saves nothing when Enter is pressed in the example of the fee", async () => {
  await show(USSD);
  expect(fireEvent.keyDown(field("A charge of ₦"), { key: "Enter" })).toBe(false);
  expect(fireEvent.keyDown(field("A charge of ₦"), { key: "5" })).toBe(true);
  expect(fireEvent.keyDown(field("Name"), { key: "Enter" })).toBe(true);
});

it("sends the opened version with a deletion, and a newer one only once the changes were shown", async () => {
  const newer = { ...USSD, name: "USSD codes", version: 5 };
  const refused = { status: 409, message: "This payment method changed since you opened it.", current: newer };
  const { sent, onClose } = await show(USSD, refused, refused, { status: 200 });
  const ask = async () => fireEvent.click(await screen.findByRole("button", { name: "Delete this payment method" }));
  const confirm = (name: string) => fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name }));
  type("Maximum in naira", "70,000");
  await ask();
  await screen.findByRole("dialog", { name: "Delete USSD?" });
  confirm("Delete");
  expect(await screen.findByText(refused.message)).toBeDefined();
  // A second try without closing the dialog still names the opened version.
  confirm("Delete");
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => confirm("Cancel"));
  expect(await screen.findByText("Name: USSD codes; it was USSD")).toBeDefined();
  expect(field("Maximum in naira").value).toBe("70,000");
  await ask();
  await screen.findByRole("dialog", { name: "Delete USSD codes?" });
  confirm("Delete");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ version: 4 }, { version: 4 }, { version: 5 }]);
});
