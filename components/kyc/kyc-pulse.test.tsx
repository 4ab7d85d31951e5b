import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { usePollKycChanges } from "@/lib/queries/kyc-pulse";

const mockPulse = vi.hoisted(() => vi.fn());
vi.mock("@/lib/client/api", () => ({ api: { kyc: { pulse: mockPulse } } }));

let client: QueryClient;
let pageVisibility: DocumentVisibilityState;
const advanceBy = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const setVisibility = (state: DocumentVisibilityState) => {
  pageVisibility = state;
  document.dispatchEvent(new Event("visibilitychange"));
};
const isStale = (queryName: string, input: unknown) => client.getQueryState(["KYC", queryName, input])?.isInvalidated;

beforeEach(() => {
  vi.useFakeTimers();
  pageVisibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => pageVisibility);
  mockPulse.mockReset().mockImplementation(async ({ since }) => ({ mark: since, changed: [] }));
  client = new QueryClient();
  for (const queryName of ["list", "upcoming"]) client.setQueryData(["KYC", queryName, {}], {});
  client.setQueryData(["KYC", "single", "a"], { id: "a", upcoming: "b" });
  client.setQueryData(["KYC", "single", "c"], { id: "c", upcoming: null });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  renderHook(() => usePollKycChanges(5), { wrapper });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("usePollKycChanges", () => {
  it("first polls for changed identity requests after 3 s, then every 3.5 s", async () => {
    await advanceBy(2_600);
    expect(mockPulse).not.toHaveBeenCalled();
    await advanceBy(800);
    expect(mockPulse.mock.calls).toEqual([[{ since: 5 }]]);
    await advanceBy(4_300);
    expect(mockPulse).toHaveBeenCalledTimes(2);
    await advanceBy(40_000);
    expect(mockPulse.mock.calls.length).toBeLessThan(15);
  });

  it("refetches lists, the next requests of the queue, and only the changed identity requests, or all if the API does not list which have changed", async () => {
    mockPulse.mockResolvedValueOnce({ mark: 9, changed: ["b"] });
    await advanceBy(3_400);
    expect([isStale("list", {}), isStale("upcoming", {})]).toEqual([true, true]);
    expect([isStale("single", "a"), isStale("single", "c")]).toEqual([true, false]);
    mockPulse.mockResolvedValueOnce({ mark: 12, changed: null });
    await advanceBy(4_300);
    expect(mockPulse).toHaveBeenLastCalledWith({ since: 9 });
    expect(isStale("single", "c")).toBe(true);
  });

  it("refetches nothing when no identity request changed", async () => {
    await advanceBy(20_000);
    expect([isStale("list", {}), isStale("single", "a")]).toEqual([false, false]);
  });

  it("pauses polling while the tab is hidden, and polls immediately once it is visible", async () => {
    setVisibility("hidden");
    await advanceBy(60_000);
    expect(mockPulse).not.toHaveBeenCalled();
    setVisibility("visible");
    await advanceBy(400);
    expect(mockPulse).toHaveBeenCalledTimes(1);
  });

  it("polls at increasing intervals while polling requests fail", async () => {
    mockPulse.mockRejectedValue(new Error("away"));
    await advanceBy(120_000);
    expect(mockPulse.mock.calls.length).toBeLessThan(8);
    const callsBefore = mockPulse.mock.calls.length;
    mockPulse.mockResolvedValue({ mark: 5, changed: [] });
    await advanceBy(70_000);
    await advanceBy(9_000);
    expect(mockPulse.mock.calls.length).toBeGreaterThan(callsBefore + 1);
  });
});
