import { clsx } from "clsx";
import { FileText } from "lucide-react";
import { isCurrent, type ViewedDocument } from "./document-pane";

type Props = {
  documents: readonly ViewedDocument[];
  thumbnails: Readonly<Record<string, string>>;
  /** Ids of those on the stage. */
  shown: readonly string[];
  onShow: (id: string) => void;
  /** What they are called together. */
  noun: string;
};

/** The documents to choose from by hand or number key; those that others took the place of stand apart, without a key. */
export function DocumentTabs({ documents, thumbnails, shown, onShow, noun }: Props) {
  const replaced = documents.filter((document) => !isCurrent(document));
  const tab = (document: ViewedDocument, keys?: string) => (
    <DocumentTab
      key={document.id}
      document={document}
      keys={keys}
      thumbnail={thumbnails[document.id]}
      pressed={shown.includes(document.id)}
      onClick={() => onShow(document.id)}
    />
  );
  return (
    <div className="mr-auto flex flex-wrap items-end gap-x-4 gap-y-2">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{noun}</legend>
        {documents.filter(isCurrent).map((document, at) => tab(document, String(at + 1)))}
      </fieldset>
      {replaced.length > 0 && (
        <fieldset className="flex flex-wrap gap-2 border-border sm:border-l sm:pl-4">
          <legend className="float-left sr-only">Replaced {noun.toLowerCase()}</legend>
          {replaced.map((document) => tab(document))}
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

const DocumentTab = ({ document: { label, replaced }, keys, thumbnail, pressed, onClick }: TabProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    aria-keyshortcuts={keys}
    title={replaced ?? `${label} (${keys})`}
    onClick={onClick}
    className={clsx(
      "flex min-w-22 flex-col gap-1 rounded-md border p-1 text-xs font-semibold transition-colors",
      replaced && "border-dashed",
      pressed ? "border-primary bg-primary-soft text-primary" : "border-border text-muted hover:bg-sunken",
    )}
  >
    <span className="flex h-12 w-0 min-w-full items-center justify-center overflow-hidden rounded-sm bg-sunken">
      {thumbnail ? (
        // biome-ignore lint/performance/noImgElement: the bytes are in memory already, no optimiser may see them
        <img src={thumbnail} alt="" className={clsx("size-full object-cover", replaced && "opacity-60 grayscale")} />
      ) : (
        <FileText className="size-5" aria-hidden="true" />
      )}
    </span>
    <span className="px-0.5 text-left whitespace-nowrap">
      {label}
      {replaced && <span className="block font-normal">Replaced</span>}
    </span>
  </button>
);
