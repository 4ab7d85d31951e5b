import Cookies from "js-cookie";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { JUST_LOGGED_OUT_COOKIE, SESSION_COOKIE } from "@/lib/session";
import { saveStoredDraft, storedDraft } from "./stored-drafts";

const EMAIL = "civic@crossriverpay.example";
let session: typeof import("./session");
let drafts: typeof import("./drafts");
const assign = vi.fn();

beforeEach(async () => {
  // Simulates a new tab in each test.
  vi.resetModules();
  [session, drafts] = await Promise.all([import("./session"), import("./drafts")]);
  vi.spyOn(window.location, "assign").mockImplementation(assign);
  saveStoredDraft(EMAIL, "announcements:1", { at: Date.now(), version: 1, draft: {} });
  drafts.setDraftOwner(EMAIL);
  drafts.registerForm("note", () => ({ text: "Typed" }));
});
afterEach(() => {
  vi.restoreAllMocks();
  assign.mockClear();
  Cookies.remove(JUST_LOGGED_OUT_COOKIE, { path: "/" });
  localStorage.clear();
});

const softly = vi.fn();
const isKept = () => [storedDraft(EMAIL, "announcements:1") !== null, drafts.draftOf("note") !== undefined];

it("keeps drafts for the same admin when the session ends, here and in other tabs", () => {
  session.leaveSoftly(softly);
  session.sessionEnded({ heardFromTab: true });
  session.sessionEnded();
  expect(softly).toHaveBeenCalledTimes(1);
  expect(assign).not.toHaveBeenCalled();
  expect(session.isGone()).toBe(false);
  expect(isKept()).toEqual([true, true]);
});

it.each([[false], [true]])("deletes drafts after another tab's logout (already leaving: %s)", (already) => {
  const ask = vi.fn();
  window.addEventListener("beforeunload", ask);
  session.leaveSoftly(softly);
  if (already) session.sessionEnded();
  Cookies.set(JUST_LOGGED_OUT_COOKIE, "1", { path: "/" });
  session.sessionEnded({ heardFromTab: true });
  session.sessionEnded({ heardFromTab: true });
  expect(session.isGone()).toBe(true);
  expect(isKept()).toEqual([false, false]);
  window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(ask).not.toHaveBeenCalled();
  expect(assign).toHaveBeenCalledTimes(1);
  expect(assign.mock.calls[0]?.[0]).toMatch(/^\/auth\/login/);
});

it("sends no more requests while it waits for the page to unload after a logout", async () => {
  const { api } = await import("./api");
  const ask = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ status: 200, message: "", data: {} }));
  const said = vi.fn();
  await api.auth.me();
  expect(ask).toHaveBeenCalledTimes(1);
  Cookies.set(JUST_LOGGED_OUT_COOKIE, "1", { path: "/" });
  session.sessionEnded({ heardFromTab: true });
  api.auth.me().then(said, said);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ask).toHaveBeenCalledTimes(1);
  expect(said).not.toHaveBeenCalled();
});

it.each([
  ["as the server says why", "elsewhere" as const, "elsewhere"],
  ["as one that has run out, where its cookie has", undefined, "expired"],
])("leads to sign-in %s", (_, why, ended) => {
  Cookies.set("cross-riv-was-here", "1", { path: "/" });
  session.leaveSoftly(softly);
  session.sessionEnded({ why });
  expect(softly.mock.calls.at(-1)?.[0]).toMatch(new RegExp(`^/auth/login\\?(next=.*&)?ended=${ended}$`));
});

it("sends the reason to other tabs, which open sign-in with it", async () => {
  softly.mockClear();
  const channel = new BroadcastChannel("cross-river-pay-session");
  const heard = new Promise((hear) => channel.addEventListener("message", ({ data }) => hear(data), { once: true }));
  session.leaveSoftly(softly);
  session.sessionEnded({ why: "suspended" });
  expect(await heard).toEqual({ is: "ended", why: "suspended" });
  channel.close();

  vi.resetModules();
  const tab = await import("./session");
  tab.leaveSoftly(softly);
  tab.sessionEnded({ heardFromTab: true, why: "suspended" });
  expect(softly).toHaveBeenCalledTimes(2);
  expect(softly.mock.calls[1]?.[0]).toMatch(/ended=suspended$/);
});

it("notifies other tabs of a new session once they can read its cookie", async () => {
  const { onOtherTabs } = await import("./session-channel");
  const hear = vi.fn();
  const stop = onOtherTabs(hear);
  const channel = new BroadcastChannel("cross-river-pay-session");
  channel.postMessage({ is: "started", token: "new" });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(hear).not.toHaveBeenCalled();
  Cookies.set(SESSION_COOKIE, "new", { path: "/" });
  await expect.poll(() => hear).toHaveBeenCalledWith({ is: "started", token: "new" });
  stop();
  channel.close();
  Cookies.remove(SESSION_COOKIE, { path: "/" });
});
