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
  /** "Duplicate" */
  label: string;
  /** "Duplicated" */
  done: string;
  /** One for each key, so that a second press has no second effect. */
  mutation: (idempotencyKey: string) => UseMutationOptions<T, Error, string>;
  urlOf: (id: string) => string;
};

/** Makes a new draft of a record and leads to it. */
export function RecordCopyButton<T extends { id: string }>(props: RecordCopyButtonProps<T>) {
  const { id, label, done, mutation, urlOf } = props;
  const router = useRouter();
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutate, isPending } = useMutation({
    ...mutation(key),
    onSuccess: (copy) => {
      setKey(newIdempotencyKey());
      toast.success(`${done}. You are on the new draft.`);
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
