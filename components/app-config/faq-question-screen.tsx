"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { ContentEntryEditor } from "@/components/content-entry/content-entry-editor";
import type { ContentEntryFieldsProps } from "@/components/content-entry/content-entry-fields-props";
import { DraftFieldAnchor, DraftTextField } from "@/components/record-editor/draft-field";
import { RichTextField } from "@/components/record-editor/rich-text/rich-text-field";
import { FAQ_GROUP_NAME_MAX, FAQ_QUESTION_MAX } from "@/lib/contract/content-entries.values";
import { orderedContentEntriesQuery } from "@/lib/queries/content-entries";
import { FAQ_URL } from "./faq-words";

const LINKS = { back: { label: "FAQ", href: FAQ_URL } };

/** Renders the editor of one question of the FAQ. */
export function FaqQuestionScreen({ entryId }: { entryId: string }) {
  return (
    <ContentEntryEditor kind="faq" entryId={entryId} words={LINKS} fields={(props) => <QuestionFields {...props} />} />
  );
}

/** Edits a question of the FAQ, its answer and its group in the app. */
function QuestionFields(props: ContentEntryFieldsProps<"faq">) {
  const { draft, change, text, changeText, language, dir, problem, readOnly, images } = props;
  const groupsId = useId();
  const { data: questions = [] } = useQuery(orderedContentEntriesQuery("faq"));
  const groups = [...new Set(questions.map(({ faq_group }) => faq_group).filter(Boolean))];
  return (
    <>
      <DraftTextField
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
      <DraftTextField
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
