import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { LEGAL_CONTENT_ENTRY_IDS } from "@/lib/contract/content-entries.values";
import { LegalTextScreen } from "./legal-screen";

setNavigationHooks({
  usePathname: () => "/dashboard/app-config/terms",
  useRouter: () => ({ push: () => {}, replace: () => {}, prefetch: () => {} }),
  useSearchParams: () => new URLSearchParams(),
});

const ADMIN = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c01", name: "Nkoyo Edet", email: "civic@crossriverpay.example" };
const TERMS = {
  id: LEGAL_CONTENT_ENTRY_IDS.terms,
  kind: "terms",
  title: "Terms & Conditions",
  state: "draft",
  from: null,
  until: null,
  next_from: null,
  live_number: null,
  changed: true,
  languages: ["en"],
  updated_at: "2026-11-21T10:00:00.000Z",
  updated_by: ADMIN,
  version: 3,
  draft: { texts: { en: { title: "Terms & Conditions", body: null } } },
  publications: [],
  missing: {},
  timeline: [],
};
let adminRights: object;

beforeEach(() => {
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const path = new URL(url, "http://app").pathname.replace("/api/v1", "");
    const preview = { language: "en", title: "As shown", html: "", image: null, gallery: [], received: {}, weight: 2 };
    const data = path.endsWith("/access")
      ? { features: [{ name: "App Configurations", access: adminRights }] }
      : path.endsWith("/preview")
        ? preview
        : path === "/public/languages"
          ? { items: [{ code: "en", name: "English", direction: "ltr" }] }
          : path.endsWith(LEGAL_CONTENT_ENTRY_IDS.terms)
            ? TERMS
            : path.endsWith("/me")
              ? ADMIN
              : { items: [] };
    return Response.json({ status: 200, message: "", data });
  });
});
const renderScreen = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <LegalTextScreen kind="terms" />
    </QueryClientProvider>,
  );
const publishButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Publish…" });

it("publishes terms only with the right to approve, and explains that to other admins", async () => {
  adminRights = { read: true, update: true };
  const { unmount } = renderScreen();
  await screen.findByText("Only admins with approval rights can publish what users accept.");
  expect(publishButton().disabled).toBe(true);
  unmount();
  adminRights = { read: true, update: true, approve: true };
  renderScreen();
  await waitFor(() => expect(publishButton().disabled).toBe(false));
  expect(screen.queryByText(/Only admins with approval rights/)).toBeNull();
});
