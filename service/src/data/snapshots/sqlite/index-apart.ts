import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { IndexTask } from './index-snapshot.ts'

export type Indexed =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string; readonly errcode: number | undefined }

/** On a thread: meanwhile the one that imports hears signals, and shows that it lives. */
export async function indexApart(task: IndexTask): Promise<void> {
  const thread = new Worker(new URL('./index-thread.ts', import.meta.url), { workerData: task })
  // Rejects where the thread dies instead.
  const [indexed] = (await once(thread, 'message')) as [Indexed]
  await thread.terminate()
  if (indexed.kind === 'failed') throw Object.assign(new Error(indexed.message), { errcode: indexed.errcode })
}
