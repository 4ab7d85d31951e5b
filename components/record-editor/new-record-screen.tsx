"use client";

import type { UseMutationOptions } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ComponentProps, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { TextField } from "@/components/common/form/fields";
import { Form, type FormValues, SubmitButton } from "@/components/common/form/form";
import type { FormSchema } from "@/components/common/form/form-resolver";
import { PageHeader } from "@/components/common/page-header";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { assertSaved } from "@/lib/client/api-error";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { recordUrl } from "@/lib/contract/records";
import type { Route } from "@/lib/contract/route";
import { useAccess } from "@/lib/queries/rp";

type NewRecordScreenProps<Input extends FieldValues, Created extends { id: string; version: number }> = {
  type: Parameters<typeof recordUrl>[0];
  /** Noun for the record, such as "event". */
  what: string;
  /** Message in place of the form for admins without the right that `route` requires. */
  refusal: string;
  breadcrumbs: ComponentProps<typeof PageHeader>["breadcrumbs"];
  route: Route;
  schema: FormSchema<Input>;
  /** Form field that contains the record's name. */
  nameField: { name: keyof Input & string; label: string; hint: string; maxLength: number };
  /** Initial values of the other fields on this screen. */
  values?: FormValues<Input>;
  /** Values of fields that this form lacks, because they are edited on the draft's own page. */
  emptyValues: Partial<Input>;
  /** Creates the record. The form has one idempotency key, so that a retry creates no second record. */
  create: (idempotencyKey: string) => UseMutationOptions<Created, Error, Input>;
  /** Form fields besides the name. */
  children?: ReactNode;
};

/** Creates a draft from a short form, such as a name, and opens the draft's page. */
export function NewRecordScreen<Input extends FieldValues, Created extends { id: string; version: number }>(
  props: NewRecordScreenProps<Input, Created>,
) {
  const { type, nameField, values, create } = props;
  const router = useRouter();
  const mayCreate = useAccess(props.route);
  const { mutateAsync } = useKeyedMutation(create);
  return (
    <>
      <PageHeader title={`New ${props.what}`} breadcrumbs={props.breadcrumbs} />
      {mayCreate ? (
        <Card className="max-w-2xl p-5">
          <Form<Input>
            schema={props.schema}
            draft={`${type}.new`}
            defaultValues={{ [nameField.name]: "", ...values } as FormValues<Input>}
            fixed={props.emptyValues}
            onSubmit={async (input) => {
              const created = assertSaved(await mutateAsync(input));
              router.replace(recordUrl(type, created.id));
            }}
          >
            <TextField {...nameField} autoComplete="off" />
            {props.children}
            <div className="flex justify-end">
              <SubmitButton>Create draft</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : (
        <Alert>{props.refusal}</Alert>
      )}
    </>
  );
}
