import type { Comparison } from '@lastro/client/operations/account.ts'
import { type WithheldReason, withheldReasons } from '@lastro/contract/clients/withheld-reasons.ts'
import {
  type ComparedOutline,
  comparisonOutline,
  type OutlineChange,
} from '@lastro/reading/comparison-outline.ts'
import type { OutlineTable } from '@lastro/reading/outline.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Notice } from '../parts/notice.tsx'
import { ReportTable } from '../report/report-table.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { keptWords } from '../words/analyst/kept.ts'

/** What differs between two reports, section by section; and that something is left out, where something is. */
export function ComparedSections({ comparison }: { readonly comparison: Comparison }) {
  const say = useSay(keptWords)
  const { language } = useLanguage()
  const sections = comparisonOutline(comparison.sections, language)
  return (
    <>
      <Withheld reasons={comparison.withheld} />
      {sections.length === 0 && <p className="muted">{say('nothingChanged')}</p>}
      {sections.map((one) => (
        <ComparedSection key={one.id} section={one} />
      ))}
    </>
  )
}

/** That something is left out, and why in kind; never what. */
export function Withheld({ reasons }: { readonly reasons: readonly WithheldReason[] }) {
  const { language } = useLanguage()
  return [...new Set(reasons)].map((reason) => (
    <Notice key={reason}>{withheldReasons[reason][language]}</Notice>
  ))
}

function ComparedSection({ section }: { readonly section: ComparedOutline }) {
  const say = useSay(keptWords)
  const { heading, isPartial, notComparable, added, gone, changes, totals } = section
  return (
    <>
      <h3>{heading}</h3>
      {notComparable !== undefined && <p className="muted">{notComparable}</p>}
      {totals !== undefined && <p>{say('totals', totals)}</p>}
      <Items title={say('added')} tables={added} />
      <Items title={say('goneItems')} tables={gone} />
      {changes.length > 0 && <Changes changes={changes} />}
      {isPartial && notComparable === undefined && <p className="muted small">{say('partial')}</p>}
    </>
  )
}

function Items({ title, tables }: { readonly title: string; readonly tables: readonly OutlineTable[] }) {
  return tables.map((table, at) => (
    <ReportTable
      key={at}
      table={{ ...table, caption: [title, table.caption].filter(Boolean).join(': ') }}
      heading={title}
      askAlso={() => null}
    />
  ))
}

function Changes({ changes }: { readonly changes: readonly OutlineChange[] }) {
  const say = useSay(keptWords)
  return (
    <DataTable
      caption={say('changed')}
      showsCaption
      rows={changes.map((one, at) => ({ ...one, key: String(at) }))}
      rowKey={(row) => row.key}
      columns={[
        {
          label: say('what'),
          cell: ({ label, of }) => (
            <>
              {label}
              {of !== undefined && (
                <small className="muted">
                  {' '}
                  <bdi>{of}</bdi>
                </small>
              )}
            </>
          ),
        },
        { label: say('before'), cell: (row) => <bdi>{row.before ?? say('absent')}</bdi> },
        { label: say('after'), cell: (row) => <bdi>{row.after ?? say('absent')}</bdi> },
      ]}
    />
  )
}
