import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { EventSingle } from "@/lib/contract/event";
import { useEventDraft } from "./use-event-draft";

const EVENT = {
  ...{ id: "019b76da-afc5-77b8-b3c0-9fbab7704c19", title: "Jazz night", venue: "Cultural Centre", organiser: "" },
  ...{ description: null, category: null, lga: null, lat: null, lng: null, starts_at: null, ends_at: null },
  ...{ cover_image_id: null, capacity: null, version: 3 },
} as unknown as EventSingle;

it("asks about no conflict any more once what was typed is taken back", async () => {
  const theirs = { ...EVENT, venue: "Marina", version: 4 };
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) =>
    init.method === "GET"
      ? Response.json({ status: 200, message: "", data: { email: "civic@crossriverpay.example" } })
      : Response.json({ status: 409, message: "It changed.", current: theirs }, { status: 409 }),
  );
  const client = makeQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(({ event }) => useEventDraft(event), {
    wrapper,
    initialProps: { event: EVENT },
  });
  act(() => result.current.change({ organiser: "Boat club" }));
  await act(() => result.current.save());
  await waitFor(() => expect(result.current.theirs?.venue).toBe("Marina"));
  rerender({ event: theirs });
  expect(result.current.draft).toMatchObject({ organiser: "Boat club", venue: "Cultural Centre" });
  act(() => result.current.change({ organiser: "" }));
  expect(result.current.draft.venue).toBe("Marina");
  expect(result.current.theirs).toBeNull();
});
