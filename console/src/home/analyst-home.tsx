import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import type { Usage } from '@lastro/contract/clients/usage.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { documentText, grouped, moneyText, printable } from '@lastro/reading/value-text.ts'
import { moneyText as amountOf, centsOf } from '@lastro/rules/money/cents.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { occurrencesName } from '../alerts/alert-names.ts'
import { ShortVerdict, ShowNames } from '../kept/read-report.tsx'
import { reportPath } from '../kept/report-path.ts'
import { type ReadReport, useReadReports } from '../kept/use-read-reports.ts'
import { instantOf } from '../parts/instant.ts'
import { OutcomeMark } from '../parts/marks/outcome-mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { eventName } from '../voice/event-name.ts'
import { homeWords } from '../words/shell/home.ts'
import { FigureLinks } from './figure-links.tsx'
import { firstOf } from './first-of.ts'
import { HomePart } from './home-part.tsx'
import { OwnSourceCosts } from './own-source-costs.tsx'

/** As many as are taken in at a glance; the rest is in their own list. */
const shownCount = 5

/** Whom this person asked about, who changed since, and what it cost. */
export const AnalystHome = () => (
  <>
    <LastQueries />
    <Changed />
    <Spend />
  </>
)

function LastQueries() {
  const say = useSay(homeWords)
  const { language } = useLanguage()
  const { lastro } = useSession()
  const query = useQuery({
    queryKey: ['consultations', 'last', language],
    queryFn: () => firstOf(shownCount, (cursor) => lastro.account.consultations.page({ mine: true, cursor })),
  })
  const { read, unreadCount, opening } = useReadReports(query.data)
  return (
    <HomePart title={say('lastQueries')} to={{ href: '/consultas', text: say('allQueries') }} query={query}>
      {(items) =>
        items.length === 0 ? (
          <p className="empty">
            {say('noQueries')} <Link href="/consulta">{say('ask')}</Link>
          </p>
        ) : (
          <>
            <ul className="home-list">
              {items.map((item) => (
                <LastQuery
                  key={`${item.requestId} ${item.at}`}
                  item={item}
                  report={read.get(item.requestId)}
                />
              ))}
            </ul>
            {unreadCount > 0 && <ShowNames count={unreadCount} opening={opening} />}
          </>
        )
      }
    </HomePart>
  )
}

type LastQueryProps = { readonly item: ConsultationItem; readonly report: ReadReport | undefined }

/** By the name of whom it was about where the report has been read since the sign-in; else by the document. */
function LastQuery({ item, report }: LastQueryProps) {
  const { language } = useLanguage()
  const { requestId, at, document, product, outcome } = item
  const productName = products.find((one) => one.code === product)?.name[language] ?? product
  const shown = document && documentText(document)
  const title = report === undefined ? shown : <bdi>{printable(report.name)}</bdi>
  return (
    <li>
      <span className={report === undefined ? 'number' : undefined}>
        {item.report === undefined ? title : <Link href={reportPath(requestId)}>{title ?? productName}</Link>}
      </span>{' '}
      <ShortVerdict verdict={report?.verdict} />
      <span className="muted">
        {report && shown && (
          <>
            <span className="number">{shown}</span> ·{' '}
          </>
        )}
        {productName} · <span className="number">{instantOf(at)}</span>
      </span>
      {outcome !== 'answered' && (
        <>
          {' '}
          <OutcomeMark outcome={outcome} />
        </>
      )}
    </li>
  )
}

function Changed() {
  const say = useSay(homeWords)
  const { language } = useLanguage()
  const { lastro } = useSession()
  const query = useQuery({
    queryKey: [...occurrencesName, 'last'],
    queryFn: () => lastro.alerts.occurrences.page({ limit: shownCount }),
  })
  return (
    <HomePart title={say('changed')} to={{ href: '/alertas', text: say('allChanged') }} query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="empty">{say('noChanged')}</p>
        ) : (
          <ul className="home-list">
            {items.map(({ id, event, documento, label, createdAt }) => (
              <li key={id}>
                <Link href={`/alertas/ocorrencias/${encodeURIComponent(id)}`}>
                  {eventName(event, language)}
                </Link>{' '}
                <span className="muted">
                  {label === undefined ? documentText(documento) : printable(label)} ·{' '}
                  <span className="number">{instantOf(createdAt)}</span>
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </HomePart>
  )
}

function Spend() {
  const say = useSay(homeWords)
  const { lastro } = useSession()
  const query = useQuery({ queryKey: ['own usage'], queryFn: () => lastro.account.usage() })
  return (
    <HomePart title={say('spend')} query={query}>
      {(usage) => (
        <>
          <FigureLinks
            figures={[
              { label: say('spendQueries'), value: moneyText(usage.total.amount), href: everyones },
              { label: say('counted'), value: grouped(String(usage.total.billed)), href: everyones },
              { label: say('uncounted'), value: grouped(String(usage.total.unbilled)), href: everyones },
              { label: say('spendServices'), value: moneyText(servicesAmount(usage)), href: '/alertas' },
            ]}
          />
          <OwnSourceCosts costs={usage.costs} />
        </>
      )}
    </HomePart>
  )
}

/** The spend is the client's, so its figures lead to the queries of all of its people. */
const everyones = '/consultas?whose=everyones'

const servicesAmount = ({ services }: Usage): string =>
  amountOf(services.reduce((sum, one) => sum + centsOf(one.amount), 0n))
