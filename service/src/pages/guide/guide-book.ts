import { type Language, languages } from '@lastro/contract/text.ts'
import { exampleBase } from '../reading/own-base.ts'
import { inLanguage, type LinkGroup } from '../reading/reading-page.ts'
import type { SearchEntry } from '../reading/search-index.ts'
import { type DrawnMarkdown, drawMarkdown, type Places } from './drawn-markdown.ts'
import type { GuideFiles } from './guide-files.ts'
import { guideGroups, guideTexts as texts } from './guide-texts.ts'

export const guidePath = '/guia'
export const pagePath = (name: string): string => `${guidePath}/${name}`
export const picturePath = (name: string): string => `${guidePath}/figuras/${name}`

export type GuidePage = DrawnMarkdown & {
  readonly name: string
  /** Whether its commands name a client or a key. */
  readonly hasCredentials: boolean
}

/** The whole guide in one language, in the order in which one reads it. */
export type GuideBook = {
  readonly pages: ReadonlyMap<string, GuidePage>
  readonly groups: readonly LinkGroup[]
  readonly entries: readonly SearchEntry[]
}

export const guideBooks = (files: GuideFiles): Readonly<Record<Language, GuideBook>> =>
  Object.fromEntries(languages.map((language) => [language, bookIn(files, language)])) as Record<
    Language,
    GuideBook
  >

function bookIn(files: GuideFiles, language: Language): GuideBook {
  const sources = files.pages[language]
  const places = placesIn(files, language)
  const pages = new Map(
    namesInOrder(sources).map((name) => [name, pageOf(name, sources.get(name) ?? '', places)]),
  )
  return { pages, groups: groupsOf(pages, language), entries: entriesOf(pages, language) }
}

const pageOf = (name: string, source: string, places: Places): GuidePage => ({
  ...drawMarkdown(source, places),
  name,
  hasCredentials: /\b(CLIENT_ID|API_KEY)\b/.test(source),
})

function namesInOrder(sources: ReadonlyMap<string, string>): readonly string[] {
  const listed = guideGroups.flatMap(({ pages }) => pages).filter((name) => sources.has(name))
  const others = [...sources.keys()].filter((name) => !listed.includes(name)).toSorted()
  return [...listed, ...others]
}

function groupsOf(pages: ReadonlyMap<string, GuidePage>, language: Language): readonly LinkGroup[] {
  const listed = new Set(guideGroups.flatMap((group) => group.pages))
  const others = [...pages.keys()].filter((name) => !listed.has(name))
  return [...guideGroups, { title: texts.more, pages: others }]
    .map(({ title, pages: names }) => ({
      title: title[language],
      links: names.flatMap((name) => {
        const page = pages.get(name)
        return page === undefined ? [] : [{ path: pagePath(name), text: page.title }]
      }),
    }))
    .filter(({ links }) => links.length > 0)
}

const entriesOf = (pages: ReadonlyMap<string, GuidePage>, language: Language): readonly SearchEntry[] =>
  [...pages.values()].flatMap(({ name, title: page, sections }) =>
    sections.map(({ anchor, title, text }) => ({
      href: inLanguage(`${pagePath(name)}#${anchor}`, language),
      title,
      page,
      text: text.replaceAll(exampleBase, ''),
    })),
  )

/** Addresses of this service that the guide names as code; those of pages to read keep the language. */
const readPaths = ['/docs', '/guia']
const otherPaths = ['/console', '/titular', '/openapi.json']

function placesIn({ pages, pictures }: GuideFiles, language: Language): Places {
  return {
    link: (target) => {
      if (/^(https:|#)/.test(target)) return target
      const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? []
      return pages[language].has(name) ? inLanguage(`${pagePath(name)}${anchor}`, language) : undefined
    },
    picture: (target) => {
      const name = target.split('/').at(-1) ?? ''
      return pictures.has(name) ? picturePath(name) : undefined
    },
    path: (code) => {
      if (readPaths.includes(code)) return inLanguage(code, language)
      return otherPaths.includes(code) ? code : undefined
    },
  }
}
