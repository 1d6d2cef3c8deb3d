import type { KeptReport } from '@lastro/client/operations/account.ts'
import { isProblem } from '@lastro/client/problem.ts'
import { systemClock } from '@lastro/client/transport/clock.ts'
import { moneyText } from '@lastro/reading/value-text.ts'
import { useEffect } from 'react'
import { useParams } from 'wouter'
import { ChangesSince } from '../kept/changes-since.tsx'
import { GoneReport } from '../kept/gone-report.tsx'
import { type OpenReport, openHeld, openKept, outlineOf } from '../kept/open-report.ts'
import { useKeptReport } from '../kept/use-kept-report.ts'
import { instantOf } from '../parts/instant.ts'
import { Loading } from '../parts/loading.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { ReportDecision } from '../policies/report-decision.tsx'
import { useAskAlso } from '../report/ask-also.tsx'
import { type FetchFile, ReportActs } from '../report/report-acts.tsx'
import { ReportBody } from '../report/report-body.tsx'
import { ReportHead } from '../report/report-head.tsx'
import { type Say, useLanguage, useSay } from '../shell/language.tsx'
import { Page, usePageHeading } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { keptWords } from '../words/analyst/kept.ts'
import { reportWords } from '../words/analyst/report.ts'
import { type HeldReport, isKeyAlive, reportIdOf, useHeldReport } from './held-report.ts'

/**
 * A report by the id of its query: as it was just answered, or the kept one, at no cost. An answer that was repeated
 * under its key may be hours old, so that the kept one is shown in its place: without what may no longer be read.
 */
export function ReportPage() {
  const { id = '' } = useParams()
  const held = useHeldReport(id)
  return held === undefined || held.answer.replayed ? (
    <Reopened key={id} id={id} repeated={held} />
  ) : (
    <Held key={id} held={held} />
  )
}

function Held({ held }: { readonly held: HeldReport }) {
  const say = useSay(reportWords)
  const { lastro } = useSession()
  const { product, query, purpose, answer } = held
  const { idempotencyKey } = answer
  // A client that keeps no reports has its key: the service judges the file by today either way, and counts it nowhere.
  const fetchFile: FetchFile = (format) =>
    lastro.account.report(reportIdOf(answer), { format }).catch(async (error: unknown) => {
      if (!isProblem(error, 'report_unknown') || !isKeyAlive(held, systemClock.nowMs())) throw error
      return (await lastro.reports.query(product, query, { purpose, idempotencyKey, format })).result
    })
  return <Report report={openHeld(held)} bill={billingText(held, say)} fetchFile={fetchFile} />
}

type ReopenedProps = { readonly id: string; readonly repeated: HeldReport | undefined }

function Reopened({ id, repeated }: ReopenedProps) {
  const say = useSay(keptWords)
  const { data, error, refetch } = useKeptReport(id)
  if (isProblem(error, 'report_unknown'))
    return repeated === undefined ? <GoneReport /> : <Held held={repeated} />
  if (data !== undefined) return <Kept kept={data} />
  return (
    <Page title={say('reportTitle')}>
      {error === null ? <Loading /> : <ProblemNotice error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

function Kept({ kept }: { readonly kept: KeptReport }) {
  const say = useSay(keptWords)
  const { lastro } = useSession()
  const bill = say('notBilled', { until: instantOf(kept.keptUntil) })
  const fetchFile: FetchFile = (format) => lastro.account.report(kept.requestId, { format })
  return <Report report={openKept(kept)} bill={bill} fetchFile={fetchFile} />
}

type ReportProps = {
  readonly report: OpenReport
  /** What it cost, in a sentence. */
  readonly bill: string
  readonly fetchFile: FetchFile
}

function Report({ report, bill, fetchFile }: ReportProps) {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { user } = useSession()
  const outline = outlineOf(report, { language, environment: user.environment ?? 'production' })
  // A name is no business of the list of windows: there the report is called by its kind.
  const heading = usePageHeading(outline.title)
  const { askAlso, question } = useAskAlso(report.purpose)
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <ReportHead
        outline={outline}
        heading={heading}
        acts={<ReportActs report={report} fetchFile={fetchFile} />}
      />
      <ReportBody
        outline={outline}
        atMs={report.atMs}
        decision={<ReportDecision report={report} />}
        changes={<ChangesSince report={report} />}
        askAlso={askAlso}
        bill={[{ label: say('bill'), value: bill }]}
      />
      {question}
    </>
  )
}

function billingText({ answer, price }: HeldReport, say: Say<typeof reportWords>): string {
  if (answer.billed)
    return price === undefined
      ? say('billedNoPrice')
      : say('billed', { price: moneyText(price).replace(' ', '\u00a0') })
  if (answer.billingReason === 'stored_copy') return say('notBilledCopy')
  return say(answer.billingReason === 'repeat_within_window' ? 'notBilledRepeat' : 'notBilled')
}
