import { isOpenTo, routes } from '../../src/routes.ts'
import {
  type Act,
  askClosed,
  askMany,
  changePrice,
  chooseDocument,
  confirmQuery,
  findCompany,
  leaveOpen,
  openDecidedReport,
  openDialog,
  openMenu,
  openShortcuts,
  readAgain,
  searchTrail,
  showTestDocuments,
  signInWrongly,
} from './acts.ts'

/** Who looks: a person of each role, one of a client that has done nothing yet, and nobody. */
export type Seer = 'nobody' | 'newcomer' | 'analyst' | 'creditor' | 'operator'

export type Scene = {
  readonly name: string
  /** A route of the console; an address beside it where it says so. */
  readonly route: string
  readonly isBeside?: true
  readonly as: Seer
  /** What is done on the page before it is pictured. */
  readonly act?: Act
  /** Only what a screen holds, as dialogs do. */
  readonly isScreen?: true
  /** The picture of docs/pictures that is made of it, on a desk by day. */
  readonly shownAs?: string
}

const nameOf = (as: Seer, route: string): string =>
  [as, ...route.split('/').filter((step) => step !== '')].join('-').replaceAll(':', '')

/** What several roles open is pictured once; a home is another for each. */
const isFirstOf = (role: Seer, { path, roles: [first] = ['analyst'] }: (typeof routes)[number]): boolean =>
  path === '/' || first === role

const shownAs: Readonly<Record<string, string>> = {
  newcomer: 'console-first-steps-light',
  analyst: 'console-home-analyst-light',
  operator: 'console-home-operator-light',
  'creditor-dividas': 'console-listings-light',
  'analyst-alertas-ocorrencias-id': 'console-delivery-light',
  'analyst-consultas-comparacao-one-other': 'console-compare-light',
}

const scene = (as: Seer, route: string): Scene => {
  const name = nameOf(as, route)
  return {
    name: route === '/' ? `${as}-home` : name,
    route,
    as,
    ...(shownAs[name] && { shownAs: shownAs[name] }),
  }
}

/** Every page, as each role has it. */
const pages: readonly Scene[] = (['analyst', 'creditor', 'operator'] as const).flatMap((role) =>
  routes.filter((one) => isOpenTo([role], one) && isFirstOf(role, one)).map(({ path }) => scene(role, path)),
)

/** The same pages with nothing on them yet. */
const empty: readonly Scene[] = routes
  .filter((one) => isOpenTo(['analyst', 'creditor'], one) && !one.path.includes(':'))
  .map(({ path }) => scene('newcomer', path))

/** What is on a page only after something was done on it. */
const moments: readonly Scene[] = [
  {
    name: 'query-chosen',
    route: '/consulta',
    as: 'analyst',
    act: chooseDocument,
    shownAs: 'console-query-light',
  },
  { name: 'query-confirm', route: '/consulta', as: 'analyst', act: confirmQuery, isScreen: true },
  { name: 'query-test-documents', route: '/consulta', as: 'newcomer', act: showTestDocuments },
  { name: 'report-many', route: '/consulta', as: 'analyst', act: askMany, shownAs: 'console-report-light' },
  { name: 'report-closed', route: '/consulta', as: 'analyst', act: askClosed },
  { name: 'report-reopened', route: '/consulta', as: 'analyst', act: readAgain },
  { name: 'report-gone', route: '/consulta/relatorio/nenhum', as: 'analyst' },
  { name: 'compare-chosen', route: '/consultas', as: 'analyst', act: leaveOpen('Comparar') },
  {
    name: 'find',
    route: '/consulta',
    as: 'analyst',
    act: findCompany,
    isScreen: true,
    shownAs: 'console-find-light',
  },
  { name: 'shortcuts', route: '/consulta', as: 'analyst', act: openShortcuts, isScreen: true },
  { name: 'menu', route: '/consulta', as: 'analyst', act: openMenu, isScreen: true },
  { name: 'sandbox-dialog', route: '/', as: 'newcomer', act: openDialog(/^Sandbox/), isScreen: true },
  {
    name: 'watch-dialog',
    route: '/alertas/documentos',
    as: 'analyst',
    act: openDialog('Acompanhar'),
    isScreen: true,
  },
  { name: 'decided-report', route: '/decisoes/:id', as: 'analyst', act: openDecidedReport },
  {
    name: 'release-dialog',
    route: '/dividas/:id',
    as: 'creditor',
    act: openDialog('Dar baixa'),
    isScreen: true,
  },
  {
    name: 'client-dialog',
    route: '/operador/clientes',
    as: 'operator',
    act: openDialog('Criar cliente'),
    isScreen: true,
  },
  {
    name: 'contract-changed',
    route: '/operador/clientes/:id',
    as: 'operator',
    act: changePrice,
    shownAs: 'console-contract-light',
  },
  { name: 'trail-found', route: '/operador/trilha', as: 'operator', act: searchTrail },
  { name: 'sign-in', route: '/', as: 'nobody' },
  { name: 'sign-in-refused', route: '/', as: 'nobody', act: signInWrongly },
  { name: 'unknown-page', route: '/nada', as: 'analyst' },
]

/** What the service shows beside the console. */
const beside: readonly Scene[] = [
  ['landing', '/'],
  ['guide', '/guia'],
  ['guide-console', '/guia/console'],
  ['guide-first-query', '/guia/first-query'],
  ['reference', '/docs'],
  ['reference-operation', '/docs/operacoes/relatorioBasicoConsulta'],
  ['reference-problems', '/docs/problemas'],
  ['reference-states', '/docs/estados'],
].map(([name = '', route = '']) => ({ name, route, isBeside: true, as: 'nobody' }))

/** Everything that `npm run pictures` looks at with one service. What is done first is listed on the pages after. */
export const scenes: readonly Scene[] = [...empty, ...moments, ...pages, ...beside]
