import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { KycSingle } from "@/lib/contract/kyc";
import type { KycCheck } from "@/lib/contract/kyc.values";
import { KycChecklist } from "./kyc-checklist";
import { useTicks } from "./use-ticks";

const check = vi.hoisted(() => vi.fn());
const failed = vi.hoisted(() => vi.fn());
vi.mock("@/lib/client/api", () => ({ api: { kyc: { check } } }));
vi.mock("@/lib/client/toast", () => ({ toast: { error: failed } }));

const request = {
  id: "1",
  checklist: ["name_matches", "face_matches", "document_genuine"].map((item) => ({ item, checked: null })),
} as unknown as KycSingle;
const told: (readonly KycCheck[])[] = [];
let answers: ((error?: Error) => void)[];

function Checklist({ enabled }: { enabled: boolean }) {
  const ticks = useTicks(request, (open) => told.push(open));
  return <KycChecklist request={request} ticks={ticks} enabled={enabled} />;
}
const show = (enabled = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Checklist enabled={enabled} />
    </QueryClientProvider>,
  );
const ticked = () => screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked);

beforeEach(() => {
  answers = [];
  told.length = 0;
  failed.mockReset();
  check
    .mockReset()
    .mockImplementation(
      () => new Promise((resolve, reject) => answers.push((error) => (error ? reject(error) : resolve({})))),
    );
});
test("removes the first of two quick ticks when it is refused, shows the reason, and keeps the second until its response", async () => {
  show();
  const [first, second] = screen.getAllByRole<HTMLInputElement>("checkbox");
  if (!first || !second) throw new Error("no boxes");
  fireEvent.click(first);
  fireEvent.click(second);
  expect(ticked()).toEqual([true, true, false]);
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers[0]?.(new Error("Somebody else has it.")));
  expect(failed).toHaveBeenCalledExactlyOnceWith("Somebody else has it.");
  expect(ticked()).toEqual([false, true, false]);
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.());
  expect(failed).toHaveBeenCalledOnce();
});

test("V ticks the next open item however fast it is pressed, and reports the remaining items", () => {
  show();
  const press = () => fireEvent.keyDown(document.body, { key: "v" });
  act(() => {
    press();
    press();
  });
  expect(ticked()).toEqual([true, true, false]);
  expect(told).toEqual([["face_matches", "document_genuine"], ["document_genuine"]]);
  press();
  press();
  expect(ticked()).toEqual([true, true, true]);
  expect(told).toHaveLength(3);
});

test("V does nothing for admins who may not tick", () => {
  show(false);
  fireEvent.keyDown(document.body, { key: "v" });
  expect(ticked()).toEqual([false, false, false]);
  expect(check).not.toHaveBeenCalled();
});
