import type { QueryBatch } from '@lastro/contract/query-batches/query-batches.ts'
import { grouped } from '@lastro/reading/value-text.ts'
import { ActDialog } from '../parts/dialogs/act-dialog.tsx'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { queryBatchWords } from '../words/analyst/query-batches.ts'

export type BatchAct = 'pause' | 'resume' | 'stop' | 'askAgain'

const texts = {
  pause: 'pauseText',
  resume: 'resumeText',
  stop: 'stopText',
  askAgain: 'askAgainText',
} as const satisfies Record<BatchAct, string>

type QueryBatchDialogProps = {
  readonly act: BatchAct
  readonly batch: QueryBatch
  readonly onClose: () => void
}

/** What an act does with a batch, before it is done. */
export function QueryBatchDialog({ act, batch, onClose }: QueryBatchDialogProps) {
  const say = useSay(queryBatchWords)
  const { queryBatches } = useSession().lastro
  const acts = {
    pause: queryBatches.pause,
    resume: queryBatches.resume,
    stop: queryBatches.cancel,
    askAgain: queryBatches.askAgain,
  }
  return (
    <ActDialog
      title={say(act)}
      text={say(texts[act], { lines: grouped(String(batch.unknown)) })}
      button={say(act)}
      isDanger={act === 'stop'}
      act={() => acts[act](batch.id)}
      changes={['query-batches']}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
