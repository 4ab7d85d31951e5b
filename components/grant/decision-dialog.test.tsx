import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { GrantDecision } from "@/lib/contract/grant.values";
import { GrantDecisionDialog } from "./decision-dialog";
import { type ApplicationForDecision, decisionBlockedReason } from "./decision-rules";
import { decisionConsequenceText } from "./decision-words";

const FIXED_PROGRAMME = "019b76da-afc5-77b8-b3c0-9fbab7704c01";
const UP_TO_PROGRAMME = "019b76da-afc5-77b8-b3c0-9fbab7704c02";
const PROGRAMMES: Record<string, object> = {
  [FIXED_PROGRAMME]: {
    id: FIXED_PROGRAMME,
    name: "Traders",
    award_kind: "fixed",
    amount: 100_000,
    budget: 1_000_000,
    committed: 0,
    paid: 0,
  },
  [UP_TO_PROGRAMME]: {
    ...{ id: UP_TO_PROGRAMME, name: "Farmers", award_kind: "up_to", amount: 200_000 },
    ...{ budget: 1_000_000, committed: 600_000, paid: 200_000 },
  },
};
const makeRow = (
  index: number,
  programme: string,
  overrides: Partial<ApplicationForDecision>,
): ApplicationForDecision => ({
  id: `019b76da-afc5-77b8-b3c0-9fbab7704d0${index}`,
  reference: `GRA-${index}`,
  programme: { id: programme, name: "" },
  applicant: { id: "u", name: `Person ${index}`, lga: "Calabar Municipal", tier: 1 },
  state: "shortlisted",
  amount_asked: 150_000,
  reviews: 2,
  duplicates: [],
  duplicates_cleared: false,
  waits_for_applicant: false,
  version: index,
  ...overrides,
});

type DecidedResult = { done: boolean; message: string };
function renderDialog(
  decision: GrantDecision,
  rows: readonly ApplicationForDecision[],
  results: readonly DecidedResult[],
) {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const data = (answer: object) => Response.json({ status: 200, message: "", data: answer });
    if (init.method === "GET") return data(PROGRAMMES[url.split("/").at(-1) ?? ""] ?? {});
    const body = JSON.parse(String(init.body));
    sent.push(body);
    return data({
      results: body.applications.map(({ id }: { id: string }, index: number) => ({
        ...{ id, reference: `GRA-${index}`, name: "Somebody" },
        ...results[index],
      })),
    });
  });
  const callbacks = { onClose: vi.fn(), onResults: vi.fn(), onDone: vi.fn() };
  const dialog = (now: readonly ApplicationForDecision[]) => (
    <QueryClientProvider client={client}>
      <GrantDecisionDialog decision={decision} rows={now} {...callbacks} />
    </QueryClientProvider>
  );
  const client = makeQueryClient();
  const { rerender } = render(dialog(rows));
  return { sent, ...callbacks, now: (newRows: readonly ApplicationForDecision[]) => rerender(dialog(newRows)) };
}
const type = async (label: RegExp | string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const clickButton = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const DONE_RESULT = { done: true, message: "" };

it("prefills the requested amount of a grant, refuses more than the programme's maximum, and sends the amount in kobo", async () => {
  const { sent, onClose } = renderDialog(
    "approve",
    [makeRow(1, UP_TO_PROGRAMME, { amount_asked: 250_000 })],
    [DONE_RESULT],
  );
  const amount = await screen.findByLabelText<HTMLInputElement>(/^Person 1/);
  expect(amount.value).toBe("2,000.00");
  await type(/^Person 1/, "2,000.01");
  clickButton("Approve");
  expect(await screen.findByText("This programme gives at most ₦2,000.00 each.")).toBeDefined();
  await type(/^Person 1/, "1,234.50");
  expect(screen.getByText("₦765.50")).toBeDefined();
  clickButton("Approve");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [row] = [makeRow(1, UP_TO_PROGRAMME, {})];
  expect(sent).toEqual([
    { decision: "approve", reason: "", applications: [{ id: row?.id, version: 1, amount: 123_450 }] },
  ]);
});

it("refuses to approve a grant above the amount that the applicant requested", async () => {
  const { sent } = renderDialog("approve", [makeRow(1, UP_TO_PROGRAMME, { amount_asked: 150_000 })], [DONE_RESULT]);
  await type(/^Person 1/, "1,500.01");
  clickButton("Approve");
  expect(await screen.findByText("The applicant asked for ₦1,500.00.")).toBeDefined();
  expect(sent).toEqual([]);
});

it("the grant decision dialog warns if approved grants exceed the budget, and has no amount field for a fixed award", async () => {
  renderDialog(
    "approve",
    [makeRow(1, FIXED_PROGRAMME, {}), makeRow(2, UP_TO_PROGRAMME, {}), makeRow(3, UP_TO_PROGRAMME, {})],
    [],
  );
  expect(await screen.findByText("Total for 2 applications, Farmers")).toBeDefined();
  expect(screen.getByText("The budget is too small for this. Applications beyond it will be refused.")).toBeDefined();
  expect(screen.queryByLabelText(/^Person 1/)).toBeNull();
  expect(screen.getByText("Grant, Traders")).toBeDefined();
});

it("requires a reason for rejecting a grant application, but not for other decisions", async () => {
  const { sent, onClose } = renderDialog("reject", [makeRow(1, FIXED_PROGRAMME, {})], [DONE_RESULT]);
  await screen.findByRole("dialog");
  clickButton("Reject");
  expect(await screen.findByText("Explain the reason in words that help the applicant.")).toBeDefined();
  await type("Reason", "No stall in this market.");
  clickButton("Reject");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]).toMatchObject({ decision: "reject", reason: "No stall in this market." });
});

it("sends a bulk decision only for applications that allow the decision, and lists the results of all", async () => {
  const rows = [
    makeRow(1, FIXED_PROGRAMME, {}),
    makeRow(2, FIXED_PROGRAMME, { reviews: 1 }),
    makeRow(3, FIXED_PROGRAMME, { duplicates: ["phone"] }),
  ];
  const { sent, onResults, onDone } = renderDialog("approve", rows, [DONE_RESULT]);
  expect(await screen.findByText("2 are left out")).toBeDefined();
  expect(screen.getByText("GRA-2, Person 2: It needs two scores first.")).toBeDefined();
  clickButton("Approve");
  await waitFor(() => expect(onResults).toHaveBeenCalled());
  expect(sent[0]?.applications).toHaveLength(1);
  expect(onResults.mock.calls[0]?.[0].map(({ done }: DecidedResult) => done)).toEqual([true, false, false]);
  expect(onDone).toHaveBeenCalled();
});

it("keeps the decision dialog open if the API refuses a grant application, and sends that application's new version next", async () => {
  const row = makeRow(1, FIXED_PROGRAMME, { state: "submitted" });
  const { sent, now, onClose } = renderDialog(
    "shortlist",
    [row],
    [{ done: false, message: "It changed. Look again." }],
  );
  await type(/^Message/, "Well done.");
  now([{ ...row, version: 7 }]);
  clickButton("Shortlist");
  expect(await screen.findByText("It changed. Look again.")).toBeDefined();
  expect(screen.getByText("Current version")).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  clickButton("Shortlist");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ applications }) => (applications as { version: number }[])[0]?.version)).toEqual([1, 7]);
  expect(sent[1]).toMatchObject({ reason: "Well done." });
});

it("explains why a decision on a grant application is blocked", () => {
  expect(decisionBlockedReason("approve", makeRow(1, FIXED_PROGRAMME, { state: "submitted" }))).toBe(
    "Shortlist it first.",
  );
  expect(decisionBlockedReason("approve", makeRow(1, FIXED_PROGRAMME, { waits_for_applicant: true }))).toBe(
    "The applicant's answer is still missing.",
  );
  expect(decisionBlockedReason("shortlist", makeRow(1, FIXED_PROGRAMME, {}))).toBe("It is shortlisted already.");
  expect(decisionBlockedReason("reject", makeRow(1, FIXED_PROGRAMME, { state: "disbursed" }))).toBe(
    "It is paid already.",
  );
  expect(
    decisionBlockedReason("approve", makeRow(1, FIXED_PROGRAMME, { duplicates: ["photo"], duplicates_cleared: true })),
  ).toBeNull();
  expect(decisionBlockedReason("reject", makeRow(1, FIXED_PROGRAMME, { state: "payment_failed" }))).toBeNull();
  expect(decisionConsequenceText("reject", [makeRow(1, FIXED_PROGRAMME, { state: "approved" })])).toContain(
    "returns to the programme's budget",
  );
});
