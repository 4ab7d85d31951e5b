import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { AddPageToRecentRecords } from "@/components/common/remember-visit";
import { HoverLink } from "@/components/ui/hover-link";

type PageHeaderProps = {
  title: string;
  /** Parent pages, outermost first. */
  breadcrumbs?: readonly { label: string; href: string }[];
  /** Name of the page in the breadcrumbs, if the title is the module's name instead. */
  here?: string;
  /** Noun for the button that copies the title, such as "reference". Undefined: no button. */
  copies?: string;
  /** One sentence below the title. */
  description?: ReactNode;
  /** Content beside the title, such as a state or a count. */
  badge?: ReactNode;
  actions?: ReactNode;
};

/** Renders a page's title with breadcrumbs, badge, description and actions. */
export function PageHeader({
  title,
  breadcrumbs = [],
  here: currentLabel,
  copies: copyText,
  description,
  badge,
  actions,
}: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 wrap-anywhere">
        <AddPageToRecentRecords title={title} />
        {(currentLabel || breadcrumbs.length > 0) && (
          <nav aria-label="Breadcrumb" className="mb-1.5">
            <ol className="flex flex-wrap items-center gap-1.5 text-sm font-medium text-muted">
              {breadcrumbs.map(({ label, href }) => (
                <li key={href} className="flex max-w-full items-center gap-1.5">
                  <HoverLink href={href} className="truncate rounded-sm py-0.5 hover:text-foreground hover:underline">
                    {label}
                  </HoverLink>
                  <ChevronRight className="size-3.5 shrink-0" aria-hidden="true" />
                </li>
              ))}
              <li aria-current="page" className="max-w-full truncate">
                {currentLabel ?? title}
              </li>
            </ol>
          </nav>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <div className="flex min-w-0 items-center gap-1">
            <h1 className="min-w-0 text-2xl font-extrabold tracking-tight text-balance wrap-anywhere">{title}</h1>
            {copyText && <CopyButton value={title} label={`Copy ${copyText} ${title}`} />}
          </div>
          {badge}
        </div>
        {description && <p className="mt-1 text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
