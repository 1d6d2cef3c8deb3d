import type { Role } from '@lastro/contract/roles.ts'
import type { ComponentType } from 'react'
import type { shellWords } from './words/shell/shell.ts'

type ShellWord = keyof typeof shellWords

/** A page of the console. To add one: a folder for its area, its words, and a line below. */
export type PageRoute = {
  /** Below `/console`; `:id` stands for one step. It never holds a document number. */
  readonly path: string
  /** Whom it is open to; everyone who has signed in where it says nothing. */
  readonly roles?: readonly Role[]
  /** Loads it. */
  readonly page: () => Promise<ComponentType>
  /** Where it stands in the navigation, under which word, and its letter after `g`. */
  readonly area?: ShellWord
  readonly word?: ShellWord
  readonly letter?: string
}

const analyst = { roles: ['analyst'], area: 'areaAnalyst' } as const
const creditor = { roles: ['creditor'], area: 'areaCreditor' } as const
const alerts = { roles: ['analyst', 'creditor'], area: 'areaAlerts' } as const
const operator = { roles: ['operator'], area: 'areaOperator' } as const

/** Every page, in the order of the navigation; each is loaded when it is first opened. */
export const routes: readonly PageRoute[] = [
  {
    path: '/',
    area: 'areaHome',
    word: 'navHome',
    letter: 's',
    page: async () => (await import('./home/home-page.tsx')).HomePage,
  },
  {
    path: '/consulta',
    ...analyst,
    word: 'navQuery',
    letter: 'c',
    page: async () => (await import('./analyst/query-page.tsx')).QueryPage,
  },
  {
    path: '/consulta/relatorio/:id',
    roles: ['analyst'],
    page: async () => (await import('./analyst/report-page.tsx')).ReportPage,
  },
  {
    path: '/consultas',
    ...analyst,
    word: 'navEarlier',
    letter: 'h',
    page: async () => (await import('./analyst/earlier-page.tsx')).EarlierPage,
  },
  {
    path: '/consultas/lotes',
    ...analyst,
    word: 'navQueryBatches',
    letter: 'v',
    page: async () => (await import('./query-batches/query-batches-page.tsx')).QueryBatchesPage,
  },
  {
    path: '/consultas/lotes/:id',
    roles: ['analyst'],
    page: async () => (await import('./query-batches/query-lines-page.tsx')).QueryLinesPage,
  },
  {
    path: '/consultas/comparacao/:one/:other',
    roles: ['analyst'],
    page: async () => (await import('./kept/compare-page.tsx')).ComparePage,
  },
  {
    path: '/decisoes',
    ...analyst,
    word: 'navDecisions',
    letter: 'y',
    page: async () => (await import('./policies/decisions-page.tsx')).DecisionsPage,
  },
  {
    path: '/decisoes/:id',
    roles: analyst.roles,
    page: async () => (await import('./policies/decision-page.tsx')).DecisionPage,
  },
  {
    path: '/politicas',
    ...analyst,
    word: 'navPolicies',
    letter: 'z',
    page: async () => (await import('./policies/policies-page.tsx')).PoliciesPage,
  },
  {
    path: '/politicas/nova',
    roles: analyst.roles,
    page: async () => (await import('./policies/editor/edit-policy-page.tsx')).NewPolicyPage,
  },
  {
    path: '/politicas/:name',
    roles: analyst.roles,
    page: async () => (await import('./policies/policy-page.tsx')).PolicyPage,
  },
  {
    path: '/politicas/:name/mudar',
    roles: analyst.roles,
    page: async () => (await import('./policies/editor/edit-policy-page.tsx')).EditPolicyPage,
  },
  {
    path: '/dividas',
    ...creditor,
    word: 'navListings',
    letter: 'd',
    page: async () => (await import('./creditor/listings-page.tsx')).ListingsPage,
  },
  {
    path: '/dividas/nova',
    ...creditor,
    word: 'navInsert',
    letter: 'n',
    page: async () => (await import('./creditor/insert-page.tsx')).InsertPage,
  },
  {
    path: '/dividas/:id',
    roles: ['creditor'],
    page: async () => (await import('./creditor/listing/listing-page.tsx')).ListingPage,
  },
  {
    path: '/dividas/:id/avalistas/novo',
    roles: ['creditor'],
    page: async () => (await import('./creditor/add-guarantor-page.tsx')).AddGuarantorPage,
  },
  {
    path: '/dividas/:id/avalistas/:guarantorId',
    roles: ['creditor'],
    page: async () => (await import('./creditor/listing/listing-page.tsx')).ListingPage,
  },
  {
    path: '/lotes',
    ...creditor,
    word: 'navBatch',
    letter: 'l',
    page: async () => (await import('./creditor/batches/batch-page.tsx')).BatchPage,
  },
  {
    path: '/lotes/:id',
    roles: ['creditor'],
    page: async () => (await import('./creditor/batches/batch-lines-page.tsx')).BatchLinesPage,
  },
  {
    path: '/alertas',
    ...alerts,
    word: 'navOccurrences',
    letter: 'o',
    page: async () => (await import('./alerts/occurrences/occurrences-page.tsx')).OccurrencesPage,
  },
  {
    path: '/alertas/ocorrencias/:id',
    roles: alerts.roles,
    page: async () => (await import('./alerts/occurrences/occurrence-page.tsx')).OccurrencePage,
  },
  {
    path: '/alertas/documentos',
    ...alerts,
    word: 'navWatched',
    letter: 'a',
    page: async () => (await import('./alerts/watched/watched-page.tsx')).WatchedPage,
  },
  {
    path: '/alertas/documentos/lote',
    roles: alerts.roles,
    page: async () => (await import('./alerts/watched/watch-many-page.tsx')).WatchManyPage,
  },
  {
    path: '/alertas/emails',
    ...alerts,
    word: 'navEmails',
    letter: 'e',
    page: async () => (await import('./alerts/receivers/emails-page.tsx')).EmailsPage,
  },
  {
    path: '/alertas/webhooks',
    ...alerts,
    word: 'navWebhooks',
    letter: 'w',
    page: async () => (await import('./alerts/receivers/webhooks-page.tsx')).WebhooksPage,
  },
  {
    path: '/operador/clientes',
    ...operator,
    word: 'navClients',
    letter: 'k',
    page: async () => (await import('./operator/clients/clients-page.tsx')).ClientsPage,
  },
  {
    path: '/operador/clientes/:id',
    roles: operator.roles,
    page: async () => (await import('./operator/contract/contract-page.tsx')).ContractPage,
  },
  {
    path: '/operador/clientes/:id/chaves',
    roles: operator.roles,
    page: async () => (await import('./operator/clients/keys-page.tsx')).KeysPage,
  },
  {
    path: '/operador/clientes/:id/pessoas',
    roles: operator.roles,
    page: async () => (await import('./operator/clients/client-people-page.tsx')).ClientPeoplePage,
  },
  {
    path: '/operador/clientes/:id/consumo',
    roles: operator.roles,
    page: async () => (await import('./operator/clients/client-usage-page.tsx')).ClientUsagePage,
  },
  {
    path: '/operador/pessoas',
    ...operator,
    word: 'navPeople',
    letter: 'p',
    page: async () => (await import('./operator/people/people-page.tsx')).PeoplePage,
  },
  {
    path: '/operador/consumo',
    ...operator,
    word: 'navUsage',
    letter: 'u',
    page: async () => (await import('./operator/usage/usage-page.tsx')).UsagePage,
  },
  {
    path: '/operador/fontes',
    ...operator,
    word: 'navSources',
    letter: 'f',
    page: async () => (await import('./operator/sources-page.tsx')).SourcesPage,
  },
  {
    path: '/operador/dados',
    ...operator,
    word: 'navData',
    letter: 'b',
    page: async () => (await import('./operator/data/data-page.tsx')).DataPage,
  },
  {
    path: '/operador/cobertura',
    ...operator,
    word: 'navCoverage',
    letter: 'g',
    page: async () => (await import('./operator/coverage/coverage-page.tsx')).CoveragePage,
  },
  {
    path: '/operador/trilha',
    ...operator,
    word: 'navTrail',
    letter: 't',
    page: async () => (await import('./operator/trail/trail-page.tsx')).TrailPage,
  },
  {
    path: '/operador/analise',
    ...operator,
    word: 'navReview',
    letter: 'r',
    page: async () => (await import('./operator/review/review-page.tsx')).ReviewPage,
  },
  {
    path: '/operador/analise/:id',
    roles: operator.roles,
    page: async () => (await import('./operator/review/reviewed-listing-page.tsx')).ReviewedListingPage,
  },
  {
    path: '/operador/correcoes',
    ...operator,
    word: 'navCorrections',
    letter: 'q',
    page: async () => (await import('./operator/corrections/corrections-page.tsx')).CorrectionsPage,
  },
  {
    path: '/operador/titular',
    ...operator,
    word: 'navPerson',
    letter: 'i',
    page: async () => (await import('./operator/person/person-page.tsx')).PersonPage,
  },
  {
    path: '/operador/titular/pedidos/:requestId',
    roles: operator.roles,
    page: async () => (await import('./operator/person/request-page.tsx')).RequestPage,
  },
  {
    path: '/operador/fila',
    ...operator,
    word: 'navQueue',
    letter: 'j',
    page: async () => (await import('./operator/queue/queue-page.tsx')).QueuePage,
  },
  {
    path: '/operador/atos',
    ...operator,
    word: 'navActs',
    letter: 'x',
    page: async () => (await import('./operator/trail/acts-page.tsx')).ActsPage,
  },
  {
    path: '/conta',
    area: 'areaAccount',
    word: 'account',
    letter: 'm',
    page: async () => (await import('./account/account-page.tsx')).AccountPage,
  },
]

export type NavigationLink = { readonly path: string; readonly word: ShellWord; readonly letter: string }
export type NavigationArea = { readonly area: ShellWord; readonly links: readonly NavigationLink[] }

export const isOpenTo = (roles: readonly string[], route: PageRoute): boolean =>
  route.roles === undefined || route.roles.some((one) => roles.includes(one))

export function navigationFor(roles: readonly string[]): readonly NavigationArea[] {
  const links = routes
    .filter((one) => isOpenTo(roles, one))
    .flatMap(({ area, word, letter, path }) =>
      area === undefined || word === undefined || letter === undefined ? [] : [{ area, path, word, letter }],
    )
  return [...Map.groupBy(links, (one) => one.area)].map(([area, of]) => ({ area, links: of }))
}

/** The link that a page is reached by: its own, or the nearest above it. */
export const nearestLink = (path: string, links: readonly NavigationLink[]): NavigationLink | undefined =>
  links
    .filter((one) => path === one.path || path.startsWith(`${one.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
