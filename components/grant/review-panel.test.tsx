import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ApplicationDetails, GrantReviews } from "@/lib/contract/grant-applications";
import { accessQuery } from "@/lib/queries/rp";
import { ApplicationReviewPanel } from "./review-panel";

const APPLICATION = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  state: "submitted",
  applicant: { id: "u", name: "Ada Obi", email: "ada@crossriverpay.example" },
  my_conflict: null,
  conflicts: [],
} as unknown as ApplicationDetails;
const REVIEWED_AT = "2026-11-20T10:00:00.000Z";
const theirReview = {
  reviewer: { id: "t", name: "Uche Eze", email: "uche@crossriverpay.example" },
  is_mine: false,
  at: REVIEWED_AT,
};
const ownReview = {
  reviewer: { id: "m", name: "Ngozi Ani", email: "ngozi@crossriverpay.example" },
  is_mine: true,
  score: 70,
  comment: "Good plan.",
  at: REVIEWED_AT,
};
const NO_REVIEWS: GrantReviews = { items: [], are_in: false, score: null, refusal: null };

async function renderPanel(answers: GrantReviews[], access: object, application = APPLICATION) {
  const sent: unknown[] = [];
  let now = answers[0] ?? NO_REVIEWS;
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.method !== "GET") {
      sent.push([url.split("/").at(-1), JSON.parse(String(init.body))]);
      now = answers[sent.length] ?? now;
    }
    return Response.json({ status: 200, message: "", data: now });
  });
  const client = makeQueryClient();
  client.setQueryData(accessQuery().queryKey, { features: [{ name: "Grants", access }] } as never);
  render(
    <QueryClientProvider client={client}>
      <ApplicationReviewPanel application={application} />
    </QueryClientProvider>,
  );
  return sent;
}
const RIGHTS = { read: true, update: true };
const type = async (label: RegExp | string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

it("hides the other reviewer's score of a grant application until the admin has submitted a score", async () => {
  const hiddenReviews: GrantReviews = { ...NO_REVIEWS, items: [{ ...theirReview, score: null, comment: null }] };
  const bothReviews: GrantReviews = {
    items: [ownReview, { ...theirReview, score: 61, comment: "Risky." }],
    ...{ are_in: true, score: 6_550, refusal: "Both scores are in, so reviews can't be added or changed." },
  };
  const sent = await renderPanel([hiddenReviews, bothReviews], RIGHTS);
  expect(await screen.findByText("Two scores are needed: one is in.")).toBeDefined();
  expect(screen.getByText("Scored. Shown when both are in.")).toBeDefined();
  const field = screen.getByLabelText<HTMLInputElement>("My score");
  fireEvent.keyDown(document.body, { key: "m" });
  expect(document.activeElement).toBe(field);
  await type("My score", "101");
  fireEvent.submit(field);
  expect(await screen.findByText("Enter a whole number from 0 to 100.")).toBeDefined();
  await type("My score", "70");
  await type(/^Comment/, "Good plan.");
  fireEvent.submit(field);
  expect(await screen.findByText("65.5")).toBeDefined();
  expect(screen.getByText("61 of 100")).toBeDefined();
  expect(screen.queryByLabelText("My score")).toBeNull();
  expect(sent).toEqual([["review", { score: 70, comment: "Good plan." }]]);
});

it("lets admins change their own score of an application until the other reviewer has submitted a score", async () => {
  const ownReviews: GrantReviews = { ...NO_REVIEWS, items: [ownReview] };
  await renderPanel([ownReviews], RIGHTS);
  expect((await screen.findByLabelText<HTMLInputElement>("My score")).value).toBe("70");
  expect(screen.getByText("You can change it until the other score is in.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Change score" })).toBeDefined();
});

it("shows no score form to admins without the right to score or with a conflict of interest", async () => {
  await renderPanel([NO_REVIEWS], { read: true });
  expect(await screen.findByText("Two scores are needed: none is in.")).toBeDefined();
  expect(screen.queryByLabelText("My score")).toBeNull();
  expect(screen.queryByRole("button", { name: "Declare conflict" })).toBeNull();
  cleanup();
  const refusal = "You declared a conflict of interest: my cousin. You can't review this application.";
  const excluded = {
    ...APPLICATION,
    my_conflict: "my cousin",
    conflicts: [
      {
        admin: { id: "m", name: "Ngozi Ani", email: "ngozi@crossriverpay.example" },
        reason: "my cousin",
        at: REVIEWED_AT,
      },
    ],
  };
  await renderPanel([{ ...NO_REVIEWS, refusal }], RIGHTS, excluded);
  expect(await screen.findByText(refusal)).toBeDefined();
  expect(screen.getByText(/Ngozi Ani \(ngozi@crossriverpay\.example\): my cousin/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Declare conflict" })).toBeNull();
});

it("offers to declare a conflict of interest until the grant application is paid or rejected", async () => {
  const states = ["submitted", "shortlisted", "approved", "payment_failed", "disbursed", "rejected"] as const;
  for (const state of states) {
    await renderPanel([NO_REVIEWS], RIGHTS, { ...APPLICATION, state });
    await screen.findByText("Two scores are needed: none is in.");
    const isDecided = state === "disbursed" || state === "rejected";
    expect(screen.queryAllByRole("button", { name: "Declare conflict" })).toHaveLength(isDecided ? 0 : 1);
    cleanup();
  }
});

it("declares a reviewer's conflict of interest with its reason", async () => {
  const sent = await renderPanel([NO_REVIEWS], RIGHTS);
  fireEvent.click(await screen.findByRole("button", { name: "Declare conflict" }));
  await type("Reason", "She is my cousin.");
  const dialog = screen.getByRole("dialog");
  fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
  await waitFor(() => expect(sent).toEqual([["conflict", { reason: "She is my cousin." }]]));
});
