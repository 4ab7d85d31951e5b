/** Prefixes of references. "number": consecutive numbers (`KYC-000302`). "code": 12 letters and digits (`TRX-019AC01FFE3B`). */
export const REFERENCE_PREFIXES = {
  KYC: "number",
  IR: "number",
  WAL: "number",
  TRX: "code",
  RFD: "code",
  ORD: "code",
  TKT: "code",
  GRA: "code",
  PAY: "code",
} as const satisfies Record<string, "number" | "code">;

/** Prefix of a reference, such as `KYC`. */
export type ReferencePrefix = keyof typeof REFERENCE_PREFIXES;

const REFERENCE_PATTERN = new RegExp(`^(?:${Object.keys(REFERENCE_PREFIXES).join("|")})-[0-9A-Z]+(?![\\w-])`);

/** Returns the reference at the beginning of a record's name: `KYC-000302` of `KYC-000302 Ada Obi`. */
export const referenceIn = (recordName: string): string | undefined => REFERENCE_PATTERN.exec(recordName)?.[0];
