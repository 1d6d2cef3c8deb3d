import { parentPort, workerData } from 'node:worker_threads'
import { DataFault } from '../../data-fault.ts'
import { dataSetNamed } from '../../data-sets.ts'
import { rangeMerger } from '../merge-range.ts'
import { readFileParts } from '../read-file.ts'
import { type SpillMemory, spillMemory } from '../spill/spill-writer.ts'
import type { ThreadAnswer, ThreadData, ThreadTask } from './thread-pool.ts'

/** A thread of an import: takes one task after the other, of either pass. */

const port = parentPort
const { dataSet: name, isSearchable }: ThreadData = workerData
const dataSet = dataSetNamed(name)
if (port === null || dataSet === undefined)
  throw new Error('an import thread is started by an import, for a set')

let merge: ReturnType<typeof rangeMerger> | undefined
let memory: SpillMemory | undefined

const post = (answer: ThreadAnswer, moved: readonly ArrayBuffer[] = []): void =>
  port.postMessage(answer, [...moved])

async function work(task: ThreadTask): Promise<void> {
  switch (task.kind) {
    case 'read': {
      const onProgress = (rows: number, bytes: number) => post({ kind: 'progress', rows, bytes })
      memory ??= spillMemory(task.task.memoryBytes)
      const result = await readFileParts(known(), task.task, memory, onProgress)
      return post({ kind: 'read', result })
    }
    case 'spills':
      merge = rangeMerger(known(), task.spills, isSearchable)
      // Nothing is read any more.
      memory = undefined
      return post({ kind: 'ready' })
    case 'merge': {
      if (merge === undefined) throw new Error('a thread merges what it was told of')
      const result = merge(task.range)
      const moved = result.batches.flatMap(({ keys, orders, ends, bytes }) =>
        [keys, orders, ends, bytes].flatMap((one) => (one === undefined ? [] : [one.buffer as ArrayBuffer])),
      )
      return post({ kind: 'merged', result }, moved)
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
    post({
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      ...(code !== undefined && { code }),
      ...(error instanceof DataFault && { text: error.text }),
    })
  })
})
