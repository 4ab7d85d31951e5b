import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { draftOf, keepDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import { PromotionCodesAdd } from "./promotion-codes-add";

const ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const show = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PromotionCodesAdd promotionId={ID} onClose={() => {}} />
    </QueryClientProvider>,
  );
const box = () => screen.findByLabelText<HTMLTextAreaElement>("Codes");

it("has what was typed again after the session ended, until it is added", async () => {
  show();
  fireEvent.change(await box(), { target: { value: "SUMMER-24\nWINTER-24" } });
  keepDrafts();
  cleanup();
  show();
  expect((await box()).value).toBe("SUMMER-24\nWINTER-24");
  vi.stubGlobal("crossRiverPayFetch", async () =>
    Response.json({ status: 200, message: "", data: { added: 2, items: [] } }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Add 2 codes" }));
  expect(await screen.findByText(/2 codes added/)).toBeDefined();
  expect(draftOf(`promotion.codes:${ID}`)).toBeUndefined();
});
