import type { Language } from '@lastro/contract/text.ts'
import type { Fact } from '@lastro/reading/outline.ts'

/** One thing in a file: a debt, a consultation, a request. */
export type FileItem = {
  /** Of a listing: its id, and whether it may be disputed; the service has the last word. */
  readonly listingId?: string
  readonly mayDispute?: boolean
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly facts: readonly Fact[]
  /** What happened to it, oldest first. */
  readonly steps?: readonly string[]
  /** Words that were sent, as they were. */
  readonly letters?: readonly { readonly heading: string; readonly text: string }[]
}

export type FileSection = {
  readonly id: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly facts: readonly Fact[]
  readonly items: readonly FileItem[]
}

export type FileOutline = {
  readonly language: Language
  readonly title: string
  readonly name: string | undefined
  readonly document: string
  readonly paragraphs: readonly string[]
  readonly sections: readonly FileSection[]
}
