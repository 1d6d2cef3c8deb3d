import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookMessage } from '@lastro/contract/alerts/webhooks.ts'
import { Webhook } from 'standardwebhooks'

/** What came to one address, held against what was promised. */
export type Inbox = {
  /** By id: every message that came, and whether it was ever answered 2xx. */
  readonly messages: ReadonlyMap<string, Message>
  readonly faults: { disordered: number; changed: number; unsigned: number }
}

export type ChaosReceiver = {
  /** An address of its own, that verifies with this secret once it is known. */
  readonly open: (name: string) => { readonly url: string; readonly inbox: Inbox; secret: string }
  /** From now on everything is taken. */
  readonly calm: () => void
  readonly close: () => void
}

type Box = {
  readonly url: string
  readonly inbox: { messages: Map<string, Message>; faults: Inbox['faults'] }
  /** The sequences of each document that were taken. */
  readonly taken: Map<string, Set<number>>
  secret: string
}

/** `lasting`: what of it is the same in every attempt. */
type Message = { readonly lasting: string; count: number; isTaken: boolean }

/** What it does with a message, and how often in a hundred. */
const moods: readonly (readonly [number, Mood])[] = [
  [58, (answer, take) => reply(answer, take, 200)],
  [4, (answer, take) => reply(answer, take, 204)],
  [14, (answer) => void answer.writeHead(503).end('busy')],
  // Cuts the connection, having kept the message or not: the sender cannot know.
  [12, (answer) => void answer.socket?.resetAndDestroy()],
  [7, (answer, take) => void setTimeout(() => reply(answer, take, 202), 50 + Math.random() * 700)],
  // Says yes, and then not the rest.
  [3, (answer, take) => half(answer, take)],
  [2, () => undefined],
]

type Mood = (answer: ServerResponse, take: () => void) => void

function reply(answer: ServerResponse, take: () => void, status: number): void {
  take()
  answer.writeHead(status).end()
}

function half(answer: ServerResponse, take: () => void): void {
  take()
  answer.writeHead(200, { 'Content-Length': '1000' })
  answer.write('half', () => answer.socket?.destroy())
}

/** A receiver that takes, fails, drops, dawdles and hangs at random, and forgets nothing of what it saw. */
export async function chaosReceiver(): Promise<ChaosReceiver> {
  const boxes = new Map<string, Box>()
  let isCalm = false
  const server = createServer((request, answer) => {
    const box = boxes.get(request.url ?? '')
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    answer.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (box === undefined) return void answer.writeHead(404).end()
      const take = arrived(box, request.headers, Buffer.concat(chunks).toString())
      const mood = isCalm ? moods[0]?.[1] : drawn()
      mood?.(answer, take)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    open: (name) => {
      const box: Box = {
        url: `http://127.0.0.1:${port}/${name}`,
        inbox: { messages: new Map(), faults: { disordered: 0, changed: 0, unsigned: 0 } },
        taken: new Map(),
        secret: '',
      }
      boxes.set(`/${name}`, box)
      return box
    },
    calm: () => {
      isCalm = true
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function drawn(): Mood | undefined {
  let left = Math.random() * moods.reduce((sum, [share]) => sum + share, 0)
  return moods.find(([share]) => {
    left -= share
    return left < 0
  })?.[1]
}

/** Holds a message against what came before it; returns how to note that it was taken. */
function arrived({ inbox, taken, secret }: Box, headers: IncomingHttpHeaders, body: string): () => void {
  const id = String(headers['webhook-id'])
  const { data } = JSON.parse(body) as WebhookMessage
  // Which debt it was is told while a report shows it: between two attempts it may have gone, or come back.
  const lasting = JSON.stringify({ ...data, data: { ...data.data, listing: undefined } })
  if (!isSigned(secret, headers, body)) inbox.faults.unsigned += 1
  const message = inbox.messages.get(id) ?? { lasting, count: 0, isTaken: false }
  inbox.messages.set(id, message)
  message.count += 1
  if (message.lasting !== lasting || data.id !== id) inbox.faults.changed += 1
  const ofDocument = taken.get(data.documento) ?? new Set()
  taken.set(data.documento, ofDocument)
  // Sequences of a document have no gaps, so all before this one must have been taken.
  for (let before = 1; before < data.sequence; before++) {
    if (!ofDocument.has(before)) inbox.faults.disordered += 1
  }
  return () => {
    message.isTaken = true
    ofDocument.add(data.sequence)
  }
}

function isSigned(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
