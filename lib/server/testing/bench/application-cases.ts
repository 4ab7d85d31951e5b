import type { Case, Sample } from "./cases";
import { deepPage } from "./deep-page";

const LIST = "/grants/applications";
/** Rows that a page in most orders may skip (docs/grants.md); pages by time have no such limit. */
const MAX_DEPTH = 100_000;

/** Returns calls about applications for grants. */
export function applicationCasesOf({ application }: Sample, rows: number, day: (back: number) => string): Case[] {
  if (!application) return [];
  const { programmeId, userId } = application;
  const grows = (name: string, path: string): Case => ({ name: `applications, ${name}`, path, rule: "grows" });
  const deep = (name: string, query: string, reached: number): Case => {
    const page = deepPage(reached);
    return {
      name: `applications, ${name}, page ${(page + 1).toLocaleString("en")}`,
      path: `${LIST}?${query}&page=${page}`,
      rule: "deep",
      first: `applications, ${name}`,
    };
  };
  const search = (name: string, typed: string): Case => ({
    name: `applications, ${name}`,
    path: `${LIST}?q=${encodeURIComponent(typed)}`,
    rule: "search",
    first: "applications, first page",
  });
  const filters = [
    ...["submitted", "shortlisted", "approved", "disbursed", "rejected", "payment_failed"].map(
      (each) => `state=${each}`,
    ),
    ...["state=submitted,shortlisted", "lga=Ikom", "duplicate=any", "duplicate=phone", "duplicate=device"],
    ...["review=mine", "review=in", "waits=true", "unpaid=true"],
  ];
  return [
    grows("first page", LIST),
    ...["submitted_at", "-score", "score", "-amount", "amount"].map((sort) =>
      grows(`sort ${sort}`, `${LIST}?sort=${sort}`),
    ),
    ...filters.map((filter) => grows(filter, `${LIST}?${filter}`)),
    grows("a programme", `${LIST}?programme=${programmeId}`),
    grows("a programme, ranked", `${LIST}?programme=${programmeId}&sort=-score`),
    grows("a programme, to approve, ranked", `${LIST}?programme=${programmeId}&state=shortlisted&sort=-score`),
    grows("a programme, to pay", `${LIST}?programme=${programmeId}&unpaid=true`),
    grows("a user", `${LIST}?user=${userId}`),
    grows("a week", `${LIST}?from=${day(107)}&to=${day(100)}`),
    deep("first page", "sort=-submitted_at", rows),
    deep("sort submitted_at", "sort=submitted_at", rows),
    deep("state=rejected", "state=rejected", rows * 0.3),
    deep("a programme", `programme=${programmeId}`, rows * 0.01),
    deep("sort -score", "sort=-score", Math.min(rows, MAX_DEPTH)),
    search("paste a reference", application.reference),
    search("paste an email", application.email),
    search("paste a phone", application.phone),
    search("a name", "lasta12"),
    search("two names", "lasta firstb"),
    search("nothing there", "zzz"),
    grows("one", `${LIST}/${application.id}`),
    grows("duplicates of one", `${LIST}/${application.id}/duplicates`),
    grows("programmes", "/grants/programmes"),
    grows("a programme's page", `/grants/programmes/${programmeId}`),
    grows("overview", "/grants/overview"),
  ];
}
