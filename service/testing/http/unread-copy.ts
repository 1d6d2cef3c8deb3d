import type { ArrivedRequest } from '../../src/http/request.ts'
import { bytesInUse } from './held-after.ts'
import { get, type OneReader, send, someTurns, soon } from './one-reader.ts'

/** More than the system holds for a caller that does not read. */
const text = Buffer.alloc(12_000_000, 'x').toString('latin1')

/** How many bytes are held for a caller that does not read a long text, besides the text. */
export async function heldForUnread(
  { say, unread }: OneReader,
  asked: readonly ArrivedRequest[],
): Promise<number> {
  const wire = await say(get('/held'))
  wire.socket.pause()
  await soon(() => asked.length === 1)
  const before = bytesInUse()
  for (const request of asked) send(request, text)
  await soon(() => unread.bytes > 0)
  await someTurns()
  return bytesInUse() - before
}
