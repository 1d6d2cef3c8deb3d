import { parentPort } from 'node:worker_threads'
import { readBatch } from '../../../features/bureau/read-batch.ts'
import { rowOf } from '../subject-row.ts'
import { batchTold, type LinesAsked, linesOf } from './thread-messages.ts'

/** Reads lines on a thread of its own, beside the one that writes what came of them. */
parentPort?.on('message', (asked: LinesAsked) => {
  const told = batchTold(asked.id, readBatch(rowOf, linesOf(asked), asked.how))
  parentPort?.postMessage(told, [told.bytes])
})
