import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { PromotionReasonDialog } from "./promotion-actions-dialogs";
import { loadPromotionReasonSchema, loadPromotionRescheduleSchema } from "./promotion-actions-schema";

const PROMOTION_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const REQUEST_INPUT = { promotionId: PROMOTION_ID, version: 2, reason: "Agreed with the sponsor" };

it("sends a raised budget typed in naira as kobo, and refuses a raise without a reason", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ status: 200, message: "", data: {} });
  });
  const promotion = {
    id: PROMOTION_ID,
    name: "Half off",
    budget: 100_000,
    pool: 900_000,
    version: 2,
  } as PromotionDetails;
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PromotionReasonDialog promotion={promotion} action="raise" draft="promotion.raise" onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog");
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const save = () => fireEvent.click(screen.getByRole("button", { name: "Raise budget" }));
  type("Reason", REQUEST_INPUT.reason);
  save();
  await screen.findByText("Enter an amount such as 5,000 or 5,000.50.");
  type("New budget in naira", "5");
  type("Reason", "");
  save();
  await waitFor(() => expect(screen.getByLabelText("Reason").getAttribute("aria-invalid")).toBe("true"));
  expect(sent).toEqual([]);
  type("New budget in naira", "1,500.50");
  type("Reason", REQUEST_INPUT.reason);
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ version: 2, reason: REQUEST_INPUT.reason, budget: 150_050 }]);
});

it("rescheduling a promotion accepts a new end date or none; other actions require only a reason", async () => {
  const ends_at = "2027-01-01T08:00:00.000Z";
  expect((await loadPromotionRescheduleSchema()).safeParse({ ...REQUEST_INPUT, ends_at }).success).toBe(true);
  expect((await loadPromotionRescheduleSchema()).safeParse({ ...REQUEST_INPUT, ends_at: null }).success).toBe(true);
  expect((await loadPromotionReasonSchema()).safeParse(REQUEST_INPUT).success).toBe(true);
});
