"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { EntryEditor } from "@/components/entry/entry-editor";
import { DraftFieldAnchor, EntryTextField } from "@/components/entry/entry-field";
import type { EntryFieldsProps } from "@/components/entry/entry-fields-props";
import { RichTextField } from "@/components/entry/rich-text/rich-text-field";
import { FAQ_GROUP_NAME_MAX, FAQ_QUESTION_MAX } from "@/lib/contract/entries.values";
import { orderedEntriesQuery } from "@/lib/queries/entries";
import { FAQ_URL } from "./faq-words";

const LINKS = { back: { label: "FAQ", href: FAQ_URL } };

/** Renders the editor of one question of the FAQ. */
export function FaqQuestionScreen({ entryId }: { entryId: string }) {
  return <EntryEditor kind="faq" entryId={entryId} words={LINKS} fields={(props) => <QuestionFields {...props} />} />;
}

/** Edits a question of the FAQ, its answer and its group in the app. */
function QuestionFields(props: EntryFieldsProps<"faq">) {
  const { draft, change, text, changeText, language, dir, problem, readOnly, images } = props;
  const groupsId = useId();
  const { data: questions = [] } = useQuery(orderedEntriesQuery("faq"));
  const groups = [...new Set(questions.map(({ faq_group }) => faq_group).filter(Boolean))];
  return (
    <>
      <EntryTextField
        field={`texts.${language}.question`}
        label="Question"
        value={text.question}
        onChange={(question) => changeText({ question })}
        max={FAQ_QUESTION_MAX}
        language={language}
        dir={dir}
        problem={problem(`texts.${language}.question`)}
        readOnly={readOnly}
      />
      <DraftFieldAnchor field={`texts.${language}.answer`}>
        <RichTextField
          key={language}
          label="Answer"
          value={text.answer}
          onChange={(answer) => changeText({ answer }, language)}
          language={language}
          dir={dir}
          problem={problem(`texts.${language}.answer`)}
          readOnly={readOnly}
          onUpload={images.upload}
          imageUrl={images.urlOf}
        />
      </DraftFieldAnchor>
      <EntryTextField
        field="group"
        label="Group"
        hint="The heading under which the app lists it. Choose an existing one, or enter a new one."
        value={draft.group}
        onChange={(group) => change({ group })}
        max={FAQ_GROUP_NAME_MAX}
        list={groupsId}
        problem={problem("group")}
        readOnly={readOnly}
      />
      <datalist id={groupsId}>
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  );
}
