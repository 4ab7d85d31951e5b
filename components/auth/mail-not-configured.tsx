"use client";

import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { authApi } from "@/lib/client/auth-api";

/** Explains where to find mailed codes and links while no SMTP server is set. Renders nothing if loading the mail setup fails. */
export function MailNotConfiguredNotice({ what: kind }: { what: "code" | "link" }) {
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
        The {kind} is in a file on the server, in the folder “outbox” of DATA_DIR. It is mailed once SMTP_URL is set.
      </Alert>
    </div>
  );
}
