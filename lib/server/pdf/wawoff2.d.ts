/** The WebAssembly module of wawoff2 2.0.1, which has no types. */
declare module "wawoff2/build/decompress_binding.js" {
  const decoder: {
    /** True once the module is initialised. */
    calledRun?: boolean;
    onRuntimeInitialized?: () => void;
    /** Returns the TTF file, or false if the input is no WOFF2 file. */
    decompress: (woff2: Uint8Array) => Uint8Array | false;
  };
  export = decoder;
}
