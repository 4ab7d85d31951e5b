import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { stubRecordApi } from "@/components/record-editor/record-testing";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { PromotionNewScreen } from "./promotion-new-screen";

const mockReplace = vi.fn();
setNavigationHooks({ useRouter: () => ({ replace: mockReplace }) });

const PROMOTION_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
let api: ReturnType<typeof stubRecordApi>;
beforeEach(() => {
  mockReplace.mockReset();
  api = stubRecordApi("Promotions", { id: PROMOTION_ID });
});
const renderNewScreen = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PromotionNewScreen />
    </QueryClientProvider>,
  );

it("creates a draft promotion from its name and default values, and opens its page", async () => {
  api.rights = { read: true, create: true };
  renderNewScreen();
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Ten percent off bills" } });
  fireEvent.click(screen.getByRole("button", { name: "Create draft" }));
  await waitFor(() => expect(mockReplace).toHaveBeenCalledWith(`/dashboard/promotions/all/${PROMOTION_ID}`));
  expect(api.sent).toMatchObject([
    { name: "Ten percent off bills", trigger: "automatic", kind: "percentage", uses_per_user: 1, budget: 0 },
  ]);
});

it.each([null, {}, "a text"])("keeps the form and shows an error when the response is %j", async (data) => {
  api.rights = { read: true, create: true };
  api.answers.push({ status: 200, data });
  renderNewScreen();
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Ten percent off bills" } });
  fireEvent.click(screen.getByRole("button", { name: "Create draft" }));
  expect(await screen.findByText(/unreadable response/)).toBeTruthy();
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "Ten percent off bills");
  expect(mockReplace).not.toHaveBeenCalled();
});

it("tells admins without the create right why they can't create a promotion", async () => {
  api.rights = { read: true };
  renderNewScreen();
  expect(await screen.findByText(/you don't have the right to create one/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create draft" })).toBeNull();
});
