import type { KeptReport } from '@lastro/client/operations/account.ts'
import { isProblem } from '@lastro/client/problem.ts'
import { Link, useParams } from 'wouter'
import { Answered } from '../parts/answered.tsx'
import { Loading } from '../parts/loading.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { keptWords } from '../words/analyst/kept.ts'
import { BesideTable } from './beside-table.tsx'
import { ComparedSections, Withheld } from './compared-sections.tsx'
import { GoneReport } from './gone-report.tsx'
import { openKept } from './open-report.ts'
import { useComparison } from './use-comparison.ts'
import { useKeptReport } from './use-kept-report.ts'

/** Two kept reports side by side: of one document on two dates, or of two documents. */
export function ComparePage() {
  const say = useSay(keptWords)
  const { one = '', other = '' } = useParams()
  const [first, second] = [useKeptReport(one), useKeptReport(other)]
  const error = first.error ?? second.error
  if (isProblem(error, 'report_unknown')) return <GoneReport />
  return (
    <Page
      title={say('compareTitle')}
      lede={say('compareLede')}
      acts={
        <Link href="/consultas" className="button">
          {say('back')}
        </Link>
      }
    >
      {error !== null ? (
        <ProblemNotice
          error={error}
          onRetry={() => void Promise.all([first, second].map((each) => each.refetch()))}
        />
      ) : first.data === undefined || second.data === undefined ? (
        <Loading />
      ) : (
        <Compared reports={inOrder(first.data, second.data)} />
      )}
    </Page>
  )
}

type Two = readonly [KeptReport, KeptReport]

/** The earlier one stands first. */
const inOrder = (one: KeptReport, other: KeptReport): Two =>
  Date.parse(one.at) <= Date.parse(other.at) ? [one, other] : [other, one]

function Compared({ reports }: { readonly reports: Two }) {
  const say = useSay(keptWords)
  const [one, other] = reports
  return (
    <>
      {one.document === other.document && one.product === other.product ? (
        <WhatChanged reports={reports} />
      ) : (
        <Withheld reasons={[...one.withheld, ...other.withheld]} />
      )}
      <section className="panel">
        <h2>{say('beside')}</h2>
        <BesideTable reports={[openKept(one), openKept(other)]} />
      </section>
    </>
  )
}

function WhatChanged({ reports: [one, other] }: { readonly reports: Two }) {
  const say = useSay(keptWords)
  const comparison = useComparison(one.requestId, other.requestId)
  return (
    <section className="panel">
      <h2>{say('whatChanged')}</h2>
      <Answered query={comparison}>{(data) => <ComparedSections comparison={data} />}</Answered>
    </section>
  )
}
