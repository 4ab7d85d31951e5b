// The one barrel (design.md): Drizzle and its migration generator want all tables in one place.
export * from "./admin";
export * from "./approvals";
export * from "./file";
export * from "./kyc";
export * from "./system-logs";
export * from "./user";
