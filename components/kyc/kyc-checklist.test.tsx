import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { KycSingle } from "@/lib/contract/kyc";
import { KycChecklist } from "./kyc-checklist";

const check = vi.hoisted(() => vi.fn());
const failed = vi.hoisted(() => vi.fn());
vi.mock("@/lib/client/api", () => ({ api: { kyc: { check } } }));
vi.mock("@/lib/client/toast", () => ({ toast: { error: failed } }));

test("of two quick ticks the first is refused: it goes, the reason is said, and the second stays until its answer", async () => {
  const answers: ((error?: Error) => void)[] = [];
  check.mockImplementation(
    () => new Promise((resolve, reject) => answers.push((error) => (error ? reject(error) : resolve({})))),
  );
  const checklist = ["name_matches", "face_matches"].map((item) => ({ item, checked: null }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KycChecklist request={{ id: "1", checklist } as unknown as KycSingle} enabled />
    </QueryClientProvider>,
  );
  const [first, second] = screen.getAllByRole<HTMLInputElement>("checkbox");
  if (!first || !second) throw new Error("no boxes");
  fireEvent.click(first);
  fireEvent.click(second);
  expect([first.checked, second.checked]).toEqual([true, true]);
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers[0]?.(new Error("Somebody else has it.")));
  expect(failed).toHaveBeenCalledExactlyOnceWith("Somebody else has it.");
  expect([first.checked, second.checked]).toEqual([false, true]);
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.());
  expect(failed).toHaveBeenCalledOnce();
});
