"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { StatusBadge } from "@/components/common/status-badge";
import { Badge } from "@/components/ui/badge";
import type { KycSingle } from "@/lib/contract/kyc";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatDay, titleCase } from "@/lib/format";
import { useMay } from "@/lib/queries/rp";
import { KycReveal } from "./kyc-reveal";
import { identityWords } from "./kyc-words";

type Identity = KycSingle["submitted"];

const FIELDS: { label: string; of: (identity: Identity) => string }[] = [
  { label: "Name", of: ({ first_name, middle_name, last_name }) => joined(first_name, middle_name, last_name) },
  { label: "Date of birth", of: ({ date_of_birth }) => formatDay(date_of_birth) },
  { label: "Gender", of: ({ gender }) => titleCase(gender) },
  { label: "Phone", of: ({ phone }) => phone },
  { label: "Address", of: ({ address }) => address },
  { label: "LGA", of: ({ lga }) => lga },
];

const joined = (...parts: string[]) => parts.filter(Boolean).join(" ");
const words = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();
const NAMES = ["first_name", "middle_name", "last_name"] as const;

/**
 * What was submitted, with what the account says only where that differs (docs/rules.md), and what the request is about. One
 * line for each, so that the documents, this and the checklist are in one view.
 */
export function KycFacts({ request }: { request: KycSingle }) {
  const mayUsers = useMay(routes.user.single);
  const { submitted, account } = request;
  const differs = ({ label, of }: (typeof FIELDS)[number]) =>
    label === "Name"
      ? NAMES.some((part) => words(submitted[part]) !== words(account[part]))
      : words(of(submitted)) !== words(of(account));
  const same = FIELDS.filter((field) => !differs(field)).length;
  return (
    <>
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
        {FIELDS.map((field) => (
          <Fact key={field.label} label={field.label}>
            <span className="font-semibold">{field.of(submitted) || "–"}</span>
            {differs(field) && (
              <>
                <Badge tone="warning">Differs</Badge>
                <span className="text-muted">Account: {field.of(account) || "–"}</span>
              </>
            )}
          </Fact>
        ))}
        <Fact label={identityWords(request.identity_type)}>
          <span className="font-semibold">
            <KycReveal request={request} />
          </span>
          {request.identity_expires_on && (
            <span className="text-muted">expires {formatDay(request.identity_expires_on)}</span>
          )}
        </Fact>
        <Fact label="Account">
          <span className="font-semibold">
            Tier {account.tier}, {account.status}
          </span>
          {mayUsers && (
            <Link href={recordUrl("user", request.user_id)} prefetch={false} className={LINK}>
              See user
            </Link>
          )}
          <span className="min-w-0 break-words text-muted">{account.email}</span>
        </Fact>
        {request.earlier.length > 0 && (
          <Fact label={request.earlier.length === 1 ? "Other request" : "Other requests"}>
            <Earlier earlier={request.earlier} />
          </Fact>
        )}
      </dl>
      {same > 0 && (
        <p className="mt-2 text-sm text-muted">
          {same === FIELDS.length ? "All of it is" : "The rest is"} the same as on the account.
        </p>
      )}
    </>
  );
}

const LINK = "rounded-sm font-semibold text-primary underline-offset-4 hover:underline";

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5 break-words">{children}</dd>
  </>
);

/** The newest; the others are folded. */
function Earlier({ earlier: [newest, ...others] }: Pick<KycSingle, "earlier">) {
  const line = ({ id, reference, tier, state }: KycSingle["earlier"][number]) => (
    <span key={id} className="flex flex-wrap items-center gap-x-2">
      <Link href={recordUrl("kyc", id)} prefetch={false} className={LINK}>
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
