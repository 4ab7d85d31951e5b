import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Timeline } from "./timeline";

it("shows a history's enum values as words and timestamps in Lagos time", () => {
  const changes = [
    { field: "legal_basis", before: null, after: "court_order" },
    { field: "restricted_until", before: "2026-11-21T22:30:00.000Z", after: null },
    { field: "reason", before: null, after: "Asked by the court" },
  ];
  const at = "2026-11-21T10:00:00.000Z";
  render(
    <Timeline
      entries={[
        {
          ...{ id: "1", at, by: null, actor: "Citizen app" },
          ...{ action: "user.restrict", words: "Restricted the wallet", outcome: "done", changes },
        },
      ]}
    />,
  );
  expect(screen.getByText("Restricted the wallet")).toBeDefined();
  expect(screen.getByText(/^Citizen app/)).toBeDefined();
  expect(screen.getByText("Court order")).toBeDefined();
  expect(screen.getByText("21 Nov 2026, 23:30")).toBeDefined();
  expect(screen.getByText("Asked by the court")).toBeDefined();
});

it("shows the module's texts for a history's actions, and its names for actors that are not admins", () => {
  const at = "2026-11-21T10:00:00.000Z";
  const entry = {
    id: "1",
    at,
    by: null,
    actor: "Citizen app",
    action: "ireport.file",
    words: "Filed",
    outcome: "done" as const,
    changes: [],
  };
  render(
    <Timeline
      entries={[entry]}
      wordsOf={({ words, id }) => `${words} ${id}`}
      actorLabel={({ actor }) => `${actor}, for Ada Obi`}
    />,
  );
  expect(screen.getByText("Filed 1")).toBeDefined();
  expect(screen.getByText(/^Citizen app, for Ada Obi/)).toBeDefined();
});
