"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { DraftTextField } from "@/components/record-editor/draft-field";
import { isAllowedLink, LINK_LENGTH_MAX } from "@/lib/contract/content-entries.values";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { linkCheckQuery } from "@/lib/queries/content";

/** Delay in ms after the last key press before a link is checked. */
const LINK_CHECK_DELAY_MS = 800;

type LinkFieldProps = {
  hint: string;
  value: string;
  onChange: (link: string) => void;
  problem?: string;
  readOnly: boolean;
};

/** Edits a link, and shows below the field whether a page responds at the link's URL. A failed check does not prevent saving. */
export function LinkField({ hint, value, onChange, problem, readOnly }: LinkFieldProps) {
  return (
    <div>
      <DraftTextField
        field="link"
        label="Link"
        optional
        hint={hint}
        value={value}
        onChange={(link) => onChange(cleanPastedLine(link))}
        max={LINK_LENGTH_MAX}
        inputMode="url"
        problem={problem}
        readOnly={readOnly}
      />
      <div aria-live="polite" className="mt-1 text-sm">
        {!readOnly && !problem && value !== "" && <LinkCheck link={value} />}
      </div>
    </div>
  );
}

function LinkCheck({ link }: { link: string }) {
  const [checkedLink, setCheckedLink] = useState(link);
  useEffect(() => {
    const timer = setTimeout(() => setCheckedLink(link), LINK_CHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [link]);
  const { data, error } = useQuery({
    ...linkCheckQuery(checkedLink),
    enabled: checkedLink === link && isAllowedLink(link),
  });
  if (!isAllowedLink(link))
    return (
      <p className="text-warning">Begin with https://, mailto: or tel:, such as https://crossriverstate.gov.ng.</p>
    );
  if (checkedLink !== link || (!data && !error)) return <p className="text-muted">Checking the link…</p>;
  const answers = data?.answers ?? null;
  const Icon = answers === null ? CircleHelp : answers ? CircleCheck : TriangleAlert;
  return (
    <p className={`flex items-start gap-1.5 ${answers === false ? "text-warning" : "text-muted"}`}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {data?.message ?? `The link could not be checked: ${error?.message}`}
    </p>
  );
}
