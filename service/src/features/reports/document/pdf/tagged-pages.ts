import { type PdfFile, type PdfRef, pdfText } from './pdf-file.ts'
import type { Drawn, FontName } from './pdf-fonts.ts'

/** A4, in points. */
export const paper = { width: 595.28, height: 841.89 }

/** A line of text at its place, measured from the top left corner to its baseline. */
export type PlacedLine = {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly text: string
  readonly drawn: Drawn
}

export type Ink = 'black' | 'grey' | 'red' | 'amber' | 'green'

/** Pages whose every text belongs to an element, so that a reader aloud knows a heading from a cell. */
export type TaggedPages = {
  readonly root: PdfRef
  readonly next: () => void
  readonly count: () => number
  /** Begins an element that holds others. */
  readonly open: (kind: string, parent: PdfRef) => PdfRef
  /** An element that is text on the page at hand. */
  readonly write: (
    kind: string,
    parent: PdfRef,
    lines: readonly PlacedLine[],
    ink?: Ink,
    attributes?: string,
  ) => void
  /** Text that is not read aloud: a heading that is repeated, a foot. On the page at hand, or on another. */
  readonly decorate: (lines: readonly PlacedLine[], ink?: Ink, page?: number) => void
  /** A filled box that is not read aloud. */
  readonly fill: (
    box: { x: number; y: number; width: number; height: number },
    ink: Ink | 'line' | 'panel',
  ) => void
  /** A place that bookmarks lead to. */
  readonly destination: (y: number) => string
  /** No more texts: what is decorated from here on is written after all of them. */
  readonly endPages: () => void
  readonly finish: (fonts: string) => { readonly pages: PdfRef; readonly structure: PdfRef }
}

const inks: Readonly<Record<Ink | 'line' | 'panel', string>> = {
  black: '0.08 g',
  grey: '0.36 g',
  red: '0.6 0.12 0.14 rg',
  amber: '0.5 0.27 0.03 rg',
  green: '0.04 0.37 0.33 rg',
  line: '0.8 g',
  panel: '0.955 g',
}

type PageBeingMade = {
  readonly ref: PdfRef
  content: string
  readonly elements: PdfRef[]
  /** What is set already need not be set again: a long table is mostly of one font and one ink. */
  ink: string
  font: string
  /** The page's text, once it is full; its foot is written last, when the pages are counted. */
  stream: PdfRef | undefined
}

type OpenElement = { readonly kind: string; readonly parent: PdfRef; readonly kids: PdfRef[] }

export function taggedPages(file: PdfFile): TaggedPages {
  const pages: PageBeingMade[] = []
  const open = new Map<PdfRef, OpenElement>()
  const structure = file.reserve()
  const pageTree = file.reserve()
  const root = file.reserve()
  open.set(root, { kind: 'Document', parent: structure, kids: [] })
  const pageAt = (at = pages.length - 1): PageBeingMade => {
    const page = pages[at]
    if (page === undefined) throw new Error('There is no such page yet')
    return page
  }
  return {
    root,
    count: () => pages.length,
    next: () => {
      if (pages.length > 0) closePage(file, pageAt())
      pages.push({ ref: file.reserve(), content: '', elements: [], ink: '', font: '', stream: undefined })
    },
    open: (kind, parent) => {
      const ref = file.reserve()
      open.get(parent)?.kids.push(ref)
      open.set(ref, { kind, parent, kids: [] })
      return ref
    },
    write: (kind, parent, lines, ink = 'black', attributes = '') => {
      const page = pageAt()
      const place = page.elements.length
      const element = file.add(`<</S/${kind}/P ${parent} 0 R/Pg ${page.ref} 0 R/K ${place}${attributes}>>`)
      open.get(parent)?.kids.push(element)
      page.elements.push(element)
      page.content += `/${kind}<</MCID ${place}${actualText(lines)}>>BDC${drawing(page, lines, inks[ink])}EMC\n`
    },
    decorate: (lines, ink = 'grey', at) => {
      const page = pageAt(at)
      page.content += `/Artifact BMC${drawing(page, lines, inks[ink])}EMC\n`
    },
    fill: ({ x, y, width, height }, ink) => {
      const page = pageAt()
      const box = `${number(x)} ${number(paper.height - y - height)} ${number(width)} ${number(height)}`
      page.content += `/Artifact BMC ${inked(page, inks[ink])}${box} re f EMC\n`
    },
    destination: (y) => `[${pageAt().ref} 0 R/XYZ 0 ${number(paper.height - y)} null]`,
    endPages: () => closePage(file, pageAt()),
    finish: (fonts) => {
      writePages(file, pages, pageTree, fonts)
      writeStructure(file, { structure, root, pages, open })
      return { pages: pageTree, structure }
    },
  }
}

function drawing(page: PageBeingMade, lines: readonly PlacedLine[], ink: string): string {
  let text = ` ${inked(page, ink)}BT`
  let fromX = 0
  let fromY = 0
  for (const { x, y, size, drawn } of lines) {
    const up = paper.height - y
    text += ` ${number(x - fromX)} ${number(up - fromY)} Td`
    fromX = x
    fromY = up
    for (const { font, glyphs } of drawn.pieces) text += `${fonted(page, font, size)}(${glyphs})Tj`
  }
  return `${text} ET `
}

function inked(page: PageBeingMade, ink: string): string {
  if (page.ink === ink) return ''
  page.ink = ink
  return `${ink} `
}

function fonted(page: PageBeingMade, font: FontName, size: number): string {
  const name = `/${font} ${size} Tf`
  if (page.font === name) return ''
  page.font = name
  return name
}

/** What the glyphs do not spell is said beside them, for whoever searches, copies or listens. */
const actualText = (lines: readonly PlacedLine[]): string =>
  lines.every(({ drawn }) => drawn.isSpelled)
    ? ''
    : `/ActualText${pdfText(lines.map(({ text }) => text).join(' '))}`

/** A tenth of a point is finer than an eye, or a printer, can tell. */
const number = (value: number): string => String(Math.round(value * 10) / 10)

function references(refs: readonly PdfRef[]): string {
  let text = ''
  for (const ref of refs) text += `${ref} 0 R `
  return text
}

/** Compressed while the next page is being made. */
function closePage(file: PdfFile, page: PageBeingMade): void {
  page.stream = file.addStream('', Buffer.from(page.content, 'latin1'))
  page.content = ''
  page.ink = ''
  page.font = ''
}

function writePages(file: PdfFile, pages: readonly PageBeingMade[], tree: PdfRef, fonts: string): void {
  for (const [at, { ref, content, stream }] of pages.entries()) {
    const streams = [...(stream === undefined ? [] : [stream]), file.addShort(content)]
    file.put(
      ref,
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${paper.width} ${paper.height}]/Contents[${references(streams)}]/Resources<</Font ${fonts}>>/StructParents ${at}/Tabs/S>>`,
    )
  }
  file.put(tree, `<</Type/Pages/Count ${pages.length}/Kids[${references(pages.map(({ ref }) => ref))}]>>`)
}

type Structure = {
  readonly structure: PdfRef
  readonly root: PdfRef
  readonly pages: readonly PageBeingMade[]
  readonly open: ReadonlyMap<PdfRef, OpenElement>
}

function writeStructure(file: PdfFile, { structure, root, pages, open }: Structure): void {
  for (const [ref, { kind, parent, kids }] of open) {
    file.put(ref, `<</S/${kind}/P ${parent} 0 R/K[${references(kids)}]>>`)
  }
  const parents = pages.map(({ elements }, at) => `${at}[${references(elements)}]`).join('')
  const tree = file.add(`<</Nums[${parents}]>>`)
  file.put(
    structure,
    `<</Type/StructTreeRoot/K[${root} 0 R]/ParentTree ${tree} 0 R/ParentTreeNextKey ${pages.length}>>`,
  )
}
