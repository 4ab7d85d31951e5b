import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deleteAllDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import { readStoredDraft, saveStoredDraft } from "@/lib/client/stored-drafts";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { toast } from "@/lib/client/toast";
import type { BroadcastWithFigures } from "@/lib/contract/app-config-broadcasts";
import { draftFromBroadcast } from "./broadcast-draft";
import { BroadcastScreen, NewBroadcastScreen } from "./broadcast-screen";

const router = { push: vi.fn(), replace: vi.fn(), prefetch: () => {} };
setNavigationHooks({ useRouter: () => router });

const ADMIN = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c01",
  name: "Civic Officer",
  email: "civic@crossriverpay.example",
};
const BROADCAST_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const CREATED_AT = "2026-11-21T10:00:00.000Z";
const NO_FAILURES = { gone: 0, refused: 0, unavailable: 0, unknown: 0 };
const DRAFT: BroadcastWithFigures = {
  id: BROADCAST_ID,
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
  failed: NO_FAILURES,
  opened: 0,
  created_by: ADMIN,
  updated_at: CREATED_AT,
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

type ApiAnswer = { status: number; message?: string; data?: unknown; current?: unknown; fields?: object };
type StubbedAnswer = ApiAnswer | "lost" | Promise<unknown>;
let storedBroadcast: BroadcastWithFigures;
let sentRequests: { method: string; path: string; body: Record<string, unknown>; key: string | null }[];
/** Stubbed responses to the next write requests. If one is a promise, the default response waits until the promise resolves. */
let queuedAnswers: StubbedAnswer[];
let audienceCount: { people: number; devices: number; without_device: number; approval_above: number };
let rights: object;
let missingPaths: string[];
/** Stubbed responses to other read requests, by the end of the URL's path. */
let otherRoutes: Record<string, (query: URLSearchParams) => unknown>;

beforeEach(() => {
  storedBroadcast = DRAFT;
  sentRequests = [];
  queuedAnswers = [];
  audienceCount = { people: 40, devices: 52, without_device: 3, approval_above: 1_000 };
  rights = { read: true, create: true, update: true, delete: true };
  missingPaths = [];
  otherRoutes = {};
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const answer = ({ status, message = "", ...rest }: ApiAnswer) =>
      Response.json({ status, message, ...rest }, { status });
    const okAnswer = (data: unknown) => answer({ status: 200, data });
    const path = url.replace("/api/v1", "").split("?")[0] ?? "";
    const features = ["App Configurations", "Content Management"].map((name) => ({ name, access: rights }));
    if (path.endsWith("/access")) return okAnswer({ features });
    if (path === "/users") return okAnswer({ ...ADMIN, first_name: "Civic", last_name: "Officer" });
    if (path.endsWith("/audience")) return okAnswer({ ...audienceCount, missing_settings: missingPaths });
    if (init.method === "GET" && path === "/app-config/broadcasts") throw new Error("One notification asked for all.");
    if (init.method === "GET" && path.startsWith("/app-config/broadcasts/")) return okAnswer(storedBroadcast);
    const handler = Object.entries(otherRoutes).find(([suffix]) => path.endsWith(suffix))?.[1];
    if (handler) return okAnswer(handler(new URL(url, "http://here").searchParams));
    if (init.method === "GET") return okAnswer({ items: [] });
    const body = JSON.parse(String(init.body));
    sentRequests.push({ method: init.method ?? "", path, body, key: new Headers(init.headers).get("idempotency-key") });
    const stubbed = queuedAnswers.shift();
    if (stubbed === "lost") throw new TypeError("Failed to fetch");
    if (stubbed instanceof Promise) await stubbed;
    else if (stubbed) return answer(stubbed);
    storedBroadcast = { ...storedBroadcast, ...body, version: storedBroadcast.version + 1 };
    return okAnswer(storedBroadcast);
  });
});
afterEach(() => {
  cleanup();
  deleteAllDrafts();
  vi.unstubAllGlobals();
  router.replace.mockClear();
});

const renderScreen = (element = <BroadcastScreen broadcastId={BROADCAST_ID} />) =>
  render(<QueryClientProvider client={makeQueryClient()}>{element}</QueryClientProvider>);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const clickButton = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const findButton = (name: string | RegExp) => screen.findByRole("button", { name });

it("creates a notification with its first save and opens its page", async () => {
  renderScreen(<NewBroadcastScreen />);
  await findButton("Save draft");
  type("Title", "Road closed");
  clickButton("Save draft");
  expect(await screen.findByText("Enter the text.")).toBeTruthy();
  expect(sentRequests).toEqual([]);
  type("Text", "Until Friday.");
  clickButton("Save draft");
  await waitFor(() =>
    expect(router.replace).toHaveBeenCalledWith(`/dashboard/app-config/notifications/${BROADCAST_ID}`),
  );
  expect(sentRequests[0]?.body).toMatchObject({ title: "Road closed", audience: { kind: "everybody" } });
});

it("locks the fields of a new notification from its first save until its page replaces the form", async () => {
  let respond = () => {};
  queuedAnswers = [new Promise<void>((resolve) => (respond = resolve))];
  renderScreen(<NewBroadcastScreen />);
  await findButton("Save draft");
  type("Title", "Road closed");
  type("Text", "Until Friday.");
  expect(screen.getByLabelText<HTMLInputElement>("Title").readOnly).toBe(false);
  clickButton("Save draft");
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").readOnly).toBe(true));
  respond();
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  expect(screen.getByLabelText<HTMLInputElement>("Title").readOnly).toBe(true);
});

it("keeps changes made during a new notification's first save, and shows them on its page", async () => {
  const { unmount } = renderScreen(<NewBroadcastScreen />);
  await findButton("Save draft");
  type("Title", "Road closed");
  type("Text", "Until Friday.");
  await waitFor(() =>
    expect(readStoredDraft(ADMIN.email, "broadcast:new")).toMatchObject({ draft: { text: "Until Friday." } }),
  );
  clickButton("Save draft");
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  // Simulates an upload that completes after the first save and changes a locked field.
  type("Text", "Until Saturday.");
  unmount();
  expect(readStoredDraft(ADMIN.email, "broadcast:new")).toBeNull();
  expect(readStoredDraft(ADMIN.email, `broadcast:${BROADCAST_ID}`)).toMatchObject({
    version: 4,
    draft: { text: "Until Saturday." },
  });
});

it("saving a new notification keeps another tab's unsaved notification in browser storage", async () => {
  const { unmount } = renderScreen(<NewBroadcastScreen />);
  await findButton("Save draft");
  type("Title", "Road closed");
  type("Text", "Until Friday.");
  await waitFor(() => expect(readStoredDraft(ADMIN.email, "broadcast:new")).not.toBeNull());
  saveStoredDraft(ADMIN.email, "broadcast:new", {
    at: Date.now() + 1,
    version: 0,
    draft: { title: "Of the other tab" },
  });
  clickButton("Save draft");
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  unmount();
  expect(readStoredDraft(ADMIN.email, "broadcast:new")).toMatchObject({ draft: { title: "Of the other tab" } });
});

it("creates a notification with the same idempotency key after a lost response, and with another key for another text", async () => {
  queuedAnswers = ["lost", "lost", { status: 400, message: "Not now." }];
  renderScreen(<NewBroadcastScreen />);
  await findButton("Save draft");
  type("Title", "Road closed");
  type("Text", "Until Friday.");
  for (const times of [1, 2]) {
    clickButton("Save draft");
    await waitFor(() => expect(sentRequests).toHaveLength(times));
    await screen.findByText(/can't be reached/);
  }
  type("Text", "Until Saturday.");
  clickButton("Save draft");
  await waitFor(() => expect(sentRequests).toHaveLength(3));
  const [first, retry, changed] = sentRequests.map(({ key }) => key);
  expect(first).toBeTruthy();
  expect(retry).toBe(first);
  expect(changed).not.toBe(first);
});

it("saves a notification's restored changes with the version at which editing began, so that another admin's later save conflicts", async () => {
  const baseDraft = { ...draftFromBroadcast(DRAFT), text: "From 17:00." };
  saveStoredDraft(ADMIN.email, `broadcast:${BROADCAST_ID}`, {
    at: Date.now(),
    version: 2,
    draft: { ...baseDraft, text: "From 19:00." },
    base: baseDraft,
  });
  queuedAnswers = [{ status: 409, message: "Changed", current: DRAFT }];
  renderScreen();
  fireEvent.click(await findButton("Restore"));
  clickButton("Save draft");
  expect(await screen.findByText("Text: From 18:00.; it was From 17:00.")).toBeTruthy();
  expect(sentRequests[0]?.body).toMatchObject({ version: 2, text: "From 19:00." });
});

it("shows the server's newest text after restored unsaved changes of a notification are undone", async () => {
  const baseDraft = { ...draftFromBroadcast(DRAFT), text: "From 17:00." };
  const offer = { at: Date.now(), version: 2, draft: { ...baseDraft, text: "From 19:00." }, base: baseDraft };
  saveStoredDraft(ADMIN.email, `broadcast:${BROADCAST_ID}`, offer);
  renderScreen();
  fireEvent.click(await findButton("Restore"));
  type("Text", "From 17:00.");
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("Text").value).toBe("From 18:00."));
});

it("stores unsaved text of a notification in the browser, with the server's version on which it is based", async () => {
  const { unmount } = renderScreen();
  await findButton("Save draft");
  type("Text", "From 19:00.");
  unmount();
  expect(readStoredDraft(ADMIN.email, `broadcast:${BROADCAST_ID}`)).toMatchObject({
    version: 3,
    base: { text: "From 18:00." },
  });
});

it("keeps the notification's form after a conflict, and overwrites the other admin's save on Keep mine", async () => {
  queuedAnswers = [{ status: 409, message: "Changed", current: { ...DRAFT, text: "From 20:00.", version: 9 } }];
  renderScreen();
  await findButton("Save draft");
  type("Text", "From 19:00.");
  clickButton("Save draft");
  expect(await screen.findByText("Text: From 20:00.; it was From 18:00.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text").value).toBe("From 19:00.");
  clickButton("Keep mine");
  await screen.findByText("Draft saved");
  expect(sentRequests.at(-1)?.body).toMatchObject({ version: 9, text: "From 19:00." });
});

it("replaces the notification's input with the other admin's version on Take theirs", async () => {
  queuedAnswers = [{ status: 409, message: "Changed", current: { ...DRAFT, text: "From 20:00.", version: 9 } }];
  renderScreen();
  await findButton("Save draft");
  type("Text", "From 19:00.");
  clickButton("Save draft");
  fireEvent.click(await findButton("Take theirs"));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text").value).toBe("From 20:00.");
});

it("keeps the notification's form on screen when another admin has sent the notification", async () => {
  queuedAnswers = [{ status: 409, message: "Sent", current: { ...DRAFT, state: "sending", version: 9 } }];
  renderScreen();
  await findButton("Save draft");
  type("Text", "From 19:00.");
  clickButton("Save draft");
  expect(await screen.findByText("This notification is no longer a draft: sending")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text").value).toBe("From 19:00.");
});

it("shows the API's errors at the notification's fields", async () => {
  queuedAnswers = [{ status: 400, message: "Choose again.", fields: { "audience.group_ids": "A group is gone." } }];
  renderScreen();
  await findButton("Save draft");
  type("Title", "Other");
  clickButton("Save draft");
  expect(await screen.findByText("A group is gone.")).toBeTruthy();
});

it("shows the number of devices in the audience before a notification is sent", async () => {
  renderScreen();
  fireEvent.click(await findButton("Send or schedule…"));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "Send to 52 devices" }));
  await waitFor(() => expect(sentRequests[0]?.body).toEqual({ version: 3, at: null }));
});

it("schedules a notification at a Lagos time", async () => {
  renderScreen();
  fireEvent.click(await findButton("Send or schedule…"));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByLabelText("At a set time"));
  fireEvent.click(await dialog.findByRole("button", { name: "Schedule" }));
  expect(await dialog.findByText("Enter a day and a time.")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("Send at"), { target: { value: "2030-12-03T08:00" } });
  fireEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(sentRequests[0]?.body).toEqual({ version: 3, at: "2030-12-03T07:00:00.000Z" }));
});

it("requires a reason for a notification whose sending another admin must approve, and shows the API's error", async () => {
  audienceCount = { ...audienceCount, people: 1_001 };
  queuedAnswers = [{ status: 409, message: "Nobody in this audience has a device." }];
  renderScreen();
  fireEvent.click(await findButton("Send or schedule…"));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "Request approval" }));
  expect(await dialog.findByText("Enter the reason, in a few words.")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Works are done" } });
  fireEvent.click(dialog.getByRole("button", { name: "Request approval" }));
  expect(await dialog.findByText("Nobody in this audience has a device.")).toBeTruthy();
  expect(sentRequests[0]?.body).toMatchObject({ reason: "Works are done" });
});

it("lists missing server settings for sending notifications, and still saves drafts", async () => {
  missingPaths = ["FIREBASE_SERVICE_ACCOUNT"];
  renderScreen();
  expect(await screen.findByText("FIREBASE_SERVICE_ACCOUNT")).toBeTruthy();
  type("Title", "Other");
  clickButton("Save draft");
  expect(await screen.findByText("Draft saved")).toBeTruthy();
});

it("shows a notification's draft without buttons to admins who may only read", async () => {
  rights = { read: true };
  renderScreen();
  expect(await screen.findByText(/you don't have the right to change it/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save draft" })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Title").readOnly).toBe(true);
});

const SENDING_BROADCAST: BroadcastWithFigures = {
  ...DRAFT,
  state: "sending",
  phase: "devices",
  started_at: CREATED_AT,
  people: 40,
  devices: 52,
  done: 20,
  sent: 17,
  failed: { ...NO_FAILURES, gone: 2, unknown: 1 },
};

it("shows the progress of sending a notification, and pauses it on request", async () => {
  storedBroadcast = SENDING_BROADCAST;
  renderScreen();
  expect((await screen.findByRole<HTMLProgressElement>("progressbar", { name: "Devices done" })).value).toBe(20);
  expect(screen.getByText("App removed")).toBeTruthy();
  // Devices whose delivery is pending do not count as failures.
  expect(screen.queryByText("Unknown")).toBeNull();
  fireEvent.click(await findButton("Pause"));
  await waitFor(() =>
    expect(sentRequests[0]).toMatchObject({
      path: `/app-config/broadcasts/${BROADCAST_ID}/pause`,
      body: { paused: true },
    }),
  );
});

it("shows how many devices will miss a notification before its sending is cancelled", async () => {
  storedBroadcast = SENDING_BROADCAST;
  renderScreen();
  fireEvent.click(await findButton("Cancel sending"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/32 devices will not get it/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Cancel sending" }));
  await waitFor(() => expect(sentRequests[0]?.path).toBe(`/app-config/broadcasts/${BROADCAST_ID}/cancellation`));
});

const readCancelWarning = async (broadcast: Partial<BroadcastWithFigures>) => {
  storedBroadcast = { ...SENDING_BROADCAST, mail_without_device: true, without_device: 7, ...broadcast };
  renderScreen();
  fireEvent.click(await findButton("Cancel sending"));
  return (await screen.findByRole("dialog")).textContent;
};

it("counts pending retries and emails as messages left unsent when sending is cancelled", async () => {
  expect(await readCancelWarning({ failed: { ...NO_FAILURES, unavailable: 5 } })).toContain(
    "37 devices will not get it. 7 emails will not be sent. Devices that received it keep it.",
  );
});

it("the cancel dialog of a notification counts unsent devices and emails, both while emails are queued and during retries", async () => {
  const partlySent = { done: 52, failed: { ...NO_FAILURES, unavailable: 5 } };
  expect(await readCancelWarning({ ...partlySent, phase: "mails", mails: 6 })).toContain(
    "5 devices will not get it. 1 email will not be sent.",
  );
  cleanup();
  expect(await readCancelWarning({ ...partlySent, phase: "retries", mails: 6 })).toMatch(
    /5 devices will not get it. Devices that/,
  );
  cleanup();
  expect(await readCancelWarning({ done: 52, failed: NO_FAILURES, phase: "retries", mails: 7 })).toContain(
    "Nothing is left to send.",
  );
});

it("does not mention unsent emails when sending is cancelled if the email option is off", async () => {
  expect(await readCancelWarning({ mail_without_device: false })).toMatch(/32 devices will not get it. Devices that/);
});

it("warns that a test message omits the picture, but only for a notification with a picture", async () => {
  renderScreen();
  await findButton("Send test to my browsers");
  expect(screen.queryByText("A test is sent without the picture.")).toBeNull();
  cleanup();
  storedBroadcast = { ...DRAFT, image_id: ROAD_ENTRY_ID };
  renderScreen();
  expect(await screen.findByText("A test is sent without the picture.")).toBeTruthy();
});

it("resends a notification to devices with an unknown delivery result on request", async () => {
  storedBroadcast = { ...SENDING_BROADCAST, state: "sent", phase: null, done: 52, sent: 49, ended_at: CREATED_AT };
  renderScreen();
  fireEvent.click(await findButton("Send again"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Send again to 1 device?")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(sentRequests[0]?.path).toBe(`/app-config/broadcasts/${BROADCAST_ID}/unknown`));
});

const GROUPS = [
  { id: "019b76da-afc5-77b8-b3c0-9fbab770aaaa", name: "Traders" },
  { id: "019b76da-afc5-77b8-b3c0-9fbab770bbbb", name: "Nurses" },
  { id: "019b76da-afc5-77b8-b3c0-9fbab770cccc", name: "Drivers" },
] as const;
const [TRADERS, NURSES, DELETED_GROUP] = GROUPS;
const groupAudience = (...group_ids: string[]) => ({ audience: { kind: "groups", group_ids } }) as const;
const ROAD_ENTRY_ID = "019b76da-afc5-77b8-b3c0-9fbab770dddd";
const FERRY_ENTRY_ID = "019b76da-afc5-77b8-b3c0-9fbab770eeee";

async function renderConflict(theirs: Partial<BroadcastWithFigures>) {
  queuedAnswers = [{ status: 409, message: "Changed", current: { ...storedBroadcast, ...theirs, version: 9 } }];
  renderScreen();
  await findButton("Save draft");
  type("Text", "From 19:00.");
  clickButton("Save draft");
  await screen.findByText("Current version");
}

it("a notification's edit conflict shows both audiences by group name, and a deleted group by its id", async () => {
  otherRoutes["/audience-groups"] = () => ({ items: [TRADERS] });
  storedBroadcast = { ...DRAFT, ...groupAudience(TRADERS.id, DELETED_GROUP.id), groups: [TRADERS, DELETED_GROUP] };
  await renderConflict({ ...groupAudience(NURSES.id), groups: [NURSES] });
  expect(
    await screen.findByText(
      "Audience: Members of groups: Nurses; it was Members of groups: Traders, a group with the id ending cccc",
    ),
  ).toBeTruthy();
});

it("a notification's edit conflict shows both destinations by title, and a destination with unknown title by its id", async () => {
  const toAnnouncement = (target: string) => ({ destination: { kind: "announcement", target } }) as const;
  otherRoutes[ROAD_ENTRY_ID] = () => ({ id: ROAD_ENTRY_ID, title: "Road closed" });
  storedBroadcast = { ...DRAFT, ...toAnnouncement(ROAD_ENTRY_ID) };
  await renderConflict(toAnnouncement(FERRY_ENTRY_ID));
  expect(
    await screen.findByText("A tap opens: An announcement (id ending eeee); it was An announcement: Road closed"),
  ).toBeTruthy();
});

it("distinguishes two announcements with the same title when a notification's destination is chosen", async () => {
  const toAnnouncement = (target: string) => ({ destination: { kind: "announcement", target } }) as const;
  otherRoutes[ROAD_ENTRY_ID] = () => ({ id: ROAD_ENTRY_ID, title: "Road closed" });
  otherRoutes[FERRY_ENTRY_ID] = () => ({ id: FERRY_ENTRY_ID, title: "Road closed" });
  storedBroadcast = { ...DRAFT, ...toAnnouncement(ROAD_ENTRY_ID) };
  await renderConflict(toAnnouncement(FERRY_ENTRY_ID));
  expect(
    await screen.findByText("A tap opens: An announcement (id ending eeee); it was An announcement (id ending dddd)"),
  ).toBeTruthy();
});

it("offers all published announcements as a notification's destination, not only the first hundred", async () => {
  const announcements = Array.from({ length: 101 }, (_, index) => ({
    id: `id-${index}`,
    title: `Announcement ${index}`,
  }));
  otherRoutes["/entries/announcements"] = (query) => {
    expect(query.get("state")).toBe("published");
    const page = Number(query.get("page") ?? 0);
    return {
      items: announcements.slice(page * 100, page * 100 + 100),
      page,
      size: 100,
      total: 101,
      totalIsCapped: false,
    };
  };
  storedBroadcast = { ...DRAFT, destination: { kind: "announcement", target: "id-100" } };
  renderScreen();
  const field = await screen.findByLabelText<HTMLSelectElement>("Announcement");
  await waitFor(() => expect(field.selectedOptions[0]?.text).toBe("Announcement 100"));
  expect(field.options).toHaveLength(102);
});

it("clears the email option when a notification's audience is chosen by language", async () => {
  storedBroadcast = { ...DRAFT, mail_without_device: true };
  otherRoutes["/public/languages"] = () => ({ items: [{ code: "efi", name: "Efik" }] });
  renderScreen();
  fireEvent.click(await screen.findByLabelText("People who use some languages"));
  fireEvent.click(await screen.findByLabelText("Efik"));
  clickButton("Save draft");
  await waitFor(() =>
    expect(sentRequests[0]?.body).toMatchObject({ audience: { kind: "languages" }, mail_without_device: false }),
  );
});

it("shows a sent notification's destination, and no email option for an audience by language", async () => {
  otherRoutes[ROAD_ENTRY_ID] = () => ({ id: ROAD_ENTRY_ID, title: "Road closed" });
  storedBroadcast = {
    ...DRAFT,
    state: "sent",
    destination: { kind: "announcement", target: ROAD_ENTRY_ID },
    audience: { kind: "languages", languages: ["efi"] },
    audience_words: "Efik",
    mail_without_device: true,
  };
  renderScreen();
  expect(await screen.findByText("An announcement: Road closed")).toBeTruthy();
  expect(screen.queryByText("Without a device")).toBeNull();
});

it("saves a changed notification with Ctrl+S while a field has the focus, and sends nothing if nothing changed", async () => {
  renderScreen();
  const title = await screen.findByLabelText("Title");
  fireEvent.keyDown(title, { key: "s", ctrlKey: true });
  type("Title", "Water is back again");
  fireEvent.keyDown(title, { key: "s", ctrlKey: true });
  await waitFor(() =>
    expect(sentRequests).toMatchObject([{ method: "PATCH", body: { title: "Water is back again" } }]),
  );
});

it("shows why the approval request of a notification can't be withdrawn", async () => {
  const requested = {
    change: "Send it",
    requested_by: ADMIN,
    requested_at: CREATED_AT,
    expires_at: "2026-11-28T10:00:00.000Z",
  };
  storedBroadcast = {
    ...DRAFT,
    state: "awaiting_approval",
    awaiting: { approvalId: BROADCAST_ID, ...requested, approvers: [], kept_out: [] },
  };
  queuedAnswers = [{ status: 409, message: "This request was approved in the meantime." }];
  const toastError = vi.spyOn(toast, "error");
  renderScreen();
  fireEvent.click(await findButton("Withdraw the request"));
  await waitFor(() => expect(toastError).toHaveBeenCalledWith("This request was approved in the meantime."));
});
