import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { ToldAnswer } from '../../reports/source.ts'

/** Whose copy of what: a client's own, of one section that one source answered on a document. */
export type CopyId = {
  readonly clientId: string
  readonly sourceId: string
  readonly document: DocumentNumber
  readonly section: SectionId
}

export type SourceCopy = {
  /** A failure is not copied, and neither is that it withholds something. */
  readonly answer: ToldAnswer
  /** Whether its list came whole, as far as the source goes. */
  readonly isWhole: boolean
  /** Whether it was asked for with contact data. */
  readonly contactData: boolean
}

/** How it lies in the store: the answer sealed under a key of its own, and that key sealed under the service's. */
export type SealedCopy = CopyId & {
  /** When the source was asked. Whatever is corrected after that ends the copy. */
  readonly atMs: number
  /** The query that it was asked for. */
  readonly requestId: string
  readonly keepUntilMs: number
  readonly sealedKey: string
  readonly sealed: string
}

export type CopyStore = {
  /** In one commit. A newer copy takes the place of an older one. */
  readonly keep: (copies: readonly SealedCopy[]) => Promise<void>
  /** Those that may be used: within their term, and asked for after whatever was last corrected of the document. */
  readonly find: (
    of: Omit<CopyId, 'section'> & { readonly sections: readonly SectionId[] },
    nowMs: number,
  ) => Promise<readonly SealedCopy[]>
  /** No copy of the document that was asked for up to now is used again, whosever it is. */
  readonly endOfDocument: (document: string, nowMs: number) => Promise<void>
  /** Destroys copies, with their keys, that may no longer be used; says how many. */
  readonly destroy: (nowMs: number) => Promise<number>
}

/** What a copy and its key are bound to: neither opens in another's place. */
export const copyOwner = ({
  clientId,
  sourceId,
  document,
  section,
}: {
  readonly [Member in keyof CopyId]: string
}): string => `copy ${clientId} ${sourceId} ${document} ${section}`
