import { TextField } from "@/components/common/form/fields";

/** Renders the form fields for a person's first and last name. */
export function PersonNameFields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="first_name" label="First name" autoComplete="given-name" />
      <TextField name="last_name" label="Last name" autoComplete="family-name" />
    </div>
  );
}
