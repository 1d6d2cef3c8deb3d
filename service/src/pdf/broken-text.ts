export type LineRoom = {
  readonly width: number
  readonly linesMax: number | undefined
  readonly widthOf: (part: string) => number
}

/** A text broken into lines of a width: between words, and inside a word that is longer than a line. */
export function brokenText(text: string, { width, linesMax, widthOf }: LineRoom): string[] {
  const lines = everyLine(text, width, widthOf)
  if (linesMax === undefined || lines.length <= linesMax) return lines
  return lines.slice(0, linesMax).with(-1, `${(lines[linesMax - 1] ?? '').slice(0, -1)}…`)
}

function everyLine(text: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = []
  const blank = widthOf(' ')
  let line = ''
  let lineWidth = 0
  for (const word of text.split(' ')) {
    const wordWidth = widthOf(word)
    if (line !== '' && lineWidth + blank + wordWidth <= width) {
      line += ` ${word}`
      lineWidth += blank + wordWidth
      continue
    }
    if (line !== '') lines.push(line)
    const parts = wordWidth <= width ? [word] : brokenWord(word, width, widthOf)
    line = parts.pop() ?? ''
    lineWidth = parts.length === 0 ? wordWidth : widthOf(line)
    lines.push(...parts)
  }
  return [...lines, line]
}

/** As many signs a line as it holds, and at least one. */
function brokenWord(word: string, width: number, widthOf: (part: string) => number): string[] {
  const parts: string[] = []
  let part = ''
  let partWidth = 0
  for (const sign of word) {
    const signWidth = widthOf(sign)
    if (part !== '' && partWidth + signWidth > width) {
      parts.push(part)
      part = ''
      partWidth = 0
    }
    part += sign
    partWidth += signWidth
  }
  return [...parts, part]
}
