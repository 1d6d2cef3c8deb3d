import { deflateSync } from 'node:zlib'
import { type Font, openFont, type Subset } from './font-reader.ts'
import type { PdfFile, PdfRef } from './pdf-file.ts'

export type Weight = 'regular' | 'bold'

/** Text as a page draws it. */
export type Drawn = {
  readonly pieces: readonly { readonly font: FontName; readonly glyphs: string }[]
  /** In thousandths of the font's size. */
  readonly width: number
  /** False when the glyphs do not spell the text: drawn from right to left, or not in the font. */
  readonly isSpelled: boolean
}

/** R and B are the same in every document; X holds what a document needs besides. */
export type FontName = 'R' | 'B' | 'X'

/** The fonts of one document. */
export type DocumentFonts = {
  readonly draw: (text: string, weight: Weight) => Drawn
  /** Whether a sign was met that the font does not have. */
  readonly lacksSigns: () => boolean
  /** Writes the fonts into the file, as a dictionary of names. */
  readonly embed: (file: PdfFile) => string
}

export function documentFonts(): DocumentFonts {
  const faces = { regular: usualFace('regular'), bold: usualFace('bold') }
  const drawn = { regular: new Map<string, Drawn>(), bold: new Map<string, Drawn>() }
  const extra = extraFont(faces.regular.font)
  const draw = (text: string, weight: Weight): Drawn => {
    const known = drawn[weight].get(text)
    if (known !== undefined) return known
    const made = drawUsual(faces[weight], text) ?? drawAny(faces[weight], extra, text.normalize())
    drawn[weight].set(text, made)
    return made
  }
  return {
    draw,
    lacksSigns: () => extra.lacksSigns,
    embed: (file) => {
      const usual = `/R ${faces.regular.embed(file)} 0 R/B ${faces.bold.embed(file)} 0 R`
      return `<<${usual}${extra.isUsed() ? `/X ${extra.embed(file)} 0 R` : ''}>>`
    },
  }
}

const files: Readonly<Record<Weight, string>> = {
  regular: 'DejaVuSansCondensed',
  bold: 'DejaVuSansCondensed-Bold',
}

type UsualFace = {
  readonly name: FontName
  readonly font: Font
  /** By code unit: what a sign is in the font as it is embedded. */
  readonly glyphs: readonly (string | undefined)[]
  readonly widths: readonly number[]
  readonly embed: (file: PdfFile) => PdfRef
}

/** The letters of Europe's west and middle, and what stands between them. □ is for what the font lacks. */
const usualSigns = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0x17f),
  ...range(0x2010, 0x2015),
  ...range(0x2018, 0x201e),
  0x2022,
  0x2026,
  0x20ac,
  0x25a1,
  0xfffd,
]

function range(from: number, until: number): number[] {
  return Array.from({ length: until - from + 1 }, (_, at) => from + at)
}

const lackingSign = '\u25a1'

const usualFaces = new Map<Weight, UsualFace>()

/** Read, cut to the usual signs and compressed once; every document takes it as it is. */
function usualFace(weight: Weight): UsualFace {
  const known = usualFaces.get(weight)
  if (known !== undefined) return known
  const font = openFont(files[weight])
  const cut = fontCut(font)
  const glyphs: (string | undefined)[] = []
  const widths: number[] = []
  for (const sign of usualSigns) {
    const glyph = font.glyphForCodePoint(sign)
    glyphs[sign] = cut.include(glyph.id, glyph.advanceWidth, [sign])
    widths[sign] = glyph.advanceWidth * cut.scale
  }
  const program = cut.program()
  const face: UsualFace = {
    name: weight === 'bold' ? 'B' : 'R',
    font,
    glyphs,
    widths,
    embed: (file) =>
      embedFont(file, font, { ...cut, program: () => program }, weight === 'bold' ? 'BAAAAA' : 'AAAAAA'),
  }
  usualFaces.set(weight, face)
  return face
}

/** The way of nearly every text: sign by sign, each known beforehand. */
function drawUsual({ name, glyphs, widths }: UsualFace, text: string): Drawn | undefined {
  let drawn = ''
  let width = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    const glyph = glyphs[sign]
    if (glyph === undefined) return undefined
    drawn += glyph
    width += widths[sign] ?? 0
  }
  return { pieces: [{ font: name, glyphs: drawn }], width, isSpelled: true }
}

/** Words written from right to left, with what stands between them; they are drawn as one. */
const rightToLeft = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc'
const runs = new RegExp(`([${rightToLeft}]+(?:[\\s\\p{P}]+[${rightToLeft}]+)*)`, 'u')

/** Any other text: in pieces, each by the font that has it, shaped as its script wants. */
function drawAny(face: UsualFace, extra: ExtraFont, text: string): Drawn {
  const pieces: { font: FontName; glyphs: string }[] = []
  let width = 0
  const take = (drawn: Omit<Drawn, 'isSpelled'>) => {
    pieces.push(...drawn.pieces)
    width += drawn.width
  }
  for (const run of text.split(runs)) {
    if (run === '') continue
    if (runs.test(run)) take(extra.draw(run))
    else
      for (const sign of signsOf(run))
        take(drawUsual(face, sign) ?? extra.drawSign(sign) ?? lacking(face, extra))
  }
  return { pieces, width, isSpelled: false }
}

const graphemes = new Intl.Segmenter('pt', { granularity: 'grapheme' })

/** What a person counts as one sign, be it several characters. */
const signsOf = (text: string): string[] => [...graphemes.segment(text)].map((one) => one.segment)

function lacking(face: UsualFace, extra: ExtraFont): Drawn {
  extra.lacksSigns = true
  const box = drawUsual(face, lackingSign)
  if (box === undefined) throw new Error('The font has lost the sign for what it lacks')
  return box
}

type ExtraFont = {
  lacksSigns: boolean
  readonly draw: (text: string) => Drawn
  /** Undefined when the font does not have all of it. */
  readonly drawSign: (sign: string) => Drawn | undefined
  readonly isUsed: () => boolean
  readonly embed: (file: PdfFile) => PdfRef
}

/** What one document needs besides the usual signs, cut from the whole font for it alone. */
function extraFont(font: Font): ExtraFont {
  let cut: FontCut | undefined
  const draw = (text: string): Drawn => {
    cut ??= fontCut(font)
    let drawn = ''
    let width = 0
    for (const { id, advanceWidth, codePoints } of font.layout(text).glyphs) {
      drawn += cut.include(id, advanceWidth, codePoints)
      width += advanceWidth * cut.scale
    }
    return { pieces: [{ font: 'X', glyphs: drawn }], width, isSpelled: false }
  }
  return {
    lacksSigns: false,
    draw,
    drawSign: (sign) =>
      Array.from(sign).every((one) => font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0))
        ? draw(sign)
        : undefined,
    isUsed: () => cut !== undefined,
    embed: (file) => {
      if (cut === undefined) throw new Error('A font that nothing is drawn with is not embedded')
      return embedFont(file, font, cut, 'XAAAAA')
    },
  }
}

type FontCut = {
  readonly scale: number
  /** The glyph's number in the cut font, as a page writes it. */
  readonly include: (glyphId: number, advanceWidth: number, signs: readonly number[]) => string
  readonly widths: () => readonly number[]
  readonly signs: () => readonly (readonly number[])[]
  /** The font program, compressed. */
  readonly program: () => { readonly compressed: Buffer; readonly length: number }
}

function fontCut(font: Font): FontCut {
  const subset: Subset = font.createSubset()
  const scale = 1000 / font.unitsPerEm
  const widths: number[] = [font.getGlyph(0).advanceWidth * scale]
  const signs: (readonly number[])[] = [[0xfffd]]
  return {
    scale,
    include: (glyphId, advanceWidth, codePoints) => {
      const glyph = subset.includeGlyph(glyphId)
      widths[glyph] ??= advanceWidth * scale
      signs[glyph] ??= codePoints
      return glyphBytes(glyph)
    },
    widths: () => widths,
    signs: () => signs,
    program: () => {
      const bytes = Buffer.from(subset.encode())
      return { compressed: deflateSync(bytes), length: bytes.length }
    },
  }
}

const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

/** A glyph's number as the two bytes that stand for it inside a string of a page. */
const glyphBytes = (glyph: number): string =>
  String.fromCharCode(glyph >> 8, glyph & 0xff).replace(/[()\\\r]/g, (sign) =>
    sign === '\r' ? '\\r' : `\\${sign}`,
  )

function embedFont(file: PdfFile, font: Font, cut: FontCut, tag: string): PdfRef {
  const name = `${tag}+${font.postscriptName}`
  const { compressed, length } = cut.program()
  const program = file.addCompressed(`/Length1 ${length}`, compressed)
  const size = (value: number) => Math.round(value * cut.scale)
  const { minX, minY, maxX, maxY } = font.bbox
  const box = [minX, minY, maxX, maxY].map(size).join(' ')
  const heights = `/Ascent ${size(font.ascent)}/Descent ${size(font.descent)}/CapHeight ${size(font.ascent)}`
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box}]/ItalicAngle 0${heights}/StemV 80/FontFile2 ${program} 0 R>>`,
  )
  const widths = cut.widths().map((width) => Math.round(width))
  const descendant = file.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/W[0[${widths.join(' ')}]]/CIDToGIDMap/Identity>>`,
  )
  const unicode = file.addStream('', Buffer.from(unicodeMap(cut.signs()), 'latin1'))
  return file.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  )
}

/** Glyphs a block of the map may name, by the format's own rule. */
const mapBlockMax = 100

/** Which signs each glyph stands for, so that text can be searched and copied. */
function unicodeMap(signs: readonly (readonly number[])[]): string {
  const lines = signs.map((codePoints, glyph) => {
    const text = Buffer.from(String.fromCodePoint(...codePoints), 'utf16le').swap16()
    return `<${hex4(glyph)}><${text.toString('hex')}>`
  })
  const blocks = Array.from({ length: Math.ceil(lines.length / mapBlockMax) }, (_, at) => {
    const block = lines.slice(at * mapBlockMax, (at + 1) * mapBlockMax)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`
  })
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}
