import { takesEncoding } from '../../http/headers/negotiation.ts'
import type { Reply } from '../../http/reply.ts'
import type { Call } from '../../http/route.ts'
import type { EncodedFile, Encoding } from './encoded-file.ts'

/** The smallest form that the caller takes, or that it has the file already. */
export function encodedReply(
  file: EncodedFile,
  { headers: asked }: Pick<Call, 'headers'>,
  own: Readonly<Record<string, string>>,
): Reply {
  const encoding = encodingOf(file, asked.acceptEncoding)
  const vary = own.Vary === undefined ? 'Accept-Encoding' : `${own.Vary}, Accept-Encoding`
  const headers = { 'Cache-Control': 'no-cache', ...own, ETag: file.etag, Vary: vary }
  if (isHeld(file.etag, asked.ifNoneMatch)) return { status: 304, body: '', headers }
  return {
    status: 200,
    contentType: file.contentType,
    body: '',
    bytes: file.encodings[encoding] ?? file.encodings.identity,
    headers: encoding === 'identity' ? headers : { ...headers, 'Content-Encoding': encoding },
  }
}

/** Whether the caller holds this very edition; `*` stands for any. */
const isHeld = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.split(',').some((one) => ['*', etag, etag.slice('W/'.length)].includes(one.trim()))

/** Whoever says nothing, or refuses everything, gets the file as it is. */
function encodingOf({ encodings }: EncodedFile, accepted: string | undefined): Encoding {
  const kept = (['br', 'gzip', 'identity'] as const).filter((one) => encodings[one] !== undefined)
  return kept.find((one) => takesEncoding(accepted, one)) ?? 'identity'
}
