import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { webhookUrlFaults } from '@lastro/contract/alerts/webhooks.ts'
import { NewSourceRequest, sourceCountMax } from '@lastro/contract/operator/declared-sources.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import { addressGuard } from '@lastro/service/features/alerts/webhooks/address-guard.ts'
import {
  declareSource,
  type SourceFieldFault,
} from '@lastro/service/features/declared-sources/declare-source.ts'
import type {
  Credentials,
  DeclaredSource,
} from '@lastro/service/features/declared-sources/declared-source.ts'
import { setCredentials } from '@lastro/service/features/declared-sources/set-credentials.ts'
import { readSealKey } from '@lastro/service/features/sealing/seal-key.ts'
import { sealUnder } from '@lastro/service/features/sealing/sealed-secrets.ts'
import { validator } from '@lastro/service/http/body/validate.ts'
import type { Store } from '@lastro/service/store/store.ts'
import { readReais } from '../clients/reais.ts'
import { clock, config, type Printing, refuse } from '../terminal.ts'

export type NewSource = Printing & {
  readonly name: string
  readonly kind: string
  readonly url: string
  readonly credentials?: string
  readonly sections?: string
  readonly concurrency?: string
  readonly clientConcurrency?: string
  readonly timeout?: string
  readonly price?: string
  readonly budget?: string
}

const requestCheck = validator(NewSourceRequest)

/** Declares a source as the operation does, with what the options say. */
export async function addSource(
  { declaredSources: sources }: Store,
  asked: NewSource,
  newId: () => string,
): Promise<DeclaredSource> {
  const guard = addressGuard({ networks: config.webhookNetworks })
  const addressRefusal = (url: string) => guard.refusal({ url, environment: 'production' })
  const declared = await declareSource(
    { sources, seal: sourceSeal(), clock, newId, addressRefusal },
    requestOf(asked),
  )
  switch (declared.kind) {
    case 'declared':
      return declared.source
    case 'refused':
      return refuseFields(declared.faults)
    case 'address_refused': {
      const reason = webhookUrlFaults[declared.fault]
      return refuse({ pt: `--url: ${reason.pt}.`, en: `--url: ${reason.en}.` }, 'source_url_refused')
    }
    case 'name_taken':
      return refuse(problems.source_name_taken.detail, 'source_name_taken')
    case 'too_many':
      return refuse(
        {
          pt: `Podem ser declaradas até ${sourceCountMax} fontes.`,
          en: `Up to ${sourceCountMax} sources may be declared.`,
        },
        'sources_too_many',
      )
  }
}

/** Gives a source other credentials, for the operator or for a client. */
export async function giveCredentials(
  { declaredSources: sources, clients }: Store,
  { id: sourceId }: DeclaredSource,
  asked: { readonly credentials: string; readonly client?: string },
): Promise<void> {
  const { client: clientId } = asked
  if (clientId !== undefined && (await clients.findClient(clientId)) === undefined)
    refuse(problems.client_unknown.detail, 'client_unknown')
  const set = await setCredentials(
    { sources, seal: sourceSeal() },
    { sourceId, clientId, credentials: credentialsIn(asked.credentials) },
  )
  if (set.kind === 'refused') refuseFields(set.faults)
  if (set.kind === 'unknown') refuse(problems.source_unknown.detail, 'source_unknown')
}

const sourceSeal = () => sealUnder(readSealKey(config, 'credentials of sources'))

function requestOf(asked: NewSource): NewSourceRequest {
  const request = {
    name: asked.name,
    kind: asked.kind,
    url: asked.url,
    ...(asked.credentials !== undefined && { credentials: credentialsIn(asked.credentials) }),
    ...(asked.sections !== undefined && { sections: asked.sections.split(',').map((one) => one.trim()) }),
    ...(asked.concurrency !== undefined && { concurrency: Number(asked.concurrency) }),
    ...(asked.clientConcurrency !== undefined && { clientConcurrency: Number(asked.clientConcurrency) }),
    ...(asked.timeout !== undefined && { timeoutMs: Number(asked.timeout) }),
    ...(asked.price !== undefined && { price: readReais('--price', asked.price) }),
    ...(asked.budget !== undefined && { monthlyBudget: readReais('--budget', asked.budget) }),
  }
  if (requestCheck.accepts(request)) return request
  const wrong = requestCheck
    .errorsOf(request, config.language)
    .map(({ field, message }) => `${field}: ${message}`)
  return refuse({ pt: wrong.join(' '), en: wrong.join(' ') })
}

/** What is in the file is never repeated, not even where it cannot be read. */
function credentialsIn(file: string): Credentials {
  try {
    const read: unknown = JSON.parse(
      readFileSync(file === '-' ? 0 : resolve(config.callerDirectory, file), 'utf8'),
    )
    if (isTexts(read)) return read
  } catch {
    // Told below, without what was found.
  }
  return refuse({
    pt: '--credentials não é um arquivo JSON com um texto para cada credencial.',
    en: '--credentials is not a JSON file with a text for each credential.',
  })
}

const isTexts = (value: unknown): value is Credentials =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === 'string' && one !== '')

function refuseFields(faults: readonly SourceFieldFault[]): never {
  const text = faults
    .map(({ field, choices }) => (choices === undefined ? field : `${field} (${choices.join(', ')})`))
    .join('; ')
  return refuse({ pt: `Não serve: ${text}.`, en: `Does not fit: ${text}.` })
}
