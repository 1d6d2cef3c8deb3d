import type { DocumentFonts, Drawn, Weight } from './pdf-fonts.ts'

export type Line = { readonly text: string; readonly drawn: Drawn }

export type LineRoom = {
  readonly width: number
  readonly size: number
  readonly weight: Weight
  /** Past so many lines the text ends in an ellipsis, for a row must fit a page. */
  readonly linesMax: number
}

/** A text broken into lines of a width: between words, and inside a word that is longer than a line. */
export function textLines({ draw }: Pick<DocumentFonts, 'draw'>, text: string, room: LineRoom): Line[] {
  const { size, weight, linesMax } = room
  const width = (room.width * 1000) / size
  const drawn = draw(text, weight)
  if (drawn.width <= width) return [{ text, drawn }]
  const lines = brokenText(text, width, (part) => draw(part, weight).width)
  const shown = lines.slice(0, linesMax)
  if (lines.length > linesMax) shown.push(`${(shown.pop() ?? '').slice(0, -1)}…`)
  return shown.map((line) => ({ text: line, drawn: draw(line, weight) }))
}

function brokenText(text: string, width: number, widthOf: (part: string) => number): string[] {
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
