import { LockKeyhole } from "lucide-react";
import { PageHeader } from "@/components/common/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import type { Feature } from "@/lib/contract/access";
import { HOME_PATH } from "@/lib/session";

/** Replaces a page whose data the API refuses: shows the missing right, and who can grant it. */
export function AccessDenied({ feature }: { feature: Feature }) {
  return (
    <>
      <PageHeader title={feature} />
      <Card>
        <div className="flex flex-col items-center px-6 py-16 text-center">
          <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
            <LockKeyhole className="size-5.5" aria-hidden="true" />
          </span>
          <h2 className="text-lg font-bold">You don't have access to {feature}</h2>
          <p className="mt-1 max-w-md text-balance text-muted">
            Your role lacks the right to read {feature}. If you need it, ask an admin who manages Roles & Permissions.
          </p>
          <div className="mt-5">
            <ButtonLink href={HOME_PATH} variant="primary">
              Go To Dashboard
            </ButtonLink>
          </div>
        </div>
      </Card>
    </>
  );
}
