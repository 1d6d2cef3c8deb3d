import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

/** A text of a page that belongs to an element of the structure; an artifact has the kind `Artifact`. */
export type PdfPiece = { readonly kind: string; readonly text: string; readonly actual: string | undefined }

export type ReadPdf = {
  readonly title: string
  readonly language: string
  readonly isTagged: boolean
  readonly bookmarks: readonly string[]
  readonly pages: readonly (readonly PdfPiece[])[]
  /** Kinds of elements by depth, as a reader aloud walks them: `Document > Sect > Table > TR > TD`. */
  readonly elements: readonly string[]
}

export type PdfObject = { readonly dictionary: string; readonly data: Buffer | undefined }

/** The objects of a file by their numbers, and the dictionary that says which is the first. */
export type PdfObjects = { readonly trailer: string; readonly objects: Map<number, PdfObject> }

/** Reads a PDF by its cross-reference stream, as a viewer does: a wrong offset or number does not get past it. */
export function readPdf(bytes: Buffer): ReadPdf {
  const { trailer, objects } = readPdfObjects(bytes)
  const object = finder(objects)
  const root = object(refOf(trailer, 'Root')).dictionary
  const info = object(refOf(trailer, 'Info')).dictionary
  const pages = refsOf(object(refOf(root, 'Pages')).dictionary, 'Kids')
  return {
    title: hexText(/\/Title<feff([0-9a-f]*)>/.exec(info)?.[1] ?? ''),
    language: /\/Lang\(([^)]*)\)/.exec(root)?.[1] ?? '',
    isTagged: root.includes('/MarkInfo<</Marked true>>'),
    bookmarks: bookmarksOf(root, object),
    pages: pages.map((ref) => piecesOf(ref, object)),
    elements: elementsOf(refOf(root, 'StructTreeRoot'), object),
  }
}

export function readPdfObjects(bytes: Buffer): PdfObjects {
  const file = bytes.toString('latin1')
  assert.ok(file.startsWith('%PDF-1.7'))
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
  const crossReference = objectAt(file, start)
  const find = objectsOf(file, crossReference)
  const count = Number(/\/Size (\d+)/.exec(crossReference.dictionary)?.[1])
  const objects = new Map<number, PdfObject>()
  for (let ref = 1; ref < count; ref += 1) {
    const object = find(ref)
    if (object !== undefined) objects.set(ref, object)
  }
  return { trailer: crossReference.dictionary, objects }
}

export const finder =
  (objects: ReadonlyMap<number, PdfObject>): Find =>
  (ref) => {
    const found = objects.get(ref)
    assert.ok(found, `object ${ref} is not there`)
    return found
  }

/** Everything a page, or all of them, say; what is not spelled by its glyphs as it is told. */
export const pdfPageText = (pieces: readonly PdfPiece[]): string =>
  pieces.map(({ text, actual }) => actual ?? text).join('\n')

export type Find = (ref: number) => PdfObject

export const hexText = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

export const refOf = (dictionary: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1])

export const refsOf = (dictionary: string, name: string): number[] =>
  [...(new RegExp(`/${name}\\[([^\\]]*)\\]`).exec(dictionary)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(
    ([, ref]) => Number(ref),
  )

function objectAt(file: string, offset: number): PdfObject {
  const [head = '', dictionary = '', length = ''] =
    /^\d+ 0 obj\n<<(.*?\/Length (\d+))>>\nstream\n/s.exec(file.slice(offset, offset + 20_000)) ?? []
  assert.notEqual(head, '', `no object at ${offset}`)
  const data = file.slice(offset + head.length, offset + head.length + Number(length))
  const body = Buffer.from(data, 'latin1')
  return { dictionary, data: dictionary.includes('/FlateDecode') ? inflateSync(body) : body }
}

function objectsOf(
  file: string,
  { data = Buffer.alloc(0) }: PdfObject,
): (ref: number) => PdfObject | undefined {
  const packed = new Map<number, string[]>()
  const open = (stream: number): string[] => {
    const known = packed.get(stream)
    if (known !== undefined) return known
    const { dictionary, data: body = Buffer.alloc(0) } = objectAt(file, data.readUInt32BE(stream * 7 + 1))
    const text = body.toString('latin1')
    const first = Number(/\/First (\d+)/.exec(dictionary)?.[1])
    const offsets = text
      .slice(0, first)
      .trim()
      .split(' ')
      .map(Number)
      .filter((_, at) => at % 2 === 1)
    const objects = offsets.map((from, at) =>
      text.slice(first + from, first + (offsets[at + 1] ?? text.length)),
    )
    packed.set(stream, objects)
    return objects
  }
  return (ref) => {
    const at = ref * 7
    if (data[at] === 1) return objectAt(file, data.readUInt32BE(at + 1))
    if (data[at] !== 2) return undefined
    const dictionary = open(data.readUInt32BE(at + 1))[data.readUInt16BE(at + 5)]
    return dictionary === undefined ? undefined : { dictionary, data: undefined }
  }
}

function bookmarksOf(root: string, object: Find): string[] {
  if (!root.includes('/Outlines')) return []
  const titles: string[] = []
  let at = refOf(object(refOf(root, 'Outlines')).dictionary, 'First')
  while (!Number.isNaN(at)) {
    const { dictionary } = object(at)
    titles.push(hexText(/\/Title<feff([0-9a-f]*)>/.exec(dictionary)?.[1] ?? ''))
    at = refOf(dictionary, 'Next')
  }
  return titles
}

/** Walks the structure; every text must be on the page and at the place that its element says. */
function elementsOf(tree: number, object: Find): string[] {
  const found: string[] = []
  const walk = (ref: number, parent: number, path: string): void => {
    const { dictionary } = object(ref)
    assert.equal(refOf(dictionary, 'P'), parent)
    const kind = /\/S\/(\w+)/.exec(dictionary)?.[1] ?? ''
    const here = path === '' ? kind : `${path} > ${kind}`
    const kids = refsOf(dictionary, 'K')
    if (/\/K \d+/.test(dictionary)) found.push(here)
    for (const kid of kids) walk(kid, ref, here)
  }
  for (const ref of refsOf(object(tree).dictionary, 'K')) walk(ref, tree, '')
  return found
}

function piecesOf(page: number, object: Find): PdfPiece[] {
  const { dictionary } = object(page)
  const fonts = new Map(
    fontsOf(dictionary).map(([name, ref]) => {
      const map = object(refOf(object(ref).dictionary, 'ToUnicode')).data?.toString('latin1') ?? ''
      return [name, unicodeOf(map)]
    }),
  )
  return piecesIn(pageContent(dictionary, object), fonts)
}

export const pageContent = (page: string, object: Find): string =>
  refsOf(page, 'Contents')
    .map((ref) => object(ref).data?.toString('latin1') ?? '')
    .join('\n')

/** The fonts that a page may use, by the names it uses. */
export const fontsOf = (page: string): [name: string, ref: number][] =>
  [...(/\/Font <<(.*?)>>/.exec(page)?.[1] ?? '').matchAll(/\/(\w) (\d+) 0 R/g)].map(([, name = '', ref]) => [
    name,
    Number(ref),
  ])

/** The text that each code stands for. */
export function unicodeOf(map: string): Map<number, string> {
  const texts = new Map<number, string>()
  for (const [, from = '', until = '', text = ''] of map.matchAll(
    /<([0-9a-f]{4})><([0-9a-f]{4})><([0-9a-f]{4})>/g,
  )) {
    const first = Number.parseInt(from, 16)
    for (let code = first; code <= Number.parseInt(until, 16); code += 1)
      texts.set(code, String.fromCharCode(Number.parseInt(text, 16) + code - first))
  }
  for (const [, code = '', text = ''] of map.matchAll(/^<([0-9a-f]{4})><([0-9a-f]*)>$/gm))
    texts.set(Number.parseInt(code, 16), hexText(text))
  return texts
}

const tokens =
  /\/(\w+)<<\/MCID \d+(?:\/ActualText<feff([0-9a-f]*)>)?>>BDC|\/(Artifact) BMC|\/(\w) [\d.]+ Tf|(\()|(EMC)|(Td)/g

function piecesIn(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): PdfPiece[] {
  const pieces: PdfPiece[] = []
  let open = { kind: '', actual: undefined as string | undefined, lines: [''] }
  let font = new Map<number, string>() as ReadonlyMap<number, string>
  tokens.lastIndex = 0
  for (let match = tokens.exec(content); match !== null; match = tokens.exec(content)) {
    const [, element, actual, artifact, fontName, string, end, line] = match
    if (element !== undefined) open = { kind: element, actual: actual && hexText(actual), lines: [''] }
    else if (artifact !== undefined) open = { kind: artifact, actual: undefined, lines: [''] }
    else if (fontName !== undefined) font = fonts.get(fontName) ?? new Map()
    else if (line !== undefined) open.lines.push('')
    else if (string !== undefined) {
      const { glyphs, until } = stringAt(content, tokens.lastIndex)
      open.lines.push((open.lines.pop() ?? '') + glyphs.map((glyph) => font.get(glyph) ?? '?').join(''))
      tokens.lastIndex = until
    } else if (end !== undefined) {
      const text = open.lines.filter((one) => one !== '').join(' ')
      pieces.push({ kind: open.kind, text, actual: open.actual })
    }
  }
  return pieces
}

/** Two bytes a glyph, up to the bracket that no backslash stands before. */
export function stringAt(content: string, from: number): { glyphs: number[]; until: number } {
  const bytes: number[] = []
  let at = from
  for (; content[at] !== ')'; at += 1) {
    const isEscaped = content[at] === '\\'
    if (isEscaped) at += 1
    bytes.push(isEscaped && content[at] === 'r' ? 13 : content.charCodeAt(at))
  }
  const glyphs = Array.from({ length: bytes.length / 2 }, (_, place) => {
    return ((bytes[place * 2] ?? 0) << 8) | (bytes[place * 2 + 1] ?? 0)
  })
  return { glyphs, until: at + 1 }
}
