import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { ExportProgress } from "@/lib/contract/exports";
import { ExportDialog } from "./export-dialog";

const exportLink = { export_id: "one", token: "token", rows: 40_000 };
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Starts a download, and returns the delays in ms between requests for its progress during the next 30 s. */
async function pollDelays(answer: (poll: number) => ExportProgress | Error) {
  const delays: number[] = [];
  let last = 0;
  const progress = async () => {
    delays.push(Date.now() - last);
    last = Date.now();
    const next = answer(delays.length);
    if (next instanceof Error) throw next;
    return next;
  };
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const view = render(
    <ExportDialog
      what={["user", "users"]}
      rows="40,000"
      filtered={false}
      hiddenColumns={null}
      create={async () => exportLink}
      progress={progress}
      onClose={vi.fn()}
    />,
  );
  const button = await screen.findByRole("button", { name: "Download CSV" });
  vi.useFakeTimers();
  await act(async () => fireEvent.click(button));
  last = Date.now();
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  return { delays, view };
}

it("polls a long download at increasing intervals, from 0.5 to 5 s, and stops when the dialog closes", async () => {
  const { delays, view } = await pollDelays(() => ({ state: "running", rows: 40_000, sent: 100 }));
  expect(delays).toEqual([500, 750, 1_125, 1_687, 2_531, 3_796, 5_000, 5_000, 5_000]);
  view.unmount();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(delays).toHaveLength(9);
});

it("retries a failed request for a download's progress, and stops when the download is complete", async () => {
  const done = { state: "done", rows: 40_000, sent: 40_000 } as const;
  const { delays } = await pollDelays((poll) => (poll === 1 ? new Error("offline") : done));
  expect(delays).toEqual([500, 750]);
  expect(screen.getByText("Downloaded 40,000 rows.")).toBeDefined();
});
