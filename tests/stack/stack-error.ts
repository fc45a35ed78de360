export class StackError extends Error {
  override readonly name = "StackError";
}
