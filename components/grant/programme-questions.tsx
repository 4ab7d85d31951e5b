import { Plus, Trash2 } from "lucide-react";
import { v7 as uuid } from "uuid";
import { moveInList, OrderButtons } from "@/components/common/table/order-buttons";
import {
  DraftCheckboxField,
  DraftFieldAnchor,
  DraftSelectField,
  DraftTextField,
} from "@/components/record-editor/draft-field";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import type { GrantQuestion, RequestedDocument } from "@/lib/contract/grant";
import { PROGRAMME_QUESTIONS_MAX, QUESTION_CHOICES_MAX, REQUESTED_DOCUMENTS_MAX } from "@/lib/contract/grant.values";
import type { ProgrammeFieldsProps } from "./programme-fields";
import { QUESTION_KIND_OPTIONS } from "./programme-words";

/** Returns the list with one item changed, or without the item if `patch` is null. */
const changeItem = <T extends { id: string }>(list: readonly T[], id: string, patch: Partial<T> | null): T[] =>
  list.flatMap((each) => (each.id !== id ? [each] : patch ? [{ ...each, ...patch }] : []));

const moveItem = <T extends { id: string }>(list: readonly T[], id: string, offset: -1 | 1): T[] | undefined => {
  const ids = moveInList(
    list.map((each) => each.id),
    id,
    offset,
  );
  return ids?.flatMap((nextId) => list.find((each) => each.id === nextId) ?? []);
};

/** Edits a programme's additional questions for applicants. */
export function ProgrammeQuestionFields({ draft, change, problem, readOnly, areTermsPublished }: ProgrammeFieldsProps) {
  const { questions } = draft;
  const isLocked = readOnly || areTermsPublished;
  const setQuestions = (nextId: GrantQuestion[]) => change({ questions: nextId });
  const add = () => setQuestions([...questions, { id: uuid(), kind: "text", label: "", required: true, choices: [] }]);
  return (
    <Card>
      <CardHeader
        title="Questions"
        description={questions.length === 0 ? "Applicants answer no questions besides their account data." : undefined}
        actions={
          !isLocked && (
            <Button size="sm" disabled={questions.length >= PROGRAMME_QUESTIONS_MAX} onClick={add}>
              <Plus aria-hidden="true" /> Add question
            </Button>
          )
        }
      />
      <DraftFieldAnchor field="questions">
        <ol className="divide-y divide-border border-t border-border">
          {questions.map((question, index) => {
            const patch = (to: Partial<GrantQuestion> | null) => setQuestions(changeItem(questions, question.id, to));
            const name = `question ${index + 1}`;
            return (
              <li key={question.id} className="space-y-3 px-5 py-4">
                <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
                  <DraftTextField
                    field={`questions.${index}.label`}
                    label={`Question ${index + 1}`}
                    value={question.label}
                    onChange={(label) => patch({ label })}
                    max={300}
                    problem={problem(`questions.${index}.label`)}
                    readOnly={isLocked}
                  />
                  <DraftSelectField
                    field={`questions.${index}.kind`}
                    label="Answer"
                    value={question.kind}
                    options={QUESTION_KIND_OPTIONS}
                    onChange={(kind) => patch({ kind: kind as GrantQuestion["kind"] })}
                    readOnly={isLocked}
                  />
                </div>
                {question.kind === "choice" && (
                  <DraftTextField
                    field={`questions.${index}.choices`}
                    label="Choices"
                    hint={`One on each line, at most ${QUESTION_CHOICES_MAX}.`}
                    rows={3}
                    value={question.choices.join("\n")}
                    onChange={(lines) => patch({ choices: lines.split("\n") })}
                    max={QUESTION_CHOICES_MAX * 121}
                    problem={problem(`questions.${index}.choices`)}
                    readOnly={isLocked}
                  />
                )}
                <div className="flex flex-wrap items-center gap-3">
                  <DraftCheckboxField
                    field={`questions.${index}.required`}
                    label="Must be answered"
                    checked={question.required}
                    onChange={(required) => patch({ required })}
                    readOnly={isLocked}
                  />
                  {!isLocked && (
                    <div className="ml-auto flex gap-1">
                      <OrderButtons
                        name={name}
                        isFirst={index === 0}
                        isLast={index === questions.length - 1}
                        onMove={(offset) => {
                          const nextId = moveItem(questions, question.id, offset);
                          if (nextId) setQuestions(nextId);
                        }}
                      />
                      <Button variant="ghost" size="icon-sm" aria-label={`Remove ${name}`} onClick={() => patch(null)}>
                        <Trash2 aria-hidden="true" />
                      </Button>
                    </div>
                  )}
                </div>
              </li>
            );
          })}
        </ol>
      </DraftFieldAnchor>
    </Card>
  );
}

/** Edits the list of documents that applicants have to upload. */
export function ProgrammeDocumentFields({ draft, change, problem, readOnly, areTermsPublished }: ProgrammeFieldsProps) {
  const { documents } = draft;
  const isLocked = readOnly || areTermsPublished;
  const setQuestions = (nextId: RequestedDocument[]) => change({ documents: nextId });
  const add = () => setQuestions([...documents, { id: uuid(), label: "", required: true, is_photo: false }]);
  return (
    <Card>
      <CardHeader
        title="Documents"
        description={documents.length === 0 ? "Applicants send no files." : undefined}
        actions={
          !isLocked && (
            <Button size="sm" disabled={documents.length >= REQUESTED_DOCUMENTS_MAX} onClick={add}>
              <Plus aria-hidden="true" /> Add document
            </Button>
          )
        }
      />
      <DraftFieldAnchor field="documents">
        <ol className="divide-y divide-border border-t border-border">
          {documents.map((document, index) => {
            const patch = (to: Partial<RequestedDocument> | null) =>
              setQuestions(changeItem(documents, document.id, to));
            return (
              <li key={document.id} className="space-y-3 px-5 py-4">
                <DraftTextField
                  field={`documents.${index}.label`}
                  label={`Document ${index + 1}`}
                  value={document.label}
                  onChange={(label) => patch({ label })}
                  max={120}
                  problem={problem(`documents.${index}.label`)}
                  readOnly={isLocked}
                />
                <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
                  <DraftCheckboxField
                    field={`documents.${index}.required`}
                    label="Must be sent"
                    checked={document.required}
                    onChange={(required) => patch({ required })}
                    readOnly={isLocked}
                  />
                  <DraftCheckboxField
                    field={`documents.${index}.is_photo`}
                    label="A photo of the applicant"
                    checked={document.is_photo}
                    onChange={(is_photo) => patch({ is_photo })}
                    readOnly={isLocked}
                  />
                  {!isLocked && (
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      className="ml-auto"
                      aria-label={`Remove document ${index + 1}`}
                      onClick={() => patch(null)}
                    >
                      <Trash2 aria-hidden="true" />
                    </Button>
                  )}
                </div>
              </li>
            );
          })}
        </ol>
      </DraftFieldAnchor>
    </Card>
  );
}
