import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { addRecentRecordOfPage, forgetRecentRecords, recentRecords } from "@/lib/client/recent-records";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { MAX_PASTED_SEARCH_LENGTH } from "@/lib/contract/search.values";
import { CommandPalette } from "./command-palette";

const mockPush = vi.fn();
setNavigationHooks({ useRouter: () => ({ push: mockPush }) });
const [nothing, theme, onClose] = [vi.fn(), vi.fn(), vi.fn()];

const USER_ID = "0198a6f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b";
const USER_URL = `/dashboard/user-management/users/${USER_ID}`;
const FOUND_USER = { id: USER_ID, title: "Ekpenyong Henshaw", detail: "+2348031112223", url: USER_URL };
const FOUND_USERS = {
  kind: "user",
  label: "User",
  plural: "users",
  total: 37,
  totalIsCapped: false,
  items: [FOUND_USER],
};
const USERS_URL = "/dashboard/user-management/users?q=henshaw";
const NOTHING_FOUND = { kinds: [], slow: [] };

/** Requests that the command palette sent. */
const sentRequests: { method: string; url: string; body?: string }[] = [];
let answerSearch: (q: string) => Response | Promise<Response>;
let pinnedRecords: object[];
const okResponse = (data: object) => Response.json({ status: 200, message: "OK", data });

beforeEach(() => {
  vi.clearAllMocks();
  forgetRecentRecords();
  sentRequests.length = 0;
  pinnedRecords = [];
  answerSearch = (q) =>
    okResponse(q.includes("henshaw") ? { kinds: [{ ...FOUND_USERS, url: USERS_URL }], slow: [] } : NOTHING_FOUND);
  vi.stubGlobal("fetch", async (url: string, { method, body, signal }: RequestInit) => {
    sentRequests.push({ method: method ?? "GET", url, body: body as string });
    const answer = url.includes("/search/pins")
      ? okResponse({ items: pinnedRecords })
      : await answerSearch(new URL(url, "http://test").searchParams.get("q") ?? "");
    signal?.throwIfAborted();
    return answer;
  });
});

const noRights = { create: false, update: false, delete: false, approve: false, export: false };
const RIGHTS = [{ name: "App Configurations", access: { ...noRights, read: true } }];
const USER_RIGHTS = [{ name: "User Management", access: { ...noRights, read: true } }];

function renderPalette({
  rights = RIGHTS,
  words,
  testPush,
}: {
  rights?: typeof RIGHTS;
  words?: string;
  testPush?: () => void;
} = {}) {
  const commands = { theme, toggleSidebar: nothing, help: nothing, sessions: nothing, logout: nothing, testPush };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <CommandPalette rights={rights} commands={commands} initialQuery={words} onClose={onClose} />
    </QueryClientProvider>,
  );
  return screen.findByRole("combobox");
}
const type = (text: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value: text } });

/** Returns the options found for a search text. */
async function findEntries(typed: string, testPush?: () => void) {
  await renderPalette({ testPush });
  type(typed);
  return screen.queryAllByRole("option").map(({ textContent }) => textContent);
}

it("offers a test notification only if push is configured", async () => {
  expect(await findEntries("notification")).toEqual(["App Configurations: Notifications"]);
  cleanup();
  expect(await findEntries("notification", nothing)).toContain("Send a test notification to my devices");
});

it("the command palette finds a page's view by name, but no page of a feature that the admin may not read", async () => {
  expect(await findEntries("transactions")).toEqual([]);
  cleanup();
  expect(await findEntries("searches result")).toEqual(["App Configurations: Searches without a result"]);
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  expect(mockPush).toHaveBeenCalledWith("/dashboard/app-config/faq?view=misses");
});

it("moves the selected option of the command palette with arrow keys, Home and End, and runs it with Enter", async () => {
  const options = await findEntries("theme");
  expect(options).toEqual(["Theme: System", "Theme: Light", "Theme: Dark"]);
  const box = screen.getByRole("combobox", { name: "Search anything..." });
  const press = (key: string) => {
    fireEvent.keyDown(box, { key });
    const selected = screen.getByRole("option", { selected: true });
    expect(box.getAttribute("aria-activedescendant")).toBe(selected.id);
    return selected.textContent;
  };
  const keys = ["ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown", "End", "Home"];
  expect(keys.map(press)).toEqual([1, 0, 2, 0, 2, 0].map((index) => options[index]));
  press("End");
  fireEvent.keyDown(box, { key: "Enter" });
  expect(theme).toHaveBeenCalledExactlyOnceWith("dark");
  expect(onClose).toHaveBeenCalledOnce();
});

it("announces the first option of the command palette after opening and after each change of the text", async () => {
  await findEntries("");
  const box = screen.getByRole("combobox");
  const first = () => screen.getAllByRole("option")[0];
  expect(first()?.getAttribute("aria-selected")).toBe("true");
  expect(box.getAttribute("aria-activedescendant")).toBe(first()?.id);
  for (const value of ["theme", "app", "", "keyboard"]) {
    fireEvent.keyDown(box, { key: "End" });
    fireEvent.change(box, { target: { value } });
    expect(first()?.getAttribute("aria-selected")).toBe("true");
    expect(box.getAttribute("aria-activedescendant")).toBe(first()?.id);
  }
  fireEvent.change(box, { target: { value: "nothing like this" } });
  expect(box.getAttribute("aria-activedescendant")).toBe("");
});

it("groups pages and commands in the command palette, and announces that nothing matches", async () => {
  await findEntries("s");
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-labelledby"))).not.toContain(null);
  expect(screen.getByRole("group", { name: "Pages" })).toBeDefined();
  expect(screen.getByRole("group", { name: "Commands" })).toBeDefined();
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "nothing like this" } });
  await screen.findByText("Nothing matches “nothing like this”.");
  expect(screen.queryAllByRole("option")).toEqual([]);
});

describe("records", () => {
  const option = (name: RegExp) => screen.findByRole("option", { name });

  it("the command palette finds records while typing, grouped by kind, with a link to the list of all matches", async () => {
    await renderPalette({ rights: USER_RIGHTS });
    type("henshaw");
    await option(/Ekpenyong Henshaw/);
    expect(screen.getByRole("group", { name: "User" })).toBeDefined();
    expect(screen.getByRole("status").textContent).toBe("1 record found.");
    fireEvent.click(await option(/All 37 users/));
    expect(mockPush).toHaveBeenCalledExactlyOnceWith(USERS_URL);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("the command palette links to all matching records only if a page lists this kind of record", async () => {
    answerSearch = () => okResponse({ kinds: [FOUND_USERS], slow: [] });
    await renderPalette();
    type("henshaw");
    await option(/Ekpenyong Henshaw/);
    expect(screen.getAllByRole("option")).toHaveLength(1);
  });

  it("the command palette opens a record with Enter, and lists the record as recent afterwards", async () => {
    await renderPalette();
    type("henshaw");
    await option(/Ekpenyong Henshaw/);
    fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
    expect(mockPush).toHaveBeenCalledExactlyOnceWith(USER_URL);
    expect(recentRecords()).toEqual([{ url: USER_URL, title: FOUND_USER.title, detail: FOUND_USER.detail }]);
  });

  it.each(["ctrlKey", "metaKey"])(
    "the command palette opens a record in a new tab with Enter and %s, and stays open",
    async (modifier) => {
      const openTab = vi.fn();
      vi.stubGlobal("open", openTab);
      await renderPalette();
      type("henshaw");
      await option(/Ekpenyong Henshaw/);
      fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter", [modifier]: true });
      expect(openTab).toHaveBeenCalledExactlyOnceWith(USER_URL, "_blank", "noopener");
      expect([mockPush, onClose].map((each) => each.mock.calls)).toEqual([[], []]);
    },
  );

  it("Enter pressed during the record search opens the first record once it is found", async () => {
    let answer = (_: Response) => {};
    answerSearch = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await renderPalette();
    type("KYC-000302");
    fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
    await waitFor(() => expect(sentRequests.some(({ url }) => url.includes("KYC-000302"))).toBe(true));
    expect(mockPush).not.toHaveBeenCalled();
    answer(okResponse({ kinds: [{ ...FOUND_USERS, url: USERS_URL }], slow: [] }));
    await waitFor(() => expect(mockPush).toHaveBeenCalledExactlyOnceWith(USER_URL));
  });

  it("keeps records of the previous search text visible, but disabled, while the new search runs", async () => {
    await renderPalette();
    type("henshaw");
    await option(/Ekpenyong Henshaw/);
    answerSearch = () => new Promise(() => {});
    type("henshaw ek");
    fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
    expect((await option(/Ekpenyong Henshaw/)).getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByRole("status").textContent).toBe("Searching records…");
    expect(mockPush).not.toHaveBeenCalled();
  });

  it("shows the server's search hint in the command palette if no record is found", async () => {
    answerSearch = () => okResponse({ ...NOTHING_FOUND, hint: "This looks like a phone number." });
    await renderPalette();
    type("0809 999 8887");
    await screen.findByText("This looks like a phone number.");
  });

  it("lists the kinds of records whose search timed out, and does not claim that nothing matches", async () => {
    const tooSlow = "Searching users and tickets took too long. Use more letters, or search in the list.";
    answerSearch = () => okResponse({ ...NOTHING_FOUND, slow: ["users", "tickets"] });
    await renderPalette();
    type("ada");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe(tooSlow));
    expect(screen.queryByText(/Nothing matches/)).toBeNull();
    answerSearch = () => okResponse({ kinds: [{ ...FOUND_USERS, url: USERS_URL }], slow: ["users", "tickets"] });
    type("adam");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe(`1 record found. ${tooSlow}`));
  });

  it("retries a failed record search on request, while the command palette still opens pages", async () => {
    answerSearch = () =>
      Response.json({ status: 503, message: "The service can't be reached.", code: "UNAVAILABLE" }, { status: 503 });
    await renderPalette();
    type("faq");
    await screen.findByRole("alert");
    expect(screen.getAllByRole("option").length).toBeGreaterThan(0);
    answerSearch = () => okResponse({ kinds: [{ ...FOUND_USERS, url: USERS_URL }], slow: [] });
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await option(/Ekpenyong Henshaw/);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("searches records for a pasted long text, truncated before an emoji instead of in the middle of the emoji", async () => {
    const box = (await renderPalette()) as HTMLInputElement;
    type(`${"a".repeat(MAX_PASTED_SEARCH_LENGTH - 1)}😀`);
    expect(box.value).toBe("a".repeat(MAX_PASTED_SEARCH_LENGTH - 1));
    type(`${"a".repeat(79)}😀 and more`);
    await screen.findByText(`Nothing matches “${"a".repeat(79)}…”.`);
  });

  it("the command palette searches records for the text in the URL", async () => {
    expect(((await renderPalette({ words: "henshaw" })) as HTMLInputElement).value).toBe("henshaw");
    await option(/Ekpenyong Henshaw/);
  });

  it("offers pinned and recent records that the admin may open while the command palette's search is empty", async () => {
    const event = { id: "e", kind: "event", label: "Event", title: "Carnival", detail: "", url: "/dashboard/x" };
    pinnedRecords = [event];
    addRecentRecordOfPage(USER_URL, "Ekpenyong Henshaw");
    addRecentRecordOfPage("/dashboard/kyc-management/0198a6f2-3c4d-7e5f-8a9b-0c1d2e3f4a5c", "Without right");
    addRecentRecordOfPage("/dashboard/user-management/users", "No record");
    await renderPalette({ rights: USER_RIGHTS });
    await screen.findByRole("group", { name: "Pinned" });
    expect(
      screen
        .getAllByRole("option")
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ).toEqual(["Carnival", "Ekpenyong Henshaw"]);
    expect(screen.queryByText("Without right")).toBeNull();
    expect(screen.queryByText("No record")).toBeNull();
    type("carnival");
    expect(screen.queryByRole("group", { name: "Pinned" })).toBeNull();
  });

  it("pins and unpins a record with the button in the command palette's footer", async () => {
    await renderPalette();
    type("henshaw");
    await option(/Ekpenyong Henshaw/);
    const user = { kind: "user", label: "User", ...FOUND_USER };
    pinnedRecords = [user];
    const pin = screen.getByRole("button", { name: "Pin Ekpenyong Henshaw" });
    fireEvent.keyDown(pin, { key: "Enter" });
    expect(mockPush).not.toHaveBeenCalled();
    fireEvent.click(pin);
    const unpin = await screen.findByRole("button", { name: "Unpin Ekpenyong Henshaw" });
    const { url: _url, label: _label, ...body } = user;
    expect(sentRequests.filter(({ method }) => method === "POST").map((each) => JSON.parse(each.body ?? ""))).toEqual([
      body,
    ]);
    pinnedRecords = [];
    fireEvent.click(unpin);
    await screen.findByRole("button", { name: "Pin Ekpenyong Henshaw" });
    expect(sentRequests.at(-1)).toMatchObject({ method: "DELETE", url: `/api/v1/search/pins/user/${USER_ID}` });
  });
});
