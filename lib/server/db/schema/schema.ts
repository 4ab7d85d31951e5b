// The one barrel (design.md): Drizzle and its migration generator want all tables in one place.
export * from "./admin";
export * from "./approvals";
export * from "./kyc";
export * from "./ledger";
export * from "./system-logs";
export * from "./system-wallet";
export * from "./transaction";
export * from "./user";
