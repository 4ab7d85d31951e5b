"use client";

import { usePathname } from "next/navigation";
import { FullPageMessage } from "@/components/common/full-page-message";
import { ButtonLink } from "@/components/ui/button-link";
import { moduleOfPath } from "@/lib/client/navigation";
import { HOME_PATH } from "@/lib/session";

/** Renders the page of a missing record inside the shell, with a link back to the module. */
export function MissingRecordMessage() {
  const module = moduleOfPath(usePathname());
  return (
    <FullPageMessage
      title="Oops!"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {module && (
            <ButtonLink href={module.url} size="lg">
              Back to {module.name}
            </ButtonLink>
          )}
          <ButtonLink href={HOME_PATH} variant="primary" size="lg">
            Go To Dashboard
          </ButtonLink>
        </div>
      }
    >
      We couldn't find the page you are looking for
    </FullPageMessage>
  );
}
