import type { Role } from '@lastro/contract/sessions.ts'
import { type ComponentType, lazy } from 'react'
import type { shellWords } from './words/shell.ts'

type ShellWord = keyof typeof shellWords

/** A page of the console. To add one: a folder for its area, its words, and a line below. */
export type PageRoute = {
  /** Below `/console`; `:id` stands for one step. It never holds a document number. */
  readonly path: string
  /** Whom it is open to; everyone who has signed in where it says nothing. */
  readonly roles?: readonly Role[]
  readonly page: ComponentType
  /** Where it stands in the navigation, under which word, and its letter after `g`. */
  readonly area?: ShellWord
  readonly word?: ShellWord
  readonly letter?: string
}

const page = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => ({ default: await load() }))

const analyst = { roles: ['analyst'], area: 'areaAnalyst' } as const
const creditor = { roles: ['creditor'], area: 'areaCreditor' } as const

/** Every page, in the order of the navigation; each is loaded when it is first opened. */
export const routes: readonly PageRoute[] = [
  {
    path: '/consulta',
    ...analyst,
    word: 'navQuery',
    letter: 'c',
    page: page(async () => (await import('./analyst/query-page.tsx')).QueryPage),
  },
  {
    path: '/consulta/relatorio/:key',
    roles: ['analyst'],
    page: page(async () => (await import('./analyst/report-page.tsx')).ReportPage),
  },
  {
    path: '/consultas',
    ...analyst,
    word: 'navEarlier',
    letter: 'h',
    page: page(async () => (await import('./analyst/earlier-page.tsx')).EarlierPage),
  },
  {
    path: '/dividas',
    ...creditor,
    word: 'navListings',
    letter: 'd',
    page: page(async () => (await import('./creditor/listings-page.tsx')).ListingsPage),
  },
  {
    path: '/dividas/nova',
    ...creditor,
    word: 'navInsert',
    letter: 'n',
    page: page(async () => (await import('./creditor/insert-page.tsx')).InsertPage),
  },
  {
    path: '/dividas/:id',
    roles: ['creditor'],
    page: page(async () => (await import('./creditor/listing-page.tsx')).ListingPage),
  },
  {
    path: '/dividas/:id/avalistas/novo',
    roles: ['creditor'],
    page: page(async () => (await import('./creditor/add-guarantor-page.tsx')).AddGuarantorPage),
  },
  {
    path: '/dividas/:id/avalistas/:guarantorId',
    roles: ['creditor'],
    page: page(async () => (await import('./creditor/listing-page.tsx')).ListingPage),
  },
  {
    path: '/lotes',
    ...creditor,
    word: 'navBatch',
    letter: 'l',
    page: page(async () => (await import('./creditor/batch-page.tsx')).BatchPage),
  },
  {
    path: '/conta',
    area: 'areaAccount',
    word: 'account',
    letter: 'm',
    page: page(async () => (await import('./account/account-page.tsx')).AccountPage),
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
