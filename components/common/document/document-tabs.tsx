import { clsx } from "clsx";
import { FileText } from "lucide-react";
import { FreeText } from "@/components/common/free-text";
import { isCurrentDocument, type ViewedDocument } from "./document-pane";

type Props = {
  documents: readonly ViewedDocument[];
  thumbnails: Readonly<Record<string, string>>;
  shown: readonly string[];
  onShow: (id: string) => void;
  /** Accessible name of the tabs: a plural noun for the documents, such as "Photos". */
  noun: string;
};

/** Renders tabs that select a document by click or number key. Outdated documents are in a separate group, without keys. */
export function DocumentTabs({ documents, thumbnails, shown: shownIds, onShow, noun }: Props) {
  const outdatedDocuments = documents.filter((document) => !isCurrentDocument(document));
  const tab = (document: ViewedDocument, keys?: string) => (
    <DocumentTab
      key={document.id}
      document={document}
      keys={keys}
      thumbnail={thumbnails[document.id]}
      pressed={shownIds.includes(document.id)}
      onClick={() => onShow(document.id)}
    />
  );
  return (
    <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{noun}</legend>
        {documents.filter(isCurrentDocument).map((document, index) => tab(document, String(index + 1)))}
      </fieldset>
      {outdatedDocuments.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-2 border-border sm:border-l sm:pl-4">
          <legend className="float-left sr-only">Other {noun.toLowerCase()}</legend>
          {outdatedDocuments.map((document) => tab(document))}
        </fieldset>
      )}
    </div>
  );
}

type TabProps = {
  document: ViewedDocument;
  keys?: string;
  thumbnail?: string;
  pressed: boolean;
  onClick: () => void;
};

const DocumentTab = ({ document: { label, aside }, keys, thumbnail, pressed: isPressed, onClick }: TabProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    aria-keyshortcuts={keys}
    title={aside?.words ?? `${label} (${keys})`}
    onClick={onClick}
    className={clsx(
      "flex min-w-0 items-center gap-2 rounded-md border p-1 pr-2 text-xs font-semibold transition-colors",
      aside && "border-dashed",
      isPressed ? "border-primary bg-primary-soft text-primary" : "border-border text-muted hover:bg-sunken",
    )}
  >
    <span className="flex h-9 w-12 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-sunken">
      {thumbnail ? (
        // biome-ignore lint/performance/noImgElement: private bytes in memory, not for an image optimizer
        <img src={thumbnail} alt="" className={clsx("size-full object-cover", aside && "opacity-60 grayscale")} />
      ) : (
        <FileText className="size-5" aria-hidden="true" />
      )}
    </span>
    <FreeText className="text-left">
      {label}
      {aside && <span className="block font-normal">{aside.word}</span>}
    </FreeText>
  </button>
);
