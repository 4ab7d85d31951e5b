import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { KycStats } from "@/lib/contract/kyc-figures";
import { meQuery } from "@/lib/queries/auth";
import { kycStatsQuery } from "@/lib/queries/kyc-work";
import { KycTeamFigures } from "./kyc-team-figures";

setNavigationHooks({ usePathname: () => "/", useRouter: () => ({ push: () => {}, prefetch: () => {} }) });
const officerFigures = (approved: number, median_minutes: number | null = null) => ({
  approved,
  rejected: 2,
  sent_back: 1,
  reopened: 4,
  median_minutes,
});
const officer = (name: string, approved: number) => ({
  officer: { id: name, name, email: `${name.toLowerCase()}@crossriverpay.example` },
  today: officerFigures(approved, 12),
  seven_days: officerFigures(approved * 7),
});

it("shows the admin's own review figures first, then colleagues sorted by name, then the team", async () => {
  const client = makeQueryClient();
  const stats = {
    ...{ waiting: 3, late: 0, clean: 2, flagged: 1, target_hours: 24, median_minutes: 90 },
    ...{ waiting_is_capped: false, late_is_capped: false, clean_is_capped: false, flagged_is_capped: false },
    team: { today: officerFigures(60, 75), seven_days: officerFigures(420) },
    officers: [officer("Ayi", 1), officer("Grace", 20), officer("Ogar", 39)],
  } satisfies KycStats;
  client.setQueryData(kycStatsQuery().queryKey, stats);
  client.setQueryData(meQuery().queryKey, { id: "Ogar" } as never);
  render(
    <QueryClientProvider client={client}>
      <KycTeamFigures />
    </QueryClientProvider>,
  );
  expect(screen.queryByRole("table", { hidden: true })).toBeNull();
  const details = screen.getByText("Figures of the day").closest("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  await screen.findByRole("table", { name: "Figures: Today", hidden: true });
  const rows = (table: string) =>
    within(screen.getByRole("table", { name: table, hidden: true }))
      .getAllByRole("row", { hidden: true })
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.lastChild?.textContent));
  expect(rows("Figures: Today")).toEqual([
    ["You", "39", "2", "1", "4", "12 min"],
    ["Ayi", "1", "2", "1", "4", "12 min"],
    ["Grace", "20", "2", "1", "4", "12 min"],
    ["Team", "60", "2", "1", "4", "1 h 15 min"],
  ]);
  expect(rows("Figures: Last 7 days").at(-1)).toEqual(["Team", "420", "2", "1", "4", "–"]);
  // 420 + 2 + 1 decisions. The 4 reopened requests do not count.
  expect(screen.getByText("Decisions today").parentElement?.textContent).toContain("63423 in 7 days");
});
