import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetDrafts } from "@/lib/client/drafts";
import { keepWritten, writtenOf } from "@/lib/client/kept-drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import type { BroadcastSingle } from "@/lib/contract/app-config-broadcasts";
import { draftFrom } from "./broadcast-draft";
import { BroadcastScreen, NewBroadcastScreen } from "./broadcast-screen";

const router = vi.hoisted(() => ({ push: vi.fn(), replace: vi.fn(), prefetch: () => {} }));
vi.mock("next/navigation", () => ({ useRouter: () => router }));

const ME = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c01", name: "Civic Officer", email: "civic@crossriverpay.example" };
const ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const AT = "2026-11-21T10:00:00.000Z";
const NONE = { gone: 0, refused: 0, unavailable: 0, unknown: 0 };
const DRAFT: BroadcastSingle = {
  id: ID,
  title: "Water is back",
  text: "From 18:00.",
  state: "draft",
  audience: { kind: "everybody" },
  audience_words: "Everybody",
  scheduled_for: null,
  started_at: null,
  ended_at: null,
  people: 0,
  devices: 0,
  without_device: 0,
  sent: 0,
  mails: 0,
  failed: NONE,
  opened: 0,
  created_by: ME,
  updated_at: AT,
  version: 3,
  image_id: null,
  destination: { kind: "home", target: "" },
  mail_without_device: false,
  awaiting: null,
  phase: null,
  note: null,
  done: 0,
  groups: [],
  timeline: [],
};

type Answer = { status: number; message?: string; data?: unknown; current?: unknown; fields?: object };
type Given = Answer | "lost" | Promise<unknown>;
let stored: BroadcastSingle;
let sent: { method: string; path: string; body: Record<string, unknown>; key: string | null }[];
/** What the next writes are answered with; a promise: as usual, once it is kept. */
let answers: Given[];
let counted: { people: number; devices: number; without_device: number; approval_above: number };
let rights: object;
let missing: string[];

beforeEach(() => {
  stored = DRAFT;
  sent = [];
  answers = [];
  counted = { people: 40, devices: 52, without_device: 3, approval_above: 1_000 };
  rights = { read: true, create: true, update: true, delete: true };
  missing = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const answer = ({ status, message = "", ...more }: Answer) =>
      Response.json({ status, message, ...more }, { status });
    const ok = (data: unknown) => answer({ status: 200, data });
    const path = url.replace("/api/v1", "").split("?")[0] ?? "";
    if (path.endsWith("/access")) return ok({ features: [{ name: "App Configurations", access: rights }] });
    if (path === "/users") return ok({ ...ME, first_name: "Civic", last_name: "Officer" });
    if (path.endsWith("/audience")) return ok(counted);
    if (init.method === "GET" && path === "/app-config/broadcasts")
      return ok({ items: [], page: 0, size: 20, total: 0, totalIsCapped: false, missing_settings: missing });
    if (init.method === "GET" && path.startsWith("/app-config/broadcasts/")) return ok(stored);
    if (init.method === "GET") return ok({ items: [] });
    const body = JSON.parse(String(init.body));
    sent.push({ method: init.method ?? "", path, body, key: new Headers(init.headers).get("idempotency-key") });
    const given = answers.shift();
    if (given === "lost") throw new TypeError("Failed to fetch");
    if (given instanceof Promise) await given;
    else if (given) return answer(given);
    stored = { ...stored, ...body, version: stored.version + 1 };
    return ok(stored);
  });
});
afterEach(() => {
  cleanup();
  forgetDrafts();
  vi.unstubAllGlobals();
  router.replace.mockClear();
});

const show = (screenOf = <BroadcastScreen broadcastId={ID} />) =>
  render(<QueryClientProvider client={makeQueryClient()}>{screenOf}</QueryClientProvider>);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const button = (name: string | RegExp) => screen.findByRole("button", { name });

it("creates a new one with its first save and goes to its page", async () => {
  show(<NewBroadcastScreen />);
  await button("Save draft");
  type("Title", "Road closed");
  press("Save draft");
  expect(await screen.findByText("Enter the text.")).toBeTruthy();
  expect(sent).toEqual([]);
  type("Text", "Until Friday.");
  press("Save draft");
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith(`/dashboard/app-config/notifications/${ID}`));
  expect(sent[0]?.body).toMatchObject({ title: "Road closed", audience: { kind: "everybody" } });
});

it("locks the fields of a new one while it is saved, until its page has taken their place", async () => {
  let arrive = () => {};
  answers = [new Promise<void>((resolve) => (arrive = resolve))];
  show(<NewBroadcastScreen />);
  await button("Save draft");
  type("Title", "Road closed");
  type("Text", "Until Friday.");
  expect(screen.getByLabelText<HTMLInputElement>("Title").readOnly).toBe(false);
  press("Save draft");
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").readOnly).toBe(true));
  arrive();
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  expect(screen.getByLabelText<HTMLInputElement>("Title").readOnly).toBe(true);
});

it("keeps what still arrives after the first save, such as a picture, for the page of the new one", async () => {
  const { unmount } = show(<NewBroadcastScreen />);
  await button("Save draft");
  type("Title", "Road closed");
  type("Text", "Until Friday.");
  press("Save draft");
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  // Locked fields take no text; a picture that was on its way still arrives.
  type("Text", "Until Saturday.");
  unmount();
  expect(writtenOf(ME.email, "broadcast:new")).toBeNull();
  expect(writtenOf(ME.email, `broadcast:${ID}`)).toMatchObject({ version: 4, draft: { text: "Until Saturday." } });
});

it("sends the same text again under the same key after a lost answer, and another text under another", async () => {
  answers = ["lost", "lost", { status: 400, message: "Not now." }];
  show(<NewBroadcastScreen />);
  await button("Save draft");
  type("Title", "Road closed");
  type("Text", "Until Friday.");
  for (const times of [1, 2]) {
    press("Save draft");
    await waitFor(() => expect(sent).toHaveLength(times));
    await screen.findByText(/can't be reached/);
  }
  type("Text", "Until Saturday.");
  press("Save draft");
  await waitFor(() => expect(sent).toHaveLength(3));
  const [first, again, changed] = sent.map(({ key }) => key);
  expect(first).toBeTruthy();
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
});

it("saves what was restored from the version that it began with: what was saved since is a conflict", async () => {
  const began = { ...draftFrom(DRAFT), text: "From 17:00." };
  keepWritten(ME.email, `broadcast:${ID}`, {
    at: Date.now(),
    version: 2,
    draft: { ...began, text: "From 19:00." },
    base: began,
  });
  answers = [{ status: 409, message: "Changed", current: DRAFT }];
  show();
  fireEvent.click(await button("Restore"));
  press("Save draft");
  expect(await screen.findByText("Text: From 18:00.; it was From 17:00.")).toBeTruthy();
  expect(sent[0]?.body).toMatchObject({ version: 2, text: "From 19:00." });
});

it("keeps with what is typed what it began with", async () => {
  const { unmount } = show();
  await button("Save draft");
  type("Text", "From 19:00.");
  unmount();
  expect(writtenOf(ME.email, `broadcast:${ID}`)).toMatchObject({ version: 3, base: { text: "From 18:00." } });
});

it("keeps what was typed when somebody else saved meanwhile, and saves over it when asked", async () => {
  answers = [{ status: 409, message: "Changed", current: { ...DRAFT, text: "From 20:00.", version: 9 } }];
  show();
  await button("Save draft");
  type("Text", "From 19:00.");
  press("Save draft");
  expect(await screen.findByText("Text: From 20:00.; it was From 18:00.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text").value).toBe("From 19:00.");
  press("Keep mine");
  await screen.findByText("Draft saved");
  expect(sent.at(-1)?.body).toMatchObject({ version: 9, text: "From 19:00." });
});

it("takes theirs when that is chosen", async () => {
  answers = [{ status: 409, message: "Changed", current: { ...DRAFT, text: "From 20:00.", version: 9 } }];
  show();
  await button("Save draft");
  type("Text", "From 19:00.");
  press("Save draft");
  fireEvent.click(await button("Take theirs"));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text").value).toBe("From 20:00.");
});

it("keeps what was typed on screen when it was sent meanwhile", async () => {
  answers = [{ status: 409, message: "Sent", current: { ...DRAFT, state: "sending", version: 9 } }];
  show();
  await button("Save draft");
  type("Text", "From 19:00.");
  press("Save draft");
  expect(await screen.findByText("This notification is no longer a draft: sending")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text").value).toBe("From 19:00.");
});

it("shows what the API complains about at its field", async () => {
  answers = [{ status: 400, message: "Choose again.", fields: { "audience.group_ids": "A group is gone." } }];
  show();
  await button("Save draft");
  type("Title", "Other");
  press("Save draft");
  expect(await screen.findByText("A group is gone.")).toBeTruthy();
});

it("names how many it reaches before it is sent", async () => {
  show();
  fireEvent.click(await button("Send or schedule…"));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "Send to 52 devices" }));
  await waitFor(() => expect(sent[0]?.body).toEqual({ version: 3, at: null }));
});

it("sends at a time in Lagos", async () => {
  show();
  fireEvent.click(await button("Send or schedule…"));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByLabelText("At a set time"));
  fireEvent.click(await dialog.findByRole("button", { name: "Schedule" }));
  expect(await dialog.findByText("Enter a day and a time.")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("Send at"), { target: { value: "2030-12-03T08:00" } });
  fireEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(sent[0]?.body).toEqual({ version: 3, at: "2030-12-03T07:00:00.000Z" }));
});

it("asks for a reason where a second admin decides, and shows what is refused", async () => {
  counted = { ...counted, people: 1_001 };
  answers = [{ status: 409, message: "Nobody in this audience has a device." }];
  show();
  fireEvent.click(await button("Send or schedule…"));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "Ask for approval" }));
  expect(await dialog.findByText("Say why, in a few words.")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Works are done" } });
  fireEvent.click(dialog.getByRole("button", { name: "Ask for approval" }));
  expect(await dialog.findByText("Nobody in this audience has a device.")).toBeTruthy();
  expect(sent[0]?.body).toMatchObject({ reason: "Works are done" });
});

it("names the settings that are missing, and still saves drafts", async () => {
  missing = ["FIREBASE_SERVICE_ACCOUNT"];
  show();
  expect(await screen.findByText("FIREBASE_SERVICE_ACCOUNT")).toBeTruthy();
  type("Title", "Other");
  press("Save draft");
  expect(await screen.findByText("Draft saved")).toBeTruthy();
});

it("shows without the right to change it, and offers nothing", async () => {
  rights = { read: true };
  show();
  expect(await screen.findByText(/you don't have the right to change it/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save draft" })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Title").readOnly).toBe(true);
});

const SENDING: BroadcastSingle = {
  ...DRAFT,
  state: "sending",
  phase: "devices",
  started_at: AT,
  people: 40,
  devices: 52,
  done: 20,
  sent: 17,
  failed: { ...NONE, gone: 2, unknown: 1 },
};

it("shows how far it has come, and pauses", async () => {
  stored = SENDING;
  show();
  expect((await screen.findByRole<HTMLProgressElement>("progressbar", { name: "Devices done" })).value).toBe(20);
  expect(screen.getByText("App removed")).toBeTruthy();
  // What is under way is not a failure yet.
  expect(screen.queryByText("Unknown")).toBeNull();
  fireEvent.click(await button("Pause"));
  await waitFor(() =>
    expect(sent[0]).toMatchObject({ path: `/app-config/broadcasts/${ID}/pause`, body: { paused: true } }),
  );
});

it("asks before it cancels, and says how many do not get it", async () => {
  stored = SENDING;
  show();
  fireEvent.click(await button("Cancel sending"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/32 devices will not get it/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Cancel sending" }));
  await waitFor(() => expect(sent[0]?.path).toBe(`/app-config/broadcasts/${ID}/cancellation`));
});

it("lets the admin decide about devices that are unknown", async () => {
  stored = { ...SENDING, state: "sent", phase: null, done: 52, sent: 49, ended_at: AT };
  show();
  fireEvent.click(await button("Send again"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Send again to 1 device?")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(sent[0]?.path).toBe(`/app-config/broadcasts/${ID}/unknown`));
});
