import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { stubRecordApi } from "@/components/record-editor/record-testing";
import { makeQueryClient } from "@/lib/client/query-client";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { allowedPromotionActions } from "./promotion-actions-words";
import { PromotionForm } from "./promotion-form";

const PROMOTION: PromotionDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  name: "Ten percent off bills",
  description: "",
  state: "draft",
  pause_cause: null,
  end_cause: null,
  trigger: "automatic",
  kind: "percentage",
  basis_points: 1_000,
  flat_amount: null,
  cap: null,
  minimum: 0,
  types: ["bill_payment"],
  channels: [],
  groups: [],
  first_payment_only: false,
  uses_total: null,
  uses_per_user: 1,
  uses_per_code: null,
  budget: 100_000_000,
  starts_at: "2027-01-01T08:00:00.000Z",
  ends_at: null,
  code: null,
  codes: 0,
  uses: 0,
  spent: 0,
  reserved_uses: 0,
  reserved: 0,
  updated_at: "2026-11-21T10:00:00.000Z",
  version: 3,
  missing: {},
  pool: 500_000_000,
  is_used: false,
  copied_from: null,
  timeline: [],
};

let api: ReturnType<typeof stubRecordApi<PromotionDetails>>;
let answerChoices: () => Response | Promise<Response>;
const NO_CHOICES = { status: 200, message: "", data: { groups: [], methods: [] } };
beforeEach(() => {
  answerChoices = () => Response.json(NO_CHOICES);
  api = stubRecordApi("Promotions", PROMOTION, (url) => (url.endsWith("/choices") ? answerChoices() : undefined));
});
async function renderForm(promotion: PromotionDetails) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PromotionForm promotion={promotion} onDirty={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByText("Trial");
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const pressSave = () => fireEvent.keyDown(document, { key: "s", ctrlKey: true });

it("saves a promotion with Ctrl+S, and sends amounts in kobo and percentages in hundredths of a percent", async () => {
  await renderForm(PROMOTION);
  type("Percentage", "7.5");
  type("Budget in naira", "2,000,000");
  fireEvent.click(screen.getByLabelText("USSD"));
  expect(screen.getByText("The citizen pays ₦9,250.00 and saves ₦750.00.")).toBeDefined();
  pressSave();
  expect(await screen.findByText("All changes saved")).toBeDefined();
  expect(api.sent).toMatchObject([
    { version: 3, basis_points: 750, budget: 200_000_000, channels: ["ussd"], minimum: 0 },
  ]);
});

it("shows another admin's changes to a promotion after a conflict, keeps the form, and can overwrite them", async () => {
  await renderForm(PROMOTION);
  type("Name", "Mine");
  api.answers = [{ status: 409, message: "It changed.", current: { ...PROMOTION, name: "Theirs", version: 4 } }];
  pressSave();
  fireEvent.click(await screen.findByRole("button", { name: "Keep mine" }));
  expect(await screen.findByText("All changes saved")).toBeDefined();
  expect(api.sent.map(({ name, version }) => [name, version])).toEqual([
    ["Mine", 3],
    ["Mine", 4],
  ]);
});

it("the promotion form states that there are no user groups only after the groups are loaded", async () => {
  const none = "There are no user groups yet: all citizens get it.";
  let resolveChoices = (_: Response) => {};
  answerChoices = () =>
    new Promise((resolve) => {
      resolveChoices = resolve;
    });
  await renderForm(PROMOTION);
  expect(screen.queryByText(none)).toBeNull();
  resolveChoices(Response.json(NO_CHOICES));
  expect(await screen.findByText(none)).toBeDefined();
  cleanup();
  answerChoices = () => Response.json({ status: 400, message: "Try later." }, { status: 400 });
  await renderForm(PROMOTION);
  expect((await screen.findAllByText("Try later.")).length).toBeGreaterThan(0);
  expect(screen.queryByText(none)).toBeNull();
});

it("locks the terms of a started promotion, and explains what the admin can still change", async () => {
  await renderForm({ ...PROMOTION, state: "active" });
  expect(await screen.findByText(/its terms can't be changed. To change them, make a copy/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
});

it("offers the actions that each state of a promotion allows", () => {
  const actionsIn = (state: PromotionDetails["state"], is_used: boolean) => allowedPromotionActions({ state, is_used });
  expect(actionsIn("draft", false)).toEqual(["delete", "publish"]);
  expect(actionsIn("scheduled", false)).toEqual(["delete"]);
  expect(actionsIn("active", true)).toEqual(["reschedule", "raise", "end", "pause"]);
  expect(actionsIn("paused", true)).toEqual(["reschedule", "raise", "end", "resume"]);
  expect(actionsIn("ended", true)).toEqual(["archive"]);
  expect(actionsIn("archived", true)).toEqual([]);
});
