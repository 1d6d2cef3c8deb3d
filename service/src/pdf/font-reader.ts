import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Opens one of the fonts that we bring, by the name of its file. The package is large and is loaded with the first
 * font, so that a service nobody asks for a PDF does without it. It has no types of its own; these are what we use.
 */
export const openFont = (name: string): Font =>
  fontkit().create(readFileSync(packages.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))

export type Glyph = {
  readonly id: number
  readonly advanceWidth: number
  readonly codePoints: readonly number[]
}

/** Part of a font: the glyphs that were put into it, numbered anew. */
export type Subset = {
  readonly includeGlyph: (glyphId: number) => number
  readonly encode: () => Uint8Array
}

export type Font = {
  readonly postscriptName: string
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly bbox: {
    readonly minX: number
    readonly minY: number
    readonly maxX: number
    readonly maxY: number
  }
  readonly getGlyph: (glyphId: number) => Glyph
  readonly glyphForCodePoint: (codePoint: number) => Glyph
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean
  /** Glyphs in the order of the eye, joined as the script wants. */
  readonly layout: (text: string) => { readonly glyphs: readonly Glyph[] }
  readonly createSubset: () => Subset
}

const packages = createRequire(import.meta.url)
const fontkit = (): { readonly create: (bytes: Uint8Array) => Font } => packages('fontkit')
