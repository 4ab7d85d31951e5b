import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useKycPulse } from "@/lib/queries/kyc-pulse";

const pulse = vi.hoisted(() => vi.fn());
vi.mock("@/lib/client/api", () => ({ api: { kyc: { pulse } } }));

let client: QueryClient;
let visible: DocumentVisibilityState;
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const show = (state: DocumentVisibilityState) => {
  visible = state;
  document.dispatchEvent(new Event("visibilitychange"));
};
const isStale = (what: string, input: unknown) => client.getQueryState(["KYC", what, input])?.isInvalidated;

beforeEach(() => {
  vi.useFakeTimers();
  visible = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visible);
  pulse.mockReset().mockImplementation(async ({ since }) => ({ mark: since, changed: [] }));
  client = new QueryClient();
  client.setQueryData(["KYC", "list", {}], {});
  client.setQueryData(["KYC", "single", "a"], { id: "a", upcoming: "b" });
  client.setQueryData(["KYC", "single", "c"], { id: "c", upcoming: null });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  renderHook(() => useKycPulse(5), { wrapper });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("useKycPulse", () => {
  it("polls for the first time after 3 s, then every 3.5 s", async () => {
    await later(2_600);
    expect(pulse).not.toHaveBeenCalled();
    await later(800);
    expect(pulse.mock.calls).toEqual([[{ since: 5 }]]);
    await later(4_300);
    expect(pulse).toHaveBeenCalledTimes(2);
    await later(40_000);
    expect(pulse.mock.calls.length).toBeLessThan(15);
  });

  it("refetches the changed requests only, and everything if the changes are unknown", async () => {
    pulse.mockResolvedValueOnce({ mark: 9, changed: ["b"] });
    await later(3_400);
    expect([isStale("list", {}), isStale("single", "a"), isStale("single", "c")]).toEqual([true, true, false]);
    pulse.mockResolvedValueOnce({ mark: 12, changed: null });
    await later(4_300);
    expect(pulse).toHaveBeenLastCalledWith({ since: 9 });
    expect(isStale("single", "c")).toBe(true);
  });

  it("refetches nothing when nothing changed", async () => {
    await later(20_000);
    expect([isStale("list", {}), isStale("single", "a")]).toEqual([false, false]);
  });

  it("pauses while the tab is hidden, and polls immediately once it is visible", async () => {
    show("hidden");
    await later(60_000);
    expect(pulse).not.toHaveBeenCalled();
    show("visible");
    await later(400);
    expect(pulse).toHaveBeenCalledTimes(1);
  });

  it("polls less and less often while requests fail", async () => {
    pulse.mockRejectedValue(new Error("away"));
    await later(120_000);
    expect(pulse.mock.calls.length).toBeLessThan(8);
    const before = pulse.mock.calls.length;
    pulse.mockResolvedValue({ mark: 5, changed: [] });
    await later(70_000);
    await later(9_000);
    expect(pulse.mock.calls.length).toBeGreaterThan(before + 1);
  });
});
