"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { Form, SubmitButton } from "@/components/common/form/form";
import { MENTION_HINT, MentionField } from "@/components/common/form/mention-field";
import { FreeText } from "@/components/common/free-text";
import { LoadFailed } from "@/components/common/states";
import { Card, CardHeader } from "@/components/ui/card";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { routes } from "@/lib/contract/routes";
import { USER_NOTE_MAX } from "@/lib/contract/user.values";
import { adminLabel } from "@/lib/format";
import { useMentionableAdmins } from "@/lib/queries/note-readers";
import { useAccess } from "@/lib/queries/rp";
import { type AddUserNoteInput, addUserNoteMutation, userNotesQuery } from "@/lib/queries/user";

const loadSchema = () => import("@/lib/contract/user").then((module) => module.userNote);

/** Lists and adds admins' notes about a user. The user never sees them. */
export function UserNotes({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery(userNotesQuery(userId));
  const mayAdd = useAccess(routes.user.addNote);
  // Number of sent notes. Used as the form's key, so that the form is empty again after each note.
  const [sentCount, setSentCount] = useState(0);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card>
        <CardHeader title="Notes" description="Seen by admins only. Notes can't be edited." />
        {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
        {data?.items.length === 0 && <p className="px-5 pb-5 text-sm text-muted">There are no notes.</p>}
        <ul className="px-5 pb-4">
          {data?.items.map(({ id, by, at, text }) => (
            <li key={id} className="border-t border-border py-3">
              <FreeText as="p" lines>
                {text}
              </FreeText>
              <p className="mt-1 text-sm text-muted">
                {adminLabel(by)} · <DateTime at={at} />
              </p>
            </li>
          ))}
        </ul>
      </Card>
      {mayAdd && (
        <Card className="p-5">
          <NewNote key={sentCount} userId={userId} onDone={() => setSentCount(sentCount + 1)} />
        </Card>
      )}
    </div>
  );
}

function NewNote({ userId, onDone }: { userId: string; onDone: () => void }) {
  const { mutateAsync } = useKeyedMutation(addUserNoteMutation);
  const mentions = useMentionableAdmins({ type: "user" });
  const add = async (input: AddUserNoteInput) => {
    await mutateAsync(input);
    toast.success("The note is added.");
    onDone();
  };
  return (
    <Form<AddUserNoteInput>
      schema={loadSchema}
      fixed={{ userId }}
      defaultValues={{ text: "" }}
      draft={`user.addNote:${userId}`}
      onSubmit={add}
    >
      <MentionField name="text" label="New note" hint={MENTION_HINT} max={USER_NOTE_MAX} rows={4} {...mentions} />
      <div className="flex justify-end">
        <SubmitButton>Add note</SubmitButton>
      </div>
    </Form>
  );
}
