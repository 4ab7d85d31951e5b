import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { addRecentRecord, recentRecords } from "@/lib/client/recent-records";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { useSharedSession } from "./use-shared-session";

setNavigationHooks({ useRouter: () => ({ replace: vi.fn() }) });
const client = makeQueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

it("forgets recently opened records and reloads when another admin has signed in in another tab", () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  const me = { id: "1", email: "viewer@example.com" };
  const { rerender } = renderHook(useSharedSession, { wrapper, initialProps: me });
  addRecentRecord({ url: "/dashboard/kyc-management/1", title: "Ada Obi", detail: "" });
  rerender({ ...me });
  expect(recentRecords()).toHaveLength(1);
  rerender({ id: "2", email: "civic@example.com" });
  expect(reload).toHaveBeenCalledOnce();
  expect(recentRecords()).toEqual([]);
  reload.mockRestore();
});
