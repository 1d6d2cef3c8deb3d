import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import pg from 'pg'
import { httpServer } from '../../service/src/http/server.ts'
import { batchReads } from '../../service/src/store/engine/batch-reads.ts'

/**
 * The least that our promise costs behind our own way in: the body parsed, one row read, one line of a record
 * durable in a commit that all requests under way share, the text sent. It asks for no credentials and knows no
 * contract, limit, price, repeat, listing or chain. The rest of the service is what lies between it and this.
 */
if (isMainThread) {
  process.once('message', (told: FloorStore) => void serve(told))
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

/** Where the subjects are that it reads. */
export type FloorStore = { readonly directory: string } | { readonly databaseUrl: string }

type Floor = {
  readonly read: (document: DocumentNumber, found: (sections: string) => void) => void
  /** Makes lines durable in one commit, and says so. */
  readonly write: (lines: string, done: () => void) => void
}

async function serve(store: FloorStore): Promise<void> {
  const { read, write } =
    'directory' in store ? onSqlite(store.directory) : await onPostgres(store.databaseUrl)
  const record = groupCommit(write)
  const server = httpServer((request) => {
    // The load sends its bodies in one piece.
    const body = (request.body as Buffer).toString()
    const { documento } = JSON.parse(body) as { documento: DocumentNumber }
    read(documento, (sections) => {
      const text = `{"error":false,"result":{"document":"${documento}","report":${sections}}}`
      record(`[${Date.now()},"${documento}"]`, () =>
        request.send(
          { status: 200, contentType: 'application/json; charset=utf-8', body: text },
          { requestId: 'x', close: false },
        ),
      )
    })
  })
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port })
}

function onSqlite(directory: string): Floor {
  const db = new DatabaseSync(join(directory, 'lastro.db'), { readOnly: true })
  db.exec('pragma cache_size = -16384')
  const select = db.prepare('select sections from subject where key = ?')
  const own = mkdtempSync(join(directory, 'floor-'))
  process.once('exit', () => rmSync(own, { recursive: true }))
  const writer = new Worker(import.meta.filename, { workerData: { directory: own } })
  let durable: () => void = () => undefined
  writer.on('message', () => durable())
  return {
    read: (document, found) => found((select.get(documentKey(document)) as { sections: string }).sections),
    write: (lines, done) => {
      durable = done
      writer.postMessage(lines)
    },
  }
}

/** A statement for all reads of a turn, as many at once as in the service, and one for all lines of a commit. */
async function onPostgres(databaseUrl: string): Promise<Floor> {
  const [reader, writer] = [
    new pg.Pool({ connectionString: databaseUrl, max: 4 }),
    new pg.Client(databaseUrl),
  ]
  await writer.connect()
  await writer.query('create table floor_link (number bigint generated always as identity, records text)')
  const read = batchReads(async (documents: readonly DocumentNumber[]) => {
    const { rows } = await reader.query<[string, string]>({
      name: 'read',
      text: 'select document, sections from subject where document = any($1::text[])',
      values: [documents],
      rowMode: 'array',
    })
    const found = new Map(rows)
    return documents.map((document) => found.get(document) ?? '')
  })
  return {
    read: (document, found) => void read(document).then(found),
    write: (lines, done) =>
      void writer
        .query({ name: 'write', text: 'insert into floor_link (records) values ($1)', values: [lines] })
        .then(done),
  }
}

type Waiting = { readonly line: string; readonly done: () => void }

/** While one commit is being written, the lines that arrive form the next. */
function groupCommit(writeLines: Floor['write']): (line: string, done: () => void) => void {
  let waiting: Waiting[] = []
  let isWriting = false
  const write = () => {
    if (isWriting || waiting.length === 0) return
    const writing = waiting
    waiting = []
    isWriting = true
    writeLines(writing.map(({ line }) => line).join('\n'), () => {
      isWriting = false
      write()
      for (const { done } of writing) done()
    })
  }
  return (line, done) => {
    if (waiting.push({ line, done }) === 1) setImmediate(write)
  }
}
