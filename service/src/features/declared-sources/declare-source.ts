import type { WebhookUrlFault } from '@lastro/contract/alerts/webhooks.ts'
import { type NewSourceRequest, sourceCountMax } from '@lastro/contract/operator/declared-sources.ts'
import { type SourceKind, sourceKinds } from '@lastro/contract/operator/source-kinds.ts'
import { holdsDocument, parseDocument } from '@lastro/rules/documents/document-number.ts'
import type { Clock } from '../../clock.ts'
import type { Seal } from '../sealing/sealed-secrets.ts'
import { builtInNames } from './built-in-names.ts'
import { type Credentials, type DeclaredSource, sealOwner } from './declared-source.ts'
import type { SourceStore } from './source-store.ts'

export type DeclareDeps = {
  readonly sources: SourceStore
  readonly seal: Seal
  readonly clock: Clock
  readonly newId: () => string
  /** Why nothing may be sent to an address, as for webhooks; undefined when it may. */
  readonly addressRefusal: (url: string) => Promise<WebhookUrlFault | undefined>
}

/** A member of what was asked that has the right form and no meaning. `choices` are what it may be, where that is a list. */
export type SourceFieldFault = { readonly field: string; readonly choices?: readonly string[] }

export type Declared =
  | { readonly kind: 'declared'; readonly source: DeclaredSource }
  | { readonly kind: 'refused'; readonly faults: readonly SourceFieldFault[] }
  | { readonly kind: 'address_refused'; readonly fault: WebhookUrlFault }
  | { readonly kind: 'name_taken' }
  | { readonly kind: 'too_many' }

/** Ten at a time is what bureaus allow who say nothing; a client may have half of it, so that one never has all. */
const concurrencyDefault = 10

/** Inside the usual deadline of a report, with room to assemble and record it. */
const timeoutMsDefault = 4_000

/** Adds a source, disabled: it is tried before it answers anybody. */
export async function declareSource(deps: DeclareDeps, asked: NewSourceRequest): Promise<Declared> {
  const faults = faultsOf(asked)
  if (faults.length > 0) return { kind: 'refused', faults }
  const fault = await deps.addressRefusal(asked.url)
  if (fault !== undefined) return { kind: 'address_refused', fault }
  if ((await deps.sources.list()).length >= sourceCountMax) return { kind: 'too_many' }
  const source = newSource(deps, asked)
  const { credentials } = asked
  const sealed =
    credentials === undefined
      ? undefined
      : deps.seal.seal(JSON.stringify(credentials), sealOwner({ sourceId: source.id, clientId: undefined }))
  return (await deps.sources.add(source, sealed)) ? { kind: 'declared', source } : { kind: 'name_taken' }
}

function newSource({ clock, newId }: DeclareDeps, asked: NewSourceRequest): DeclaredSource {
  const concurrencyMax = asked.concurrency ?? concurrencyDefault
  return {
    id: `fon_${newId()}`,
    name: asked.name,
    kind: asked.kind as SourceKind,
    url: asked.url,
    sections: asked.sections,
    concurrencyMax,
    clientConcurrencyMax: asked.clientConcurrency ?? Math.ceil(concurrencyMax / 2),
    timeoutMs: asked.timeoutMs ?? timeoutMsDefault,
    priceCents: asked.price ?? 0,
    monthlyBudgetCents: asked.monthlyBudget,
    isEnabled: false,
    version: 1,
    createdAtMs: clock.nowMs(),
  }
}

function faultsOf(asked: NewSourceRequest): readonly SourceFieldFault[] {
  const isNameFree = !builtInNames.has(asked.name) && !holdsDocument(asked.name)
  const concurrency = asked.concurrency ?? concurrencyDefault
  return [
    ...(isNameFree ? [] : [{ field: 'name' }]),
    ...((asked.clientConcurrency ?? 0) > concurrency ? [{ field: 'clientConcurrency' }] : []),
    ...(asked.credentials === undefined ? [] : credentialFaults(asked.kind as SourceKind, asked.credentials)),
  ]
}

/** A kind takes certain credentials, all that it needs and no other, in their form. */
export function credentialFaults(kind: SourceKind, credentials: Credentials): readonly SourceFieldFault[] {
  const { credentials: needed, optional } = sourceKinds[kind]
  const taken: readonly string[] = [...needed, ...optional]
  const isWhole =
    Object.keys(credentials).every((name) => taken.includes(name)) &&
    needed.every((name) => Object.hasOwn(credentials, name))
  if (!isWhole) return [{ field: 'credentials', choices: taken }]
  return Object.entries(credentials)
    .filter(([name, value]) => forms[name]?.(value) === false)
    .map(([name]) => ({ field: `credentials.${name}` }))
}

/** Those that go out in a header as they are. */
const forms: Readonly<Record<string, (value: string) => boolean>> = {
  apiKey: (value) => /^[\x20-\x7e]+$/.test(value),
  endClientDocument: (value) => parseDocument(value).kind === 'document',
  costCentre: (value) => /^[\x21-\x7e]{1,64}$/.test(value),
}
