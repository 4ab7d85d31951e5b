import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import Cookies from "js-cookie";
import { beforeEach, expect, it, vi } from "vitest";
import { GATE_NAME_COOKIE, rememberGateName } from "@/lib/client/gate/gate-name";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ScanAnswer } from "@/lib/contract/event-gate";
import { meQuery } from "@/lib/queries/auth";
import { accessQuery } from "@/lib/queries/rp";
import { GateScreen } from "./gate-screen";

const EVENT_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const SCANNED_AT = new Date().toISOString();
const GATE_COUNTS = { expected: 500, checked_in: 312, conflicts: 0, types: [] };
const TICKET_CODE = "7K2M9XQ47K2M9XQ4";

type ScanBody = { gate: string; scans: { id: string }[] };
let scanAnswer: Omit<ScanAnswer, "id"> | "lost";
let eventState: string;
let requestBodies: ScanBody[];

beforeEach(() => {
  requestBodies = [];
  eventState = "live";
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const okAnswer = (data: unknown) => Response.json({ status: 200, message: "", data });
    if (url.includes("/check-in/list")) return okAnswer({ items: [], next: "later", more: false });
    if (url.includes("/check-in/scans")) {
      if (scanAnswer === "lost") throw new TypeError("Failed to fetch");
      const body: ScanBody = JSON.parse(String(init.body));
      requestBodies.push(body);
      const answers = body.scans.map(({ id }) => ({ id, ...(scanAnswer as Omit<ScanAnswer, "id">) }));
      return okAnswer({ answers, counts: { ...GATE_COUNTS, checked_in: 313 } });
    }
    const event = {
      id: EVENT_ID,
      title: "Calabar Carnival",
      venue: "Stadium",
      state: eventState,
      starts_at: SCANNED_AT,
      ends_at: SCANNED_AT,
    };
    return okAnswer({ event, counts: GATE_COUNTS });
  });
});
const checkedInAnswer = (ticketChanges: Partial<NonNullable<ScanAnswer["ticket"]>> = {}) => ({
  id: "t1",
  reference: "TK-000001",
  holder: "Ada Obi",
  type: "Regular",
  state: "checked_in" as const,
  at: SCANNED_AT,
  gate: "Gate 2",
  by: "Ofem Ubi",
  other_event: null,
  ...ticketChanges,
});

/** Renders the gate screen. @param gateName name in the cookie @param nameInHtml name in the server's page */
async function renderScreen(
  access: object = { read: true, update: true },
  gateName: string | null = "Main gate",
  nameInHtml = gateName,
) {
  if (gateName === null) Cookies.remove(GATE_NAME_COOKIE);
  else rememberGateName(gateName);
  const client = makeQueryClient();
  client.setQueryData(meQuery().queryKey, { id: "ofem", email: "ofem@crossriverpay.example" } as never);
  client.setQueryData(accessQuery().queryKey, { features: [{ name: "Events", access }] } as never);
  render(
    <QueryClientProvider client={client}>
      <GateScreen eventId={EVENT_ID} gateName={nameInHtml} />
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

it("shows the admitted ticket holder, increments the gate's count and adds the scan to the history", async () => {
  scanAnswer = { result: "checked_in", ticket: checkedInAnswer() };
  await renderScreen();
  await type("7k2m-9xq4-7k2m-9xq4");
  expect(await lastScan().findByText("Checked in")).toBeDefined();
  expect(lastScan().getByText("Ada Obi")).toBeDefined();
  expect(screen.getByText("313 of 500 in")).toBeDefined();
  expect(within(screen.getByRole("list", { name: "Last scans" })).getByText("Ada Obi · Regular")).toBeDefined();
  expect(requestBodies.map(({ gate }) => gate)).toEqual(["Main gate"]);
  expect(screen.getByLabelText<HTMLInputElement>("Type or paste a code").value).toBe("");
});

it.each([
  ["already_in", checkedInAnswer(), /^Already in at \d\d:\d\d by Ofem Ubi \(Gate 2\)$/],
  ["other_event", checkedInAnswer({ other_event: "Food fair" }), /^Ticket for another event: Food fair$/],
  ["refunded", checkedInAnswer({ state: "refunded" }), /^Refunded$/],
  ["void", checkedInAnswer({ state: "void" }), /^Void$/],
  ["unknown", null, /^Unknown code$/],
  ["not_open", null, /^Not open$/],
] as const)("explains why a ticket is not admitted: %s", async (result, ticket, explanation) => {
  scanAnswer = { result, ticket };
  await renderScreen();
  await type(TICKET_CODE);
  expect(await lastScan().findByText(explanation)).toBeDefined();
});

it("keeps an invalid ticket code in the field, so that the user can correct it", async () => {
  await renderScreen();
  await type("7K2M");
  expect(await lastScan().findByText("Not a ticket code")).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Type or paste a code").value).toBe("7K2M");
  expect(requestBodies).toEqual([]);
});

it("keeps text that is typed while a ticket code is being checked", async () => {
  scanAnswer = { result: "checked_in", ticket: checkedInAnswer() };
  await renderScreen();
  const field = await screen.findByLabelText<HTMLInputElement>("Type or paste a code");
  await waitFor(() => expect(field.disabled).toBe(false));
  fireEvent.change(field, { target: { value: TICKET_CODE } });
  fireEvent.submit(field);
  fireEvent.change(field, { target: { value: "0000-1" } });
  expect(await lastScan().findByText("Checked in")).toBeDefined();
  expect(field.value).toBe("0000-1");
});

it("shows that the gate is offline, hides links to other pages and warns before leaving", async () => {
  scanAnswer = { result: "checked_in", ticket: checkedInAnswer() };
  await renderScreen({ read: true, update: true, approve: true });
  expect(await screen.findByText(/^Ready to work offline: 0 tickets/)).toBeDefined();
  await type(TICKET_CODE);
  expect(await lastScan().findByRole("link", { name: "Open ticket to undo the check-in" })).toBeDefined();
  scanAnswer = "lost";
  await type(TICKET_CODE);
  expect(await lastScan().findByText("Unknown code")).toBeDefined();
  expect(screen.getByText("Offline: 0 scans waiting")).toBeDefined();
  expect(screen.queryByRole("link", { name: /^Open ticket/ })).toBeNull();
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
});

it("asks for the name of the gate only once", async () => {
  scanAnswer = { result: "checked_in", ticket: checkedInAnswer() };
  await renderScreen(undefined, null);
  const field = screen.getByLabelText<HTMLInputElement>("Name of this gate");
  expect(field.value).toBe("Gate 1");
  fireEvent.change(field, { target: { value: " North gate " } });
  fireEvent.submit(field);
  expect(screen.queryByLabelText("Name of this gate")).toBeNull();
  // The focus must not move to the top of the page, where keyboard and screen reader users would lose their place.
  const changeGateButton = screen.getByRole("button", { name: "Change gate" });
  expect(document.activeElement).toBe(changeGateButton);
  fireEvent.click(changeGateButton);
  expect(document.activeElement).toBe(screen.getByLabelText("Name of this gate"));
  fireEvent.submit(screen.getByLabelText("Name of this gate"));
  expect(document.cookie).toContain("gate=North%20gate");
  await type(TICKET_CODE);
  await waitFor(() => expect(requestBodies.map(({ gate }) => gate)).toEqual(["North gate"]));
});

it("shows only counts at the gate to admins who may only read, and states if check-in is closed", async () => {
  eventState = "cancelled";
  await renderScreen({ read: true });
  expect(screen.getByText(/needs the right to update/)).toBeDefined();
  expect(screen.getByText(/This event is cancelled/)).toBeDefined();
  expect(screen.queryByLabelText("Type or paste a code")).toBeNull();
  expect(screen.queryByRole("button", { name: "Scan with the camera" })).toBeNull();
});

it.each([null, "Old gate"])(
  "shows the gate name stored on the phone, even if a page prefetched earlier contains no or another name: %s",
  async (nameInHtml) => {
    await renderScreen(undefined, "New gate", nameInHtml);
    expect(screen.getByText("New gate")).not.toBeNull();
    expect(screen.queryByLabelText("Name of this gate")).toBeNull();
  },
);
