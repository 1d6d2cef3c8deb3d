import { webhookUrlFaults } from '@lastro/contract/alerts/webhooks.ts'
import {
  NewSourceRequest,
  SourceCredentialsRequest,
  SourceTestRequest,
  type SourceTestResult,
  sourceCountMax,
} from '@lastro/contract/operator/declared-sources.ts'
import { operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import { type DocumentNumber, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { documentInvalid, fieldError, type Refusal, success } from '../../../http/reply.ts'
import { type Call, isRefusal, type Outcome } from '../../../http/route.ts'
import type { ClientStore } from '../../clients/client-store.ts'
import {
  type DeclareDeps,
  type Declared,
  declareSource,
  type SourceFieldFault,
} from '../../declared-sources/declare-source.ts'
import type { DeclaredSource } from '../../declared-sources/declared-source.ts'
import { setCredentials } from '../../declared-sources/set-credentials.ts'
import { type SourceViewDeps, sourceViews } from '../../declared-sources/source-view.ts'
import { type AccessDeps, type Handle, type OperatorRoute, once } from '../operator-access.ts'

export type DeclaredSourceRouteDeps = AccessDeps & {
  readonly clients: Pick<ClientStore, 'findClient'>
  readonly declaring: Omit<DeclareDeps, 'sources' | 'clock' | 'newId'>
  readonly declaredSources: DeclareDeps['sources']
  readonly sourceStates: SourceViewDeps['stateOf']
  /** Has this process look at the table, so that what was changed here counts here at once. */
  readonly lookAtSources: () => Promise<void>
  /** Asks one document of a source; undefined where there is none of this id. */
  readonly trySource: (id: string, asked: TestAsked) => Promise<SourceTestResult | undefined>
}

type TestAsked = { readonly document: DocumentNumber; readonly userId: string; readonly requestId: string }

/** Sources that the operator declares: added disabled, tried, enabled. */
export function declaredSourceRoutes(deps: DeclaredSourceRouteDeps): readonly OperatorRoute[] {
  const all = `${operatorPath}/fontes`
  const one = `${all}/{id}`
  return [
    { operation: 'operadorFontesInclui', method: 'POST', path: all, handle: declare(deps) },
    { operation: 'operadorFontesLe', method: 'GET', path: one, handle: ({ id }) => shown(deps, id) },
    {
      operation: 'operadorFontesCredenciais',
      method: 'PUT',
      path: `${one}/credenciais`,
      handle: credentials(deps),
    },
    { operation: 'operadorFontesTesta', method: 'POST', path: `${one}/teste`, handle: tryOut(deps) },
    {
      operation: 'operadorFontesAtiva',
      method: 'POST',
      path: `${one}/ativar`,
      handle: ({ id }) => switched(deps, id, true),
    },
    {
      operation: 'operadorFontesDesativa',
      method: 'POST',
      path: `${one}/desativar`,
      handle: ({ id }) => switched(deps, id, false),
    },
    { operation: 'operadorFontesRemove', method: 'DELETE', path: one, handle: remove(deps) },
  ]
}

const newSource = validator(NewSourceRequest)
const newCredentials = validator(SourceCredentialsRequest)
const testRequest = validator(SourceTestRequest)

const unknown: Refusal = { code: 'source_unknown' }

const declare =
  (deps: DeclaredSourceRouteDeps): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, newSource)
    if (isRefusal(body)) return body
    return once(deps, asked, 'operadorFontesInclui', body.bytes, async () => {
      const { declaring, declaredSources: sources, clock, newId } = deps
      const declared = await declareSource({ ...declaring, sources, clock, newId }, body.value)
      if (declared.kind !== 'declared') return refusalOf(declared, asked.call)
      asked.target = declared.source.id
      await deps.lookAtSources()
      return success(await viewOf(deps, declared.source), 201)
    })
  }

function refusalOf(declared: Exclude<Declared, { kind: 'declared' }>, call: Call): Refusal {
  switch (declared.kind) {
    case 'refused':
      return fieldsRefused(declared.faults, call)
    case 'address_refused': {
      const reason = webhookUrlFaults[declared.fault][call.language]
      return {
        code: 'source_url_refused',
        values: { reason },
        errors: [{ field: 'url', code: declared.fault, message: reason }],
      }
    }
    case 'name_taken':
      return { code: 'source_name_taken' }
    case 'too_many':
      return { code: 'sources_too_many', values: { limit: String(sourceCountMax) } }
  }
}

const fieldsRefused = (faults: readonly SourceFieldFault[], { language }: Call): Refusal => ({
  code: 'fields_mismatch',
  errors: faults.map(({ field, choices }) =>
    choices === undefined
      ? fieldError(field, 'format', language)
      : fieldError(field, 'choice', language, { choices: choices.join(', ') }),
  ),
})

const credentials =
  (deps: DeclaredSourceRouteDeps): Handle =>
  async ({ call, id }) => {
    const body = await readJson(call, newCredentials)
    if (isRefusal(body)) return body
    const { clientId } = body.value
    if (clientId !== undefined && (await deps.clients.findClient(clientId)) === undefined)
      return { code: 'client_unknown' }
    const { declaredSources: sources, declaring } = deps
    const set = await setCredentials(
      { sources, seal: declaring.seal },
      { sourceId: id, clientId, credentials: body.value.credentials },
    )
    switch (set.kind) {
      case 'set':
        await deps.lookAtSources()
        return shown(deps, id)
      case 'refused':
        return fieldsRefused(set.faults, call)
      case 'unknown':
        return unknown
    }
  }

const tryOut =
  (deps: DeclaredSourceRouteDeps): Handle =>
  async ({ call, operator, id }) => {
    const body = await readJson(call, testRequest)
    if (isRefusal(body)) return body
    const parsed = parseDocument(body.value.documento)
    if (parsed.kind === 'fault') return documentInvalid(parsed.fault, call.language)
    await deps.lookAtSources()
    const { document } = parsed
    const tried = await deps.trySource(id, { document, userId: operator.userId, requestId: call.requestId })
    return tried === undefined ? unknown : success(tried)
  }

async function switched(deps: DeclaredSourceRouteDeps, id: string, isEnabled: boolean): Promise<Outcome> {
  if (!(await deps.declaredSources.setEnabled(id, isEnabled))) return unknown
  await deps.lookAtSources()
  return shown(deps, id)
}

const remove =
  (deps: DeclaredSourceRouteDeps): Handle =>
  async ({ id }) => {
    const source = await deps.declaredSources.find(id)
    if (source === undefined) return unknown
    const view = await viewOf(deps, source)
    if (!(await deps.declaredSources.remove(id))) return unknown
    await deps.lookAtSources()
    return success(view)
  }

async function shown(deps: DeclaredSourceRouteDeps, id: string): Promise<Outcome> {
  const source = await deps.declaredSources.find(id)
  return source === undefined ? unknown : success(await viewOf(deps, source))
}

async function viewOf(deps: DeclaredSourceRouteDeps, source: DeclaredSource) {
  const { declaredSources: sources, sourceStates: stateOf, clock } = deps
  const [view] = await sourceViews({ sources, stateOf, clock }, [source])
  return view
}
