import { MutationObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { decideApplicationsMutation, reviewMutation } from "./grant-applications";

const ID = "019b76da-afc5-77b8-b3c0-9fbab7704c01";

/** Stubs the API. `scored` completes the pending request for a score; `sent` has the versions in decision requests. */
function desk() {
  const client = makeQueryClient();
  const sent: number[] = [];
  let answer = (_response: Response): void => {
    throw new Error("No score was sent.");
  };
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (url.endsWith("/review")) return new Promise<Response>((resolve) => (answer = resolve));
    for (const { version } of JSON.parse(String(init.body)).applications) sent.push(version);
    return Response.json({ status: 200, message: "", data: { results: [] } });
  });
  const decide = (version: number) =>
    new MutationObserver(client, decideApplicationsMutation()).mutate({
      ...{ decision: "shortlist", reason: "" },
      applications: [{ id: ID, version }],
    });
  const review = () =>
    new MutationObserver(client, reviewMutation()).mutate({ applicationId: ID, score: 80, comment: "" });
  const scored = (before: number, version: number) =>
    answer(Response.json({ status: 200, message: "", data: { items: [], version_before: before, version } }));
  return { sent, decide, review, scored };
}

it.each([
  ["sends a decision only after the pending score, with the version that the score returned", 4, 5, 5],
  ["sends the version on screen if another admin changed the application before the score", 5, 6, 4],
])("%s", async (_, before, version, expected) => {
  const { sent, decide, review, scored } = desk();
  const score = review();
  const decision = decide(4);
  await vi.waitFor(() => scored(before, version), 10_000);
  await Promise.all([score, decision]);
  expect(sent).toEqual([expected]);
});

it("sends a decision even if the score before it was refused", async () => {
  const { sent, decide, review } = desk();
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    if (url.endsWith("/review")) return Response.json({ status: 422, message: "No.", data: null }, { status: 422 });
    sent.push(1);
    return Response.json({ status: 200, message: "", data: { results: [] } });
  });
  const score = review();
  const decision = decide(4);
  await expect(score).rejects.toThrow("No.");
  await decision;
  expect(sent).toEqual([1]);
});
