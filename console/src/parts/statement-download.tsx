import { useMutation } from '@tanstack/react-query'
import { useSay } from '../shell/language.tsx'
import { statementWords } from '../words/operator/statement.ts'
import { BusyButton } from './forms/busy-button.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { saveFile } from './save-file.ts'

type StatementDownloadProps = { readonly month: string; readonly fetchPdf: () => Promise<Blob> }

/** A month's statement, kept as a PDF. */
export function StatementDownload({ month, fetchPdf }: StatementDownloadProps) {
  const say = useSay(statementWords)
  const download = useMutation({
    mutationFn: async () => saveFile(`extrato-${month}.pdf`, await fetchPdf()),
  })
  return (
    <>
      <BusyButton type="button" isBusy={download.isPending} onClick={() => download.mutate()}>
        {say('download')}
      </BusyButton>
      {download.isError && <ProblemNotice error={download.error} />}
    </>
  )
}
