import { answerText, faultOfStatus } from './answer-body.ts'
import { FetchFault } from './fetch-fault.ts'
import { percentDecoded, type Site } from './site.ts'

/** Something in a folder of a WebDAV share. */
export type WebdavItem = {
  readonly name: string
  readonly isFolder: boolean
  readonly size: number | undefined
  readonly etag: string | undefined
}

/** A month has a few dozen files; what is longer than this is no listing of one. */
const listingBytesMax = 4 * 1024 * 1024

/** What a folder holds, by `PROPFIND` of depth 1 (RFC 4918), the folder itself left out. */
export async function webdavListing(site: Site, folder: string): Promise<readonly WebdavItem[]> {
  const url = site.at(folder)
  const answer = await site.ask({ url, method: 'PROPFIND', headers: { Depth: '1' } })
  if (answer.statusCode !== 207) {
    answer.destroy()
    // A page with 200 is a server that does not speak WebDAV just now.
    throw answer.statusCode === 200 ? new FetchFault('listing_unreadable') : faultOfStatus(answer)
  }
  const text = await answerText(answer, { ...site.limits, bytesMax: listingBytesMax })
  const responses = [...text.matchAll(/<(?:[\w-]+:)?response[\s>].*?<\/(?:[\w-]+:)?response>/gs)]
  if (responses.length === 0) throw new FetchFault('listing_unreadable')
  const items = responses.map(([one]) => itemOf(one))
  // The folder lists itself too, one step above what is in it. Where it lies a proxy may have rewritten.
  const depth = Math.max(...items.map((one) => one.depth))
  return items.filter((one) => one.depth === depth)
}

function itemOf(response: string): WebdavItem & { readonly depth: number } {
  const path = URL.parse(elementOf(response, 'href') ?? '', 'http://share/')?.pathname ?? '/'
  const size = elementOf(response, 'getcontentlength') ?? ''
  return {
    name: percentDecoded(path.replace(/\/+$/, '').split('/').at(-1) ?? ''),
    isFolder: /<(?:[\w-]+:)?collection[\s/>]/.test(response),
    size: /^\d{1,15}$/.test(size) ? Number(size) : undefined,
    etag: elementOf(response, 'getetag') || undefined,
    depth: depthOf(path),
  }
}

const depthOf = (path: string): number => path.split('/').filter((step) => step !== '').length

/** Whatever prefix the server gives to the namespace `DAV:`. */
function elementOf(response: string, name: string): string | undefined {
  const [, text] = new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(response) ?? []
  return text
    ?.replace(/&(amp|quot|lt|gt|apos|#34|#39);/g, (_, entity: string) => entities[entity] ?? '')
    .trim()
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  lt: '<',
  gt: '>',
  apos: "'",
  '#34': '"',
  '#39': "'",
}
