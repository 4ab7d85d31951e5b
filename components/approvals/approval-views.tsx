import { clsx } from "clsx";
import Link from "next/link";
import { type ApprovalView, approvalsUrl } from "@/lib/contract/approval-links";

const VIEW_TABS: { view: ApprovalView; label: string }[] = [
  { view: "waiting", label: "Waiting for me" },
  { view: "mine", label: "Requested by me" },
  { view: "decided", label: "Decided by me" },
];

/** Renders the tabs of the inbox's three views. The URL stores the selected view. */
export function ApprovalViewTabs({ view }: { view: ApprovalView }) {
  return (
    <nav aria-label="Approvals" className="mb-5 overflow-x-auto overflow-y-hidden border-b border-border px-1">
      <ul className="flex gap-6">
        {VIEW_TABS.map((each) => (
          <li key={each.view}>
            <Link
              href={approvalsUrl(each.view)}
              prefetch={false}
              aria-current={each.view === view ? "page" : undefined}
              className={clsx(
                "-mb-px flex h-11 items-center border-b-2 font-semibold whitespace-nowrap -outline-offset-2",
                each.view === view ? "border-primary" : "border-transparent text-muted hover:text-foreground",
              )}
            >
              {each.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
