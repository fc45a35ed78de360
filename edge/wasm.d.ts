declare module "@phi-ag/argon2/argon2.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
