"use client";

import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { authApi } from "@/lib/client/auth-api";

/** Where a code or a link is while mails are files on the server. What can't be told now is left unsaid: it may be on its way. */
export function MailUnsetNotice({ what }: { what: "code" | "link" }) {
  const [isUnset, setUnset] = useState(false);
  useEffect(() => {
    authApi
      .installation()
      .then(({ mail_is_unset }) => setUnset(mail_is_unset))
      .catch(() => {});
  }, []);
  if (!isUnset) return null;
  return (
    <div className="mb-5">
      <Alert tone="warning" title="Mail is not set up">
        The {what} is in a file on the server, in the folder “outbox” of DATA_DIR. It is mailed once SMTP_URL is set.
      </Alert>
    </div>
  );
}
