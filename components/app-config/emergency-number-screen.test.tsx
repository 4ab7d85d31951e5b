import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { EMERGENCY_NUMBER_VERIFIED_DAYS } from "@/lib/contract/app-config.values";
import { EmergencyNumberScreen } from "./emergency-number-screen";

let mockedUrlSearch: URLSearchParams;
setNavigationHooks({
  usePathname: () => "/",
  useRouter: () => ({ push: () => {}, replace: () => {}, prefetch: () => {} }),
  useSearchParams: () => mockedUrlSearch,
});

const makeEmergencyNumber = (id: string, verified_on: string | null, unverified: boolean) => ({
  id,
  name: id,
  number: "112",
  category: "police",
  lga: null,
  verified_on,
  verified_by: null,
  unverified,
  version: 1,
});
let emergencyNumbers: object[];
let adminRights: object;
/** Message with which the stubbed API refuses deletions. */
const LAST_NUMBER = "Bakassi police is the last number for Bakassi. Add another number first.";

beforeEach(() => {
  mockedUrlSearch = new URLSearchParams();
  adminRights = { read: true };
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit = {}) => {
    if (init.method === "DELETE")
      return Response.json({ status: 409, code: "CONFLICT", message: LAST_NUMBER }, { status: 409 });
    const data = url.includes("emergency-numbers")
      ? { items: emergencyNumbers }
      : { features: [{ name: "App Configurations", access: adminRights }] };
    return Response.json({ status: 200, message: "", data });
  });
});
const renderScreen = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <EmergencyNumberScreen />
    </QueryClientProvider>,
  );

it("counts an emergency number as unverified if it was verified long ago or never, and shows the age of an old verification", async () => {
  emergencyNumbers = [
    makeEmergencyNumber("Old", "2026-01-01", true),
    makeEmergencyNumber("Never", null, true),
    makeEmergencyNumber("Fresh", "2026-11-01", false),
  ];
  renderScreen();
  expect(await screen.findByText("3 of 3 numbers, 2 need verification")).toBeTruthy();
  expect(screen.getAllByText(`Not verified for ${EMERGENCY_NUMBER_VERIFIED_DAYS} days`)).toHaveLength(1);
});

it("uses the singular for a list of one emergency number", async () => {
  emergencyNumbers = [makeEmergencyNumber("Never", null, true)];
  renderScreen();
  expect(await screen.findByText("1 of 1 numbers, 1 needs verification")).toBeTruthy();
});

it("shows emergency numbers without buttons to an admin who may only read", async () => {
  const buttonNames = [/^New number/, /^Verify /, /^Change /, /^Move /];
  emergencyNumbers = [makeEmergencyNumber("Fire service", null, true)];
  adminRights = { read: true, create: true, update: true, delete: true };
  const { unmount } = renderScreen();
  for (const name of buttonNames) await screen.findByRole("button", { name });
  unmount();
  adminRights = { read: true };
  renderScreen();
  await screen.findByText("1 of 1 numbers, 1 needs verification");
  for (const name of buttonNames) expect(screen.queryByRole("button", { name })).toBeNull();
});

it("shows why the API refuses to delete an LGA's last emergency number, and keeps its form", async () => {
  emergencyNumbers = [makeEmergencyNumber("Bakassi police", null, true)];
  adminRights = { read: true, create: true, update: true, delete: true };
  mockedUrlSearch = new URLSearchParams({ number: "Bakassi police" });
  renderScreen();
  fireEvent.click(await screen.findByRole("button", { name: "Delete this emergency number" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Bakassi police?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  expect((await dialog.findByRole("alert")).textContent).toBe(LAST_NUMBER);
  fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await screen.findByRole("dialog", { name: "Change Bakassi police" });
  expect(screen.queryByRole("dialog", { name: "Delete Bakassi police?" })).toBeNull();
});
