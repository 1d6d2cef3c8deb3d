import assert from 'node:assert/strict'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import type { PersonFile } from '@lastro/contract/person/person-file.ts'
import type { PersonRequest } from '@lastro/contract/person/person-requests.ts'
import { type LoadDeclaration, loadSubjects } from '../../src/features/bureau/load-subjects.ts'
import type { Channel } from '../../src/features/notices/channel.ts'
import type { Engine } from '../../src/store/engine/tables.ts'
import { newPlace, type Place } from '../engines.ts'
import {
  type Answer,
  type CallOptions,
  type Options,
  type RunningService,
  runService,
} from '../running-service.ts'
import { type Creditor, cleanPerson, productionCreditor, TestClock } from './listing-service.ts'
import { newUser, signIn } from './operator-service.ts'

/** What is held of the person in tests, beside listings. */
export const loadedSubject = {
  documento: cleanPerson,
  registration: {
    consumerName: 'ANA CLARA DE EXEMPLO',
    motherName: 'MARIA DE EXEMPLO',
    birthDate: '1980-05-20',
    addresses: [{ addressLine: 'RUA DE EXEMPLO', city: 'SAO PAULO', state: 'SP', zipCode: '01001000' }],
    phones: [{ areaCode: '11', phoneNumber: '900000000' }],
  },
  negativeItems: [
    {
      section: 'listingP',
      occurrenceDate: '2025-02-01',
      legalNatureId: 'CD',
      contractId: 'B-1',
      creditorName: 'OUTRA LOJA',
      amount: '50.00',
      notifiedBy: 'OUTRO BIRÔ',
      notifiedOn: '2025-03-03',
    },
    {
      section: 'listingP',
      occurrenceDate: '2025-01-01',
      legalNatureId: 'CD',
      contractId: 'B-SILENT',
      creditorName: 'LOJA QUE NÃO COMUNICOU',
      amount: '60.00',
    },
    {
      section: 'listingP',
      occurrenceDate: '2019-02-01',
      legalNatureId: 'CD',
      contractId: 'B-OLD',
      creditorName: 'LOJA ANTIGA',
      amount: '70.00',
      notifiedBy: 'OUTRO BIRÔ',
      notifiedOn: '2019-03-03',
    },
  ],
  protests: [{ occurrenceDate: '2024-05-05', amount: '300.00', city: 'SANTOS', federalUnit: 'SP' }],
}

export const identity = 'RG apresentado no balcão'

const atOnce: Channel = {
  name: 'email',
  reaches: () => true,
  send: async () => ({ kind: 'delivered', proof: '250' }),
}

/** Production with a creditor, somebody who consults, an operator and a clock; each of them still there after it jumps. */
export type PersonService = RunningService & {
  readonly place: Place
  readonly clock: TestClock
  readonly creditor: Creditor
  readonly reader: Creditor
  /** Lists a debt of the person and waits until it is published. */
  readonly published: (changes?: Parameters<Creditor['inserted']>[0]) => Promise<string>
  readonly load: (subject: object, declaration?: LoadDeclaration) => Promise<void>
  readonly passDays: (days: number) => Promise<void>
  readonly operate: (path: string, options?: CallOptions) => Promise<Answer>
  readonly file: (documento?: string) => Promise<PersonFile>
  readonly request: (id: string) => Promise<PersonRequest>
  readonly acts: () => Promise<readonly OperatorAct[]>
}

export async function personService(engine: Engine, options: Options = {}): Promise<PersonService> {
  const place = await newPlace(engine)
  const clock = new TestClock()
  const service = await runService({ channels: [atOnce], ...options, engine, place, clock })
  const creditor = await productionCreditor(service)
  const reader = await productionCreditor(service)
  const operator = await newUser(service, { name: 'Olívia Operadora', roles: ['operator'] })
  let signedIn = await signIn(service, operator)
  const operate: PersonService['operate'] = (path, { headers, ...call } = {}) =>
    service.call(`/operador/v2${path}`, { ...call, headers: { ...signedIn, ...headers } })
  const result = async (path: string, call?: CallOptions) => {
    const answer = await operate(path, call)
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer.at('result')
  }
  const passDays = async (days: number) => {
    clock.add(days * 86_400_000)
    await creditor.renew()
    await reader.renew()
    signedIn = await signIn(service, operator)
  }
  return {
    ...service,
    place,
    clock,
    creditor,
    reader,
    operate,
    passDays,
    published: async (changes) => {
      const id = await creditor.inserted(changes)
      await service.runJobs()
      await passDays(11)
      // A period that would end on a weekend or a holiday goes on until after it.
      for (let day = 0; day < 7; day++) {
        if ((await creditor.status(id)).at('result.state') === 'published') return id
        await passDays(1)
      }
      throw new Error('The listing was never published')
    },
    load: async (subject, declaration) => {
      const refused: string[] = []
      await loadSubjects(
        { subjects: service.store.subjects, coverage: service.store.bureauCoverage, clock },
        (async function* () {
          yield Buffer.from(`${JSON.stringify(subject)}\n`)
        })(),
        { language: 'en', onRefused: (_, reason) => refused.push(reason), onProgress: () => undefined },
        declaration,
      )
      assert.deepEqual(refused, [])
    },
    file: async (documento = cleanPerson) =>
      (await result('/titular/arquivo', { body: { documento, identity, reason: 'Pedido' } })) as PersonFile,
    request: async (id) => (await result(`/titular/pedidos/${id}`)) as PersonRequest,
    acts: async () => ((await result('/atos?limit=200')) as { acts: OperatorAct[] }).acts,
  }
}
