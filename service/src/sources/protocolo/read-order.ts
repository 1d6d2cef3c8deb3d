import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { answerAll, nothing } from '../../features/reports/source.ts'
import { text } from '../mapping/read-leaf.ts'
import { type Json, objectOf } from '../mapping/table.ts'
import { failedBy, type ProviderAnswer, type Read, readAs } from '../outward/outward-request.ts'
import type { ProviderReport } from '../outward/provider.ts'
import { type Mapping, mapResult } from './map-result.ts'

export type Ordered = {
  /** What every call about this order carries. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined until the provider has given it. */
  readonly protocol: string | undefined
  readonly mapping: Mapping
}

/** What the provider says of an order: 202 while it works on it, 200 when it has an answer, at once or after a while. */
export function readOrder({ status, json }: ProviderAnswer, ordered: Ordered): Read<ProviderReport> {
  if (status === 401 || status === 403) return failedBy('login_refused')
  if (status === 200 || status === 202) return readState(status, objectOf(json) ?? {}, ordered)
  // An order that it has given a number and knows nothing of any more is its own loss.
  if (status >= 500 || ordered.protocol !== undefined) return failedBy('server_error')
  return failedBy('refused')
}

function readState(status: number, state: Json, ordered: Ordered): Read<ProviderReport> {
  const { protocol, mapping } = ordered
  const given = text(state.protocolo)
  if (protocol !== undefined && given !== undefined && given !== protocol) return failedBy('other_document')
  const document = documentIn(state)
  if (document !== undefined && document !== mapping.document) return failedBy('other_document')
  if (status === 202) return pendingUnder(protocol ?? given, ordered)
  // An answer that names nobody could be anybody's.
  if (document === undefined) return failedBy('answer_malformed')
  switch (text(state.situacao) ?? '') {
    case 'CONCLUIDA':
      return readAs({ document, answers: mapResult(state, mapping) })
    case 'NAO_LOCALIZADO':
      return readAs({ document, answers: answerAll(mapping.sections, nothing) })
    case 'ERRO':
      return failedBy('server_error')
    default:
      return failedBy('answer_malformed')
  }
}

/** With its punctuation or without; undefined where none is named. What is no document is nobody's, and refused. */
function documentIn({ documento }: Json): string | undefined {
  if (documento === undefined || documento === null) return undefined
  const parsed = parseDocument(text(documento) ?? '')
  return parsed.kind === 'document' ? parsed.document : ''
}

/** It becomes part of an address. */
const protocolForm = /^[A-Za-z0-9-]{6,64}$/

function pendingUnder(protocol: string | undefined, ordered: Ordered): Read<ProviderReport> {
  const { headers, mapping } = ordered
  if (protocol === undefined || !protocolForm.test(protocol)) return failedBy('answer_malformed')
  // No address of ours names a person, whoever made it up.
  if (protocol.includes(mapping.document)) return failedBy('answer_malformed')
  return {
    kind: 'pending',
    next: {
      method: 'GET',
      path: `/consultas/${protocol}`,
      headers,
      isRepeatable: true,
      read: (answer) => readOrder(answer, { ...ordered, protocol }),
    },
  }
}
