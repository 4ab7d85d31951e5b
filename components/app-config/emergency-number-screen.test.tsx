import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { EMERGENCY_NUMBER_VERIFIED_DAYS } from "@/lib/contract/app-config.values";
import { EmergencyNumberScreen } from "./emergency-number-screen";

setNavigationHooks({
  usePathname: () => "/",
  useRouter: () => ({ push: () => {}, replace: () => {}, prefetch: () => {} }),
  useSearchParams: () => new URLSearchParams(),
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

beforeEach(() => {
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const data = url.includes("emergency-numbers") ? { items: emergencyNumbers } : { features: [] };
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
