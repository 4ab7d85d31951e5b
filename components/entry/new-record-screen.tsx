"use client";

import type { UseMutationOptions } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { Form, SubmitButton } from "@/components/common/form/form";
import { PageHeader } from "@/components/common/page-header";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { recordUrl } from "@/lib/contract/records";

type NewRecordScreenProps<Input extends FieldValues, Made extends { id: string }> = Pick<
  ComponentProps<typeof PageHeader>,
  "title" | "breadcrumbs"
> &
  Pick<ComponentProps<typeof Form<Input>>, "schema" | "defaultValues" | "draft" | "children"> & {
    type: Parameters<typeof recordUrl>[0];
    /** Defaults of the fields that are edited on the draft's own page. */
    empty: Partial<Input>;
    mayCreate: boolean;
    /** Message instead of the form for admins without the right. */
    refusal: string;
    /** Creates the record. One key for each form, so that a retry after a lost response creates no second record. */
    create: (idempotencyKey: string) => UseMutationOptions<Made, Error, Input>;
  };

/** Creates a draft from a short form, such as a name, and opens the draft's page. */
export function NewRecordScreen<Input extends FieldValues, Made extends { id: string }>(
  props: NewRecordScreenProps<Input, Made>,
) {
  const { title, breadcrumbs, type, empty, mayCreate, refusal, create, children, ...form } = props;
  const router = useRouter();
  const { mutateAsync } = useKeyedMutation(create);
  return (
    <>
      <PageHeader title={title} breadcrumbs={breadcrumbs} />
      {mayCreate ? (
        <Card className="max-w-2xl p-5">
          <Form<Input>
            {...form}
            fixed={empty}
            onSubmit={async (input) => {
              const made = await mutateAsync(input);
              router.replace(recordUrl(type, made.id));
            }}
          >
            {children}
            <div className="flex justify-end">
              <SubmitButton>Create draft</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : (
        <Alert>{refusal}</Alert>
      )}
    </>
  );
}
