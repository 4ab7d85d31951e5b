import { clsx } from "clsx";
import { useState } from "react";
import { Input } from "@/components/ui/input";

/** An API call in the list of the API reference. */
export type ApiCall = {
  /** Name of the API call in the contract, such as `kyc.list`. */
  name: string;
  method: string;
  /** Path of the call below /api/v1, with parameters in braces. */
  path: string;
  group: string;
  summary: string;
};
/** Pages of the guide with their sections, for the table of contents. */
export type ApiGuideContents = readonly { title: string; sections: readonly { id: string; title: string }[] }[];
type CallListProps = {
  calls: readonly ApiCall[];
  guide: ApiGuideContents;
  /** API call shown beside the list; undefined while the guide is shown. On a phone the call replaces the list. */
  open: ApiCall | undefined;
};

/** Renders the table of contents: the guide's sections, and all calls in groups with a search. */
export function ApiCallList({ calls, guide, open }: CallListProps) {
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = calls.filter(({ name, method, path, group, summary }) => {
    const text = `${name} ${method} ${path} ${group} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = [...new Set(found.map(({ group }) => group))].sort((one, other) => one.localeCompare(other));
  return (
    <nav
      aria-label="Contents"
      className={clsx(
        "self-start lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto",
        open && "max-lg:hidden",
      )}
    >
      <div className="sticky top-0 z-10 bg-background p-1">
        <Input
          type="search"
          aria-label="Search calls"
          placeholder="Search calls: kyc decision"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <p role="status" className="mt-2 text-sm text-muted">
          {found.length === 1 ? "1 call" : `${found.length} calls`}
        </p>
      </div>
      {groups.map((group) => (
        <details key={group} open={words.length > 0 || open?.group === group}>
          <summary className="cursor-pointer py-1 font-semibold">
            {group} <span className="text-muted">{found.filter((call) => call.group === group).length}</span>
          </summary>
          <ul className="mb-2 pl-3">
            {found
              .filter((call) => call.group === group)
              .map(({ name, method, path, summary }) => (
                <li key={name}>
                  <a
                    href={`#${name}`}
                    aria-current={name === open?.name ? "page" : undefined}
                    className="block rounded-md px-2 py-1 text-sm hover:bg-sunken aria-[current]:bg-primary-soft"
                  >
                    {summary}
                    <code className="block text-xs break-all text-muted">
                      {method} {path}
                    </code>
                  </a>
                </li>
              ))}
          </ul>
        </details>
      ))}
      {guide.map(({ title, sections }) => (
        <div key={title}>
          <h2 className="mt-4 font-bold">{title}</h2>
          <ul className="mt-1">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="block py-1 text-sm hover:underline">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
