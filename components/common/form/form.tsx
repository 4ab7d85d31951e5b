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
import { deleteDraft, readDraft, registerFormForDrafts } from "@/lib/client/drafts";
import { loadSchema } from "@/lib/client/load-schema";
import { useUnsavedForm } from "@/lib/client/unsaved-changes";
import { type FormProblem, formProblemOf } from "./form-problem";
import { type FormSchema, type SelectSubmittedValues, schemaResolver } from "./form-resolver";
import { preloadConfirmDialog } from "./lazy-confirm-dialog";
import { RetryCountdown } from "./retry-after";
import { addNumberFieldTexts, extractNumberFieldTexts, NumberFieldTextsContext } from "./typed-texts";

/** Values of a form's fields: the call's input, with null or "" where nothing is chosen or typed yet. */
export type FormValues<Input> = { [Field in keyof Input]?: Input[Field] | "" | null };

type FormProps<Input> = {
  /** Loads the contract's schema of the call when the form is first used. A page's first load therefore excludes zod. */
  schema: FormSchema<Input>;
  /** Part of the call's input that has no form field, such as id and version. */
  fixed?: Partial<Input>;
  /** Initial values. Omit a field that the browser may fill in before hydration, as on sign-in. */
  defaultValues?: FormValues<Input>;
  /** Selects the values to submit if the form has more than the call accepts, such as fields that are no longer shown. */
  valuesOf?: SelectSubmittedValues;
  /** Sends the input. Errors that it throws are shown at the fields that they name, otherwise above the form. */
  onSubmit: (input: Input) => Promise<unknown>;
  /** Key of the draft that keeps the input when the session ends, such as "kyc.decide:42". */
  draft?: string;
  /** True if the input survives navigation: leaving the page then shows no "unsaved changes" warning. */
  kept?: boolean;
  /** Field with a secret, which the draft omits. */
  secret?: keyof Input & string;
  className?: string;
  children: ReactNode;
};

/**
 * Renders a form, the base of all forms. Validates with the contract's schema, shows errors at their fields, focuses the first
 * invalid field, and keeps the input after an error.
 */
export function Form<Input extends FieldValues>({
  schema,
  fixed,
  defaultValues,
  valuesOf,
  onSubmit,
  draft,
  kept: isKept = false,
  secret,
  className,
  children,
}: FormProps<Input>) {
  const element = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isRestored] = useState(() => Boolean(draft && readDraft(draft)));
  const [restored] = useState(() => extractNumberFieldTexts(draft ? readDraft(draft) : undefined));
  const form = useForm<Input, unknown, Input>({
    defaultValues: { ...defaultValues, ...restored.values } as DefaultValues<Input>,
    resolver: schemaResolver(schema, fixed, valuesOf),
  });
  useEffect(() => {
    const values = () => ({ ...form.getValues(), ...(secret && { [secret]: "" }) });
    if (draft) return registerFormForDrafts(draft, () => addNumberFieldTexts(values(), restored.texts));
  }, [draft, secret, form, restored]);

  const [isSent, setIsSent] = useState(false);
  const isDirty = (form.formState.isDirty || isRestored) && !isSent && !isKept;
  useUnsavedForm(isDirty);
  useEffect(() => form.watch(() => setIsSent(false)).unsubscribe, [form]);
  useEffect(() => {
    if (isDirty) preloadConfirmDialog();
  }, [isDirty]);

  // Loads the schema when the user begins to fill in the form, because a submit will need it.
  const isPreloaded = useRef(false);
  const preloadSchema = () => {
    if (isPreloaded.current) return;
    isPreloaded.current = true;
    loadSchema(schema).catch(() => {});
  };

  const send = async (input: Input) => {
    setProblem(null);
    try {
      await onSubmit(input);
      setIsSent(true);
      if (draft) deleteDraft(draft);
    } catch (error) {
      const names = Array.from(element.current?.elements ?? [], (control) => control.getAttribute("name") ?? "");
      const foundProblem = formProblemOf(error, names);
      setProblem(foundProblem);
      for (const [index, { name, message }] of foundProblem.fields.entries())
        form.setError(name as Path<Input>, { type: "server", message }, { shouldFocus: index === 0 });
    }
  };

  return (
    <FormProvider {...form}>
      {/* Uses POST: a submit before hydration must not put the input into the URL. */}
      <form
        ref={element}
        method="post"
        noValidate
        onFocus={preloadSchema}
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
        <NumberFieldTextsContext value={restored.texts}>{children}</NumberFieldTextsContext>
      </form>
    </FormProvider>
  );
}

function FormAlert({ problem }: { problem: FormProblem | null }) {
  const { errors, submitCount } = useFormContext().formState;
  const alert = useRef<HTMLDivElement>(null);
  const message = problem?.message ?? errors.root?.schema?.message;
  // Scrolls to the alert above the form, which may be far above the submit button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated message is shown again after each submit
  useEffect(() => {
    // Returns nothing: in Chromium 156 `scrollIntoView` returns a promise, which React would call as the effect's clean-up.
    alert.current?.scrollIntoView({ block: "nearest" });
  }, [message, problem, submitCount]);
  if (!message) return null;
  return (
    <div ref={alert} className="scroll-mt-4">
      <Alert tone="danger">
        <p>{String(message)}</p>
        {problem?.retryAfter !== undefined && <RetryCountdown key={problem.at} seconds={problem.retryAfter} />}
      </Alert>
    </div>
  );
}

/** Submits the enclosing form. Shows a busy state during the submit. */
export function SubmitButton({ variant = "primary", ...props }: ButtonProps) {
  const { isSubmitting } = useFormContext().formState;
  return <Button {...props} type="submit" variant={variant} busy={isSubmitting} />;
}
