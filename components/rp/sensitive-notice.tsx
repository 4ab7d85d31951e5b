"use client";

import { TextAreaField } from "@/components/common/form/fields";
import { Alert } from "@/components/ui/alert";
import type { Grant } from "@/lib/contract/access";
import { rightsByFeature } from "./rp-words";
import { SetupKeyField } from "./setup-key-field";

/** What a change gives that takes a second admin, with the reason that the approver reads. */
export function SensitiveNotice({ rights }: { rights: readonly Grant[] }) {
  return (
    <>
      {rights.length > 0 && (
        <>
          <Alert tone="warning" title="These rights take a second admin">
            <ul>
              {rightsByFeature(rights).map(([feature, flags]) => (
                <li key={feature}>
                  {feature}: {flags}
                </li>
              ))}
            </ul>
            <p className="mt-1 font-normal">
              They hold once another admin who has them approves. Where there is none, it takes the setup key.
            </p>
          </Alert>
          <TextAreaField name="reason" label="Reason, shown to the approver" optional max={400} rows={2} />
        </>
      )}
      <SetupKeyField />
    </>
  );
}
