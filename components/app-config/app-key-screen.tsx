"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { RecordList } from "@/components/common/table/record-list";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { AppKey } from "@/lib/contract/app-config-keys";
import { routes } from "@/lib/contract/routes";
import { appKeysQuery } from "@/lib/queries/app-keys";
import { useAccess } from "@/lib/queries/rp";
import { appKeyColumns } from "./app-key-columns";
import { isAppKeyChangeable } from "./app-key-words";
import { APP_KEYS_URL, BROADCASTS_URL, WEBHOOKS_URL } from "./broadcast-words";

const KeyDialog = lazyWithPreload(() => import("./app-key-dialog"), "AppKeyDialog");
const NewSecretDialog = lazyWithPreload(() => import("./secret-dialog"), "NewSecretDialog");
const RotateDialog = lazyWithPreload(() => import("./app-key-rotate-dialog"), "AppKeyRotateDialog");
const EndDialog = lazyWithPreload(() => import("./app-key-end-dialog"), "AppKeyEndDialog");

const ENDED_KEYS_URL = `${APP_KEYS_URL}&keys=ended`;

/** Lists the API keys of the citizen apps' servers: valid keys, or ended keys with `?keys=ended`. */
export function AppKeyScreen() {
  const query = useQuery(appKeysQuery());
  const mayMake = useAccess(routes.appConfig.createAppKey);
  const mayEnd = useAccess(routes.appConfig.endAppKey);
  const showsEnded = useSearchParams().get("keys") === "ended";
  const [opened, setOpened] = useState<{ dialog: "rotate" | "end"; appKey: AppKey } | null>(null);
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null);
  const showSecret = ({ name }: AppKey, made: string) => setSecret({ name, secret: made });
  const close = () => setOpened(null);
  return (
    <section aria-label="App keys">
      <RecordList
        label={showsEnded ? "Ended app keys" : "App keys"}
        address="key"
        query={query}
        rows={query.data?.items.filter(({ state }) => (state === "ended") === showsEnded)}
        columns={appKeyColumns({
          onRotate: mayMake ? (appKey) => setOpened({ dialog: "rotate", appKey }) : undefined,
          onEnd: mayEnd ? (appKey) => setOpened({ dialog: "end", appKey }) : undefined,
        })}
        empty={
          showsEnded
            ? "The last 200 keys that ended appear here."
            : "Make a key for the citizen app's server. Its API works as soon as there is one."
        }
        head={
          <>
            <ButtonLink href={BROADCASTS_URL}>Notifications to citizens</ButtonLink>
            <ButtonLink href={WEBHOOKS_URL}>Webhooks</ButtonLink>
            <ButtonLink href={showsEnded ? APP_KEYS_URL : ENDED_KEYS_URL}>
              {showsEnded ? "Valid keys" : "Ended keys"}
            </ButtonLink>
            <p className="text-muted text-sm">With a key, the citizen app's server calls this API.</p>
          </>
        }
        add="New app key"
        may={{ create: mayMake, update: mayMake }}
        isChangeable={isAppKeyChangeable}
        dialog={(appKey, onClose) => (
          <KeyDialog
            key={appKey?.id}
            appKey={appKey}
            apps={query.data?.apps ?? []}
            onSecret={showSecret}
            onClose={onClose}
          />
        )}
        preload={KeyDialog.preload}
      />
      <Suspense>
        {opened?.dialog === "rotate" && <RotateDialog appKey={opened.appKey} onSecret={showSecret} onClose={close} />}
        {opened?.dialog === "end" && (
          <EndDialog
            appKey={opened.appKey}
            isLast={isLastValidKey(opened.appKey, query.data?.items ?? [])}
            onClose={close}
          />
        )}
        {secret && <NewSecretDialog kind="key" {...secret} onClose={() => setSecret(null)} />}
      </Suspense>
    </section>
  );
}

/** Returns whether the key's app has no other valid key, neither in the settings nor in the table. */
const isLastValidKey = ({ id, app }: AppKey, keys: readonly AppKey[]) =>
  !keys.some((other) => other.app === app && other.id !== id && other.state !== "ended");
