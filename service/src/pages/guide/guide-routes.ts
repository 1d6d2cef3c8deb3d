import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@lastro/contract/text.ts'
import { pathOf } from '../../http/path-pattern.ts'
import { json } from '../../http/reply.ts'
import type { Call, Outcome, Route } from '../../http/route.ts'
import { htmlContent, languageAsked } from '../drawing/page.ts'
import { encodedByKey, encodedFile, encodedOnce } from '../encoded/encoded-file.ts'
import { encodedReply } from '../encoded/encoded-reply.ts'
import { readingPageHeaders } from '../reading/reading-page.ts'
import { scriptRoute } from '../reading/reading-routes.ts'
import { searchIndex } from '../reading/search-index.ts'
import { exampleBase, type GuideBook, guideBooks, guidePath, pagePath, picturePath } from './guide-book.ts'
import { type GuideFiles, pictureDirectory, readGuideFiles } from './guide-files.ts'
import { guideContents, guideIndexPath, guidePage, guideScriptPath } from './guide-page.ts'

/** The guide at `/guia`: the files of the repository, drawn when first asked for. */
export function guideRoutes(publicUrl: string | undefined): Route[] {
  const guide = openGuide()
  const index = encodedOnce(json, (language) => searchIndex(guide().books[language].entries))
  const pages = encodedByKey(htmlContent, pageCountMax, (key) => drawnPage(guide().books, JSON.parse(key)))
  const page = (call: Call): Outcome => {
    const language = languageAsked(call)
    const name = pathOf(call.request.url).slice(pagePath('').length)
    if (name !== '' && !guide().books[language].pages.has(name)) return { code: 'route_unknown' }
    const base = baseOf(call, publicUrl)
    return encodedReply(pages(JSON.stringify({ name, language, base })), call, {
      ...readingPageHeaders,
      'Content-Language': language,
      Vary: 'Accept-Language',
    })
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

/** Pages that are kept, for all the names that one service is reached by; others are drawn as they are asked for. */
const pageCountMax = 500

type PageKey = { readonly name: string; readonly language: Language; readonly base: string }

function drawnPage(books: Readonly<Record<Language, GuideBook>>, { name, language, base }: PageKey): string {
  const book = books[language]
  const page = book.pages.get(name)
  const drawn = page === undefined ? guideContents(book, language) : guidePage(book, page, language)
  return drawn.replaceAll(exampleBase, base)
}

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

/** Only what can stand in a command without being read as something else. */
const hostForm = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Where this installation is reached: what the operator says, or the host that was asked. */
function baseOf({ headers: { host = '' } }: Call, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  return hostForm.test(host) ? `http://${host}` : exampleBase
}

function pictureReply({ pictures }: GuideFiles, call: Call): Outcome {
  const name = pathOf(call.request.url).slice(picturePath('').length)
  if (!pictures.has(name)) return { code: 'route_unknown' }
  const file = encodedFile('image/png', { identity: readFileSync(join(pictureDirectory, name)) })
  return encodedReply(file, call, {})
}
