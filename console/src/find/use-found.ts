import { companySearchScope } from '@lastro/contract/reports/products.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { isCompanyName } from '../analyst/company-name.ts'
import { useKeepDraft } from '../analyst/query-draft.ts'
import { useOperator } from '../operator/operations.ts'
import { checkDocument } from '../parts/forms/document-check.ts'
import { useDebounced } from '../parts/use-debounced.ts'
import { navigationFor } from '../routes.ts'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { findWords } from '../words/shell/find.ts'
import { shellWords } from '../words/shell/shell.ts'
import { pageMatches } from './page-matches.ts'

/** Something that can be opened, and how. */
export type Found = {
  readonly key: string
  readonly label: string
  readonly detail?: string | undefined
  readonly open: () => void
}

export type FoundGroup = { readonly name: keyof typeof findWords; readonly found: readonly Found[] }

/** As many of a kind as one looks through. */
const foundCountMax = 6

/** Something found again a moment later is the same. */
const staleMs = 60_000

/** Everything that fits what was typed: pages, a document, companies, clients; of each what this person may open. */
export function useFound(typed: string): {
  readonly groups: readonly FoundGroup[]
  readonly isAsking: boolean
} {
  const pages = useFoundPages(typed)
  const document = useFoundDocument(typed)
  const companies = useFoundCompanies(typed)
  const clients = useFoundClients(typed)
  const groups: readonly FoundGroup[] = [
    { name: 'documents', found: document },
    { name: 'pages', found: pages },
    { name: 'clients', found: clients.found },
    { name: 'companies', found: companies.found },
  ]
  return {
    groups: groups.filter(({ found }) => found.length > 0),
    isAsking: companies.isAsking || clients.isAsking,
  }
}

function useFoundPages(typed: string): readonly Found[] {
  const say = useSay(shellWords)
  const { user } = useSession()
  const [, navigate] = useLocation()
  const pages = navigationFor(user.roles).flatMap(({ area, links }) =>
    links.map(({ path, word }) => ({
      key: path,
      label: say(word),
      detail: say(area),
      open: () => navigate(path),
    })),
  )
  return pageMatches(typed, pages).slice(0, typed.trim() === '' ? pages.length : foundCountMax)
}

/** A whole document leads to its query. It goes by memory: no address ever holds it. */
function useFoundDocument(typed: string): readonly Found[] {
  const say = useSay(findWords)
  const query = useOpenQuery()
  const { user } = useSession()
  const check = checkDocument(typed)
  if (check.kind !== 'document' || !user.roles.includes('analyst')) return []
  const document = documentText(check.document)
  const label = say('query', { document })
  return [{ key: 'query', label, detail: say('priceLater'), open: () => query(document) }]
}

type CompanyMatches = { readonly found: readonly Found[]; readonly isAsking: boolean }

function useFoundCompanies(typed: string): CompanyMatches {
  const { user, lastro } = useSession()
  const query = useOpenQuery()
  const name = useDebounced(typed.trim())
  const isAsked = user.scopes?.includes(companySearchScope) === true && isCompanyName(name)
  const { data, isFetching } = useQuery({
    queryKey: ['companies', name, foundCountMax],
    queryFn: () => lastro.companies.page({ name, limit: foundCountMax, headOfficesOnly: true }),
    enabled: isAsked && user.roles.includes('analyst'),
    staleTime: staleMs,
  })
  const found = (isAsked ? (data?.companies ?? []) : []).map((one) => ({
    key: one.documento,
    label: printable(one.name ?? one.alias ?? documentText(one.documento)),
    detail: [documentText(one.documento), one.city, one.status].filter(Boolean).join(' · '),
    open: () => query(documentText(one.documento), 'relato'),
  }))
  return { found, isAsking: isFetching }
}

/** A client's name is searched for by an address, where no document may stand. */
function useFoundClients(typed: string): CompanyMatches {
  const { user } = useSession()
  const operator = useOperator()
  const [, navigate] = useLocation()
  const name = useDebounced(typed.trim())
  const isAsked = user.roles.includes('operator') && name.length > 1 && digitsOf(name) < digitCountMax
  const { data, isFetching } = useQuery({
    queryKey: ['clients found', name],
    queryFn: () => operator.clients({ name, cursor: undefined }),
    enabled: isAsked,
    staleTime: staleMs,
  })
  const found = (isAsked ? (data?.items ?? []) : []).slice(0, foundCountMax).map((one) => ({
    key: one.id,
    label: printable(one.name),
    detail: one.environment,
    open: () => navigate(`/operador/clientes/${one.id}`),
  }))
  return { found, isAsking: isFetching }
}

/** More digits are on their way to a document. */
const digitCountMax = 5

const digitsOf = (text: string): number => text.replace(/\D/g, '').length

function useOpenQuery(): (text: string, product?: string) => void {
  const keep = useKeepDraft()
  const [, navigate] = useLocation()
  return (text, product) => {
    keep({ text, ...(product !== undefined && { product }) })
    navigate('/consulta')
  }
}
