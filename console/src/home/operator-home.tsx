import { systemClock } from '@lastro/client/transport/clock.ts'
import type { QueueStatus } from '@lastro/contract/operator/operator-queue.ts'
import { dateText, grouped } from '@lastro/reading/value-text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { productName, sectionText } from '../operator/coverage/coverage-marks.tsx'
import { byProduct, countOf, endingSoon } from '../operator/coverage/coverage-rows.ts'
import { useOperator } from '../operator/operations.ts'
import {
  correctionsName,
  coverageName,
  dataName,
  lookAgainMs,
  queueName,
  requestsName,
  reviewName,
} from '../operator/operator-names.ts'
import { Mark } from '../parts/marks/mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { dataSetName } from '../voice/data-text.ts'
import { operatorWords } from '../words/operator/operator.ts'
import { homeWords } from '../words/shell/home.ts'
import { FigureLinks } from './figure-links.tsx'
import { HomePart } from './home-part.tsx'
import { monthsOf, usageToday } from './usage-today.ts'

/** Whether the service is well, what waits for somebody, and whether the day is like others. */
export const OperatorHome = () => (
  <>
    <Sources />
    <Queue />
    <Data />
    <CoverageOfProducts />
    <Reviews />
    <Requests />
    <Corrections />
    <UsageOfToday />
  </>
)

function Sources() {
  const say = useSay(homeWords)
  const operator = useOperator()
  const query = useQuery({ queryKey: ['sources'], queryFn: operator.sources, refetchInterval: lookAgainMs })
  const href = '/operador/fontes'
  return (
    <HomePart title={say('sources')} query={query}>
      {({ sources }) => {
        const count = (health: string) => sources.filter((one) => one.health === health).length
        return (
          <FigureLinks
            figures={[
              { label: say('sourcesFailing'), value: count('failing'), href, isLoud: count('failing') > 0 },
              { label: say('sourcesUp'), value: count('up'), href },
              { label: say('sourcesUnknown'), value: count('unknown'), href },
            ]}
          />
        )
      }}
    </HomePart>
  )
}

function Queue() {
  const say = useSay(homeWords)
  const { language } = useLanguage()
  const operator = useOperator()
  const query = useQuery({
    queryKey: [...queueName, 'status', language],
    queryFn: operator.queue,
    refetchInterval: lookAgainMs,
  })
  const href = '/operador/fila'
  return (
    <HomePart title={say('queue')} query={query}>
      {(status) => {
        const failing = sum([...status.topics, ...status.deliveries], (one) => one.failing)
        return (
          <>
            <FigureLinks
              figures={[
                { label: say('queueDue'), value: sum(status.topics, (one) => one.due), href },
                { label: say('queueFailing'), value: failing, href, isLoud: failing > 0 },
                { label: say('queueUnsent'), value: sum(status.deliveries, (one) => one.waiting), href },
              ]}
            />
            <HeldBack status={status} />
          </>
        )
      }}
    </HomePart>
  )
}

const sum = <Item,>(items: readonly Item[], countOf: (item: Item) => number): number =>
  items.reduce((total, one) => total + countOf(one), 0)

function HeldBack({ status: { heldBack } }: { readonly status: QueueStatus }) {
  const say = useSay(homeWords)
  if (heldBack.length === 0) return null
  return (
    <p>
      <Mark tone="warn">{say('heldBack')}</Mark>{' '}
      <span className="muted small">{heldBack.map((one) => one.text).join(' ')}</span>
    </p>
  )
}

function Data() {
  const say = useSay(homeWords)
  const { language } = useLanguage()
  const operator = useOperator()
  const query = useQuery({ queryKey: dataName, queryFn: operator.data })
  return (
    <HomePart title={say('data')} query={query}>
      {({ snapshots }) => {
        const served = snapshots.filter((one) => one.state === 'served')
        if (served.length === 0) return <p className="empty">{say('noData')}</p>
        return (
          <ul className="home-list">
            {served.map(({ id, dataSet, date, ageDays: days, late }) => (
              <li key={id}>
                <Link href="/operador/dados">{dataSetName(dataSet, language)}</Link>{' '}
                <span className="muted">{say('dataAge', { date: dateText(date), days })}</span>{' '}
                <Mark tone={late ? 'warn' : 'good'}>{say(late ? 'late' : 'onTime')}</Mark>
              </li>
            ))}
          </ul>
        )
      }}
    </HomePart>
  )
}

function CoverageOfProducts() {
  const say = useSay(homeWords)
  const { language } = useLanguage()
  const operator = useOperator()
  const query = useQuery({ queryKey: coverageName, queryFn: () => operator.coverage() })
  const href = '/operador/cobertura'
  return (
    <HomePart title={say('coverage')} query={query}>
      {({ products, declarations }) => (
        <ul className="home-list">
          {byProduct(products).map(([product, types]) => {
            const { none, all } = countOf(types)
            return (
              <li key={product}>
                <Link href={href}>{productName(product, language)}</Link>{' '}
                <Mark tone={none === 0 ? 'good' : 'warn'}>
                  {none === 0 ? say('allCovered') : say('notCovered', { none, all })}
                </Mark>
              </li>
            )
          })}
          {endingSoon(declarations, dayAt(systemClock.nowMs())).map(
            ({ id, section, documentType, until }) => (
              <li key={id}>
                <Link href={href}>
                  {sectionText(section, language)} · {documentType}
                </Link>{' '}
                <Mark tone="warn">{say('coverageEnds', { until: dateText(until) })}</Mark>
              </li>
            ),
          )}
        </ul>
      )}
    </HomePart>
  )
}

function Reviews() {
  const say = useSay(homeWords)
  const sayOperator = useSay(operatorWords)
  const operator = useOperator()
  const query = useQuery({
    queryKey: [...reviewName, 'waiting'],
    queryFn: () => operator.listings({ environment: 'production', cursor: undefined }),
  })
  return (
    <HomePart title={`${say('reviews')} · ${sayOperator('production')}`} query={query}>
      {(page) => (
        <FirstPage label={say('reviewCount')} href="/operador/analise?environment=production" page={page} />
      )}
    </HomePart>
  )
}

function Corrections() {
  const say = useSay(homeWords)
  const sayOperator = useSay(operatorWords)
  const operator = useOperator()
  const query = useQuery({
    queryKey: [...correctionsName, 'waiting'],
    queryFn: () => operator.corrections({ environment: 'production', cursor: undefined }),
  })
  return (
    <HomePart title={`${say('untold')} · ${sayOperator('production')}`} query={query}>
      {(page) => (
        <FirstPage label={say('untoldCount')} href="/operador/correcoes?environment=production" page={page} />
      )}
    </HomePart>
  )
}

type FirstPageProps = {
  readonly label: string
  readonly href: string
  readonly page: { readonly items: readonly unknown[]; readonly cursor: string | undefined }
}

/** How many wait: as many as a page holds, and that there are more where there are. */
function FirstPage({ label, href, page: { items, cursor } }: FirstPageProps) {
  const say = useSay(homeWords)
  const count = items.length
  const value = cursor === undefined ? count : say('atLeast', { count })
  return <FigureLinks figures={[{ label, value, href, isLoud: count > 0 }]} />
}

function Requests() {
  const say = useSay(homeWords)
  const operator = useOperator()
  const query = useQuery({ queryKey: [...requestsName, 'overdue'], queryFn: operator.overdueRequests })
  return (
    <HomePart title={say('requests')} query={query}>
      {(count) => (
        <FigureLinks
          figures={[
            { label: say('overdueCount'), value: count, href: '/operador/titular', isLoud: count > 0 },
          ]}
        />
      )}
    </HomePart>
  )
}

function UsageOfToday() {
  const say = useSay(homeWords)
  const sayOperator = useSay(operatorWords)
  const operator = useOperator()
  const today = dayAt(systemClock.nowMs())
  const query = useQuery({
    queryKey: ['usage', 'today', today],
    queryFn: async () =>
      usageToday(
        await Promise.all(
          monthsOf(today).map((month) => operator.usage({ environment: 'production', month })),
        ),
        today,
      ),
    refetchInterval: lookAgainMs,
  })
  const href = '/operador/consumo?environment=production'
  return (
    <HomePart title={`${say('usage')} · ${sayOperator('production')}`} query={query}>
      {(usage) => (
        <FigureLinks
          figures={[
            {
              label: say('usageToday'),
              value: grouped(String(usage.today)),
              href,
              ...(usage.percent !== undefined && { note: say('usageShare', { percent: usage.percent }) }),
            },
            { label: say('usageUsual'), value: grouped(String(usage.usual)), href },
          ]}
        />
      )}
    </HomePart>
  )
}
