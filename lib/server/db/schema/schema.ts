// The one barrel (design.md): Drizzle and its migration generator want all tables in one place.
export * from "./admin";
export * from "./approvals";
export * from "./citizen";
export * from "./file";
export * from "./ireport";
export * from "./ireport-set-up";
export * from "./kyc";
export * from "./kyc-review";
export * from "./ledger";
export * from "./system-logs";
export * from "./system-wallet";
export * from "./totals";
export * from "./transaction";
export * from "./upload";
export * from "./user";
