import { reportOutline } from '@lastro/reading/report-outline.ts'
import { moneyText } from '@lastro/reading/value-text.ts'
import { useEffect } from 'react'
import { Link, useParams } from 'wouter'
import { Notice } from '../parts/notice.tsx'
import { type Say, useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { analystWords } from '../words/analyst.ts'
import { DownloadActs } from './download-acts.tsx'
import { type HeldReport, useHeldReport } from './held-report.ts'
import { ReportBody } from './report-body.tsx'

/** A report that was just asked for. After a reload it is gone, and the reader is told what that costs: nothing. */
export function ReportPage() {
  const { key = '' } = useParams()
  const held = useHeldReport(key)
  return held === undefined ? <GoneReport /> : <Report held={held} />
}

function Report({ held }: { readonly held: HeldReport }) {
  const say = useSay(analystWords)
  const { language } = useLanguage()
  const { user } = useSession()
  const { answer, product, atMs } = held
  const outline = reportOutline({
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
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <Page
      title={outline.title}
      acts={
        <>
          <Link href="/consulta" className="button">
            {say('newQuery')}
          </Link>
          <DownloadActs held={held} />
        </>
      }
    >
      <div className="no-print">
        <Notice tone={answer.billed ? 'info' : 'good'}>{billingText(held, say)}</Notice>
      </div>
      <ReportBody outline={outline} />
    </Page>
  )
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
    return price === undefined ? say('billedNoPrice') : say('billed', { price: moneyText(price) })
  return say(answer.billingReason === 'repeat_within_window' ? 'notBilledRepeat' : 'notBilled')
}
