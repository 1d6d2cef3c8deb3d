import { dataFileName } from '@lastro/contract/operator/data-file-name.ts'
import type { DataFileAccount, DataSnapshot } from '@lastro/contract/operator/operator-data.ts'
import type { Language } from '@lastro/contract/text.ts'
import { dateText, grouped } from '@lastro/reading/value-text.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { dataReasonText, dataSetName } from '../../voice/data-text.ts'
import { dataWords } from '../../words/operator/data.ts'

/** What became of every row of an import, file by file; folded away until somebody wants to see. */
export function DataAccount({ snapshot }: { readonly snapshot: DataSnapshot }) {
  const say = useSay(dataWords)
  const { language } = useLanguage()
  const { dataSet, period, date, totals, files } = snapshot
  if (totals === undefined || files === undefined) return null
  // Two imports of one period have different days.
  const of = { set: dataSetName(dataSet, language), period, date: dateText(date) }
  const caption = say('accountOf', of)
  return (
    <details>
      <summary>{caption}</summary>
      <p>
        {say('accountText', {
          read: figure(totals.read),
          kept: figure(totals.kept),
          merged: figure(totals.merged),
          quarantined: figure(totals.quarantined),
        })}
      </p>
      <DataTable
        caption={caption}
        rows={files}
        rowKey={(row) => `${row.zip} ${row.file}`}
        columns={[
          { label: say('file'), isFixed: true, cell: (row) => dataFileName(row, files) },
          { label: say('read'), isFigure: true, cell: (row) => figure(row.read) },
          { label: say('keptRows'), isFigure: true, cell: (row) => figure(row.kept) },
          { label: say('merged'), isFigure: true, cell: (row) => figure(row.merged) },
          { label: say('quarantined'), isFigure: true, cell: (row) => figure(row.quarantined) },
          { label: say('reasons'), cell: (row) => reasonsOf(row, language) },
        ]}
      />
    </details>
  )
}

const figure = (count: number): string => grouped(String(count))

const reasonsOf = ({ quarantinedBy, fields }: DataFileAccount, language: Language): string =>
  Object.entries({ ...quarantinedBy, ...fields })
    .map(([reason, count]) => `${dataReasonText(reason, language)}: ${figure(count)}`)
    .join('; ')
