import { watchColumns } from '@lastro/contract/alerts/watch-columns.ts'
import { useQueryClient } from '@tanstack/react-query'
import { LineUpload } from '../../parts/lines/line-upload.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { useSession } from '../../shell/session/session.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { watchedName } from '../alert-names.ts'
import { watchFields } from './watch-fields.ts'

/** A file of documents to be watched. */
export function WatchManyPage() {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const queries = useQueryClient()
  return (
    <Page title={say('manyTitle')} lede={say('manyLede')}>
      <LineUpload
        help={say('manyHelp')}
        model={{
          name: 'lastro-acompanhar.csv',
          columns: watchColumns,
          example: { documento: '52998224725', label: 'Cliente 1' },
        }}
        fields={watchFields}
        send={lastro.alerts.documents.send}
        counts={({ created, existing, invalid }) => [
          { label: say('created'), value: String(created) },
          { label: say('existing'), value: String(existing) },
          { label: say('invalid'), value: String(invalid) },
        ]}
        onSent={() => void queries.invalidateQueries({ queryKey: watchedName })}
      />
    </Page>
  )
}
