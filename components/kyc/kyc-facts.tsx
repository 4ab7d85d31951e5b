"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { FactList } from "@/components/common/fact-list";
import { FreeText } from "@/components/common/free-text";
import { StatusBadge } from "@/components/common/status-badge";
import { Badge } from "@/components/ui/badge";
import type { KycDetails } from "@/lib/contract/kyc";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatDay, titleCase } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { KycIdentityNumber } from "./kyc-reveal";
import { identityTypeLabel } from "./kyc-words";

type Identity = KycDetails["submitted"];

const IDENTITY_FIELDS: { label: string; of: (identity: Identity) => string }[] = [
  { label: "Name", of: ({ first_name, middle_name, last_name }) => joinParts(first_name, middle_name, last_name) },
  { label: "Date of birth", of: ({ date_of_birth }) => formatDay(date_of_birth) },
  { label: "Gender", of: ({ gender }) => titleCase(gender) },
  { label: "Phone", of: ({ phone }) => phone },
  { label: "Address", of: ({ address }) => address },
  { label: "LGA", of: ({ lga }) => lga },
];

const joinParts = (...parts: string[]) => parts.filter(Boolean).join(" ");
const normalizeText = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();
const NAME_FIELDS = ["first_name", "middle_name", "last_name"] as const;

/**
 * Shows the data submitted with an identity request, and the account's value where it differs (docs/rules.md). Each fact takes one line,
 * so that documents, facts and checklist fit on one screen.
 */
export function KycFacts({ request }: { request: KycDetails }) {
  const mayOpenUser = useAccess(routes.user.single);
  const { submitted, account } = request;
  const differs = ({ label, of: format }: (typeof IDENTITY_FIELDS)[number]) =>
    label === "Name"
      ? NAME_FIELDS.some((part) => normalizeText(submitted[part]) !== normalizeText(account[part]))
      : normalizeText(format(submitted)) !== normalizeText(format(account));
  const equalCount = IDENTITY_FIELDS.filter((field) => !differs(field)).length;
  const renderValues = (field: (typeof IDENTITY_FIELDS)[number]) => (
    <ValueList>
      {field.of(submitted) || "–"}
      {differs(field) && (
        <>
          <Badge tone="warning">Differs</Badge>
          <span className="font-normal text-muted">Account: {field.of(account) || "–"}</span>
        </>
      )}
    </ValueList>
  );
  const { identity_expires_on: expiresOn, earlier } = request;
  return (
    <>
      <FactList
        dense
        facts={[
          ...IDENTITY_FIELDS.map((field) => [field.label, renderValues(field)] as const),
          [
            identityTypeLabel(request.identity_type),
            <ValueList key="number">
              <KycIdentityNumber request={request} />
              {expiresOn && <span className="font-normal text-muted">expires {formatDay(expiresOn)}</span>}
            </ValueList>,
          ],
          [
            "Account",
            <ValueList key="account">
              Tier {account.tier}, {account.status}
              {mayOpenUser && (
                <Link href={recordUrl("user", request.user_id)} prefetch={false} className={LINK_CLASS}>
                  See user
                </Link>
              )}
              <FreeText className="font-normal text-muted">{account.email}</FreeText>
            </ValueList>,
          ],
          earlier.length > 0 && [
            earlier.length === 1 ? "Other request" : "Other requests",
            <EarlierRequests key="earlier" earlier={earlier} />,
          ],
        ]}
      />
      {equalCount > 0 && (
        <p className="mt-2 text-sm text-muted">
          {equalCount === IDENTITY_FIELDS.length ? "All of it is" : "The rest is"} the same as on the account.
        </p>
      )}
    </>
  );
}

const LINK_CLASS = "rounded-sm font-semibold text-primary underline-offset-4 hover:underline";

const ValueList = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 font-semibold">{children}</span>
);

/** Shows the newest of the user's other identity requests, and collapses the rest. */
function EarlierRequests({ earlier: [newest, ...others] }: Pick<KycDetails, "earlier">) {
  const line = ({ id, reference, tier, state }: KycDetails["earlier"][number]) => (
    <span key={id} className="flex flex-wrap items-center gap-x-2">
      <Link href={recordUrl("kyc", id)} prefetch={false} className={LINK_CLASS}>
        {reference}
      </Link>
      Tier {tier} <StatusBadge status={state} />
    </span>
  );
  return (
    <>
      {newest && line(newest)}
      {others.length > 0 && (
        <details className="w-full">
          <summary className="w-fit cursor-pointer rounded-sm text-primary">{others.length} more</summary>
          <div className="mt-1 space-y-1">{others.map(line)}</div>
        </details>
      )}
    </>
  );
}
