import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { recordsIn } from '@lastro/rules/trail/cut-link.ts'
import type { SearchRange, TrailStore } from './trail-store.ts'

type Wanted = SearchRange & {
  readonly document: DocumentNumber | undefined
  readonly clientId: string | undefined
}

/** Consultations in the order of the trail: by document from its index, otherwise by walking the time asked for. */
export async function* searchTrail(
  trail: Pick<TrailStore, 'linksWithin' | 'ofDocument'>,
  environment: Environment,
  { document, clientId, fromMs, untilMs }: Wanted,
): AsyncGenerator<Consultation> {
  const fits = (one: Consultation) =>
    (clientId === undefined || one.clientId === clientId) && one.atMs >= fromMs && one.atMs <= untilMs
  if (document !== undefined) {
    const found = await trail.ofDocument(environment, document, { fromMs, untilMs })
    yield* found.filter(fits)
    return
  }
  for await (const link of trail.linksWithin(environment, { fromMs, untilMs })) {
    for (const { place, text } of recordsIn(link)) {
      const one = { environment, number: link.number, place, ...readRecord(text) }
      if (fits(one)) yield one
    }
  }
}
