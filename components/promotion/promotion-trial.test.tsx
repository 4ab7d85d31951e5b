import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { PromotionDetails } from "@/lib/contract/promotion";
import type { PromotionDraft } from "./promotion-draft";
import { PromotionTrialPanel } from "./promotion-trial";

const PROMOTION = {
  ...{ id: "019b76da-afc5-77b8-b3c0-9fbab7704c19", version: 3, code: null, codes: 0 },
  ...{ types: ["bill_payment"], trigger: "automatic" },
} as unknown as PromotionDetails;
const TEST_USER = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c20",
  name: "Ada Obi",
  phone: "+2348031234567",
  lga: "Calabar",
};
const allTypes = ["wallet_funding", "bill_payment", "tax_and_levy", "ticket"];
const METHODS = [
  { code: "wallet", name: "Wallet", channel: "wallet", types: ["ticket"] },
  { code: "card", name: "Card", channel: "card", types: allTypes },
];

let enabledMethods: typeof METHODS;
let shouldFail: boolean;
beforeEach(() => {
  enabledMethods = METHODS;
  shouldFail = false;
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    if (shouldFail) return Response.json({ status: 400, message: "Try later." }, { status: 400 });
    const data = url.includes("/people")
      ? { items: [TEST_USER] }
      : url.endsWith("/choices")
        ? { groups: [], methods: enabledMethods }
        : { applies: true, discount: 50_000, cashback: 0, fee: 0, to_pay: 950_000, reasons: [] };
    return Response.json({ status: 200, message: "", data });
  });
});
const trialPanel = (promotion: Partial<PromotionDetails>, draft: PromotionDraft | null = null) => (
  <PromotionTrialPanel promotion={{ ...PROMOTION, ...promotion }} draft={draft} />
);
const makeClient = makeQueryClient;
const optionTexts = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ textContent }) => textContent);

async function renderUi(ui: React.ReactNode) {
  const queries = makeClient();
  const withQueryClient = (element: React.ReactNode) => (
    <QueryClientProvider client={queries}>{element}</QueryClientProvider>
  );
  const { rerender } = render(withQueryClient(ui));
  await screen.findByLabelText("Payment method");
  return (element: React.ReactNode) => rerender(withQueryClient(element));
}
const selectOption = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function tryPromotion() {
  selectOption("User", "ada");
  fireEvent.click(await screen.findByRole("button", { name: /Ada Obi/ }));
  fireEvent.click(screen.getByRole("button", { name: "Try" }));
  await screen.findByText("It applies: ₦500.00 off");
}

it("a promotion trial offers only payment methods that accept its payment type, and states if there is none", async () => {
  await renderUi(trialPanel({}));
  expect(optionTexts("Payment method")).toEqual(["Card"]);
  selectOption("Type of payment", "ticket");
  expect(optionTexts("Payment method")).toEqual(["Wallet", "Card"]);
  cleanup();
  enabledMethods = METHODS.slice(0, 1);
  await renderUi(trialPanel({}));
  expect(screen.getByText(/No enabled payment method/)).toBeDefined();
});

it("hides the result of a promotion trial as soon as an input changes", async () => {
  const rerender = await renderUi(trialPanel({}));
  await tryPromotion();
  selectOption("Amount in naira", "20,000");
  expect(screen.queryByText(/It applies/)).toBeNull();
  selectOption("Amount in naira", "10,000");
  expect(screen.getByText(/It applies/)).toBeDefined();
  selectOption("Type of payment", "ticket");
  expect(screen.queryByText(/It applies/)).toBeNull();
  selectOption("Type of payment", "bill_payment");
  rerender(trialPanel({ version: 4 }));
  expect(screen.queryByText(/It applies/)).toBeNull();
});

it("the promotion trial states that it checks no codes while the promotion has no codes", async () => {
  const draft = { trigger: "code" } as PromotionDraft;
  await renderUi(trialPanel({ codes: 0 }, draft));
  expect(screen.getByText("Codes are checked once some are added.")).toBeDefined();
  cleanup();
  await renderUi(trialPanel({ codes: 2 }, draft));
  expect(screen.queryByText("Codes are checked once some are added.")).toBeNull();
});

it("offers a retry if the groups and payment methods for a trial could not be loaded", async () => {
  shouldFail = true;
  render(<QueryClientProvider client={makeClient()}>{trialPanel({})}</QueryClientProvider>);
  expect(await screen.findByText("Try later.")).toBeDefined();
  shouldFail = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByLabelText("Payment method")).toBeDefined();
});
