import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ScanAnswer } from "@/lib/contract/event-gate";
import { meQuery } from "@/lib/queries/auth";
import { accessQuery } from "@/lib/queries/rp";
import { GateScreen } from "./gate-screen";

const EVENT = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const AT = new Date().toISOString();
const COUNTS = { expected: 500, checked_in: 312, conflicts: 0, types: [] };
const CODE = "7K2M9XQ47K2M9XQ4";

type Body = { gate: string; scans: { id: string }[] };
let answer: Omit<ScanAnswer, "id"> | "lost";
let state: string;
let asked: Body[];

beforeEach(() => {
  asked = [];
  state = "live";
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const ok = (data: unknown) => Response.json({ status: 200, message: "", data });
    if (url.includes("/check-in/list")) return ok({ items: [], next: "later", more: false });
    if (url.includes("/check-in/scans")) {
      if (answer === "lost") throw new TypeError("Failed to fetch");
      const body: Body = JSON.parse(String(init.body));
      asked.push(body);
      const answers = body.scans.map(({ id }) => ({ id, ...(answer as Omit<ScanAnswer, "id">) }));
      return ok({ answers, counts: { ...COUNTS, checked_in: 313 } });
    }
    const event = { id: EVENT, title: "Calabar Carnival", venue: "Stadium", state, starts_at: AT, ends_at: AT };
    return ok({ event, counts: COUNTS });
  });
});
const admitted = (change: Partial<NonNullable<ScanAnswer["ticket"]>> = {}) => ({
  id: "t1",
  reference: "TK-000001",
  holder: "Ada Obi",
  type: "Regular",
  state: "checked_in" as const,
  at: AT,
  gate: "Gate 2",
  by: "Ofem Ubi",
  other_event: null,
  ...change,
});

async function show(access: object = { read: true, update: true }, gateName: string | null = "Main gate") {
  const client = makeQueryClient();
  client.setQueryData(meQuery().queryKey, { id: "ofem", email: "ofem@crossriverpay.example" } as never);
  client.setQueryData(accessQuery().queryKey, { features: [{ name: "Events", access }] } as never);
  render(
    <QueryClientProvider client={client}>
      <GateScreen eventId={EVENT} gateName={gateName} />
    </QueryClientProvider>,
  );
  await screen.findByText("312 of 500 in");
}

async function type(code: string) {
  const field = await screen.findByLabelText<HTMLInputElement>("Type or paste a code");
  await waitFor(() => expect(field.disabled).toBe(false));
  fireEvent.change(field, { target: { value: code } });
  await act(async () => fireEvent.submit(field));
}
const lastScan = () => within(screen.getByRole("status", { name: "Last scan" }));

it("shows the admitted person, increases the count and adds the scan to the list", async () => {
  answer = { result: "checked_in", ticket: admitted() };
  await show();
  await type("7k2m-9xq4-7k2m-9xq4");
  expect(await lastScan().findByText("Checked in")).toBeDefined();
  expect(lastScan().getByText("Ada Obi")).toBeDefined();
  expect(screen.getByText("313 of 500 in")).toBeDefined();
  expect(within(screen.getByRole("list", { name: "Last scans" })).getByText("Ada Obi · Regular")).toBeDefined();
  expect(asked.map(({ gate }) => gate)).toEqual(["Main gate"]);
  expect(screen.getByLabelText<HTMLInputElement>("Type or paste a code").value).toBe("");
});

it.each([
  ["already_in", admitted(), /^Already in at \d\d:\d\d by Ofem Ubi \(Gate 2\)$/],
  ["other_event", admitted({ other_event: "Food fair" }), /^Ticket for another event: Food fair$/],
  ["refunded", admitted({ state: "refunded" }), /^Refunded$/],
  ["void", admitted({ state: "void" }), /^Void$/],
  ["unknown", null, /^Unknown code$/],
  ["not_open", null, /^Not open$/],
] as const)("explains why a ticket is not admitted: %s", async (result, ticket, words) => {
  answer = { result, ticket };
  await show();
  await type(CODE);
  expect(await lastScan().findByText(words)).toBeDefined();
});

it("keeps an invalid code in the field, so that it can be corrected", async () => {
  await show();
  await type("7K2M");
  expect(await lastScan().findByText("Not a ticket code")).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Type or paste a code").value).toBe("7K2M");
  expect(asked).toEqual([]);
});

it("keeps what is typed while a code is being checked", async () => {
  answer = { result: "checked_in", ticket: admitted() };
  await show();
  const field = await screen.findByLabelText<HTMLInputElement>("Type or paste a code");
  await waitFor(() => expect(field.disabled).toBe(false));
  fireEvent.change(field, { target: { value: CODE } });
  fireEvent.submit(field);
  fireEvent.change(field, { target: { value: "0000-1" } });
  expect(await lastScan().findByText("Checked in")).toBeDefined();
  expect(field.value).toBe("0000-1");
});

it("shows that it is offline, hides links to other pages and warns before leaving", async () => {
  answer = { result: "checked_in", ticket: admitted() };
  await show({ read: true, update: true, approve: true });
  expect(await screen.findByText(/^Ready to work offline: 0 tickets/)).toBeDefined();
  await type(CODE);
  expect(await lastScan().findByRole("link", { name: "Open ticket to undo the check-in" })).toBeDefined();
  answer = "lost";
  await type(CODE);
  expect(await lastScan().findByText("Unknown code")).toBeDefined();
  expect(screen.getByText("Offline: 0 scans waiting")).toBeDefined();
  expect(screen.queryByRole("link", { name: /^Open ticket/ })).toBeNull();
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
});

it("requests the name of the gate once", async () => {
  answer = { result: "checked_in", ticket: admitted() };
  await show(undefined, null);
  const field = screen.getByLabelText<HTMLInputElement>("Name of this gate");
  expect(field.value).toBe("Gate 1");
  fireEvent.change(field, { target: { value: " North gate " } });
  fireEvent.submit(field);
  expect(screen.queryByLabelText("Name of this gate")).toBeNull();
  // The focus must not jump to the top of the page for users of keyboard or screen reader.
  const change = screen.getByRole("button", { name: "Change gate" });
  expect(document.activeElement).toBe(change);
  fireEvent.click(change);
  expect(document.activeElement).toBe(screen.getByLabelText("Name of this gate"));
  fireEvent.submit(screen.getByLabelText("Name of this gate"));
  expect(document.cookie).toContain("gate=North%20gate");
  await type(CODE);
  await waitFor(() => expect(asked.map(({ gate }) => gate)).toEqual(["North gate"]));
});

it("shows only counts to admins who may only read, and states that the event is not open", async () => {
  state = "cancelled";
  await show({ read: true });
  expect(screen.getByText(/needs the right to update/)).toBeDefined();
  expect(screen.getByText(/This event is cancelled/)).toBeDefined();
  expect(screen.queryByLabelText("Type or paste a code")).toBeNull();
  expect(screen.queryByRole("button", { name: "Scan with the camera" })).toBeNull();
});
