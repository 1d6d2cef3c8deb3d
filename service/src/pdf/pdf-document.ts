import { hash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type PdfFile, type PdfRef, pdfFile, pdfText } from './pdf-file.ts'
import { type DocumentFonts, documentFonts } from './pdf-fonts.ts'
import { srgbProfile } from './srgb-profile.ts'
import { type TaggedPages, taggedPages } from './tagged-pages.ts'
import { type DocumentMetadata, producer, xmpMetadata } from './xmp-metadata.ts'

/** A document for reading aloud (PDF/UA-1) and for keeping (PDF/A-2a). The same content gives the same bytes. */
export type PdfDocument = {
  readonly fonts: DocumentFonts
  readonly pages: TaggedPages
  /** A place on the page at hand that the list of bookmarks leads to. */
  readonly bookmark: (title: string, y: number) => void
  readonly finish: (ends: DocumentEnds) => Promise<Buffer>
}

export type DocumentEnds = DocumentMetadata & {
  /** Says which document this is: two that differ must not be taken for one. */
  readonly identity: string
}

type Bookmark = { readonly title: string; readonly destination: string }

export function pdfDocument(): PdfDocument {
  const file = pdfFile()
  const fonts = documentFonts()
  const pages = taggedPages(file)
  const bookmarks: Bookmark[] = []
  return {
    fonts,
    pages,
    bookmark: (title, y) => void bookmarks.push({ title, destination: pages.destination(y) }),
    finish: (ends) => {
      const { pages: pageTree, structure } = pages.finish(fonts.embed(file))
      const root = file.add(
        `<</Type/Catalog/Pages ${pageTree} 0 R/StructTreeRoot ${structure} 0 R/MarkInfo<</Marked true>>/Lang(${ends.language})/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${writeMetadata(file, ends)} 0 R/OutputIntents[${writeOutputIntent(file)} 0 R]${writeBookmarks(file, bookmarks)}>>`,
      )
      return file.finish({ root, info: writeInfo(file, ends), id: idOf(ends.identity) })
    },
  }
}

/** So many hexadecimal digits are the sixteen bytes that an identifier has. */
const idDigits = 32

const idOf = (identity: string): string => hash('sha256', identity, 'hex').slice(0, idDigits)

/** Not compressed: programs that do not read PDF look for it in the bytes. */
const writeMetadata = (file: PdfFile, metadata: DocumentMetadata): PdfRef =>
  file.addPlain('/Type/Metadata/Subtype/XML', xmpMetadata(metadata))

function writeInfo(file: PdfFile, { title, author, createdAtMs }: DocumentMetadata): PdfRef {
  const stamp = `(D:${new Date(createdAtMs).toISOString().replace(/\D/g, '').slice(0, 14)}Z)`
  const writtenBy = author === undefined ? '' : `/Author${pdfText(author)}`
  return file.add(
    `<</Title${pdfText(title)}${writtenBy}/Producer(${producer})/CreationDate${stamp}/ModDate${stamp}>>`,
  )
}

let compressedProfile: Buffer | undefined

/** Every colour of a page is of the device; this says which device is meant. */
function writeOutputIntent(file: PdfFile): PdfRef {
  compressedProfile ??= deflateSync(srgbProfile())
  const profile = file.addCompressed('/N 3', compressedProfile)
  return file.add(
    `<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/RegistryName(http://www.color.org)/Info(sRGB IEC61966-2.1)/DestOutputProfile ${profile} 0 R>>`,
  )
}

function writeBookmarks(file: PdfFile, bookmarks: readonly Bookmark[]): string {
  if (bookmarks.length === 0) return ''
  const parent = file.reserve()
  const refs = bookmarks.map(() => file.reserve())
  for (const [at, { title, destination }] of bookmarks.entries()) {
    const before = at === 0 ? '' : `/Prev ${refs[at - 1]} 0 R`
    const after = at === bookmarks.length - 1 ? '' : `/Next ${refs[at + 1]} 0 R`
    file.put(
      refs[at] as PdfRef,
      `<</Title${pdfText(title)}/Parent ${parent} 0 R/Dest${destination}${before}${after}>>`,
    )
  }
  file.put(parent, `<</Type/Outlines/First ${refs[0]} 0 R/Last ${refs.at(-1)} 0 R/Count ${refs.length}>>`)
  return `/Outlines ${parent} 0 R/PageMode/UseOutlines`
}
