import { Button } from "@/components/ui/button";

type DialogButtonsProps = {
  /** What the main button does: "Assign". */
  label: string;
  busy: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** At the foot of a dialog that is no form: does it, or leaves it. */
export function DialogButtons({ label, busy, disabled, onConfirm, onCancel }: DialogButtonsProps) {
  return (
    <>
      <Button onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
      <Button variant="primary" busy={busy} disabled={disabled} onClick={onConfirm}>
        {label}
      </Button>
    </>
  );
}
