import Cookies from "js-cookie";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { JUST_LOGGED_OUT_COOKIE, SESSION_COOKIE } from "@/lib/session";
import { readStoredDraft, saveStoredDraft } from "./stored-drafts";

const EMAIL = "civic@crossriverpay.example";
let session: typeof import("./session");
let drafts: typeof import("./drafts");
const assignMock = vi.fn();

beforeEach(async () => {
  // Simulates a new tab in each test.
  vi.resetModules();
  [session, drafts] = await Promise.all([import("./session"), import("./drafts")]);
  vi.spyOn(window.location, "assign").mockImplementation(assignMock);
  saveStoredDraft(EMAIL, "announcements:1", { at: Date.now(), version: 1, draft: {} });
  drafts.setDraftOwner(EMAIL);
  drafts.registerFormForDrafts("note", () => ({ text: "Typed" }));
});
afterEach(() => {
  vi.restoreAllMocks();
  assignMock.mockClear();
  Cookies.remove(JUST_LOGGED_OUT_COOKIE, { path: "/" });
  localStorage.clear();
});

const navigateMock = vi.fn();
const draftsKept = () => [readStoredDraft(EMAIL, "announcements:1") !== null, drafts.readDraft("note") !== undefined];

it("keeps form drafts for the same admin when the session ends, in this and other tabs", () => {
  session.setSignInOpener(navigateMock);
  session.handleSessionEnd({ heardFromTab: true });
  session.handleSessionEnd();
  expect(navigateMock).toHaveBeenCalledTimes(1);
  expect(assignMock).not.toHaveBeenCalled();
  expect(session.isLoggingOut()).toBe(false);
  expect(draftsKept()).toEqual([true, true]);
});

it.each([[false], [true]])("deletes form drafts after another tab's logout (already redirecting: %s)", (isLeaving) => {
  const ask = vi.fn();
  window.addEventListener("beforeunload", ask);
  session.setSignInOpener(navigateMock);
  if (isLeaving) session.handleSessionEnd();
  Cookies.set(JUST_LOGGED_OUT_COOKIE, "1", { path: "/" });
  session.handleSessionEnd({ heardFromTab: true });
  session.handleSessionEnd({ heardFromTab: true });
  expect(session.isLoggingOut()).toBe(true);
  expect(draftsKept()).toEqual([false, false]);
  window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(ask).not.toHaveBeenCalled();
  expect(assignMock).toHaveBeenCalledTimes(1);
  expect(assignMock.mock.calls[0]?.[0]).toMatch(/^\/auth\/login/);
});

it("sends no more API requests after a logout, while the page is about to unload", async () => {
  const { api } = await import("./api");
  const ask = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ status: 200, message: "", data: {} }));
  const postMessageMock = vi.fn();
  await api.auth.me();
  expect(ask).toHaveBeenCalledTimes(1);
  Cookies.set(JUST_LOGGED_OUT_COOKIE, "1", { path: "/" });
  session.handleSessionEnd({ heardFromTab: true });
  api.auth.me().then(postMessageMock, postMessageMock);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ask).toHaveBeenCalledTimes(1);
  expect(postMessageMock).not.toHaveBeenCalled();
});

it("aborts running API requests at logout, but not those with keepalive, and never rejects them", async () => {
  const { api } = await import("./api");
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((_url, init) => {
    signals.push(init?.signal);
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
    });
  });
  const postMessageMock = vi.fn();
  api.auth.me().then(postMessageMock, postMessageMock);
  api.auth.logout({}).catch(() => {});
  session.logOut();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  expect(postMessageMock).not.toHaveBeenCalled();
});

it.each([
  ["as the server says why", "elsewhere" as const, "elsewhere"],
  ["as one that has run out, where its cookie has", undefined, "expired"],
])("opens sign-in with the reason for the session's end: %s", (_, reason, expectedUrl) => {
  Cookies.set("cross-riv-was-here", "1", { path: "/" });
  session.setSignInOpener(navigateMock);
  session.handleSessionEnd({ why: reason });
  expect(navigateMock.mock.calls.at(-1)?.[0]).toMatch(new RegExp(`^/auth/login\\?(next=.*&)?ended=${expectedUrl}$`));
});

it("sends the reason for a session's end to other tabs, which open sign-in with it", async () => {
  navigateMock.mockClear();
  const channel = new BroadcastChannel("cross-river-pay-session");
  const nextMessage = new Promise((hear) =>
    channel.addEventListener("message", ({ data }) => hear(data), { once: true }),
  );
  session.setSignInOpener(navigateMock);
  session.handleSessionEnd({ why: "suspended" });
  expect(await nextMessage).toEqual({ is: "ended", why: "suspended" });
  channel.close();

  vi.resetModules();
  const tab = await import("./session");
  tab.setSignInOpener(navigateMock);
  tab.handleSessionEnd({ heardFromTab: true, why: "suspended" });
  expect(navigateMock).toHaveBeenCalledTimes(2);
  expect(navigateMock.mock.calls[1]?.[0]).toMatch(/ended=suspended$/);
});

it("notifies other tabs of a new session once they can read its cookie", async () => {
  const { onOtherTabsMessage: onOtherTabs } = await import("./session-channel");
  const hear = vi.fn();
  const stopListening = onOtherTabs(hear);
  const channel = new BroadcastChannel("cross-river-pay-session");
  channel.postMessage({ is: "started", token: "new" });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(hear).not.toHaveBeenCalled();
  Cookies.set(SESSION_COOKIE, "new", { path: "/" });
  await expect.poll(() => hear).toHaveBeenCalledWith({ is: "started", token: "new" });
  stopListening();
  channel.close();
  Cookies.remove(SESSION_COOKIE, { path: "/" });
});
