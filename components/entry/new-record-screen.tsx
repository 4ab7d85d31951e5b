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
    /** All that is filled in on the draft's own page. */
    empty: Partial<Input>;
    mayCreate: boolean;
    /** In place of the form for who may not. */
    refusal: string;
    /** The key is one for each opening, so that a retry after a lost answer adds one. */
    create: (idempotencyKey: string) => UseMutationOptions<Made, Error, Input>;
  };

/** A record that begins with little, such as its name; it becomes a draft, whose page opens then. */
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
