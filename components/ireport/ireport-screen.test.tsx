import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { saveAllDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { IreportDetails } from "@/lib/contract/ireport";
import { ireportQuery } from "@/lib/queries/ireport";
import { IreportScreen } from "./ireport-screen";

setNavigationHooks({ useRouter: () => ({ push: () => {}, prefetch: () => {} }) });

const ADMIN = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c01",
  name: "Civic Officer",
  email: "civic@crossriverpay.example",
};
const OTHER_ADMIN = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c02",
  name: "Ofem Ubi",
  email: "ofem@crossriverpay.example",
};
const REPORT_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const CREATED_AT = "2026-11-21T10:00:00.000Z";
const REPORT: IreportDetails = {
  id: REPORT_ID,
  number: "IR-000301",
  title: "Deep pothole",
  text: "At the junction.",
  category: { id: "c1", name: "Potholes", icon: "construction", private: false },
  department: "Works",
  lga: "Calabar Municipal",
  ward: "",
  lat: null,
  lng: null,
  priority: "normal",
  state: "in_progress",
  owner: ADMIN,
  submitted_at: CREATED_AT,
  state_since: CREATED_AT,
  due_at: CREATED_AT,
  state_due_at: CREATED_AT,
  stopped_at: null,
  escalated_at: null,
  photos: 0,
  reopened: 0,
  version: 3,
  reporter: null,
  pictures: [],
  messages: [],
  notes: [],
  resume_state: null,
  rejection: null,
  original: null,
  duplicates: [],
  resolved_at: null,
  reopen_until: null,
  rating: null,
  upcoming: null,
  mark: 1,
  timeline: [],
};
const TEMPLATE = { id: "t", name: "Road repaired", text: "Dear {name}, {number} is done.", category: null, version: 1 };

type SentRequest = { path: string; body: Record<string, unknown>; key: string | null };
type ApiAnswer = { status: number; data?: unknown; message?: string; current?: unknown } | "lost";
let sentRequests: SentRequest[];
/** Stubbed responses for the next writes; later writes return the report. */
let queuedAnswers: ApiAnswer[];

beforeEach(() => {
  sentRequests = [];
  queuedAnswers = [];
});
function renderScreen(overrides: Partial<IreportDetails> = {}, rights: object = { read: true, update: true }) {
  const report = { ...REPORT, ...overrides };
  const answer = (status: number, body: object) => Response.json({ status, message: "", ...body }, { status });
  // Report that the screen reads. After a stubbed conflict response, the response's `current` record is read instead.
  let stored: unknown = report;
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const path = url.replace("/api/v1", "");
    if (init.method !== "GET") {
      const key = new Headers(init.headers).get("idempotency-key");
      sentRequests.push({ path: path.replace(`/ireports/${REPORT_ID}`, ""), body: JSON.parse(String(init.body)), key });
      const nextAnswer = queuedAnswers.shift() ?? { status: 200, data: report };
      if (nextAnswer === "lost") throw new TypeError("network");
      if (nextAnswer.current) stored = nextAnswer.current;
      return answer(nextAnswer.status, { code: "CONFLICT", ...nextAnswer });
    }
    if (path.endsWith("/similar") || path.endsWith("/categories")) return answer(200, { data: { items: [] } });
    if (path.endsWith("/templates"))
      return answer(200, {
        data: {
          items: [
            { ...TEMPLATE, state: "resolved" },
            { ...TEMPLATE, id: "u", name: "On its way", state: null },
          ],
        },
      });
    if (path.endsWith("/access")) return answer(200, { data: { features: [{ name: "iReports", access: rights }] } });
    if (path === "/users") return answer(200, { data: ADMIN });
    return answer(200, { data: stored });
  });
  const client = makeQueryClient();
  client.setQueryData(ireportQuery(REPORT_ID).queryKey, report);
  render(
    <QueryClientProvider client={client}>
      <IreportScreen ireportId={REPORT_ID} />
    </QueryClientProvider>,
  );
  return client;
}
const pressKey = (key: string) => fireEvent.keyDown(document.body, { key });
const findButton = (name: string | RegExp) => screen.findByRole("button", { name });
const findField = (label: string) => screen.findByLabelText<HTMLTextAreaElement>(label);
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });

it("keeps public updates and internal notes of a report apart: each has its own shortcut, card, draft and API call", async () => {
  renderScreen();
  await findButton(/Write public update/);
  pressKey("u");
  const update = await findField("Public update");
  pressKey("i");
  const note = await findField("Internal note");
  type(update, "The road team comes on Thursday.");
  type(note, "The contractor is late again.");
  const open = screen.getByRole("region", { name: "Conversation with the citizen" });
  const notesRegion = screen.getByRole("region", { name: "Internal notes" });
  expect(within(open).getByText("Public: the citizen reads this")).toBeDefined();
  expect(within(notesRegion).getByText("Internal: only admins see this")).toBeDefined();
  expect(open.contains(update)).toBe(true);
  expect(notesRegion.contains(note)).toBe(true);
  expect(within(open).getByText("Shown to anyone who follows this report with its code.")).toBeDefined();

  fireEvent.click(within(notesRegion).getByRole("button", { name: "Add internal note" }));
  await waitFor(() => expect(sentRequests).toHaveLength(1));
  expect(sentRequests[0]).toMatchObject({ path: "/notes", body: { text: "The contractor is late again." } });
  expect((await findField("Public update")).value).toBe("The road team comes on Thursday.");
  fireEvent.click(within(open).getByRole("button", { name: "Send to citizen" }));
  await waitFor(() => expect(sentRequests).toHaveLength(2));
  expect(sentRequests[1]).toMatchObject({ path: "/updates", body: { text: "The road team comes on Thursday." } });
  await findButton(/Write public update/);
});

it("stores a typed reply when the page closes or the session ends, unless the reply was sent or cancelled", async () => {
  renderScreen();
  fireEvent.click(await findButton(/Write public update/));
  type(await findField("Public update"), "Half a sentence");
  cleanup();
  renderScreen();
  expect((await findField("Public update")).value).toBe("Half a sentence");
  expect(screen.queryByLabelText("Internal note")).toBeNull();
  saveAllDrafts();
  cleanup();
  renderScreen();
  expect((await findField("Public update")).value).toBe("Half a sentence");
  fireEvent.click(await findButton("Send to citizen"));
  await findButton(/Write public update/);
  cleanup();
  renderScreen();
  fireEvent.click(await findButton(/Write internal note/));
  expect(screen.queryByLabelText("Public update")).toBeNull();
  type(await findField("Internal note"), "Given up");
  fireEvent.click(await findButton("Cancel"));
  cleanup();
  renderScreen();
  await findButton(/Write internal note/);
  expect(screen.queryByLabelText("Internal note")).toBeNull();
});

it("resends a reply with the same idempotency key after a lost response, and with a new key after a refusal", async () => {
  queuedAnswers = ["lost", { status: 409, message: "Somebody else owns it." }];
  renderScreen();
  fireEvent.click(await findButton(/Write public update/));
  type(await findField("Public update"), "The road team comes on Thursday.");
  fireEvent.click(await findButton("Send to citizen"));
  await screen.findByText(/can't be reached/);
  fireEvent.click(await findButton("Send to citizen"));
  await screen.findByText("Somebody else owns it.");
  expect((await findField("Public update")).value).toBe("The road team comes on Thursday.");
  fireEvent.click(await findButton("Send to citizen"));
  await waitFor(() => expect(sentRequests).toHaveLength(3));
  const keys = sentRequests.map(({ key }) => key);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

it("inserts a filled-in reply template for editing, and refuses to send it with remaining placeholders", async () => {
  renderScreen();
  await findButton(/^Resolve/);
  pressKey("r");
  const dialog = await screen.findByRole("dialog", { name: "Resolve IR-000301?" });
  fireEvent.click(await findButton("Use a template"));
  fireEvent.click(await findButton(/Road repaired/));
  const note = await findField("Note to the citizen");
  expect(note.value).toBe("Dear {name}, IR-000301 is done.");
  expect(within(dialog).getByText("Still to fill in: {name}")).toBeDefined();
  const resolve = within(dialog).getByRole("button", { name: "Resolve" });
  fireEvent.click(resolve);
  await screen.findByText("Fill in or remove {name} before you send this.");
  expect(sentRequests).toEqual([]);
  type(note, "Dear neighbour, IR-000301 is done.");
  fireEvent.click(resolve);
  await waitFor(() => expect(sentRequests).toHaveLength(1));
  const body = { note: "Dear neighbour, IR-000301 is done.", photos: [], version: 3 };
  expect(sentRequests[0]).toMatchObject({ path: "/resolution", body });
});

it("offers only the reply templates for the report's state", async () => {
  renderScreen();
  fireEvent.click(await findButton(/Write public update/));
  fireEvent.click(await findButton("Use a template"));
  await findButton(/On its way/);
  expect(screen.queryByRole("button", { name: /Road repaired/ })).toBeNull();
});

it("shows what another admin changed in a report after a conflict, keeps the typed text, and sends the new version next", async () => {
  const current = { ...REPORT, version: 7, priority: "urgent" };
  queuedAnswers = [{ status: 409, message: "Ofem Ubi changed the priority.", current }];
  const client = renderScreen();
  fireEvent.click(await findButton(/^Reject/));
  const dialog = await screen.findByRole("dialog", { name: "Reject IR-000301?" });
  fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "other" } });
  const message = await findField("Message to the citizen");
  type(message, "We can't do this, sorry.");
  fireEvent.click(within(dialog).getByRole("button", { name: "Reject" }));
  await screen.findByText("Ofem Ubi changed the priority.");
  expect(within(dialog).getByText("Priority: Urgent (was Normal)")).toBeDefined();
  expect(client.getQueryData(ireportQuery(REPORT_ID).queryKey)?.version).toBe(7);

  fireEvent.click(within(dialog).getByRole("button", { name: /View latest version/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(await findButton(/^Reject/));
  expect((await findField("Message to the citizen")).value).toBe("We can't do this, sorry.");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(sentRequests).toHaveLength(2));
  expect(sentRequests.map(({ body }) => body.version)).toEqual([3, 7]);
});

it("changes a report's state only once when a shortcut is pressed twice quickly", async () => {
  renderScreen({ state: "submitted" });
  queuedAnswers = [{ status: 200, data: { ...REPORT, state: "acknowledged", version: 4 } }];
  await findButton(/^Acknowledge/);
  pressKey("s");
  await findButton(/^Start work/);
  pressKey("s");
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(sentRequests).toHaveLength(1);
  expect(sentRequests[0]).toMatchObject({ path: "/state", body: { state: "acknowledged", version: 3 } });
});

it("on a report owned by another admin, shows the owner and disables shortcuts, but allows internal notes", async () => {
  renderScreen({ owner: OTHER_ADMIN });
  await screen.findByText("Ofem Ubi is working on this report; only they can act on it.");
  expect((await findButton(/^Resolve/)).hasAttribute("disabled")).toBe(true);
  expect(screen.queryByLabelText("Priority")).toBeNull();
  pressKey("r");
  pressKey("u");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByLabelText("Public update")).toBeNull();
  pressKey("i");
  await findField("Internal note");
});

it("shows no buttons for actions on a report to admins who may only read", async () => {
  renderScreen({}, { read: true });
  await screen.findByText("Deep pothole", { selector: "h1" });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole("region", { name: "Actions" })).toBeNull();
  const names = screen.queryAllByRole("button").map((each) => each.textContent ?? "");
  expect(names.filter((name) => /Resolve|Reject|Write|Assign|Change|Release/.test(name))).toEqual([]);
});

it("tells that an anonymous reporter follows the report by a code, and shows the citizen's rating as stars and words", async () => {
  renderScreen({
    state: "resolved",
    rating: { stars: 4, comment: "Quick work.", at: CREATED_AT },
    reopen_until: CREATED_AT,
  });
  expect(screen.getByText("Anonymous")).toBeDefined();
  expect(screen.getByText("Follows by code")).toBeDefined();
  expect(screen.getByRole("img", { name: "Rated 4 of 5 stars" })).toBeDefined();
  expect(screen.getByText("Quick work.")).toBeDefined();
  await findButton("Reopen");
});
