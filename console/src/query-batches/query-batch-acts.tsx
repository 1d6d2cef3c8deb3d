import type { QueryBatch } from '@lastro/contract/query-batches/query-batches.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { saveFile } from '../parts/save-file.ts'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { queryBatchWords } from '../words/analyst/query-batches.ts'
import type { BatchAct } from './query-batch-dialog.tsx'

/** What can be done with a batch, by where it stands. */
const offered: Readonly<Record<QueryBatch['state'], readonly BatchAct[]>> = {
  receiving: [],
  interrupted: ['stop'],
  running: ['pause', 'stop'],
  waiting: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  cancelled: [],
  done: [],
}

type QueryBatchActsProps = { readonly batch: QueryBatch; readonly onAct: (act: BatchAct) => void }

export function QueryBatchActs({ batch, onAct }: QueryBatchActsProps) {
  const say = useSay(queryBatchWords)
  const { lastro } = useSession()
  const download = useMutation({
    mutationFn: async () =>
      saveFile(`lastro-${batch.id}.csv`, await lastro.queryBatches.resultFile(batch.id, 'csv')),
  })
  const acts = [...offered[batch.state], ...mayAskAgain(batch)]
  return (
    <div className="acts tight">
      {acts.map((act) => (
        <button key={act} type="button" className="plain" onClick={() => onAct(act)}>
          {say(act)}
        </button>
      ))}
      {batch.refused + batch.invalid + batch.repeated + batch.unknown > 0 && (
        <Link href={`/consultas/lotes/${batch.id}`} className="button plain">
          {say('openLines')}
        </Link>
      )}
      {batch.answered > 0 && (
        <BusyButton
          type="button"
          className="plain"
          isBusy={download.isPending}
          onClick={() => download.mutate()}
        >
          {say('download')}
        </BusyButton>
      )}
      {download.isError && <ProblemNotice error={download.error} />}
    </div>
  )
}

export const mayAskAgain = ({ unknown, state }: QueryBatch): readonly BatchAct[] =>
  unknown > 0 && state !== 'cancelled' ? ['askAgain'] : []
