/**
 * Reads the first bytes of a body and gives the whole of it, unread and with its length, which R2 asks for: an isolate's
 * memory is shared by all its requests.
 *
 * @param bytes fewer when the body is shorter
 */
export async function readHead(
  body: ReadableStream<Uint8Array>,
  bytes: number,
): Promise<{ head: Uint8Array; whole: ReadableStream<Uint8Array> }> {
  const [start, whole] = body.tee();
  const reader = start.getReader();
  const chunks: Uint8Array[] = [];
  for (let read = 0; read < bytes;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    read += value.byteLength;
  }
  // It ends with the other half.
  void reader.cancel();
  return { head: Buffer.concat(chunks).subarray(0, bytes), whole };
}
