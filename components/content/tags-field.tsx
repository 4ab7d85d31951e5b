"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { FieldFrame } from "@/components/common/form/field";
import { DraftFieldAnchor } from "@/components/record-editor/draft-field";
import { Input } from "@/components/ui/input";
import { TAG_LENGTH_MAX, TAGS_MAX } from "@/lib/contract/content-entries.values";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { orderedContentEntriesQuery } from "@/lib/queries/content-entries";

type TagsFieldProps = {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  problem?: string;
  readOnly: boolean;
};

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Edits the tags of an article. Enter or a comma adds the typed tag. Tags of other articles are suggested. */
export function TagsField({ value, onChange, problem, readOnly }: TagsFieldProps) {
  const id = useId();
  const [text, setText] = useState("");
  const { data: all = [] } = useQuery(orderedContentEntriesQuery("culture"));
  const known = [...new Set(all.flatMap(({ tags }) => tags))].filter((tag) => !value.some((each) => isSame(each, tag)));
  const isFull = value.length >= TAGS_MAX;
  const add = () => {
    const tag = cleanPastedLine(text.replaceAll(",", " ")).replace(/\s+/g, " ").slice(0, TAG_LENGTH_MAX);
    setText("");
    if (tag && !isFull && !value.some((each) => isSame(each, tag))) onChange([...value, tag]);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== ",") return;
    event.preventDefault();
    add();
  };
  return (
    <DraftFieldAnchor field="tags">
      <FieldFrame
        id={id}
        label="Tags"
        hint={isFull ? `At most ${TAGS_MAX} tags.` : "Enter adds a tag. The app shows articles of one tag together."}
        optional
        error={problem}
      >
        {value.length > 0 && (
          <ul aria-label="Tags" className="mb-2 flex flex-wrap gap-1.5">
            {value.map((tag) => (
              <li key={tag} className="flex items-center gap-1 rounded-full bg-sunken py-1 pr-1 pl-3 text-sm">
                {tag}
                {!readOnly && (
                  <button
                    type="button"
                    aria-label={`Remove tag ${tag}`}
                    className="rounded-full p-1 text-muted hover:text-foreground"
                    onClick={() => onChange(value.filter((each) => each !== tag))}
                  >
                    <X className="size-3.5" aria-hidden="true" />
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        {!readOnly && (
          <Input
            id={id}
            value={text}
            disabled={isFull}
            maxLength={TAG_LENGTH_MAX}
            autoComplete="off"
            list={`${id}-known`}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKey}
            // Adds the typed tag when the field loses focus, even without Enter.
            onBlur={add}
          />
        )}
        <datalist id={`${id}-known`}>
          {known.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </FieldFrame>
    </DraftFieldAnchor>
  );
}
