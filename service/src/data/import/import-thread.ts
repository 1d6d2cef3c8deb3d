import { parentPort, workerData } from 'node:worker_threads'
import { DataFault } from '../data-fault.ts'
import { dataSetNamed } from '../data-sets.ts'
import { mergeRange } from './merge-range.ts'
import { readFileParts } from './read-file.ts'
import type { Spill } from './spill.ts'
import { type SpillMemory, spillMemory } from './spill-writer.ts'
import type { ThreadAnswer, ThreadTask } from './thread-pool.ts'

/** A thread of an import: takes one task after the other, of either pass. */

const port = parentPort
const dataSet = dataSetNamed(workerData.dataSet)
if (port === null || dataSet === undefined)
  throw new Error('an import thread is started by an import, for a set')

let spills: readonly Spill[] = []
let memory: SpillMemory | undefined

const tell = (answer: ThreadAnswer, moved: readonly ArrayBuffer[] = []): void =>
  port.postMessage(answer, [...moved])

async function work(task: ThreadTask): Promise<void> {
  switch (task.kind) {
    case 'read': {
      const onProgress = (rows: number, bytes: number) => tell({ kind: 'progress', rows, bytes })
      memory ??= spillMemory(task.task.memoryBytes)
      const result = await readFileParts(known(), task.task, memory, onProgress)
      return tell({ kind: 'read', result })
    }
    case 'spills':
      spills = task.spills
      // Nothing is read any more.
      memory = undefined
      return tell({ kind: 'ready' })
    case 'merge': {
      const result = mergeRange(known(), spills, task.range, task.isSearchable)
      const moved = result.batches.flatMap(({ keys, orders, ends, bytes }) =>
        [keys, orders, ends, bytes].flatMap((one) => (one === undefined ? [] : [one.buffer as ArrayBuffer])),
      )
      return tell({ kind: 'merged', result }, moved)
    }
  }
}

function known() {
  if (dataSet === undefined) throw new Error('there is a set')
  return dataSet
}

port.on('message', (task: ThreadTask) => {
  work(task).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    tell({
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      ...(code !== undefined && { code }),
      ...(error instanceof DataFault && { text: error.text }),
    })
  })
})
