/** How many documents a file asks for: its lines that hold something, without the heading of a CSV. */
export async function countLines(file: Blob, hasHeading: boolean): Promise<number> {
  let count = 0
  let isBlank = true
  for await (const text of file.stream().pipeThrough(new TextDecoderStream())) {
    for (const [at, part] of text.split('\n').entries()) {
      if (at > 0) {
        if (!isBlank) count += 1
        isBlank = true
      }
      if (/\S/.test(part.replace('\uFEFF', ''))) isBlank = false
    }
  }
  if (!isBlank) count += 1
  return Math.max(0, count - (hasHeading ? 1 : 0))
}
