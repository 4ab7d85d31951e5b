import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { NoticePreferences } from "@/lib/contract/notices";
import { NOTICE_KINDS, NOTICE_RULES } from "@/lib/contract/notices.values";
import { NoticePreferencesCard } from "./notices-card";

setNavigationHooks({
  usePathname: () => "/dashboard/account",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ prefetch: () => {}, push: () => {} }),
});

let storedPreferences: NoticePreferences;
let sentPreferences: NoticePreferences[];

beforeEach(() => {
  const kinds = Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, { ...NOTICE_RULES[kind].defaults }]));
  storedPreferences = { kinds, digest_hour: null, version: 1 } as NoticePreferences;
  sentPreferences = [];
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
    if (init.method === "PATCH") {
      const input: NoticePreferences = JSON.parse(String(init.body));
      sentPreferences.push(input);
      if (input.version !== storedPreferences.version) {
        const conflict = { status: 409, message: "It has changed.", code: "CONFLICT", current: storedPreferences };
        return Response.json(conflict, { status: 409 });
      }
      storedPreferences = { ...input, version: storedPreferences.version + 1 };
    }
    return Response.json({ status: 200, message: "OK", data: storedPreferences });
  });
});

async function openDialog() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <NoticePreferencesCard />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Change notices" }));
  return screen.findByRole("dialog", { name: "Notices" }, { timeout: 20_000 });
}
const mentionCheckbox = (dialog: HTMLElement, channel: string) =>
  within(dialog).getByRole<HTMLInputElement>("checkbox", { name: `${channel}: ${NOTICE_RULES.mention.label}` });
const clickSave = (dialog: HTMLElement) => fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));

it("saves the channels of each kind of notice and the hour of the daily mail, and shows them on the card", async () => {
  const dialog = await openDialog();
  expect([mentionCheckbox(dialog, "App").checked, mentionCheckbox(dialog, "Mail").checked]).toEqual([true, false]);
  fireEvent.click(mentionCheckbox(dialog, "App"));
  fireEvent.click(mentionCheckbox(dialog, "Mail"));
  fireEvent.change(within(dialog).getByLabelText("Daily mail"), { target: { value: "7" } });
  clickSave(dialog);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sentPreferences).toEqual([
    {
      kinds: { ...sentPreferences[0]?.kinds, mention: { app: false, push: true, mail: true } },
      digest_hour: 7,
      version: 1,
    },
  ]);
  await screen.findByText("At 07:00");
});

it("saves no hour for the daily notice mail if that mail stays off", async () => {
  const dialog = await openDialog();
  fireEvent.click(mentionCheckbox(dialog, "Push"));
  clickSave(dialog);
  await waitFor(() => expect(sentPreferences).toHaveLength(1));
  expect(sentPreferences[0]?.digest_hour).toBeNull();
});

it("shows notice channels changed on another device after a conflict, keeps the form, and overwrites them on Save", async () => {
  const dialog = await openDialog();
  storedPreferences = { ...storedPreferences, digest_hour: 9, version: 2 };
  fireEvent.click(mentionCheckbox(dialog, "App"));
  clickSave(dialog);
  await within(dialog).findByText("Daily mail: At 09:00; it was Off");
  expect(mentionCheckbox(dialog, "App").checked).toBe(false);
  clickSave(dialog);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sentPreferences.at(-1)).toMatchObject({ version: 2, digest_hour: null, kinds: { mention: { app: false } } });
});
