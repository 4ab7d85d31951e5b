"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";

type RecordCopyButtonProps<T> = {
  id: string;
  /** Label of the button, such as "Duplicate". */
  label: string;
  /** Text of the success message, such as "Duplicated". */
  done: string;
  /** Creates the copy. Retries have the same idempotency key, so that only one copy is created. */
  mutation: (idempotencyKey: string) => UseMutationOptions<T, Error, string>;
  urlOf: (id: string) => string;
};

/** Creates a draft as a copy of a record and opens it. */
export function RecordCopyButton<T extends { id: string }>(props: RecordCopyButtonProps<T>) {
  const { id, label, done: doneText, mutation, urlOf } = props;
  const router = useRouter();
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutate, isPending } = useMutation({
    ...mutation(key),
    onSuccess: (copy) => {
      setKey(newIdempotencyKey());
      toast.success(`${doneText}. You are on the new draft.`);
      router.push(urlOf(copy.id));
    },
    onError: (error) => void toast.error(error.message),
  });
  return (
    <Button busy={isPending} onClick={() => mutate(id)}>
      <Copy aria-hidden="true" /> {label}
    </Button>
  );
}
