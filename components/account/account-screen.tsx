"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FactList } from "@/components/common/fact-list";
import { PageHeader } from "@/components/common/page-header";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ownSignInKeysQuery } from "@/lib/queries/account";
import { meQuery } from "@/lib/queries/auth";
import { AuthenticatorCard } from "./authenticator-card";
import { ChangeEmailDialog } from "./email-dialog";
import { NoticePreferencesCard } from "./notices-card";
import { PasskeysCard } from "./passkeys-card";
import { ChangePasswordDialog } from "./password-dialog";
import { RecoveryCodesCard } from "./recovery-codes-card";

/** Renders the admin's own account: email, password, passkeys, authenticator app and recovery codes. */
export function AccountScreen() {
  const me = useQuery(meQuery()).data;
  const keys = useQuery(ownSignInKeysQuery());
  const [dialog, setDialog] = useState<"email" | "password" | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title="My account"
        description="A passkey or an authenticator app confirms your identity in seconds, even if mail is late."
      />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Card>
          <CardHeader title="Account" />
          <div className="px-5 pb-5">
            <FactList
              facts={[
                ["Name", `${me?.first_name} ${me?.last_name}`],
                ["Email", me?.email],
              ]}
            />
            <div className="mt-4 flex flex-wrap gap-2">
              <Button onClick={() => setDialog("email")}>Change email</Button>
              <Button onClick={() => setDialog("password")}>Change password</Button>
            </div>
          </div>
        </Card>
        <NoticePreferencesCard />
        {keys.data ? (
          <>
            <PasskeysCard keys={keys.data} />
            <AuthenticatorCard keys={keys.data} />
            <RecoveryCodesCard keys={keys.data} />
          </>
        ) : keys.isError ? (
          <LoadFailed message={keys.error.message} busy={keys.isFetching} onRetry={() => keys.refetch()} />
        ) : (
          <Skeleton className="h-48" />
        )}
      </div>
      {dialog === "email" && <ChangeEmailDialog onClose={close} />}
      {dialog === "password" && <ChangePasswordDialog onClose={close} />}
    </>
  );
}
