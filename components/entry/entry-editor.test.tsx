import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import { navigateBy } from "@/lib/client/testing-navigation";
import type { EntrySingle } from "@/lib/contract/entries";
import { EntryEditor } from "./entry-editor";
import { EntryText } from "./entry-field";

const router = { push: vi.fn(), prefetch: () => {} };
navigateBy({ useRouter: () => router });

const ME = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c01", name: "Civic Officer", email: "civic@crossriverpay.example" };
const OTHER = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c02", name: "Ofem Ubi", email: "ofem@crossriverpay.example" };
const ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const AT = "2026-11-21T10:00:00.000Z";
const KEPT = `draft:${ME.email}:announcements:${ID}`;

const DRAFT = {
  texts: { en: { title: "Bridge closed", body: null } },
  image_id: null,
  image_alt: "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
};
const ENTRY: EntrySingle = {
  id: ID,
  kind: "announcements",
  title: "Bridge closed",
  state: "draft",
  from: null,
  until: null,
  next_from: null,
  live_number: null,
  changed: true,
  languages: ["en"],
  position: 0,
  pinned: false,
  audience: "everybody",
  groups: [],
  faq_group: "",
  lga: null,
  tags: [],
  thumbnail: null,
  image_weight: null,
  reads: 0,
  helpful: 0,
  not_helpful: 0,
  updated_at: AT,
  updated_by: OTHER,
  version: 3,
  draft: DRAFT,
  publications: [],
  missing: {},
  timeline: [],
};
const titled = (title: string, more: object = {}) => ({ ...DRAFT, ...more, texts: { en: { title, body: null } } });

type Body = Record<string, unknown>;
type Answer = { status: number; data?: unknown; message?: string; current?: unknown; fields?: object } | "lost";
let sent: { method: string; path: string; body: Body }[];
/** Responses to the next writes; later saves are stored. */
let answers: Answer[];
let stored: EntrySingle;
let rights: object;

beforeEach(() => {
  sent = [];
  answers = [];
  stored = ENTRY;
  rights = { read: true, update: true, delete: true };
});
afterEach(() => {
  cleanup();
  forgetDrafts();
  vi.unstubAllGlobals();
  router.push.mockClear();
});

/** Renders the editor with an API that stores one entry. */
function show(): void {
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const answer = (status: number, more: object) => Response.json({ status, message: "", ...more }, { status });
    const path = url.replace("/api/v1", "").split("?")[0] ?? "";
    if (path.endsWith("/access"))
      return answer(200, { data: { features: [{ name: "Content Management", access: rights }] } });
    if (path.startsWith("/content/images") || path.endsWith("/audience-groups"))
      return answer(200, { data: { items: [] } });
    if (path === "/public/languages")
      return answer(200, {
        data: {
          items: [
            { code: "en", name: "English", direction: "ltr" },
            { code: "efi", name: "Efik", direction: "ltr" },
          ],
        },
      });
    if (path.endsWith("/preview"))
      return answer(200, {
        data: {
          language: "en",
          title: "As shown",
          html: "",
          image: null,
          image_alt: "",
          gallery: [],
          received: {},
          weight: 2,
        },
      });
    if (init.method === "GET" && path.includes(ID)) return answer(200, { data: stored });
    if (init.method === "GET") return answer(200, { data: ME });
    const body: Body = JSON.parse(String(init.body));
    sent.push({ method: String(init.method), path: path.split(ID)[1] ?? "", body });
    const next = answers.shift();
    if (next === "lost") throw new TypeError("failed to fetch");
    if (next) return answer(next.status, next.status === 200 ? { data: next.data } : { code: "X", ...next });
    stored = {
      ...stored,
      version: stored.version + 1,
      ...(body.draft ? { draft: body.draft as Body & typeof DRAFT } : {}),
    };
    return answer(200, { data: stored });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <EntryEditor
        kind="announcements"
        entryId={ID}
        words={{ back: { href: "/list", label: "Announcements" } }}
        fields={({ text, changeText, draft, change, language, problem, readOnly }) => (
          <>
            <EntryText
              field={`texts.${language}.title`}
              label="Title"
              value={text.title}
              onChange={(title) => changeText({ title })}
              max={160}
              problem={problem(`texts.${language}.title`)}
              readOnly={readOnly}
            />
            <EntryText
              field="link"
              label="Link"
              value={draft.link}
              onChange={(link) => change({ link })}
              max={500}
              problem={problem("link")}
              readOnly={readOnly}
            />
          </>
        )}
      />
    </QueryClientProvider>,
  );
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const isLocked = async (label: string) => (await field(label)).readOnly;
/** Rights load after the entry; until then the fields are locked. */
const open = async () => {
  show();
  await waitFor(async () => expect(await isLocked("Title")).toBe(false));
};
/** Simulates leaving the page. Repeats, because the admin may still be loading. */
const kept = (words: string) =>
  waitFor(() => {
    fireEvent(window, new Event("pagehide"));
    expect(localStorage.getItem(KEPT) ?? "").toContain(words);
  });
const reopen = async () => {
  cleanup();
  show();
  await field("Title");
};

it("saves by button or Ctrl+S with the version that was opened, and sends nothing without a change", async () => {
  await open();
  fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });
  expect((await button(/^Save draft/)).hasAttribute("disabled")).toBe(true);
  await type("Title", "Bridge open");
  expect(screen.getByText("Unsaved changes")).toBeDefined();
  await press(/^Save draft/);
  await screen.findByText("Draft saved");
  await type("Link", "https://example.org");
  fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByText("Draft saved");
  expect(sent.map(({ body }) => body)).toEqual([
    { version: 3, draft: titled("Bridge open") },
    { version: 4, draft: titled("Bridge open", { link: "https://example.org" }) },
  ]);
});

it("keeps the form after a failed save, explains it, and shows errors at their fields", async () => {
  await open();
  answers = ["lost", { status: 400, message: "Check the link.", fields: { "draft.link": "Enter an address." } }];
  await type("Link", "htp:/nowhere");
  await press(/^Save draft/);
  await screen.findByText(/can't be reached/);
  await press(/^Save draft/);
  expect(await screen.findByText("Enter an address.")).toBeDefined();
  expect((await field("Link")).value).toBe("htp:/nowhere");
  expect(screen.getByText("Unsaved changes")).toBeDefined();
});

it("does not save a language that was emptied again, but keeps empty English texts", async () => {
  await open();
  fireEvent.change(await field("Language"), { target: { value: "efi" } });
  expect(screen.getByText("Users of this language read the English text.")).toBeDefined();
  await type("Title", "Efik title");
  await type("Title", "");
  expect(screen.getByText("Draft saved")).toBeDefined();
  fireEvent.change(await field("Language"), { target: { value: "en" } });
  await type("Title", "");
  await press(/^Save draft/);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.draft).toEqual(titled(""));
});

it("shows both versions after a conflict, lets each field be chosen, and saves the merged draft", async () => {
  await open();
  const theirs = {
    ...ENTRY,
    version: 7,
    draft: titled("Bridge shut", { link: "https://theirs.example", pinned: true }),
  };
  answers = [{ status: 409, message: "Ofem Ubi changed it.", current: theirs }];
  await type("Title", "Bridge open again");
  await press(/^Save draft/);
  const dialog = within(await screen.findByRole("dialog", { name: "Ofem Ubi saved a newer version" }));
  const side = (part: string, which: RegExp) =>
    within(dialog.getByRole("group", { name: new RegExp(part) })).getByRole<HTMLInputElement>("radio", { name: which });
  // Preselects theirs where only they changed a field, and mine where both did.
  expect(side("Link", /Theirs/).checked).toBe(true);
  expect(side("Title", /Mine/).checked).toBe(true);
  expect(dialog.getByText("Both of you changed it")).toBeDefined();
  fireEvent.click(side("Pinned", /Mine/));
  stored = theirs;
  fireEvent.click(dialog.getByRole("button", { name: "Save my choices" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.map(({ body }) => body.version)).toEqual([3, 7]);
  expect(sent[1]?.body.draft).toEqual(titled("Bridge open again", { link: "https://theirs.example" }));
  expect((await field("Link")).value).toBe("https://theirs.example");
  await screen.findByText("Draft saved");
});

it("keeps the input on Keep editing after a conflict, and shows the conflict again at the next save", async () => {
  await open();
  const theirs = { ...ENTRY, version: 7, draft: titled("Bridge shut") };
  answers = [1, 2].map(() => ({ status: 409, message: "Changed.", current: theirs }));
  stored = theirs;
  await type("Title", "Mine");
  await press(/^Save draft/);
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Keep editing" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((await field("Title")).value).toBe("Mine");
  await press(/^Save draft/);
  await screen.findByRole("dialog", { name: "Ofem Ubi saved a newer version" });
  expect(sent.map(({ body }) => body.version)).toEqual([3, 3]);
});

it("saves without a conflict if the newer version has the same draft", async () => {
  await open();
  const published = { ...ENTRY, version: 4, state: "published" as const, from: AT };
  answers = [{ status: 409, message: "Published.", current: published }];
  stored = published;
  await type("Title", "Second edition");
  await press(/^Save draft/);
  await screen.findByText("Draft saved");
  expect(sent.map(({ body }) => body.version)).toEqual([3, 4]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("offers typed text after a crash, and restores it with the version at which typing began", async () => {
  await open();
  await type("Title", "Half a sen");
  await kept("Half a sen");
  // Another admin saves a newer version before the page is opened again.
  stored = { ...ENTRY, version: 5, draft: titled("Theirs") };
  await reopen();
  await screen.findByText(/^You have unsaved changes from/);
  expect(await isLocked("Title")).toBe(true);
  expect((await field("Title")).value).toBe("Theirs");
  answers = [{ status: 409, message: "Changed.", current: stored }];
  await press("Restore");
  expect((await field("Title")).value).toBe("Half a sen");
  expect(await isLocked("Title")).toBe(false);
  await press(/^Save draft/);
  await screen.findByRole("dialog", { name: "Ofem Ubi saved a newer version" });
  expect(sent[0]?.body).toMatchObject({ version: 3, draft: titled("Half a sen") });
});

it("removes the kept draft after a save, a discard and a sign-out", async () => {
  await open();
  const keep = async (words: string) => {
    await type("Title", words);
    await kept(words);
  };
  await keep("First");
  await press(/^Save draft/);
  await waitFor(() => expect(localStorage.getItem(KEPT)).toBeNull());
  await keep("Second");
  await reopen();
  await press("Discard");
  await waitFor(() => expect(localStorage.getItem(KEPT)).toBeNull());
  expect(await isLocked("Title")).toBe(false);
  await keep("Third");
  act(forgetDrafts);
  expect(localStorage.getItem(KEPT)).toBeNull();
});

it("discards unsaved changes only after a confirmation", async () => {
  await open();
  await type("Title", "Never mind");
  await press("More actions");
  await press("Discard unsaved changes");
  expect((await field("Title")).value).toBe("Never mind");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Discard" }));
  await screen.findByText("Draft saved");
  expect((await field("Title")).value).toBe("Bridge closed");
});

it("does not offer one admin's typed text to another", async () => {
  localStorage.setItem(
    `draft:other@x.example:announcements:${ID}`,
    JSON.stringify({ at: Date.now(), version: 3, draft: titled("Theirs") }),
  );
  await open();
  await type("Title", "Mine");
  // Waits until the new text is stored: by then the editor has looked for a kept draft.
  await kept("Mine");
  expect(screen.queryByText(/^You have unsaved changes/)).toBeNull();
});

it("saves before publishing, lists what is missing, and opens its field in its language", async () => {
  await open();
  const missing = { "draft.texts.efi.title": "Write the Efik title.", link: "Say where it leads." };
  await type("Title", "New");
  answers = [{ status: 200, data: { ...ENTRY, version: 4, draft: titled("New"), missing } }];
  await press("Publish…");
  const dialog = within(await screen.findByRole("dialog", { name: "Publish this announcement" }));
  expect(sent.map(({ method }) => method)).toEqual(["PATCH"]);
  const publish = dialog.getByRole("button", { name: "Publish" });
  expect(publish.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(publish);
  expect(sent).toHaveLength(1);
  fireEvent.click(dialog.getByRole("button", { name: "Write the Efik title." }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const title = await field("Title");
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect((await field("Language")).value).toBe("efi");
  expect(sent).toHaveLength(1);
});

it("publishes between two Lagos times, and refuses impossible times", async () => {
  await open();
  await press("Publish…");
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByLabelText("At a set time"));
  const set = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  fireEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await dialog.findByText("Enter a day and a time.");
  set(/Goes live at/, "2026-12-03T08:00");
  set(/Ends at/, "2026-12-03T08:00");
  fireEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await dialog.findByText("Choose a time after it goes live.");
  expect(sent).toEqual([]);
  set(/Ends at/, "2026-12-04T00:30");
  answers = [{ status: 400, message: "Check.", fields: { from: "This time has passed." } }];
  fireEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await dialog.findByText("This time has passed.");
  fireEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent[1]).toMatchObject({
    path: "/publications",
    body: { version: 3, from: "2026-12-03T07:00:00.000Z", until: "2026-12-03T23:30:00.000Z" },
  });
});

it("offers withdrawing, archiving and deleting only where allowed, each with a confirmation", async () => {
  stored = { ...ENTRY, state: "published", from: AT, live_number: 1, publications: [PUBLICATION] };
  await open();
  await press("More actions");
  expect(await button("Withdraw the announcement")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Delete the announcement" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel the schedule" })).toBeNull();
  await press("Withdraw the announcement");
  const dialog = within(await screen.findByRole("dialog", { name: "Withdraw “Bridge closed”?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ path: "/withdrawal", body: { version: 3, what: "all" } });
  cleanup();
  stored = ENTRY;
  await open();
  await press("More actions");
  await press("Delete the announcement");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/list"));
});

it("shows the draft without action buttons to admins who may only read", async () => {
  rights = { read: true };
  show();
  await screen.findByRole("heading", { level: 1, name: "Bridge closed" });
  await screen.findByText("As shown");
  expect(await isLocked("Title")).toBe(true);
  expect(screen.queryByRole("region", { name: "Actions" })).toBeNull();
});

it("lists versions and restores one as the draft", async () => {
  stored = { ...ENTRY, state: "published", from: AT, live_number: 1, publications: [PUBLICATION] };
  await open();
  fireEvent.click(screen.getByRole("tab", { name: "Versions" }));
  await press(/^Use as draft/);
  stored = { ...stored, version: 4, draft: titled("As it was published") };
  answers = [{ status: 200, data: stored }];
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Use as draft" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ path: "/publications/1/draft", body: { version: 3 } });
  await waitFor(async () => expect((await field("Title")).value).toBe("As it was published"));
  expect(screen.getByText("Draft saved")).toBeDefined();
});

const PUBLICATION = {
  number: 1,
  title: "Bridge closed",
  from: AT,
  until: null,
  must_accept: false,
  published_at: AT,
  published_by: OTHER,
  withdrawn_at: null,
  withdrawn_by: null,
};
