import { systemClock } from '@lastro/client/transport/clock.ts'
import type { CoverageDeclaration, CoverageOverview } from '@lastro/contract/operator/operator-coverage.ts'
import { dateText } from '@lastro/reading/value-text.ts'
import { addDays, dayAt, parseDay } from '@lastro/rules/calendar/day.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { instantOf } from '../../parts/instant.ts'
import { type Column, DataTable } from '../../parts/lists/data-table.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { sourceText } from '../../voice/source-text.ts'
import { coverageWords } from '../../words/operator/coverage.ts'
import { useOperator } from '../operations.ts'
import { coverageName } from '../operator-names.ts'
import { CoverageMark, sectionText } from './coverage-marks.tsx'
import { effectOf } from './coverage-rows.ts'

type OverviewProps = { readonly overview: CoverageOverview }

/** The declarations in force, which can be ended here, and the past ones, collapsed. */
export function Declarations({ overview }: OverviewProps) {
  const say = useSay(coverageWords)
  const inForce = overview.declarations.filter(({ state }) => state === 'in_force')
  const ended = overview.declarations.filter(({ state }) => state !== 'in_force')
  const columns = useColumns()
  return (
    <section>
      <h2>{say('declarations')}</h2>
      {inForce.length === 0 ? (
        <p className="empty">{say('noDeclarations')}</p>
      ) : (
        <DataTable
          caption={say('declarations')}
          rows={inForce}
          rowKey={(row) => row.id}
          columns={[
            ...columns,
            {
              label: say('acts'),
              cell: (row) => <DeclarationActs declaration={row} overview={overview} />,
            },
          ]}
        />
      )}
      <p>
        {say('howTo')} <code>{say('howToCommand')}</code>
      </p>
      {ended.length > 0 && (
        <details>
          <summary>{say('ended', { count: ended.length })}</summary>
          <DataTable
            caption={say('ended', { count: ended.length })}
            rows={ended}
            rowKey={(row) => row.id}
            columns={[
              ...columns,
              { label: say('state'), isFixed: true, cell: (row) => say(stateWords[row.state]) },
            ]}
          />
        </details>
      )}
    </section>
  )
}

const stateWords = {
  in_force: 'in_force',
  superseded: 'superseded',
  expired: 'expired',
  withdrawn: 'withdrawn',
} as const

function useColumns(): readonly Column<CoverageDeclaration>[] {
  const say = useSay(coverageWords)
  const { language } = useLanguage()
  return [
    { label: say('section'), cell: (row) => sectionText(row.section, language) },
    { label: say('type'), isFixed: true, cell: (row) => row.documentType },
    { label: say('coverage'), isFixed: true, cell: ({ coverage }) => <CoverageMark coverage={coverage} /> },
    { label: say('asOf'), isFixed: true, cell: (row) => dateText(row.asOf) },
    { label: say('until'), isFixed: true, cell: (row) => dateText(row.until) },
    { label: say('history'), cell: (row) => <History declaration={row} /> },
  ]
}

function History({ declaration: of }: { readonly declaration: CoverageDeclaration }) {
  const say = useSay(coverageWords)
  const line = (word: 'declaredBy' | 'shortenedBy' | 'withdrawnBy', at?: string, name?: string) =>
    at !== undefined && <div className="small">{say(word, { name: name ?? '', at: instantOf(at) })}</div>
  return (
    <>
      {line('declaredBy', of.declaredAt, of.declaredBy)}
      {line('shortenedBy', of.shortenedAt, of.shortenedBy)}
      {line('withdrawnBy', of.withdrawnAt, of.withdrawnBy)}
    </>
  )
}

type DeclarationProps = OverviewProps & { readonly declaration: CoverageDeclaration }

function DeclarationActs({ declaration, overview }: DeclarationProps) {
  const say = useSay(coverageWords)
  const { language } = useLanguage()
  const [act, setAct] = useState<'shorten' | 'withdraw'>()
  const close = () => setAct(undefined)
  const of = `${sectionText(declaration.section, language)} ${declaration.documentType}`
  return (
    <>
      {(['shorten', 'withdraw'] as const).map((one) => (
        <button key={one} type="button" className="plain" onClick={() => setAct(one)}>
          {say(one)}
          <span className="unseen"> {of}</span>
        </button>
      ))}
      {act === 'shorten' && <Shorten declaration={declaration} overview={overview} onClose={close} />}
      {act === 'withdraw' && <Withdraw declaration={declaration} overview={overview} onClose={close} />}
    </>
  )
}

type DialogProps = DeclarationProps & { readonly onClose: () => void }

function Shorten({ declaration, overview, onClose }: DialogProps) {
  const say = useSay(coverageWords)
  const operator = useOperator()
  const { of, effect } = useEffectText(declaration, overview)
  const [until, setUntil] = useState('')
  const last = parseDay(declaration.until)
  const isEarlier = parseDay(until) !== undefined && until < declaration.until
  return (
    <ActDialog
      title={say('shortenTitle', of)}
      button={say('shorten')}
      isReady={isEarlier}
      act={() => operator.shortenCoverage(declaration.id, until)}
      changes={coverageName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextField
            type="date"
            name="until"
            required
            label={say('lastDay')}
            help={say('lastDayHelp', { until: dateText(declaration.until) })}
            max={last && addDays(last, -1)}
            value={until}
            wrong={wrong.until}
            onChange={(event) => setUntil(event.target.value)}
          />
          {isEarlier && <p role="status">{effect(until)}</p>}
        </>
      )}
    </ActDialog>
  )
}

function Withdraw({ declaration, overview, onClose }: DialogProps) {
  const say = useSay(coverageWords)
  const operator = useOperator()
  const { of, effect } = useEffectText(declaration, overview)
  return (
    <ActDialog
      title={say('withdrawTitle', of)}
      text={`${effect(undefined)} ${say('notUndone')}`}
      button={say('withdraw')}
      isDanger
      act={() => operator.withdrawCoverage(declaration.id)}
      changes={coverageName}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** Explains what queries show after the new last day, or at once if `until` is undefined for a withdrawal. */
function useEffectText({ section, documentType: type }: CoverageDeclaration, { products }: CoverageOverview) {
  const say = useSay(coverageWords)
  const { language } = useLanguage()
  const of = { type, section: sectionText(section, language) }
  const effect = (until: string | undefined): string => {
    const today = dayAt(systemClock.nowMs())
    const { from, remaining } = effectOf({ section, documentType: type }, until, { products, today })
    const sources = remaining.map((one) => sourceText(one, language)).join(', ')
    const text =
      remaining.length === 0
        ? from === undefined
          ? say('effectNow', of)
          : say('effectFrom', { ...of, from: dateText(from) })
        : from === undefined
          ? say('effectRemainingNow', { ...of, sources })
          : say('effectRemainingFrom', { ...of, sources, from: dateText(from) })
    return `${text} ${say('singleDocuments')}`
  }
  return { of, effect }
}
