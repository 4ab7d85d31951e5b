import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
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
  version: 4,
};

// The dialog and the form's schema load when they are needed; a busy machine takes its time over both.
configure({ asyncUtilTimeout: 5_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Body = Record<string, unknown>;

/** Shows the dialog of a method before an API that answers in turn; tells what was sent to it. */
async function show(
  method: PaymentMethod,
  ...answers: { status: number; message?: string; current?: PaymentMethod }[]
) {
  const sent: Body[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) => {
    if (!init.body) return Response.json({ status: 200, message: "", data: {} });
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
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

it("shows what a used method keeps, why, and sends it as it is", async () => {
  const { sent, onClose } = await show({ ...USSD, is_used: true });
  for (const label of ["Channel", "Provider"]) {
    expect(field(label).disabled).toBe(true);
    const reason = document.getElementById(field(label).getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toContain("make a new method and disable this one");
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
])("saves a method without a flat fee as it stands there, or with %o typed as %d kobo", async (typed, kobo) => {
  const { sent, onClose } = await show({ ...USSD, is_used: true, fee: { ...USSD.fee, flat: 0 } });
  const label = "Flat fee in naira (optional)";
  expect(field(label).value).toBe("0.00");
  if (typed !== undefined) type(label, typed);
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ fee_flat: kobo, fee_cap: null, min_amount: 10_000 }]);
});

it("says what is no fee, and sends nothing", async () => {
  const { sent } = await show(USSD);
  type("Flat fee in naira (optional)", "-1");
  save();
  expect(await screen.findByText("Enter an amount such as 100 or 100.50.")).toBeDefined();
  expect(sent).toEqual([]);
});
