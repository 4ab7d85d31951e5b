import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { UserLastPayment } from "./user-last-payment";

const payment = {
  id: "t1",
  amount: 250_000,
  type: "bill_payment",
  state: "failed",
  created_at: "2026-11-21T10:00:00Z",
};

function renderPayment(items: object[], mayRead = true) {
  const requestUrls: string[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const isAccessRequest = url.includes("access");
    if (!isAccessRequest) requestUrls.push(url);
    const features = [{ name: "Transactions", access: { read: mayRead } }];
    return Response.json({ status: 200, message: "", data: isAccessRequest ? { features } : { items } });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <dl>
        <UserLastPayment userId="u1" />
      </dl>
    </QueryClientProvider>,
  );
  return requestUrls;
}

it("shows a user's newest payment with its state and a link, ignoring refunds and grants", async () => {
  const requestUrls = renderPayment([payment]);
  expect((await screen.findByRole("link", { name: "₦2,500.00" })).getAttribute("href")).toContain("/t1");
  expect(screen.getByText("Failed")).toBeDefined();
  expect(screen.getByText(/^Bill payment/)).toBeDefined();
  const { searchParams } = new URL(requestUrls[0] ?? "", "http://localhost");
  expect(searchParams.get("user")).toBe("u1");
  expect(searchParams.get("type")?.split(",")).toEqual(expect.arrayContaining(["wallet_funding", "withdrawal"]));
  expect(searchParams.get("type")).not.toMatch(/refund|grant_payout/);
});

it("states that the user has made no payment", async () => {
  renderPayment([]);
  expect(await screen.findByText("None yet")).toBeDefined();
});

it("neither requests nor shows the last payment without the right to read transactions", async () => {
  const requestUrls = renderPayment([payment], false);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByText("Last payment")).toBeNull();
  expect(requestUrls).toEqual([]);
});
