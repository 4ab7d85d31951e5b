import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { KycDetails } from "@/lib/contract/kyc";
import type { KycCheck } from "@/lib/contract/kyc.values";
import { KycChecklist } from "./kyc-checklist";
import { useChecklistTicks } from "./use-checklist-ticks";

const mockCheck = vi.hoisted(() => vi.fn());
const toastError = vi.hoisted(() => vi.fn());
vi.mock("@/lib/client/api", () => ({ api: { kyc: { check: mockCheck } } }));
vi.mock("@/lib/client/toast", () => ({ toast: { error: toastError } }));

const request = {
  id: "1",
  checklist: ["name_matches", "face_matches", "document_genuine"].map((item) => ({ item, checked: null })),
} as unknown as KycDetails;
const onTickCalls: (readonly KycCheck[])[] = [];
let pendingAnswers: ((error?: Error) => void)[];

function TestChecklist({ enabled }: { enabled: boolean }) {
  const ticks = useChecklistTicks(request, (open) => onTickCalls.push(open));
  return <KycChecklist request={request} ticks={ticks} enabled={enabled} />;
}
const renderChecklist = (enabled = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TestChecklist enabled={enabled} />
    </QueryClientProvider>,
  );
const checkedStates = () => screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked);

beforeEach(() => {
  pendingAnswers = [];
  onTickCalls.length = 0;
  toastError.mockReset();
  mockCheck
    .mockReset()
    .mockImplementation(
      () =>
        new Promise((resolve, reject) =>
          pendingAnswers.push((error) => (error ? reject(error) : resolve({ ...request, version: 1 }))),
        ),
    );
});
test("if the API refuses the first of two quick checklist ticks, unticks only that item and shows the reason", async () => {
  renderChecklist();
  const [first, second] = screen.getAllByRole<HTMLInputElement>("checkbox");
  if (!first || !second) throw new Error("no boxes");
  fireEvent.click(first);
  fireEvent.click(second);
  expect(checkedStates()).toEqual([true, true, false]);
  await waitFor(() => expect(pendingAnswers).toHaveLength(1));
  await act(async () => pendingAnswers[0]?.(new Error("Somebody else has it.")));
  expect(toastError).toHaveBeenCalledExactlyOnceWith("Somebody else has it.");
  expect(checkedStates()).toEqual([false, true, false]);
  await waitFor(() => expect(pendingAnswers).toHaveLength(2));
  await act(async () => pendingAnswers[1]?.());
  expect(toastError).toHaveBeenCalledOnce();
});

test("V ticks the next open KYC checklist item, however fast it is pressed, and reports the remaining items", () => {
  renderChecklist();
  const pressKey = () => fireEvent.keyDown(document.body, { key: "v" });
  act(() => {
    pressKey();
    pressKey();
  });
  expect(checkedStates()).toEqual([true, true, false]);
  expect(onTickCalls).toEqual([["face_matches", "document_genuine"], ["document_genuine"]]);
  pressKey();
  pressKey();
  expect(checkedStates()).toEqual([true, true, true]);
  expect(onTickCalls).toHaveLength(3);
});

test("ignores the V key for admins who may not tick KYC checklist items", () => {
  renderChecklist(false);
  fireEvent.keyDown(document.body, { key: "v" });
  expect(checkedStates()).toEqual([false, false, false]);
  expect(mockCheck).not.toHaveBeenCalled();
});
