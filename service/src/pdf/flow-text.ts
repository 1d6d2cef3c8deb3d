import type { PdfDocument } from './pdf-document.ts'
import type { PdfRef } from './pdf-file.ts'
import { placeText, type TextBox, type TextStyle } from './place-text.ts'

/** Where text stands on every page. */
export type FlowArea = TextBox & { readonly top: number; readonly bottom: number }

/** Writes a text from `y` on, over as many pages as it needs; answers where it ends. Its parts are one paragraph. */
export function flowText(
  { pages, fonts }: Pick<PdfDocument, 'pages' | 'fonts'>,
  parent: PdfRef,
  text: string,
  style: TextStyle,
  area: FlowArea,
  y: number,
): number {
  const { size, leading, ink } = style
  const lineHeight = size * leading
  const { lines } = placeText(fonts, text, style, area, 0)
  const paragraph = pages.open('P', parent)
  let at = y
  for (let from = 0; from < lines.length; ) {
    if (at + lineHeight > area.bottom) {
      pages.next()
      at = area.top
    }
    const part = lines.slice(from, from + Math.floor((area.bottom - at) / lineHeight))
    const lift = at - from * lineHeight
    pages.write(
      'Span',
      paragraph,
      part.map((line) => ({ ...line, y: line.y + lift })),
      ink,
    )
    at += part.length * lineHeight
    from += part.length
  }
  return at
}
