import { batchColumns } from '@lastro/contract/listings/batch-columns.ts'
import { useQueryClient } from '@tanstack/react-query'
import { LineUpload } from '../../parts/lines/line-upload.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { useSession } from '../../shell/session/session.ts'
import { batchWords } from '../../words/creditor/batch.ts'
import { fieldOfRefusal } from '../refused-field.ts'
import { batchFields } from './batch-fields.ts'
import { BatchHistory, batchesName } from './batch-history.tsx'

/** A file of debts, line by line: how far it has come, and what was not taken and why. */
export function BatchPage() {
  const say = useSay(batchWords)
  const { lastro } = useSession()
  const queries = useQueryClient()
  const readBatches = () => void queries.invalidateQueries({ queryKey: batchesName })
  return (
    <Page title={say('title')} lede={say('lede')}>
      <LineUpload
        help={say('fileHelp')}
        model={{ name: 'lastro-lote.csv', columns: batchColumns, example }}
        fields={batchFields}
        fieldOfRule={fieldOfRefusal}
        send={lastro.batches.send}
        onSent={readBatches}
        onSending={readBatches}
        counts={({ created, refused, invalid }) => [
          { label: say('created'), value: String(created) },
          { label: say('refused'), value: String(refused) },
          { label: say('invalid'), value: String(invalid) },
        ]}
      />
      <BatchHistory />
    </Page>
  )
}

/** Somebody invented, of the documents that the sandbox takes. */
const example: Partial<Record<(typeof batchColumns)[number], string>> = {
  documento: '52998224725',
  name: 'ANA CLARA DE EXEMPLO',
  birthDate: '1981-05-20',
  amount: '1520.33',
  dueDate: '2026-03-10',
  contractId: 'CT-0001',
  legalNatureId: 'CP',
  section: 'listingP',
  'address.addressLine': 'RUA DE EXEMPLO',
  'address.number': '10',
  'address.district': 'CENTRO',
  'address.city': 'SAO PAULO',
  'address.state': 'SP',
  'address.zipCode': '01001000',
}
