import { cguPublisher } from './cgu/cgu-publisher.ts'
import type { Publisher } from './fetch/publisher.ts'
import { pgfnPublisher } from './pgfn/pgfn-publisher.ts'
import { receitaPublisher } from './receita/receita-publisher.ts'

/** Where each data set is published. */
export const publishers: Readonly<Record<string, Publisher>> = {
  receita: receitaPublisher,
  pgfn: pgfnPublisher,
  ceis: cguPublisher('ceis'),
  cnep: cguPublisher('cnep'),
}
