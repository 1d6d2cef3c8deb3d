/** So much is read before the page gets a turn: a few milliseconds of work. */
const turnLength = 256 * 1024

/**
 * The chunks of a file as they are read. Chunks that are there already come one after another without a macrotask in
 * between, and a large file would hold the page until its end.
 */
export async function* chunksOf<Chunk extends { readonly length: number }>(
  stream: ReadableStream<Chunk>,
): AsyncGenerator<Chunk> {
  let length = 0
  for await (const chunk of stream) {
    yield chunk
    length += chunk.length
    if (length < turnLength) continue
    length = 0
    await new Promise((resolve) => setTimeout(resolve))
  }
}
