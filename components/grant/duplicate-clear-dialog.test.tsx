import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ApplicationDetails, GrantDuplicates } from "@/lib/contract/grant-applications";
import { ClearDuplicatesDialog } from "./duplicate-clear-dialog";

const APPLICATION_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const APPLICATION = {
  id: APPLICATION_ID,
  reference: "GRA-1",
  applicant: { id: "u", name: "Ada Obi" },
} as ApplicationDetails;
const otherApplication = (reference: string) => ({ reference, id: reference }) as never;
const duplicatesOf = (mark: string, ...references: string[]): GrantDuplicates => ({
  items: [{ kind: "phone", detail: "", applications: references.map(otherApplication) }],
  ...{ cleared: null, mark, version: 4 },
});

it("shows new duplicate matches of a grant application after a conflict, before the admin can clear them", async () => {
  const sent: unknown[] = [];
  const now = duplicatesOf("b", "GRA-2", "GRA-3");
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    const body = sent.length > 1 ? { data: now } : { code: "CONFLICT", current: now };
    const status = sent.length > 1 ? 200 : 409;
    return Response.json({ status, message: "Check its duplicates again.", ...body }, { status });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ClearDuplicatesDialog
        application={APPLICATION}
        duplicates={duplicatesOf("a", "GRA-2")}
        draft="d"
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "Twins" } });
  const submitForm = () => fireEvent.submit(screen.getByRole("dialog").querySelector("form") as HTMLFormElement);
  submitForm();
  expect(await screen.findByText("Check its duplicates again.")).toBeDefined();
  expect(screen.getByText(/GRA-2, GRA-3/)).toBeDefined();
  submitForm();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    { version: 4, mark: "a", reason: "Twins" },
    { version: 4, mark: "b", reason: "Twins" },
  ]);
});
