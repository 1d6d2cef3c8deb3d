import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { httpServer } from '../../service/src/http/server.ts'

/**
 * The least that our promise costs behind our own way in: the body parsed, one row read, one line of a record
 * durable in a commit that all requests under way share, the text sent. It asks for no credentials and knows no
 * contract, limit, price, repeat, listing or chain. The rest of the service is what lies between it and this.
 */
if (isMainThread) {
  process.once('message', ({ directory }: { directory: string }) => serve(directory))
  process.once('disconnect', () => process.exit(0))
} else {
  const { directory } = workerData as { directory: string }
  const db = new DatabaseSync(join(directory, 'floor.db'))
  db.exec('pragma journal_mode = wal')
  db.exec('pragma synchronous = full')
  db.exec('create table link (number integer primary key, records text not null)')
  const add = db.prepare('insert into link (records) values (?)')
  parentPort?.on('message', (records: string) => {
    add.run(records)
    parentPort?.postMessage('durable')
  })
}

function serve(directory: string): void {
  const db = new DatabaseSync(join(directory, 'lastro.db'), { readOnly: true })
  db.exec('pragma cache_size = -16384')
  const read = db.prepare('select sections from subject where key = ?')
  const record = groupCommit(directory)
  const server = httpServer((request) => {
    // The load sends its bodies in one piece.
    const body = (request.body as Buffer).toString()
    const { documento } = JSON.parse(body) as { documento: DocumentNumber }
    const { sections } = read.get(documentKey(documento)) as { sections: string }
    const text = `{"error":false,"result":{"document":"${documento}","report":${sections}}}`
    record(`[${Date.now()},"${documento}"]`, () =>
      request.send(
        { status: 200, contentType: 'application/json; charset=utf-8', body: text },
        { requestId: 'x', close: false },
      ),
    )
  })
  void server.listen({ host: '127.0.0.1', port: 0 }).then(({ port }) => process.send?.({ port }))
}

type Waiting = { readonly line: string; readonly done: () => void }

/** While one commit is being written, the lines that arrive form the next. */
function groupCommit(directory: string): (line: string, done: () => void) => void {
  const own = mkdtempSync(join(directory, 'floor-'))
  process.once('exit', () => rmSync(own, { recursive: true }))
  const writer = new Worker(import.meta.filename, { workerData: { directory: own } })
  let waiting: Waiting[] = []
  let writing: Waiting[] = []
  const write = () => {
    if (writing.length > 0 || waiting.length === 0) return
    writing = waiting
    waiting = []
    writer.postMessage(writing.map(({ line }) => line).join('\n'))
  }
  writer.on('message', () => {
    const written = writing
    writing = []
    write()
    for (const { done } of written) done()
  })
  return (line, done) => {
    if (waiting.push({ line, done }) === 1) setImmediate(write)
  }
}
