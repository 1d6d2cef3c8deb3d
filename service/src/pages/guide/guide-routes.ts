import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf } from '../../http/path-pattern.ts'
import { json } from '../../http/reply.ts'
import type { Call, Outcome, Route } from '../../http/route.ts'
import { languageAsked } from '../drawing/page.ts'
import { encodedFile, encodedOnce } from '../encoded/encoded-file.ts'
import { encodedReply } from '../encoded/encoded-reply.ts'
import { readingPages, scriptRoute } from '../reading/reading-routes.ts'
import { searchIndex } from '../reading/search-index.ts'
import { guideBooks, guidePath, pagePath, picturePath } from './guide-book.ts'
import { type GuideFiles, pictureDirectory, readGuideFiles } from './guide-files.ts'
import { guideContents, guideIndexPath, guidePage, guideScriptPath } from './guide-page.ts'

/** The guide at `/guia`: the files of the repository, drawn when first asked for. */
export function guideRoutes(base: () => string): Route[] {
  const guide = openGuide()
  const index = encodedOnce(json, (language) => searchIndex(guide().books[language].entries))
  const pages = readingPages({
    base,
    pageCountMax,
    draw: (path, language) => {
      const book = guide().books[language]
      const found = book.pages.get(nameIn(path))
      return found === undefined ? guideContents(book, language) : guidePage(book, found, language)
    },
  })
  const page = (call: Call): Outcome => {
    const path = pathOf(call.request.url)
    const isThere = path === guidePath || guide().books[languageAsked(call)].pages.has(nameIn(path))
    return isThere ? pages(call) : { code: 'route_unknown' }
  }
  const route = { operation: 'guia', method: 'GET', produces: ['text/html'] } as const
  return [
    { ...route, path: guidePath, handle: page },
    scriptRoute(guideScriptPath, new URL('guide.js', import.meta.url)),
    {
      ...route,
      path: guideIndexPath,
      produces: ['application/json'],
      handle: (call) => encodedReply(index(languageAsked(call)), call, { Vary: 'Accept-Language' }),
    },
    {
      ...route,
      path: picturePath('**'),
      produces: ['image/png'],
      handle: (call) => pictureReply(guide().files, call),
    },
    { ...route, path: pagePath('**'), handle: page },
  ]
}

/** Two languages of some twenty pages, under a dozen names. */
const pageCountMax = 500

const nameIn = (path: string): string => path.slice(pagePath('').length)

function openGuide() {
  let opened: { readonly files: GuideFiles; readonly books: ReturnType<typeof guideBooks> } | undefined
  return () => {
    if (opened === undefined) {
      const files = readGuideFiles()
      opened = { files, books: guideBooks(files) }
    }
    return opened
  }
}

function pictureReply({ pictures }: GuideFiles, call: Call): Outcome {
  const name = pathOf(call.request.url).slice(picturePath('').length)
  if (!pictures.has(name)) return { code: 'route_unknown' }
  const file = encodedFile('image/png', { identity: readFileSync(join(pictureDirectory, name)) })
  return encodedReply(file, call, {})
}
