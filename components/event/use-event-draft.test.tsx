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

function draftOfEvent(save: () => Response) {
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) =>
    init.method === "GET"
      ? Response.json({ status: 200, message: "", data: { email: "civic@crossriverpay.example" } })
      : save(),
  );
  const client = makeQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(({ event }) => useEventDraft(event), { wrapper, initialProps: { event: EVENT } });
}

it.each([null, {}, "a text"])("rejects a save response of %j: keeps the form and shows an error", async (data) => {
  const { result } = draftOfEvent(() => Response.json({ status: 200, message: "", data }));
  act(() => result.current.change({ organiser: "Boat club" }));
  await act(() => result.current.save());
  await waitFor(() => expect(result.current.failure).toMatch(/^The service returned an unreadable response\./));
  expect(result.current).toMatchObject({ dirty: true, draft: { organiser: "Boat club", venue: "Cultural Centre" } });
});

it("drops the conflict once the typed changes are undone", async () => {
  const theirs = { ...EVENT, venue: "Marina", version: 4 };
  const { result, rerender } = draftOfEvent(() =>
    Response.json({ status: 409, message: "It changed.", current: theirs }, { status: 409 }),
  );
  act(() => result.current.change({ organiser: "Boat club" }));
  await act(() => result.current.save());
  await waitFor(() => expect(result.current.theirs?.venue).toBe("Marina"));
  rerender({ event: theirs });
  expect(result.current.draft).toMatchObject({ organiser: "Boat club", venue: "Cultural Centre" });
  act(() => result.current.change({ organiser: "" }));
  expect(result.current.draft.venue).toBe("Marina");
  expect(result.current.theirs).toBeNull();
});
