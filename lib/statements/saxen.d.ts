/** Types of saxen 11.2.0, which ships without types: only the parts that `camt053.ts` uses. */
declare module "saxen" {
  type Decode = (text: string) => string;
  type Handlers = {
    openTag: (name: string, attributes: () => Record<string, string>, decode: Decode, isSelfClosing: boolean) => void;
    closeTag: (name: string, decode: Decode, isSelfClosing: boolean) => void;
    text: (text: string, decode: Decode) => void;
    cdata: (text: string) => void;
    attention: (text: string) => void;
    error: (error: Error) => void;
  };
  /** Parses XML as a stream of events. Throws nothing: errors are reported to the `error` handler. */
  export class Parser {
    on<Name extends keyof Handlers>(name: Name, handler: Handlers[Name]): this;
    ns(prefixes?: Record<string, string>): this;
    parse(xml: string): Error | undefined;
    write(xml: string): this;
    end(): Error | undefined;
    stop(): void;
  }
}
