/** `memory` in KiB. */
export type Argon2Parameters = { memory: number; passes: number; parallelism: number };

/** Argon2id, version 19, with a key of {@link KEY_BYTES}. */
export type Argon2 = (
  password: Uint8Array,
  salt: Uint8Array,
  parameters: Argon2Parameters,
) => Uint8Array;

type Exports = {
  memory: WebAssembly.Memory;
  _initialize: () => void;
  malloc: (bytes: number) => number;
  free: (address: number) => void;
  argon2_hash: (...parameters: number[]) => number;
};

/** OWASP's first choice. About 30 ms of CPU. */
export const ARGON2ID: Argon2Parameters = { memory: 19_456, passes: 2, parallelism: 1 };

export const KEY_BYTES = 32;
const TYPE_ID = 2;
const VERSION = 0x13;

/**
 * Calls the WebAssembly of `@phi-ag/argon2`. The package's own class counts a password in UTF-16
 * units and so ignores the end of one with letters outside ASCII.
 */
export function createArgon2(module: WebAssembly.Module): Argon2 {
  let kept: Exports | undefined;
  return (password, salt, parameters) => {
    // Memory never shrinks: an imported hash that needs more gets an instance of its own.
    const exports =
      parameters.memory <= ARGON2ID.memory ? (kept ??= instantiate(module)) : instantiate(module);
    return derive(exports, password, salt, parameters);
  };
}

function instantiate(module: WebAssembly.Module): Exports {
  const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  // oxlint-disable-next-line no-underscore-dangle -- Emscripten's name.
  exports._initialize();
  return exports;
}

function derive(
  { memory, malloc, free, argon2_hash: hash }: Exports,
  password: Uint8Array,
  salt: Uint8Array,
  { memory: kib, passes, parallelism }: Argon2Parameters,
): Uint8Array {
  // A view made earlier would be detached when the memory grows.
  const bytes = () => new Uint8Array(memory.buffer);
  const put = (data: Uint8Array): number => {
    const address = malloc(data.length || 1);
    bytes().set(data, address);
    return address;
  };
  const passwordAt = put(password);
  const saltAt = put(salt);
  const keyAt = malloc(KEY_BYTES);
  try {
    const code = hash(
      passes,
      kib,
      parallelism,
      passwordAt,
      password.length,
      saltAt,
      salt.length,
      keyAt,
      KEY_BYTES,
      0,
      0,
      TYPE_ID,
      VERSION,
    );
    if (code !== 0) throw new Error(`Argon2 answers ${String(code)}`);
    return bytes().slice(keyAt, keyAt + KEY_BYTES);
  } finally {
    bytes().fill(0, passwordAt, passwordAt + password.length);
    for (const address of [passwordAt, saltAt, keyAt]) free(address);
  }
}
