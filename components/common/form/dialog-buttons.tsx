import { Button } from "@/components/ui/button";

type DialogButtonsProps = {
  /** Label of the main button: "Assign". */
  label: string;
  busy: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Renders the footer buttons of a dialog without a form. */
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
