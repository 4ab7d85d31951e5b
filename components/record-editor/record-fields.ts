/** Props of components that edit fields of a record's draft. */
export type RecordFieldsProps<D> = {
  draft: D;
  change: (patch: Partial<D>) => void;
  /** Returns the error of a field, or of a part of the field. */
  problem: (field: string) => string | undefined;
  readOnly: boolean;
};

/** Creates `field`, which returns the props of a control that edits one field of the draft: `{...field("title")}`. */
export const createDraftFieldProps =
  <D extends object>({ draft, change, problem, readOnly }: RecordFieldsProps<D>) =>
  <K extends keyof D & string>(field: K) => ({
    field,
    value: draft[field],
    onChange: (value: D[K]) => change(Object.assign<Partial<D>, object>({}, { [field]: value })),
    problem: problem(field),
    readOnly,
  });
