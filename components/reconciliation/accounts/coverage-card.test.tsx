import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { formatDay, lagosDayBefore } from "@/lib/format";
import { statementCoverageQuery } from "@/lib/queries/bank-accounts";
import { groupDaysIntoPeriods } from "./account-words";
import { CoveredDaysCard } from "./coverage-card";

afterEach(cleanup);

const days = [4, 3, 2, 1].map((each) => lagosDayBefore(each));
const [first = "", second = "", third = "", last = ""] = days;

function renderCard(source: object, closed: readonly string[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const sources = [
    {
      kind: "account" as const,
      id: "1",
      name: "Àdúké's account",
      starts_on: first,
      covered: [],
      problem: null,
      ...source,
    },
  ];
  const data = { days: days.map((day) => ({ day, is_closed: closed.includes(day) })), sources };
  client.setQueryData(statementCoverageQuery({}).queryKey, data);
  render(
    <QueryClientProvider client={client}>
      <CoveredDaysCard startsOn={first} closedUntil={closed.at(-1) ?? null} />
    </QueryClientProvider>,
  );
}

it("lists the days that a bank account's statements do not cover, except days closed in reconciliation and days before the account's first day", () => {
  renderCard({ covered: [third], starts_on: second }, [first]);
  expect(screen.getByText(`2 days missing: ${formatDay(second)} and ${formatDay(last)}`)).toBeDefined();
  expect(screen.getByText(new RegExp(`Closed up to ${formatDay(first)}`))).toBeDefined();
});

it("states that a provider's data cover every day, and why the last attempt to fetch data failed", () => {
  renderCard({ covered: days, kind: "provider", problem: "Paystack did not answer." });
  expect(screen.getByText("Every day is covered")).toBeDefined();
  expect(screen.getByText("Last attempt to fetch: Paystack did not answer.")).toBeDefined();
});

it("the coverage card disables paging to days after yesterday and before the first reconciled day", () => {
  renderCard({});
  expect(screen.getByRole("button", { name: "Later days" }).hasAttribute("disabled")).toBe(true);
  expect(screen.getByRole("button", { name: "Earlier days" }).hasAttribute("disabled")).toBe(true);
});

it("the coverage card groups consecutive missing days into periods", () => {
  expect(groupDaysIntoPeriods(["2026-10-31", "2026-11-01", "2026-11-03"])).toEqual([
    ["2026-10-31", "2026-11-01"],
    ["2026-11-03", "2026-11-03"],
  ]);
});
