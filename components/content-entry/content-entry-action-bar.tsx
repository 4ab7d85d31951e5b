"use client";

import { Ellipsis } from "lucide-react";
import { Suspense, useState } from "react";
import { ActionBar } from "@/components/common/action-bar";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { Button } from "@/components/ui/button";
import { OPTION_ROW_CLASS } from "@/components/ui/checkbox";
import { Kbd } from "@/components/ui/kbd";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Popover } from "@/components/ui/popover";
import type { ContentEntryDetails } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import { ContentEntryActionDialog } from "./content-entry-action-dialog";
import {
  allowedContentEntryActions,
  CONTENT_ENTRY_ACTION_TEXTS,
  type ContentEntryAction,
} from "./content-entry-actions";
import { useContentEntryRights } from "./use-content-entry-rights";

const ContentEntryPublishDialog = lazyWithPreload(
  () => import("./content-entry-publish-dialog"),
  "ContentEntryPublishDialog",
);
const ContentEntryShareDialog = lazyWithPreload(
  () => import("./content-entry-share-dialog"),
  "ContentEntryShareDialog",
);

type ContentEntryActionBarProps = {
  kind: ContentEntryKind;
  one: string;
  entry: ContentEntryDetails;
  dirty: boolean;
  saving: boolean;
  /** True if the content entry can't be edited: it is archived, or unsaved changes of an earlier visit await a decision. */
  locked: boolean;
  language: string;
  back?: string;
  /** Saves unsaved changes. @returns the entry as shown in the fields; null if the save failed */
  onSave: () => Promise<ContentEntryDetails | null>;
  onReset: () => void;
  onGoTo: (path: string) => void;
};

/** Renders the actions of a content entry in a bar that is always in view. */
export function ContentEntryActionBar(props: ContentEntryActionBarProps) {
  const { kind, one: noun, entry, dirty, saving, locked, language, back: backUrl, onSave, onReset, onGoTo } = props;
  const rights = useContentEntryRights(kind);
  const [open, setOpen] = useState<"share" | "reset" | ContentEntryAction | null>(null);
  const [toPublish, setToPublish] = useState<ContentEntryDetails | null>(null);
  const close = () => setOpen(null);
  /**
   * Saves the draft first, because the share and publish dialogs use the stored draft. If the save fails, the page shows the error
   * and no dialog opens.
   */
  const openShareDialog = async () => {
    if (await onSave()) setOpen("share");
  };
  const saveAndPublish = async () => setToPublish(await onSave());
  const actions = allowedContentEntryActions(kind, entry, rights.delete);
  return (
    <ActionBar>
      {rights.publishReason && (
        <p id="entry-publish-reason" className="mb-2 text-muted text-sm">
          {rights.publishReason}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-muted text-sm">
          {saving ? "Saving…" : dirty ? <strong className="text-warning">Unsaved changes</strong> : "Draft saved"}
        </p>
        <Popover
          label="More actions"
          align="end"
          size="icon"
          aria-label="More actions"
          button={<Ellipsis aria-hidden="true" />}
        >
          {(closeMenu) => (
            <ul>
              <MenuItem label="Share preview" disabled={locked} onClick={() => [closeMenu(), void openShareDialog()]} />
              {dirty && <MenuItem label="Discard unsaved changes" onClick={() => [closeMenu(), setOpen("reset")]} />}
              {actions.map((action) => (
                <MenuItem
                  key={action}
                  label={CONTENT_ENTRY_ACTION_TEXTS[action].label(noun)}
                  danger={CONTENT_ENTRY_ACTION_TEXTS[action].tone === "danger"}
                  onClick={() => [closeMenu(), setOpen(action)]}
                />
              ))}
            </ul>
          )}
        </Popover>
        <Button
          variant={dirty ? "primary" : "secondary"}
          busy={saving}
          disabled={locked || !dirty}
          aria-keyshortcuts="Control+S"
          onClick={() => void onSave()}
        >
          Save draft
          <span className="max-md:hidden">
            <Kbd>Ctrl S</Kbd>
          </span>
        </Button>
        <Button
          variant={dirty ? "secondary" : "primary"}
          disabled={locked || rights.publishReason !== null}
          aria-describedby={rights.publishReason ? "entry-publish-reason" : undefined}
          aria-haspopup="dialog"
          onPointerEnter={ContentEntryPublishDialog.preload}
          onFocus={ContentEntryPublishDialog.preload}
          onClick={() => void saveAndPublish()}
        >
          Publish…
        </Button>
      </div>
      <Suspense>
        {toPublish && (
          <ContentEntryPublishDialog
            kind={kind}
            one={noun}
            entry={toPublish}
            onClose={() => setToPublish(null)}
            onGoTo={(path) => {
              setToPublish(null);
              onGoTo(path);
            }}
          />
        )}
        {open === "share" && (
          <ContentEntryShareDialog kind={kind} entryId={entry.id} language={language} onClose={close} />
        )}
      </Suspense>
      {open === "reset" && (
        <LazyConfirmDialog
          open
          onOpenChange={close}
          title="Discard your unsaved changes?"
          consequence="The fields go back to the saved draft."
          confirmLabel="Discard"
          tone="danger"
          onConfirm={async () => onReset()}
        />
      )}
      {open && open !== "share" && open !== "reset" && (
        <ContentEntryActionDialog kind={kind} one={noun} entry={entry} action={open} back={backUrl} onClose={close} />
      )}
    </ActionBar>
  );
}

type MenuItemProps = { label: string; danger?: boolean; disabled?: boolean; onClick: () => void };

function MenuItem({ label, danger: isDanger = false, disabled, onClick }: MenuItemProps) {
  return (
    <li>
      <button
        type="button"
        disabled={disabled}
        onClick={onClick}
        className={`${OPTION_ROW_CLASS} w-full text-left disabled:cursor-not-allowed disabled:opacity-55 ${isDanger ? "text-danger" : ""}`}
      >
        {label}
      </button>
    </li>
  );
}
