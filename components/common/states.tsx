import { Inbox, RotateCw, SearchX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

type StateProps = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode; alert?: boolean };

function EmptyState({ icon, title, children, action, alert = false }: StateProps) {
  return (
    <div role={alert ? "alert" : "status"} className="flex flex-col items-center px-6 py-16 text-center wrap-anywhere">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-sunken text-muted [&_svg]:size-5.5">
        {icon}
      </span>
      <p className="text-lg font-bold">{title}</p>
      {children && <p className="mt-1 max-w-sm text-balance text-muted">{children}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

/** Renders the empty state of a list that has no rows even without filters. */
export function EmptyListState({ children, action }: { children?: ReactNode; action?: ReactNode }) {
  return (
    <EmptyState icon={<Inbox aria-hidden="true" />} title="Nothing here yet" action={action}>
      {children}
    </EmptyState>
  );
}

type NoMatchesStateProps = {
  onClear: () => void;
  /** Name similar to the search text, and the handler of the button that searches for this name. */
  suggestion?: { name: string; onSearch: (name: string) => void };
};

/** Renders the empty state of a list whose filters match no row. */
export function NoMatchesState({ onClear, suggestion }: NoMatchesStateProps) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title="Nothing matches"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {suggestion && (
            <Button
              variant="primary"
              className="h-auto min-h-9 whitespace-normal"
              onClick={() => suggestion.onSearch(suggestion.name)}
            >
              Did you mean {suggestion.name}?
            </Button>
          )}
          <Button onClick={onClear}>Clear filters</Button>
        </div>
      }
    >
      No results for these filters.
    </EmptyState>
  );
}

/** Renders the empty state for a page number after the last page. */
export function PageBeyondEndState({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title="This page is empty"
      action={<Button onClick={onFirst}>Go to the first page</Button>}
    >
      The list has fewer pages.
    </EmptyState>
  );
}

type LoadFailedProps = {
  message?: string;
  busy?: boolean;
  /** Retries the request. Omit it if a retry can't help. */
  onRetry?: () => void;
};

/** Renders the error of a failed request. Filters and URL stay unchanged. */
export function LoadFailed({ message, busy, onRetry }: LoadFailedProps) {
  return (
    <EmptyState
      alert
      icon={<TriangleAlert aria-hidden="true" />}
      title="Couldn't load"
      action={
        onRetry && (
          <Button onClick={onRetry} busy={busy}>
            {!busy && <RotateCw aria-hidden="true" />} Retry
          </Button>
        )
      }
    >
      {message ?? "Something went wrong."}
    </EmptyState>
  );
}

/** Renders the error of a failed request in place of a page's whole content. */
export const LoadFailedCard = (props: LoadFailedProps) => (
  <Card>
    <LoadFailed {...props} />
  </Card>
);

type StaleNoticeProps = {
  /** Subject of the notice "… may be out of date": "These rows". */
  what: string;
  message?: string;
  busy?: boolean;
  onRetry: () => void;
};

/** Renders a notice above loaded data that the last refetch failed. */
export function StaleDataNotice({ what, message, busy, onRetry }: StaleNoticeProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-t-lg bg-warning-soft px-4 py-1.5 text-warning"
    >
      <span className="mr-auto font-medium">
        {what} may be out of date. {message}
      </span>
      <Button variant="ghost" size="sm" busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
