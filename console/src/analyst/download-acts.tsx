import { useMutation } from '@tanstack/react-query'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { saveFile } from '../parts/save-file.ts'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session.ts'
import { analystWords } from '../words/analyst.ts'
import type { HeldReport } from './held-report.ts'

/** The same report on paper and as files: asked for again under its key, so that it is not billed again. */
export function DownloadActs({ held }: { readonly held: HeldReport }) {
  const say = useSay(analystWords)
  const { lastro } = useSession()
  const { product, query, purpose, answer } = held
  const download = useMutation({
    mutationFn: async (format: 'pdf' | 'html') => {
      const { idempotencyKey, requestId } = answer
      const { result } = await lastro.reports.query(product, query, { purpose, idempotencyKey, format })
      const content = result instanceof Blob ? result : new Blob([result], { type: 'text/html' })
      saveFile(`lastro-${requestId}.${format}`, content)
    },
  })
  const isBusy = (format: string) => download.isPending && download.variables === format
  return (
    <>
      <button type="button" onClick={() => window.print()}>
        {say('print')}
      </button>
      <BusyButton type="button" isBusy={isBusy('pdf')} onClick={() => download.mutate('pdf')}>
        {say('pdf')}
      </BusyButton>
      <BusyButton type="button" isBusy={isBusy('html')} onClick={() => download.mutate('html')}>
        {say('html')}
      </BusyButton>
      {download.isError && <ProblemNotice error={download.error} />}
    </>
  )
}
