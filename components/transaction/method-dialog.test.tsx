import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { saveAllDrafts } from "@/lib/client/drafts";
import type { PaymentMethod } from "@/lib/contract/transaction";
import { PaymentMethodDialog } from "./method-dialog";

const USSD_METHOD: PaymentMethod = {
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

type RequestBody = Record<string, unknown>;

/** Renders the dialog of a payment method and returns the request bodies. Stubbed responses are used in order. */
async function renderDialog(
  method: PaymentMethod,
  ...answers: { status: number; message?: string; current?: PaymentMethod }[]
) {
  const sent: RequestBody[] = [];
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
      <PaymentMethodDialog method={method} onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog");
  return { sent, onClose };
}
const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(getField(label), { target: { value } });
const clickSave = (label = "Save") => fireEvent.click(screen.getByRole("button", { name: label }));

it("locks channel and provider of a payment method that was used, explains why, and sends them unchanged", async () => {
  const { sent, onClose } = await renderDialog({ ...USSD_METHOD, is_used: true });
  for (const label of ["Channel", "Provider"]) {
    expect(getField(label).disabled).toBe(true);
    const reason = document.getElementById(getField(label).getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toContain("Create a new method and disable this one");
  }
  type("Name", "USSD codes");
  clickSave();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ name: "USSD codes", channel: "ussd", provider: "simulated", version: 4 }]);
});

it("allows changing channel and provider of an unused payment method", async () => {
  await renderDialog(USSD_METHOD);
  expect([getField("Channel").disabled, getField("Provider").disabled]).toEqual([false, false]);
});

it.each([
  [undefined, 0],
  ["", 0],
  ["0", 0],
  ["₦0.0", 0],
  ["12.50", 1_250],
])("saves a payment method's flat fee typed as %o (undefined: untouched) as %d kobo", async (text, kobo) => {
  const { sent, onClose } = await renderDialog({ ...USSD_METHOD, is_used: true, fee: { ...USSD_METHOD.fee, flat: 0 } });
  const label = "Flat fee in naira (optional)";
  expect(getField(label).value).toBe("0.00");
  if (text !== undefined) type(label, text);
  clickSave();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ fee_flat: kobo, fee_cap: null, min_amount: 10_000 }]);
});

it("explains why a payment method's fee is invalid, and sends no request", async () => {
  const { sent } = await renderDialog(USSD_METHOD);
  for (const [text, errorText] of [
    ["a little", "Enter an amount such as 100 or 100.50."],
    ["1.500", /^This amount is not clear\./],
    ["-1", /^An amount can't be below zero\./],
  ] as const) {
    type("Flat fee in naira (optional)", text);
    clickSave();
    expect(await screen.findByText(errorText)).toBeDefined();
  }
  expect(sent).toEqual([]);
});

it.each([
  ["1.5", 150],
  ["0.75 %", 75],
  ["", 0],
])("parses %o as a payment method's fee in percent of the amount", async (text, points) => {
  const { sent, onClose } = await renderDialog(USSD_METHOD);
  expect(screen.getByLabelText<HTMLInputElement>("Fee in percent (optional)").value).toBe("0.5");
  type("Fee in percent (optional)", text);
  clickSave();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ fee_basis_points: points }]);
});

it.each(["x", "1.555", "-1", "0x10", "1.2.3"])(
  "shows errors at the payment method's fee and display order for %o, and sends no request",
  async (text) => {
    const { sent, onClose } = await renderDialog(USSD_METHOD);
    type("Fee in percent (optional)", text);
    type("Display order", text);
    clickSave();
    expect(await screen.findByText("Enter a percentage such as 1.5, with at most two decimals.")).toBeDefined();
    expect(screen.getByText("Enter a whole number from 0 to 999.")).toBeDefined();
    expect(sent).toEqual([]);
    type("Fee in percent (optional)", "0");
    type("Display order", " 12 ");
    clickSave();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toMatchObject([{ fee_basis_points: 0, position: 12 }]);
  },
);

it("shows another admin's changes to a payment method after a conflict, keeps the form, and then offers to overwrite them", async () => {
  const usedMethod = { ...USSD_METHOD, is_used: true };
  const newer = { ...usedMethod, name: "USSD codes", fee: { flat: 3_000, basis_points: 50, cap: null }, version: 5 };
  const refusal = { status: 409, message: "This payment method changed since you opened it.", current: newer };
  const { sent, onClose } = await renderDialog(usedMethod, refusal, { status: 200 });
  type("Maximum in naira", "70,000");
  clickSave();
  const conflictNotice = await screen.findByText("Current version");
  expect(
    [...(conflictNotice.parentElement?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent),
  ).toEqual(["Name: USSD codes; it was USSD", "Fee: ₦30.00 + 0.5%; it was ₦20.00 + 0.5%"]);
  expect(getField("Maximum in naira").value).toBe("70,000");
  expect(onClose).not.toHaveBeenCalled();
  clickSave("Overwrite");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ version }) => version)).toEqual([4, 5]);
  expect(sent[1]).toMatchObject({ name: "USSD", max_amount: 7_000_000 });
});

it("keeps the payment method's form when the session ends, and when deleting is cancelled", async () => {
  await renderDialog(USSD_METHOD);
  type("Name", "Half a na");
  saveAllDrafts();
  cleanup();
  await renderDialog(USSD_METHOD);
  expect(getField("Name").value).toBe("Half a na");
  type("Name", "Half a name");
  fireEvent.click(await screen.findByRole("button", { name: "Delete this payment method" }));
  const confirmDialog = await screen.findByRole("dialog", { name: "Delete USSD?" });
  fireEvent.click(within(confirmDialog).getByRole("button", { name: "Cancel" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe("Half a name");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  cleanup();
  await renderDialog(USSD_METHOD);
  expect(getField("Name").value).toBe("USSD");
});

it("does not save the payment method when Enter is pressed in the fee example", async () => {
  await renderDialog(USSD_METHOD);
  expect(fireEvent.keyDown(getField("A charge of ₦"), { key: "Enter" })).toBe(false);
  expect(fireEvent.keyDown(getField("A charge of ₦"), { key: "5" })).toBe(true);
  expect(fireEvent.keyDown(getField("Name"), { key: "Enter" })).toBe(true);
});

it("deletes the version of a payment method that was opened, and a newer version only after showing the changes", async () => {
  const newer = { ...USSD_METHOD, name: "USSD codes", version: 5 };
  const refusal = { status: 409, message: "This payment method changed since you opened it.", current: newer };
  const { sent, onClose } = await renderDialog(USSD_METHOD, refusal, refusal, { status: 200 });
  const openDeletion = async () =>
    fireEvent.click(await screen.findByRole("button", { name: "Delete this payment method" }));
  const confirm = (name: string) => fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name }));
  type("Maximum in naira", "70,000");
  await openDeletion();
  await screen.findByRole("dialog", { name: "Delete USSD?" });
  confirm("Delete");
  expect(await screen.findByText(refusal.message)).toBeDefined();
  // A second attempt to delete in the same dialog still sends the version that was opened.
  confirm("Delete");
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => confirm("Cancel"));
  expect(await screen.findByText("Name: USSD codes; it was USSD")).toBeDefined();
  expect(getField("Maximum in naira").value).toBe("70,000");
  await openDeletion();
  await screen.findByRole("dialog", { name: "Delete USSD codes?" });
  confirm("Delete");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ version: 4 }, { version: 4 }, { version: 5 }]);
});
