import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DraftTextField } from "@/components/record-editor/draft-field";
import { deleteAllDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { ContentEntryDetails } from "@/lib/contract/content-entries";
import { ContentEntryEditor } from "./content-entry-editor";

const router = { push: vi.fn(), prefetch: () => {} };
setNavigationHooks({ useRouter: () => router });

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
const ENTRY_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const UPDATED_AT = "2026-11-21T10:00:00.000Z";
const DRAFT_STORAGE_KEY = `draft:${ADMIN.email}:announcements:${ENTRY_ID}`;

const DRAFT = {
  texts: { en: { title: "Bridge closed", body: null } },
  image_id: null,
  image_alt: "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
};
const ENTRY: ContentEntryDetails = {
  id: ENTRY_ID,
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
  updated_at: UPDATED_AT,
  updated_by: OTHER_ADMIN,
  version: 3,
  draft: DRAFT,
  publications: [],
  missing: {},
  timeline: [],
};
const draftWithTitle = (title: string, overrides: object = {}) => ({
  ...DRAFT,
  ...overrides,
  texts: { en: { title, body: null } },
});

type RequestBody = Record<string, unknown>;
type ApiAnswer = { status: number; data?: unknown; message?: string; current?: unknown; fields?: object } | "lost";
let sentRequests: { method: string; path: string; body: RequestBody }[];
/** Responses to the next saves. If none is queued, a save succeeds and its draft is stored. */
let queuedAnswers: ApiAnswer[];
let storedEntry: ContentEntryDetails;
let rights: object;

beforeEach(() => {
  sentRequests = [];
  queuedAnswers = [];
  storedEntry = ENTRY;
  rights = { read: true, update: true, delete: true };
});
afterEach(() => {
  cleanup();
  deleteAllDrafts();
  vi.unstubAllGlobals();
  router.push.mockClear();
});

/** Renders the editor with a stubbed API that stores one content entry. */
function renderEditor(): void {
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const answer = (status: number, overrides: object) =>
      Response.json({ status, message: "", ...overrides }, { status });
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
    if (init.method === "GET" && path.includes(ENTRY_ID)) return answer(200, { data: storedEntry });
    if (init.method === "GET") return answer(200, { data: ADMIN });
    const body: RequestBody = JSON.parse(String(init.body));
    sentRequests.push({ method: String(init.method), path: path.split(ENTRY_ID)[1] ?? "", body });
    const nextAnswer = queuedAnswers.shift();
    if (nextAnswer === "lost") throw new TypeError("failed to fetch");
    if (nextAnswer)
      return answer(
        nextAnswer.status,
        nextAnswer.status === 200 ? { data: nextAnswer.data } : { code: "X", ...nextAnswer },
      );
    storedEntry = {
      ...storedEntry,
      version: storedEntry.version + 1,
      ...(body.draft ? { draft: body.draft as RequestBody & typeof DRAFT } : {}),
    };
    return answer(200, { data: storedEntry });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ContentEntryEditor
        kind="announcements"
        entryId={ENTRY_ID}
        words={{ back: { href: "/list", label: "Announcements" } }}
        fields={({ text, changeText, draft, change, language, problem, readOnly }) => (
          <>
            <DraftTextField
              field={`texts.${language}.title`}
              label="Title"
              value={text.title}
              onChange={(title) => changeText({ title })}
              max={160}
              problem={problem(`texts.${language}.title`)}
              readOnly={readOnly}
            />
            <DraftTextField
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
const findField = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) => fireEvent.change(await findField(label), { target: { value } });
const findButton = (name: string | RegExp) => screen.findByRole("button", { name });
const clickButton = async (name: string | RegExp) => fireEvent.click(await findButton(name));
const isFieldLocked = async (label: string) => (await findField(label)).readOnly;
/** Waits until the fields are unlocked, because the admin's rights load after the entry. */
const openEditor = async () => {
  renderEditor();
  await waitFor(async () => expect(await isFieldLocked("Title")).toBe(false));
};
/**
 * Simulates leaving the page, repeatedly until the draft is stored: nothing is stored while the signed-in admin is still loading.
 */
const expectStoredDraft = (typedText: string) =>
  waitFor(() => {
    fireEvent(window, new Event("pagehide"));
    expect(localStorage.getItem(DRAFT_STORAGE_KEY) ?? "").toContain(typedText);
  });
const reopenEditor = async () => {
  cleanup();
  renderEditor();
  await findField("Title");
};

it("saves an entry by button or Ctrl+S with the version that was opened, and sends nothing without a change", async () => {
  await openEditor();
  fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });
  expect((await findButton(/^Save draft/)).hasAttribute("disabled")).toBe(true);
  await type("Title", "Bridge open");
  expect(screen.getByText("Unsaved changes")).toBeDefined();
  await clickButton(/^Save draft/);
  await screen.findByText("Draft saved");
  await type("Link", "https://example.org");
  fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });
  await waitFor(() => expect(sentRequests).toHaveLength(2));
  await screen.findByText("Draft saved");
  expect(sentRequests.map(({ body }) => body)).toEqual([
    { version: 3, draft: draftWithTitle("Bridge open") },
    { version: 4, draft: draftWithTitle("Bridge open", { link: "https://example.org" }) },
  ]);
});

it("keeps the entry's form after a failed save, explains the failure, and shows errors at their fields", async () => {
  await openEditor();
  queuedAnswers = ["lost", { status: 400, message: "Check the link.", fields: { "draft.link": "Enter an address." } }];
  await type("Link", "htp:/nowhere");
  await clickButton(/^Save draft/);
  await screen.findByText(/can't be reached/);
  await clickButton(/^Save draft/);
  expect(await screen.findByText("Enter an address.")).toBeDefined();
  expect((await findField("Link")).value).toBe("htp:/nowhere");
  expect(screen.getByText("Unsaved changes")).toBeDefined();
});

it("saving an entry removes languages without any text, except English", async () => {
  await openEditor();
  fireEvent.change(await findField("Language"), { target: { value: "efi" } });
  expect(screen.getByText("Users of this language read the English text.")).toBeDefined();
  await type("Title", "Efik title");
  await type("Title", "");
  expect(screen.getByText("Draft saved")).toBeDefined();
  fireEvent.change(await findField("Language"), { target: { value: "en" } });
  await type("Title", "");
  await clickButton(/^Save draft/);
  await waitFor(() => expect(sentRequests).toHaveLength(1));
  expect(sentRequests[0]?.body.draft).toEqual(draftWithTitle(""));
});

it("shows both versions of an entry after a conflict, lets the admin choose by field, and saves the merged draft", async () => {
  await openEditor();
  const conflicting = {
    ...ENTRY,
    version: 7,
    draft: draftWithTitle("Bridge shut", { link: "https://theirs.example", pinned: true }),
  };
  queuedAnswers = [{ status: 409, message: "Ofem Ubi changed it.", current: conflicting }];
  await type("Title", "Bridge open again");
  await clickButton(/^Save draft/);
  const dialog = within(await screen.findByRole("dialog", { name: "Ofem Ubi saved a newer version" }));
  const sideOf = (fieldLabel: string, sideName: RegExp) =>
    within(dialog.getByRole("group", { name: new RegExp(fieldLabel) })).getByRole<HTMLInputElement>("radio", {
      name: sideName,
    });
  // The other admin's version is preselected if only they changed the field; this admin's version if both did.
  expect(sideOf("Link", /Theirs/).checked).toBe(true);
  expect(sideOf("Title", /Mine/).checked).toBe(true);
  expect(dialog.getByText("Both of you changed it")).toBeDefined();
  fireEvent.click(sideOf("Pinned", /Mine/));
  storedEntry = conflicting;
  fireEvent.click(dialog.getByRole("button", { name: "Save my choices" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sentRequests.map(({ body }) => body.version)).toEqual([3, 7]);
  expect(sentRequests[1]?.body.draft).toEqual(draftWithTitle("Bridge open again", { link: "https://theirs.example" }));
  expect((await findField("Link")).value).toBe("https://theirs.example");
  await screen.findByText("Draft saved");
});

it("keeps the entry's input on Keep editing after a conflict, and shows the conflict again at the next save", async () => {
  await openEditor();
  const conflicting = { ...ENTRY, version: 7, draft: draftWithTitle("Bridge shut") };
  queuedAnswers = [1, 2].map(() => ({ status: 409, message: "Changed.", current: conflicting }));
  storedEntry = conflicting;
  await type("Title", "Mine");
  await clickButton(/^Save draft/);
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Keep editing" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((await findField("Title")).value).toBe("Mine");
  await clickButton(/^Save draft/);
  await screen.findByRole("dialog", { name: "Ofem Ubi saved a newer version" });
  expect(sentRequests.map(({ body }) => body.version)).toEqual([3, 3]);
});

it("saves an entry without a conflict if another admin's newer version has the same draft", async () => {
  await openEditor();
  const published = { ...ENTRY, version: 4, state: "published" as const, from: UPDATED_AT };
  queuedAnswers = [{ status: 409, message: "Published.", current: published }];
  storedEntry = published;
  await type("Title", "Second edition");
  await clickButton(/^Save draft/);
  await screen.findByText("Draft saved");
  expect(sentRequests.map(({ body }) => body.version)).toEqual([3, 4]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("offers an entry's typed text after a crash, and restores it with the version at which typing began", async () => {
  await openEditor();
  await type("Title", "Half a sen");
  await expectStoredDraft("Half a sen");
  // Simulates another admin who saves a newer version before the page is opened again.
  storedEntry = { ...ENTRY, version: 5, draft: draftWithTitle("Theirs") };
  await reopenEditor();
  await screen.findByText(/^You have unsaved changes from/);
  expect(await isFieldLocked("Title")).toBe(true);
  expect((await findField("Title")).value).toBe("Theirs");
  queuedAnswers = [{ status: 409, message: "Changed.", current: storedEntry }];
  await clickButton("Restore");
  expect((await findField("Title")).value).toBe("Half a sen");
  expect(await isFieldLocked("Title")).toBe(false);
  await clickButton(/^Save draft/);
  await screen.findByRole("dialog", { name: "Ofem Ubi saved a newer version" });
  expect(sentRequests[0]?.body).toMatchObject({ version: 3, draft: draftWithTitle("Half a sen") });
});

it("removes an entry's draft from browser storage after a save, a discard and a sign-out", async () => {
  await openEditor();
  const typeAndWait = async (typedText: string) => {
    await type("Title", typedText);
    await expectStoredDraft(typedText);
  };
  await typeAndWait("First");
  await clickButton(/^Save draft/);
  await waitFor(() => expect(localStorage.getItem(DRAFT_STORAGE_KEY)).toBeNull());
  await typeAndWait("Second");
  await reopenEditor();
  await clickButton("Discard");
  await waitFor(() => expect(localStorage.getItem(DRAFT_STORAGE_KEY)).toBeNull());
  expect(await isFieldLocked("Title")).toBe(false);
  await typeAndWait("Third");
  act(deleteAllDrafts);
  expect(localStorage.getItem(DRAFT_STORAGE_KEY)).toBeNull();
});

it("discards unsaved changes of an entry only after a confirmation", async () => {
  await openEditor();
  await type("Title", "Never mind");
  await clickButton("More actions");
  await clickButton("Discard unsaved changes");
  expect((await findField("Title")).value).toBe("Never mind");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Discard" }));
  await screen.findByText("Draft saved");
  expect((await findField("Title")).value).toBe("Bridge closed");
});

it("does not offer an entry's draft stored by one admin to another admin", async () => {
  localStorage.setItem(
    `draft:other@x.example:announcements:${ENTRY_ID}`,
    JSON.stringify({ at: Date.now(), version: 3, draft: draftWithTitle("Theirs") }),
  );
  await openEditor();
  await type("Title", "Mine");
  // Waits until the draft is stored. By then the editor has looked for an older stored draft.
  await expectStoredDraft("Mine");
  expect(screen.queryByText(/^You have unsaved changes/)).toBeNull();
});

it("saves an entry before publishing, lists missing fields, and opens a missing field in its language", async () => {
  await openEditor();
  const missing = { "draft.texts.efi.title": "Write the Efik title.", link: "Say where it leads." };
  await type("Title", "New");
  queuedAnswers = [{ status: 200, data: { ...ENTRY, version: 4, draft: draftWithTitle("New"), missing } }];
  await clickButton("Publish…");
  const dialog = within(await screen.findByRole("dialog", { name: "Publish this announcement" }));
  expect(sentRequests.map(({ method }) => method)).toEqual(["PATCH"]);
  const publishButton = dialog.getByRole("button", { name: "Publish" });
  expect(publishButton.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(publishButton);
  expect(sentRequests).toHaveLength(1);
  fireEvent.click(dialog.getByRole("button", { name: "Write the Efik title." }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const title = await findField("Title");
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect((await findField("Language")).value).toBe("efi");
  expect(sentRequests).toHaveLength(1);
});

it("publishes an entry between two Lagos times, and refuses missing, equal and past times", async () => {
  await openEditor();
  await clickButton("Publish…");
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByLabelText("At a set time"));
  const setTime = (label: RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  fireEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await dialog.findByText("Enter a day and a time.");
  setTime(/Goes live at/, "2026-12-03T08:00");
  setTime(/Ends at/, "2026-12-03T08:00");
  fireEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await dialog.findByText("Choose a time after it goes live.");
  expect(sentRequests).toEqual([]);
  setTime(/Ends at/, "2026-12-04T00:30");
  queuedAnswers = [{ status: 400, message: "Check.", fields: { from: "This time has passed." } }];
  fireEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await dialog.findByText("This time has passed.");
  fireEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sentRequests[1]).toMatchObject({
    path: "/publications",
    body: { version: 3, from: "2026-12-03T07:00:00.000Z", until: "2026-12-03T23:30:00.000Z" },
  });
});

it("offers withdrawing, archiving and deleting an entry only where allowed, each with a confirmation", async () => {
  storedEntry = { ...ENTRY, state: "published", from: UPDATED_AT, live_number: 1, publications: [PUBLICATION] };
  await openEditor();
  await clickButton("More actions");
  expect(await findButton("Withdraw the announcement")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Delete the announcement" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel the schedule" })).toBeNull();
  await clickButton("Withdraw the announcement");
  const dialog = within(await screen.findByRole("dialog", { name: "Withdraw “Bridge closed”?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(sentRequests).toHaveLength(1));
  expect(sentRequests[0]).toMatchObject({ path: "/withdrawal", body: { version: 3, what: "all" } });
  cleanup();
  storedEntry = ENTRY;
  await openEditor();
  await clickButton("More actions");
  await clickButton("Delete the announcement");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/list"));
});

it("shows an entry's draft without action buttons to admins who may only read", async () => {
  rights = { read: true };
  renderEditor();
  await screen.findByRole("heading", { level: 1, name: "Bridge closed" });
  await screen.findByText("As shown");
  expect(await isFieldLocked("Title")).toBe(true);
  expect(screen.queryByRole("region", { name: "Actions" })).toBeNull();
});

it("lists an entry's versions and restores a version as the draft", async () => {
  storedEntry = { ...ENTRY, state: "published", from: UPDATED_AT, live_number: 1, publications: [PUBLICATION] };
  await openEditor();
  fireEvent.click(screen.getByRole("tab", { name: "Versions" }));
  await clickButton(/^Use as draft/);
  storedEntry = { ...storedEntry, version: 4, draft: draftWithTitle("As it was published") };
  queuedAnswers = [{ status: 200, data: storedEntry }];
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Use as draft" }));
  await waitFor(() => expect(sentRequests).toHaveLength(1));
  expect(sentRequests[0]).toMatchObject({ path: "/publications/1/draft", body: { version: 3 } });
  await waitFor(async () => expect((await findField("Title")).value).toBe("As it was published"));
  expect(screen.getByText("Draft saved")).toBeDefined();
});

const PUBLICATION = {
  number: 1,
  title: "Bridge closed",
  from: UPDATED_AT,
  until: null,
  must_accept: false,
  published_at: UPDATED_AT,
  published_by: OTHER_ADMIN,
  withdrawn_at: null,
  withdrawn_by: null,
};
