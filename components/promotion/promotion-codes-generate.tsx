"use client";

import { TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { NumberField } from "@/components/common/form/number-fields";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { MAX_PROMOTION_CODE_LENGTH, PROMOTION_CODES_MAX } from "@/lib/contract/promotion.values";
import { formatCount, pluralize } from "@/lib/format";
import { type GenerateCodesInput, generateCodesMutation } from "@/lib/queries/promotion-codes";

const loadGenerateSchema = () =>
  import("@/lib/contract/promotion-codes").then((module) => module.promotionCodeGeneration);

type PromotionCodesGenerateProps = { promotionId: string; onClose: () => void };

/** Generates random promotion codes and adds them to the promotion. */
export function GeneratePromotionCodesDialog({ promotionId, onClose }: PromotionCodesGenerateProps) {
  const { mutateAsync } = useKeyedMutation(generateCodesMutation);
  return (
    <FormDialog<GenerateCodesInput>
      open
      onOpenChange={onClose}
      title="Generate codes"
      consequence="Random codes that can't be guessed, without letters that look alike."
      submitLabel="Generate"
      schema={loadGenerateSchema}
      fixed={{ promotionId }}
      defaultValues={{ count: 100, prefix: "" }}
      onSubmit={async (input) => {
        const { added } = await mutateAsync(input);
        toast.success(`${pluralize(added, "code")} generated.`);
      }}
    >
      <NumberField name="count" label="How many" hint={`At most ${formatCount(PROMOTION_CODES_MAX)} at a time.`} />
      <TextField
        name="prefix"
        label="Beginning of every code"
        optional
        hint="Such as CAL-. Eight random characters follow."
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_PROMOTION_CODE_LENGTH - 8}
      />
    </FormDialog>
  );
}
