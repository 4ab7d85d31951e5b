"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  useForm,
  useFormContext,
} from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button, type ButtonProps } from "@/components/ui/button";
import { draftOf, forgetDraft, registerForm } from "@/lib/client/drafts";
import { useUnsaved } from "@/lib/client/unsaved";
import { type Problem, problemOf } from "./form-problem";
import { type FormSchema, prepared, schemaResolver, type ValuesOf } from "./form-resolver";
import { preloadConfirmDialog } from "./lazy-confirm-dialog";
import { RetryAfter } from "./retry-after";
import { TypedTextsContext, textsIn, withTexts } from "./typed-texts";

/** What fields hold: what the call takes, or null or "" for what is not chosen or typed yet. */
export type Held<Input> = { [Field in keyof Input]?: Input[Field] | "" | null };

type FormProps<Input> = {
  /** The contract's schema of the call. Fetched with the first submit: zod is no part of a page's first load. */
  schema: FormSchema<Input>;
  /** What the call needs beside the fields, such as id and version. */
  fixed?: Partial<Input>;
  /** Leave a field out where the browser may fill it in before the page is ready (sign-in). */
  defaultValues?: Held<Input>;
  /** What is sent of what the fields hold, where that is more than the call takes: fields that don't show any more. */
  valuesOf?: ValuesOf;
  /** What it throws is shown: at the fields that the error names, else above the form. */
  onSubmit: (input: Input) => Promise<unknown>;
  /** Names the form, so that what was typed survives the end of a session ("kyc.decide:42"). Never for secrets. */
  draft?: string;
  /** What is typed waits for the person where they left it: nothing is lost by leaving. */
  kept?: boolean;
  /** A field that no draft keeps. */
  secret?: keyof Input & string;
  className?: string;
  children: ReactNode;
};

/** Every form: validation by the contract, errors at their fields, focus on the first one, nothing typed is lost. */
export function Form<Input extends FieldValues>({
  schema,
  fixed,
  defaultValues,
  valuesOf,
  onSubmit,
  draft,
  kept = false,
  secret,
  className,
  children,
}: FormProps<Input>) {
  const element = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRestored] = useState(() => Boolean(draft && draftOf(draft)));
  const [left] = useState(() => textsIn(draft ? draftOf(draft) : undefined));
  const form = useForm<Input, unknown, Input>({
    defaultValues: { ...defaultValues, ...left.values } as DefaultValues<Input>,
    resolver: schemaResolver(schema, fixed, valuesOf),
  });
  useEffect(() => {
    const values = () => ({ ...form.getValues(), ...(secret && { [secret]: "" }) });
    if (draft) return registerForm(draft, () => withTexts(values(), left.texts));
  }, [draft, secret, form, left]);

  const [sent, setSent] = useState(false);
  const isDirty = (form.formState.isDirty || isRestored) && !sent && !kept;
  useUnsaved(isDirty);
  useEffect(() => form.watch(() => setSent(false)).unsubscribe, [form]);
  useEffect(() => {
    if (isDirty) preloadConfirmDialog();
  }, [isDirty]);

  // Anyone who starts to fill it in will send it: by then the schema is there.
  const warmed = useRef(false);
  const warmUp = () => {
    if (warmed.current) return;
    warmed.current = true;
    prepared(schema).catch(() => {});
  };

  const send = async (input: Input) => {
    setProblem(null);
    try {
      await onSubmit(input);
      setSent(true);
      if (draft) forgetDraft(draft);
    } catch (error) {
      const names = Array.from(element.current?.elements ?? [], (control) => control.getAttribute("name") ?? "");
      const found = problemOf(error, names);
      setProblem(found);
      for (const [index, { name, message }] of found.fields.entries())
        form.setError(name as Path<Input>, { type: "server", message }, { shouldFocus: index === 0 });
    }
  };

  return (
    <FormProvider {...form}>
      {/* post: were it sent before the page is ready, nothing typed would end up in the address. */}
      <form
        ref={element}
        method="post"
        noValidate
        onFocus={warmUp}
        onKeyDown={(event) => {
          const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
          if (!isSend || event.defaultPrevented) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
        onSubmit={(event) => {
          if (form.formState.isSubmitting) event.preventDefault();
          else void form.handleSubmit(send)(event);
        }}
        className={clsx("space-y-4", className)}
      >
        <FormAlert problem={problem} />
        <TypedTextsContext value={left.texts}>{children}</TypedTextsContext>
      </form>
    </FormProvider>
  );
}

function FormAlert({ problem }: { problem: Problem | null }) {
  const { errors } = useFormContext().formState;
  const message = problem?.message ?? errors.root?.schema?.message;
  if (!message) return null;
  return (
    <Alert tone="danger">
      <p>{String(message)}</p>
      {problem?.retryAfter !== undefined && <RetryAfter key={problem.at} seconds={problem.retryAfter} />}
    </Alert>
  );
}

/** Sends the form it stands in; busy while that is under way. */
export function SubmitButton({ variant = "primary", ...props }: ButtonProps) {
  const { isSubmitting } = useFormContext().formState;
  return <Button {...props} type="submit" variant={variant} busy={isSubmitting} />;
}
