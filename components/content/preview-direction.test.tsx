import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { ArticleScreen } from "./article-screen";
import { SlideScreen } from "./slide-screen";

/** Stubs the content entry editor: renders only the preview of a text in Arabic. */
vi.mock("@/components/content-entry/content-entry-editor", () => ({
  ContentEntryEditor: ({ preview }: { preview: (draft: object) => ReactNode }) =>
    preview({
      theme: "light",
      preview: {
        language: "ar",
        title: "Title",
        html: "",
        image: null,
        image_alt: "",
        gallery: [],
        received: { focal_x: 50, focal_y: 50 },
      },
    }),
}));
it.each([
  ["article", ArticleScreen],
  ["slide", SlideScreen],
])("renders the preview of the %s in the direction of its language", async (name, Screen) => {
  vi.stubGlobal("crossRiverPayFetch", async () =>
    Response.json({ status: 200, message: "", data: { items: [{ code: "ar", name: "Arabic", direction: "rtl" }] } }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Screen entryId="1" />
    </QueryClientProvider>,
  );
  const phone = screen.getByRole("region", { name: `Preview of the ${name}, light` });
  await waitFor(() => expect(phone.querySelector('[dir="rtl"]')).not.toBeNull());
});
