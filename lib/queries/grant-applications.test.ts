import { MutationObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { decideApplicationsMutation, saveReviewMutation } from "./grant-applications";

const APPLICATION_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c01";

/** Stubs the API for decisions. `scored` completes the pending request for a score; `sent` contains the versions sent with decisions. */
function startDesk() {
  const client = makeQueryClient();
  const sentVersions: number[] = [];
  let answer = (_response: Response): void => {
    throw new Error("No score was sent.");
  };
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (url.endsWith("/review")) return new Promise<Response>((resolve) => (answer = resolve));
    for (const { version } of JSON.parse(String(init.body)).applications) sentVersions.push(version);
    return Response.json({ status: 200, message: "", data: { results: [] } });
  });
  const decide = (version: number) =>
    new MutationObserver(client, decideApplicationsMutation()).mutate({
      ...{ decision: "shortlist", reason: "" },
      applications: [{ id: APPLICATION_ID, version }],
    });
  const review = () =>
    new MutationObserver(client, saveReviewMutation()).mutate({
      applicationId: APPLICATION_ID,
      score: 80,
      comment: "",
    });
  const scoreAnswer = (versionBefore: number, version: number) =>
    answer(Response.json({ status: 200, message: "", data: { items: [], version_before: versionBefore, version } }));
  return { sent: sentVersions, decide, review, scored: scoreAnswer };
}

it.each([
  ["sends a decision only after the pending score, with the version that the score returned", 4, 5, 5],
  ["sends the version on screen if another admin changed the application before the score", 5, 6, 4],
])("deciding on an application while a score is pending: %s", async (_, versionBefore, version, expected) => {
  const { sent: sentVersions, decide, review, scored: scoreAnswer } = startDesk();
  const scoreCall = review();
  const decision = decide(4);
  await vi.waitFor(() => scoreAnswer(versionBefore, version), 10_000);
  await Promise.all([scoreCall, decision]);
  expect(sentVersions).toEqual([expected]);
});

it("sends a decision on a grant application even if the API refused the preceding score", async () => {
  const { sent: sentVersions, decide, review } = startDesk();
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    if (url.endsWith("/review")) return Response.json({ status: 422, message: "No.", data: null }, { status: 422 });
    sentVersions.push(1);
    return Response.json({ status: 200, message: "", data: { results: [] } });
  });
  const scoreCall = review();
  const decision = decide(4);
  await expect(scoreCall).rejects.toThrow("No.");
  await decision;
  expect(sentVersions).toEqual([1]);
});
