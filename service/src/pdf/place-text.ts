import { brokenText } from './broken-text.ts'
import type { DocumentFonts, ShapedText, Weight } from './pdf-fonts.ts'
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
  style: TextStyle,
  box: TextBox,
  y: number,
): TextBlock {
  const { size, weight, leading, linesMax } = style
  const whole = fonts.shape(text, weight)
  const width = (box.width * 1000) / size
  if (whole.width <= width) return { lines: [placedLine(text, whole, style, box, y)], height: size * leading }
  const widthOf = (part: string) => fonts.shape(part, weight).width
  const lines = brokenText(text, { width, linesMax, widthOf }).map((line, at) =>
    placedLine(line, fonts.shape(line, weight), style, box, y + at * size * leading),
  )
  return { lines, height: lines.length * size * leading }
}

const placedLine = (
  text: string,
  shaped: ShapedText,
  { size }: TextStyle,
  { x, width, align }: TextBox,
  y: number,
): PlacedLine => ({
  x: align === 'right' ? x + width - (shaped.width * size) / 1000 : x,
  y: y + size * ascent,
  size,
  text,
  shaped,
})
