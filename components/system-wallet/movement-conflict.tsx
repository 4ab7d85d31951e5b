import { type ComparedFields, ConflictChanges } from "@/components/common/form/current-version";
import type { MovementDetails } from "@/lib/contract/system-wallet";
import { formatMoney, titleCase } from "@/lib/format";

const titleOrNone = (value: string | null | undefined) => (value ? titleCase(value) : "none");

const MOVEMENT_DIFF_FIELDS: ComparedFields<MovementDetails> = [
  ["What to do", ({ kind }) => titleCase(kind)],
  ["Account", ({ account }) => titleOrNone(account)],
  ["To", ({ to_account }) => titleOrNone(to_account)],
  ["Direction", ({ direction }) => titleOrNone(direction)],
  ["Transaction", ({ transaction }) => transaction?.reference ?? "none"],
  ["Amount", ({ amount }) => formatMoney(amount)],
  ["Reason", ({ note }) => note],
  ["Bank or letter reference", ({ external_reference }) => external_reference || "none"],
];

/** Lists what another client changed in the draft transfer since the form was opened. */
export function MovementEditConflict({ base, newer }: { base: MovementDetails; newer: MovementDetails }) {
  return <ConflictChanges facts={MOVEMENT_DIFF_FIELDS} base={base} newer={newer} />;
}
