// What we use of it: its own types would bring those of Node into rules that also run in browsers and at the edge.

declare module "papaparse" {
  type Settings = {
    readonly delimiter: string;
    /** Reads only the first rows, this many. */
    readonly preview?: number;
  };
  type Parsed = {
    readonly data: readonly (readonly string[])[];
    readonly errors: readonly {
      readonly type: string;
      /** From 0. */
      readonly row?: number;
    }[];
  };
  const papa: { readonly parse: (text: string, settings: Settings) => Parsed };
  export default papa;
}

declare class TextDecoder {
  constructor(label: string, options?: { readonly fatal?: boolean });
  decode(bytes: Uint8Array): string;
}
