import { batchColumns } from '@lastro/contract/listings/batch-columns.ts'
import { LineUpload } from '../parts/lists/line-upload.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { batchWords } from '../words/batch.ts'

/** A file of debts, line by line: how far it has come, and what was not taken and why. */
export function BatchPage() {
  const say = useSay(batchWords)
  const { lastro } = useSession()
  return (
    <Page title={say('title')} lede={say('lede')}>
      <LineUpload
        help={say('fileHelp')}
        model={{ name: 'lastro-lote.csv', columns: batchColumns }}
        send={lastro.batches.send}
        counts={({ created, refused, invalid }) => [
          { label: say('created'), value: String(created) },
          { label: say('refused'), value: String(refused) },
          { label: say('invalid'), value: String(invalid) },
        ]}
      />
    </Page>
  )
}
