import type { BenchCase, SampleRecords } from "./cases";
import { deepPageIndex } from "./deep-page";

const LIST_PATH = "/grants/applications";
/** Maximum number of rows that a page may skip in most sort orders (docs/grants.md). In lists sorted by time there is no limit. */
const MAX_DEPTH = 100_000;

/** Returns the API calls on grant applications that the benchmark measures. */
export function applicationCasesOf(
  { application }: SampleRecords,
  rows: number,
  day: (daysBack: number) => string,
): BenchCase[] {
  if (!application) return [];
  const { programmeId, userId } = application;
  const growsCase = (name: string, path: string): BenchCase => ({ name: `applications, ${name}`, path, rule: "grows" });
  const deepCase = (name: string, query: string, pageReached: number): BenchCase => {
    const page = deepPageIndex(pageReached);
    return {
      name: `applications, ${name}, page ${(page + 1).toLocaleString("en")}`,
      path: `${LIST_PATH}?${query}&page=${page}`,
      rule: "deep",
      first: `applications, ${name}`,
    };
  };
  const search = (name: string, searchText: string): BenchCase => ({
    name: `applications, ${name}`,
    path: `${LIST_PATH}?q=${encodeURIComponent(searchText)}`,
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
    growsCase("first page", LIST_PATH),
    ...["submitted_at", "-score", "score", "-amount", "amount"].map((sort) =>
      growsCase(`sort ${sort}`, `${LIST_PATH}?sort=${sort}`),
    ),
    ...filters.map((filter) => growsCase(filter, `${LIST_PATH}?${filter}`)),
    growsCase("a programme", `${LIST_PATH}?programme=${programmeId}`),
    growsCase("a programme, ranked", `${LIST_PATH}?programme=${programmeId}&sort=-score`),
    growsCase("a programme, to approve, ranked", `${LIST_PATH}?programme=${programmeId}&state=shortlisted&sort=-score`),
    growsCase("a programme, to pay", `${LIST_PATH}?programme=${programmeId}&unpaid=true`),
    growsCase("a user", `${LIST_PATH}?user=${userId}`),
    growsCase("a week", `${LIST_PATH}?from=${day(107)}&to=${day(100)}`),
    deepCase("first page", "sort=-submitted_at", rows),
    deepCase("sort submitted_at", "sort=submitted_at", rows),
    deepCase("state=rejected", "state=rejected", rows * 0.3),
    deepCase("a programme", `programme=${programmeId}`, rows * 0.01),
    deepCase("sort -score", "sort=-score", Math.min(rows, MAX_DEPTH)),
    search("paste a reference", application.reference),
    search("paste an email", application.email),
    search("paste a phone", application.phone),
    search("a name", "lasta12"),
    search("two names", "lasta firstb"),
    search("nothing there", "zzz"),
    growsCase("one", `${LIST_PATH}/${application.id}`),
    growsCase("duplicates of one", `${LIST_PATH}/${application.id}/duplicates`),
    growsCase("programmes", "/grants/programmes"),
    growsCase("a programme's page", `/grants/programmes/${programmeId}`),
    growsCase("overview", "/grants/overview"),
  ];
}
