/** What the fields of a record get from the form around them. */
export type RecordFieldsProps<D> = {
  draft: D;
  change: (patch: Partial<D>) => void;
  /** What is wrong with a field, or with something within it. */
  problem: (field: string) => string | undefined;
  readOnly: boolean;
};

/** `{...field("title")}`: what a control gets that shows one field of the draft and changes it. */
export const fieldOf =
  <D extends object>({ draft, change, problem, readOnly }: RecordFieldsProps<D>) =>
  <K extends keyof D & string>(field: K) => ({
    field,
    value: draft[field],
    onChange: (value: D[K]) => change({ [field]: value } as unknown as Partial<D>),
    problem: problem(field),
    readOnly,
  });
