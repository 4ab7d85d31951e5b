import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deleteAllDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { AppKey } from "@/lib/contract/app-config-keys";
import { APP_KEYS_MAX } from "@/lib/contract/app-keys.values";
import { AppKeyScreen } from "./app-key-screen";

let search: string;
setNavigationHooks({
  usePathname: () => "/dashboard/app-config/notifications",
  useRouter: () => ({ push: () => {}, replace: () => {}, prefetch: () => {} }),
  useSearchParams: () => new URLSearchParams(search),
});

const KEY: AppKey = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c01",
  name: "City server",
  app: "city",
  source: "dashboard",
  prefix: "crp_abcdef",
  groups: ["accounts", "kyc"],
  state: "active",
  created_at: "2026-11-21T10:00:00.000Z",
  created_by: { id: "1", name: "Ada Obi" },
  ends_at: null,
  ended_by: null,
  last_used_at: null,
  replaced_by: null,
  version: 3,
};
const SETTINGS_KEY: AppKey = {
  ...KEY,
  id: "settings-demo-1",
  name: "demo, key 1 of APP_API_KEYS",
  app: "demo",
  source: "settings",
  prefix: null,
  groups: null,
  created_at: null,
  created_by: null,
};
const ENDED_KEY: AppKey = {
  ...KEY,
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c02",
  name: "Old server",
  state: "ended",
  ends_at: "2026-11-22T10:00:00.000Z",
  ended_by: { id: "1", name: "Ada Obi" },
};
const ALL_RIGHTS = { read: true, create: true, update: true, delete: true, approve: true, export: true };
let keys: AppKey[];
let adminRights: object;
let sentRequests: { path: string; body: unknown }[];
let answerStatus: number;
/** App key as another admin changed it. If set, the stubbed API refuses the first write with a conflict. */
let changedKey: AppKey | null;

beforeEach(() => {
  search = "view=app-keys";
  keys = [SETTINGS_KEY, KEY, ENDED_KEY];
  adminRights = ALL_RIGHTS;
  sentRequests = [];
  answerStatus = 200;
  changedKey = null;
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit = {}) => {
    const isWrite = init.method && init.method !== "GET";
    if (isWrite)
      sentRequests.push({
        path: `${init.method} ${new URL(url, "http://test").pathname}`,
        body: JSON.parse(String(init.body ?? "null")),
      });
    if (isWrite && changedKey && sentRequests.length === 1)
      return Response.json(
        { status: 409, message: "This app key has changed.", code: "CONFLICT", current: changedKey },
        { status: 409 },
      );
    const data = isWrite
      ? { ...KEY, secret: "crp_the-new-key" }
      : url.includes("app-keys")
        ? { items: keys, apps: ["demo", "city"] }
        : { features: [{ name: "App Configurations", access: adminRights }] };
    if (answerStatus === 200 || url.includes("access")) return Response.json({ status: 200, message: "", data });
    return Response.json({ status: answerStatus, message: "Away", code: "X" }, { status: answerStatus });
  });
});
afterEach(() => {
  cleanup();
  deleteAllDrafts();
});

let queryClient: ReturnType<typeof makeQueryClient>;
function renderScreen() {
  queryClient = makeQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <AppKeyScreen />
    </QueryClientProvider>,
  );
}

it("the empty list of app keys explains what an app key is for", async () => {
  keys = [];
  renderScreen();
  expect(await screen.findByText(/Its API works as soon as there is one/)).toBeTruthy();
});

it("offers a retry when the app keys can't be loaded", async () => {
  answerStatus = 500;
  renderScreen();
  expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
});

it("lists all app keys without paging, up to the maximum number of keys", async () => {
  keys = Array.from({ length: APP_KEYS_MAX }, (_, index) => ({
    ...KEY,
    id: `k${index}`,
    name: `Server number ${index}`,
  }));
  renderScreen();
  expect(await screen.findAllByText(/^Server number \d+$/)).toHaveLength(APP_KEYS_MAX);
});

it("shows an app key from the server settings without buttons, and a key created in the dashboard with its calls and buttons", async () => {
  renderScreen();
  expect(await screen.findByText("From settings")).toBeTruthy();
  expect(screen.getByText("Operations change it in APP_API_KEYS.")).toBeTruthy();
  expect(screen.getByText("Accounts and wallets and Identity requests")).toBeTruthy();
  expect(screen.queryByText("Old server")).toBeNull();
  await screen.findByRole("button", { name: "Rotate City server, crp_abcdef" });
  expect(
    screen.getAllByRole("button", { name: /^(Change|Rotate|End) / }).map((each) => each.getAttribute("aria-label")),
  ).toEqual(["Rotate City server, crp_abcdef", "End City server, crp_abcdef", "Change City server"]);
});

it("shows ended app keys with the admin who ended them, and without buttons", async () => {
  search = "view=app-keys&keys=ended";
  renderScreen();
  expect(await screen.findByText("Old server")).toBeTruthy();
  expect(screen.getByText(/by Ada Obi$/, { selector: "p.text-muted:has(time)" })).toBeTruthy();
  expect(screen.queryByText("City server")).toBeNull();
  expect(screen.queryByRole("button", { name: /^(Change|Rotate|End) / })).toBeNull();
});

it("shows until when a replaced app key is valid and which key replaced it, and offers only to end it", async () => {
  keys = [
    { ...KEY, state: "replaced", ends_at: "2036-11-22T10:00:00.000Z", replaced_by: { id: "2", prefix: "crp_zzz" } },
  ];
  renderScreen();
  expect(await screen.findByText("Replaced")).toBeTruthy();
  expect(screen.getByText("crp_zzz…")).toBeTruthy();
  await screen.findByRole("button", { name: /^End / });
  expect(screen.queryByRole("button", { name: /^(Change|Rotate) / })).toBeNull();
});

it("creates an app key limited to groups of calls, and shows it until the admin confirms that it is saved", async () => {
  search = "view=app-keys&key=new";
  renderScreen();
  const form = await screen.findByRole("dialog", { name: "New app key" });
  fireEvent.change(within(form).getByLabelText("Name"), { target: { value: "City server" } });
  fireEvent.change(within(form).getByLabelText("App"), { target: { value: "city" } });
  fireEvent.click(within(form).getByLabelText("Only these groups"));
  fireEvent.click(within(form).getByRole("button", { name: "Save" }));
  expect(await within(form).findByText("Choose at least one group of calls, or all.")).toBeTruthy();
  fireEvent.click(within(form).getByLabelText("Reports"));
  fireEvent.click(within(form).getByLabelText("Identity requests"));
  fireEvent.click(within(form).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("crp_the-new-key")).toBeTruthy();
  expect(sentRequests).toMatchObject([
    {
      path: expect.stringMatching(/^POST .*\/app-config\/app-keys$/),
      body: { name: "City server", app: "city", groups: ["kyc", "reports"], last_day: null },
    },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "I have saved it" }));
  await waitFor(() => expect(screen.queryByText("crp_the-new-key")).toBeNull());
});

it("rotates an app key with the chosen hours, and shows the new key", async () => {
  renderScreen();
  fireEvent.click(await screen.findByRole("button", { name: /^Rotate / }));
  const dialog = await screen.findByRole("dialog", { name: "Rotate City server?" });
  const hours = within(dialog).getByLabelText("Hours until the old key ends") as HTMLInputElement;
  expect(hours.value).toBe("24");
  fireEvent.change(hours, { target: { value: "0" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Make a new key" }));
  expect(await screen.findByText("crp_the-new-key")).toBeTruthy();
  expect(sentRequests).toMatchObject([
    { path: expect.stringMatching(/\/rotation$/), body: { version: 3, hours: 0, last_day: null } },
  ]);
});

it("ends an app key only after a confirmation that shows its last use", async () => {
  keys = [{ ...KEY, last_used_at: "2026-11-21T10:05:00.000Z" }];
  renderScreen();
  fireEvent.click(await screen.findByRole("button", { name: /^End / }));
  const dialog = await screen.findByRole("dialog", { name: "End City server?" });
  expect(dialog.textContent).toContain("Last used: ");
  expect(dialog.querySelector("time")?.dateTime).toBe("2026-11-21T10:05:00.000Z");
  expect(sentRequests).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "End the key" }));
  await waitFor(() => expect(sentRequests).toMatchObject([{ path: expect.stringMatching(/^POST .*\/ending$/) }]));
});

it("offers only ending an app key to admins with the update right, and no action to admins who may only read", async () => {
  adminRights = { ...ALL_RIGHTS, approve: false };
  renderScreen();
  expect(await screen.findByRole("button", { name: /^End / })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^(New|Change|Rotate) / })).toBeNull();
  cleanup();
  adminRights = { ...ALL_RIGHTS, approve: false, update: false };
  renderScreen();
  expect(await screen.findByText("City server")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
});

it("warns before ending an app's last valid key that the app's webhooks will stop", async () => {
  const openDialog = async () => {
    renderScreen();
    fireEvent.click(await screen.findByRole("button", { name: /^End City server, crp_abcdef/ }));
    return screen.findByRole("dialog", { name: "End City server?" });
  };
  keys = [SETTINGS_KEY, KEY, { ...ENDED_KEY, app: KEY.app }];
  expect((await openDialog()).textContent).toContain("its webhooks stop");
  cleanup();
  keys = [{ ...SETTINGS_KEY, app: KEY.app }, KEY];
  expect((await openDialog()).textContent).not.toContain("webhooks");
});

it("shows the current app key after a conflict, and then rotates that key", async () => {
  changedKey = { ...KEY, groups: ["reports"], version: 4 };
  renderScreen();
  fireEvent.click(await screen.findByRole("button", { name: /^Rotate / }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rotate City server?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Make a new key" }));
  expect(await dialog.findByText("City server: Reports. Last day: none.")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Make a new key" }));
  expect(await screen.findByText("crp_the-new-key")).toBeTruthy();
  expect(sentRequests.map(({ body }) => body)).toMatchObject([{ version: 3 }, { version: 4 }]);
});

it("keeps the listed app keys and offers a retry if a refetch fails", async () => {
  renderScreen();
  expect(await screen.findByText("City server")).toBeTruthy();
  answerStatus = 500;
  await queryClient.invalidateQueries();
  expect((await screen.findByRole("alert")).textContent).toContain("These rows may be out of date.");
  expect(screen.getByText("City server")).toBeTruthy();
});
