import { reportOutline } from '@lastro/reading/report-outline.ts'
import { moneyText } from '@lastro/reading/value-text.ts'
import { useEffect } from 'react'
import { Link, useParams } from 'wouter'
import { useAskAlso } from '../report/ask-also.tsx'
import { ReportActs } from '../report/report-acts.tsx'
import { ReportBody } from '../report/report-body.tsx'
import { ReportHead } from '../report/report-head.tsx'
import { type Say, useLanguage, useSay } from '../shell/language.tsx'
import { Page, usePageHeading } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { analystWords } from '../words/analyst.ts'
import { reportWords } from '../words/report.ts'
import { type HeldReport, useHeldReport } from './held-report.ts'

/** A report that was just asked for. After a reload it is gone, and the reader is told what that costs: nothing. */
export function ReportPage() {
  const { key = '' } = useParams()
  const held = useHeldReport(key)
  return held === undefined ? <GoneReport /> : <Report key={key} held={held} />
}

function Report({ held }: { readonly held: HeldReport }) {
  const say = useSay(analystWords)
  const sayReport = useSay(reportWords)
  const outline = useOutline(held)
  // A name is no business of the list of windows: there the report is called by its kind.
  const heading = usePageHeading(outline.title)
  const { askAlso, question } = useAskAlso(held.purpose)
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <ReportHead outline={outline} heading={heading} acts={<ReportActs held={held} />} />
      <ReportBody
        outline={outline}
        atMs={held.atMs}
        askAlso={askAlso}
        bill={[{ label: sayReport('bill'), value: billingText(held, say) }]}
      />
      {question}
    </>
  )
}

function useOutline({ answer, product, atMs }: HeldReport) {
  const { language } = useLanguage()
  const { user } = useSession()
  return reportOutline({
    product,
    result: answer.result,
    language,
    meta: {
      environment: user.environment ?? 'production',
      requestId: answer.consultation?.id ?? answer.requestId,
      checkCode: answer.consultation?.checkCode,
      sources: answer.sourcesText,
      degradedSections: answer.degradedSections,
      atMs,
    },
  })
}

function GoneReport() {
  const say = useSay(analystWords)
  return (
    <Page title={say('goneTitle')} lede={say('gone')}>
      <div className="acts">
        <Link href="/consultas" className="button main">
          {say('earlierTitle')}
        </Link>
        <Link href="/consulta" className="button">
          {say('newQuery')}
        </Link>
      </div>
    </Page>
  )
}

function billingText({ answer, price }: HeldReport, say: Say<typeof analystWords>): string {
  if (answer.billed)
    return price === undefined
      ? say('billedNoPrice')
      : say('billed', { price: moneyText(price).replace(' ', '\u00a0') })
  return say(answer.billingReason === 'repeat_within_window' ? 'notBilledRepeat' : 'notBilled')
}
