import { describe, expect, it } from "vitest";
import { SettingsError } from "@/lib/settings/setting-faults";
import { describeFailure } from "./run-command";

describe("describeFailure", () => {
  it("describeFailure returns a line for each wrong setting", () => {
    const faults = ["PORT must be a number.", "LOG_LEVEL must be info."];
    expect(describeFailure(new SettingsError(faults))).toBe("PORT must be a number.\nLOG_LEVEL must be info.\n");
  });

  it("describeFailure returns the database's message without the query and its values", () => {
    const cause = new Error("permission denied for table users");
    const error = new Error("Failed query: insert into users\nparams: Ada,Obi", { cause });
    expect(describeFailure(error)).toBe("permission denied for table users\n");
  });

  it("describeFailure reports only the first of several refused connections, in one line", () => {
    const errors = [new Error("connect ECONNREFUSED\n ::1:5432"), new Error("connect ECONNREFUSED 127.0.0.1:5432")];
    expect(describeFailure(new AggregateError(errors))).toBe("connect ECONNREFUSED ::1:5432\n");
  });

  it("describeFailure includes the stack of a bug in the program, but not that of a wrong argument", () => {
    expect(describeFailure(new TypeError("x is undefined"))).toContain("run-command.test.ts");
    const usage = Object.assign(new TypeError("Unknown option '--x'"), { code: "ERR_PARSE_ARGS_UNKNOWN_OPTION" });
    expect(describeFailure(usage)).toBe("Unknown option '--x'\n");
  });
});
