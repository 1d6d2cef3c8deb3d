import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '@lastro/contract/text.ts'

/** Where the guide is, and the pictures that it shows. */
const guideDirectory = join(import.meta.dirname, '../../../../docs/guide')
export const pictureDirectory = join(import.meta.dirname, '../../../../docs/pictures')

export type GuideFiles = {
  /** The text of each page by its name, which is the same in both languages. */
  readonly pages: Readonly<Record<Language, ReadonlyMap<string, string>>>
  readonly pictures: ReadonlySet<string>
}

export const readGuideFiles = (): GuideFiles => ({
  pages: Object.fromEntries(
    languages.map((language) => [language, pagesIn(language)]),
  ) as GuideFiles['pages'],
  pictures: new Set(readdirSync(pictureDirectory).filter((name) => name.endsWith('.png'))),
})

function pagesIn(language: Language): ReadonlyMap<string, string> {
  const directory = join(guideDirectory, language)
  const names = readdirSync(directory).filter((name) => name.endsWith('.md'))
  return new Map(
    names.map((name) => [name.slice(0, -'.md'.length), readFileSync(join(directory, name), 'utf8')]),
  )
}
