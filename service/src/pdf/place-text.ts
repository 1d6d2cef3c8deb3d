import { brokenText } from './broken-text.ts'
import type { DocumentFonts, Weight } from './pdf-fonts.ts'
import type { Ink, PlacedLine } from './tagged-pages.ts'

export type TextStyle = {
  readonly size: number
  readonly weight: Weight
  readonly ink: Ink
  /** From one baseline to the next, as a part of the size. */
  readonly leading: number
  /** Past so many lines the text ends in an ellipsis. */
  readonly linesMax?: number
}

export type TextBox = {
  readonly x: number
  readonly width: number
  readonly align?: 'left' | 'right'
}

export type TextBlock = { readonly lines: readonly PlacedLine[]; readonly height: number }

/** How far below the top of a line its letters stand, as a part of their size. */
const ascent = 0.95

/** Lines of a text in a box whose top is at `y`. */
export function placeText(
  fonts: Pick<DocumentFonts, 'shape'>,
  text: string,
  { size, weight, leading, linesMax }: TextStyle,
  { x, width, align }: TextBox,
  y: number,
): TextBlock {
  const lines: PlacedLine[] = []
  const place = (line: string, shaped = fonts.shape(line, weight)): void => {
    lines.push({
      x: align === 'right' ? x + width - (shaped.width * size) / 1000 : x,
      y: y + size * (lines.length * leading + ascent),
      size,
      text: line,
      shaped,
    })
  }
  const whole = fonts.shape(text, weight)
  const widthMax = (width * 1000) / size
  if (whole.width <= widthMax) place(text, whole)
  else
    for (const line of brokenText(text, {
      width: widthMax,
      linesMax,
      widthOf: (part) => fonts.shape(part, weight).width,
    }))
      place(line)
  return { lines, height: lines.length * size * leading }
}
