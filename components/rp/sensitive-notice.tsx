"use client";

import { TextAreaField } from "@/components/common/form/fields";
import { Alert } from "@/components/ui/alert";
import type { AccessRight } from "@/lib/contract/access";
import { describeSensitiveRights } from "./rp-words";
import { SetupKeyField, useIsOnlyFullAdmin } from "./setup-key-field";

/** Lists the sensitive rights that a change gives. Asks for a reason, which the approver reads, or for the setup key. */
export function SensitiveRightsNotice({ rights }: { rights: readonly AccessRight[] }) {
  const isSensitive = rights.length > 0;
  const isOnlyFull = useIsOnlyFullAdmin(isSensitive);
  return (
    <>
      {isSensitive && (
        <Alert tone="warning" title="These rights need a second admin">
          <ul>
            {describeSensitiveRights(rights).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="mt-1 font-normal">
            {isOnlyFull
              ? "You are the only full administrator, so nobody can approve this. It needs the setup key, and full administrators are notified by mail."
              : "They take effect once another admin who has them approves."}
          </p>
        </Alert>
      )}
      {isSensitive && isOnlyFull === false && (
        <TextAreaField name="reason" label="Reason, shown to the approver" optional max={400} rows={2} />
      )}
      <SetupKeyField needed={isSensitive && isOnlyFull} />
    </>
  );
}
