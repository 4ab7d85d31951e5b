import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { stubRecordApi, TEST_ADMIN } from "@/components/record-editor/record-testing";
import { makeQueryClient } from "@/lib/client/query-client";
import { readStoredDraft } from "@/lib/client/stored-drafts";
import type { EventDetails } from "@/lib/contract/event";
import { EventForm } from "./event-form";

const MUSIC_CATEGORY = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c21",
  name: "Music",
  colour: "#0a5d3f",
  icon: "music" as const,
};
const EVENT: EventDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  title: "Jazz night",
  category: MUSIC_CATEGORY,
  venue: "Cultural Centre",
  lga: "Calabar South",
  starts_at: "2027-12-03T17:00:00.000Z",
  ends_at: "2027-12-03T22:00:00.000Z",
  state: "live",
  capacity: 200,
  seats: 200,
  sold: 12,
  left: 188,
  revenue: 600_000,
  updated_at: "2026-11-21T10:00:00.000Z",
  version: 3,
  description: null,
  lat: 4.9757,
  lng: 8.3417,
  cover_image_id: null,
  organiser: "",
  ticket_types: [],
  missing: {},
  held: 0,
  is_used: true,
  cancelled: null,
  awaiting: null,
  timeline: [],
};

let api: ReturnType<typeof stubRecordApi<EventDetails>>;
beforeEach(() => {
  api = stubRecordApi("Events", EVENT, (url) =>
    url.endsWith("/events/categories")
      ? { items: [{ ...MUSIC_CATEGORY, position: 0, events: 1, live: 1, version: 1 }] }
      : undefined,
  );
});
async function renderForm(event = EVENT) {
  const onDirty = vi.fn();
  const client = makeQueryClient();
  const form = (now: EventDetails) => (
    <QueryClientProvider client={client}>
      <EventForm event={now} onDirty={onDirty} />
    </QueryClientProvider>
  );
  const { rerender } = render(form(event));
  await screen.findByRole("option", { name: "Music" });
  return { onDirty, follow: (now: EventDetails) => rerender(form(now)) };
}
const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(getField(label), { target: { value } });
const clickButton = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

it("saves an event with Ctrl+S, and sends typed numbers as numbers and Lagos times in UTC", async () => {
  const { onDirty } = await renderForm();
  type("Starts", "2027-12-03T19:30");
  type("Capacity (optional)", "");
  type("Latitude (optional)", "5.0001, 8.4");
  expect(getField("Longitude (optional)").value).toBe("8.4");
  expect(onDirty).toHaveBeenLastCalledWith(true);
  fireEvent.keyDown(document, { key: "s", ctrlKey: true });
  expect(await screen.findByText("All changes saved")).toBeDefined();
  expect(api.sent).toEqual([
    {
      version: 3,
      title: "Jazz night",
      description: null,
      category_id: MUSIC_CATEGORY.id,
      venue: "Cultural Centre",
      lga: "Calabar South",
      lat: 5.0001,
      lng: 8.4,
      starts_at: "2027-12-03T18:30:00.000Z",
      ends_at: EVENT.ends_at,
      cover_image_id: null,
      organiser: "",
      capacity: null,
    },
  ]);
});

it("shows validation errors at an event's fields, before and after sending", async () => {
  await renderForm();
  type("Latitude (optional)", "north");
  type("Ends", "2027-12-03T10:00");
  await clickButton("Save changes");
  expect(await screen.findByText("Use a latitude such as 4.9757.")).toBeDefined();
  expect(api.sent).toEqual([]);
  type("Latitude (optional)", "4.9");
  expect(screen.queryByText("Use a latitude such as 4.9757.")).toBeNull();
  await clickButton("Save changes");
  expect(await screen.findByText("The event has to end after it starts.")).toBeDefined();
  type("Ends", "2027-12-03T23:00");
  type("Capacity (optional)", "5");
  api.answers = [{ status: 400, message: "12 seats are sold.", fields: { capacity: "12 seats are sold." } }];
  await clickButton("Save changes");
  expect(await screen.findAllByText("12 seats are sold.")).toHaveLength(1);
  expect(getField("Capacity (optional)").getAttribute("aria-invalid")).toBe("true");
});

it("shows another admin's changes to an event after a conflict, keeps the form, and only then overwrites their version", async () => {
  await renderForm();
  type("Venue", "Stadium");
  const conflicting = { ...EVENT, organiser: "Culture Board", venue: "Marina", version: 5 };
  api.answers = [{ status: 409, message: "It changed.", current: conflicting }];
  await clickButton("Save changes");
  expect(await screen.findByText("Venue: Marina; it was Cultural Centre")).toBeDefined();
  expect(screen.getByText("Organiser: Culture Board; it was none")).toBeDefined();
  expect(getField("Venue").value).toBe("Stadium");
  await clickButton("Keep mine");
  expect(await screen.findByText("All changes saved")).toBeDefined();
  expect(api.sent.map(({ version, venue }) => ({ version, venue }))).toEqual([
    { version: 3, venue: "Stadium" },
    { version: 5, venue: "Stadium" },
  ]);
});

it("replaces the event's input with the other admin's version on Take theirs", async () => {
  await renderForm();
  type("Venue", "Stadium");
  api.answers = [{ status: 409, current: { ...EVENT, venue: "Marina", version: 5 } }];
  await clickButton("Save changes");
  await clickButton("Take theirs");
  expect(getField("Venue").value).toBe("Marina");
  expect(screen.getByText("All changes saved")).toBeDefined();
});

it("saves an event without a conflict if another admin changed only data outside the form, such as a ticket type", async () => {
  await renderForm();
  type("Venue", "Stadium");
  api.answers = [{ status: 409, current: { ...EVENT, version: 4 } }];
  await clickButton("Save changes");
  expect(await screen.findByText("All changes saved")).toBeDefined();
  expect(api.sent.map(({ version }) => version)).toEqual([3, 4]);
});

it("disables saving once the event is cancelled, and keeps the input for copying", async () => {
  await renderForm();
  type("Venue", "Stadium");
  const cancelled = { at: EVENT.updated_at, reason: "Flood" };
  api.answers = [{ status: 409, current: { ...EVENT, venue: "Marina", state: "cancelled", cancelled, version: 5 } }];
  await clickButton("Save changes");
  expect(await screen.findByText("This event is cancelled. Nothing can be changed.")).toBeDefined();
  expect(getField("Venue").value).toBe("Stadium");
  expect(screen.queryByRole("button", { name: "Keep mine" })).toBeNull();
});

it("stores an event's typed values in the browser, and offers them when the page is opened again", async () => {
  await renderForm();
  type("Venue", "Stadium");
  await waitFor(() =>
    expect(readStoredDraft(TEST_ADMIN.email, `event:${EVENT.id}`)).toMatchObject({ draft: { venue: "Stadium" } }),
  );
  cleanup();
  await renderForm();
  await clickButton("Restore");
  expect(getField("Venue").value).toBe("Stadium");
  await clickButton("Discard changes");
  expect(getField("Venue").value).toBe("Cultural Centre");
});

it("shows an event's refetched version if nothing was typed", async () => {
  const { follow: rerenderWith } = await renderForm();
  rerenderWith({ ...EVENT, venue: "Marina", version: 4 });
  await waitFor(() => expect(getField("Venue").value).toBe("Marina"));
});

it("locks dates and capacity after the event's end, and all fields after a cancellation, and explains why", async () => {
  await renderForm({ ...EVENT, state: "ended" });
  expect(screen.getByText("This event is over. Dates and capacity can't be changed.")).toBeDefined();
  expect(getField("Starts").closest("fieldset")?.disabled).toBe(true);
  expect(getField("Capacity (optional)").readOnly).toBe(true);
  expect(getField("Venue").readOnly).toBe(false);
  cleanup();
  await renderForm({ ...EVENT, state: "cancelled", cancelled: { at: EVENT.updated_at, reason: "Flood" } });
  expect(screen.getByText("This event is cancelled. Nothing can be changed.")).toBeDefined();
  expect(getField("Venue").readOnly).toBe(true);
  cleanup();
  api.rights = { read: true };
  await renderForm();
  expect(screen.getByText(/you don't have the right to change it/)).toBeDefined();
  expect(getField("Venue").readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
});

it("states that a new time or venue is sent to ticket holders, only for a live event", async () => {
  await renderForm();
  const note = /A new time or venue is sent to everybody with a valid ticket/;
  expect(screen.getByText(note)).toBeDefined();
  cleanup();
  await renderForm({ ...EVENT, state: "draft" });
  expect(screen.queryByText(note)).toBeNull();
});
