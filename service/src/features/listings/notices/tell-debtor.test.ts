import assert from 'node:assert/strict'
import type { CorrectionFacts } from '@lastro/rules/listings/correction.ts'
import type { HistoryEntry, Listing } from '@lastro/rules/listings/listing.ts'
import type { Letter } from '@lastro/rules/listings/notices/notice.ts'
import { shownListing } from '@lastro/rules/listings/shown-listing.ts'
import { correctionId, type ToldCorrection } from '@lastro/rules/listings/told-correction.ts'
import { test } from 'vitest'
import { debt } from '../../../../testing/invented/invented-debt.ts'
import type { NoticeOutcome, SendDelay } from '../../notices/channel.ts'
import { composeCorrection } from '../../notices/compose-correction.ts'
import type { Mail } from '../../notices/send-mail.ts'
import { tellDebtor } from './tell-debtor.ts'

const clockMs = 7
/** A sandbox may live in another time. */
const registerMs = 9
// A Monday; the Friday of its week is a holiday.
const atMs = Date.parse('2026-11-16T10:00:00-03:00')

const email = { email: 'ana@exemplo.com.br' }
const released = {
  id: 'L1',
  register: 'production',
  clientId: 'cli_loja',
  document: debt.documento,
  name: debt.name,
  contact: email,
  address: {},
  section: 'listingP',
  dueDate: '2026-03-10',
  legalNatureId: 'CP',
  contractId: 'CT-1',
  creditor: { document: '11222333000181', name: 'LOJA LTDA' },
  amountCents: 90_000n,
  subJudice: false,
  release: '45',
  state: 'released',
  reviewed: [],
} as unknown as Listing

const entry = (version: number, of: Partial<HistoryEntry>): HistoryEntry =>
  ({ version, atMs, on: '2026-11-16', change: 'published', state: 'published', ...of }) as HistoryEntry
const showing = (amount: string) => ({ shown: { ...shownListing(released), amount } })
const ended = [entry(1, {}), entry(2, { change: 'released', state: 'released' })]
const lowered = [
  entry(1, showing('3000.00')),
  entry(2, showing('2000.00')),
  entry(3, showing('1520.33')),
  entry(4, { ...showing('900.00'), change: 'changed' }),
]

type Played = {
  readonly listing?: Partial<Listing> | undefined
  readonly history?: readonly HistoryEntry[]
  readonly outcome?: NoticeOutcome
  readonly attempts?: number
  readonly isReady?: boolean
  /** Its mailbox was given for somebody else too. */
  readonly isShared?: boolean
}

/** Tells of a listing's last change; what was kept of it, what was mailed, and of what the letter was made. */
async function told({ history = ended, attempts = 1, isReady = true, ...of }: Played = {}) {
  const kept: (ToldCorrection & { letter: Letter | undefined })[] = []
  const mails: Mail[] = []
  const facts: CorrectionFacts[] = []
  const version = history.at(-1)?.version
  const handled = await tellDebtor(
    {
      listings: {
        findListing: async () =>
          'listing' in of && of.listing === undefined ? undefined : { ...released, ...of.listing },
        history: async () => history,
        sharedMailboxes: async (_, parties) =>
          new Set(of.isShared ? parties.map(({ mailbox, document }) => `${mailbox} ${document}`) : []),
      },
      nowMsIn: () => registerMs,
      clock: { nowMs: () => clockMs },
      corrections: { keepForDebtor: async (one, letter) => void kept.push({ ...one, letter }) },
      composeCorrection: isReady
        ? (one) => {
            facts.push(one)
            return composeCorrection(one, 'fale conosco')
          }
        : undefined,
      sendMail: async (mail) => {
        mails.push(mail)
        return of.outcome ?? { kind: 'sent' }
      },
    },
    {
      id: 'r',
      topic: 'debtor.tell',
      register: 'production',
      clientId: 'cli_loja',
      payload: { listingId: 'L1', version, isCorrection: true },
      createdAtMs: 0,
      dueAtMs: 0,
      attempts,
    },
  )
  const ways = kept.map(
    ({ way, toldAtMs, letter }) =>
      `${way ?? 'operator'}${letter === undefined ? '' : ' with its letter'}, ${toldAtMs ?? 'untold'}`,
  )
  return { handled, kept, mails, facts, ways }
}

const byMail = 'email with its letter, untold'
const byPost = 'letter with its letter, untold'
const toPost = { address: debt.address }
const noMail = { contact: {} }
const proved = { kind: 'delivered', proof: '250' } as const
const refused = { kind: 'failed', reason: 'refused', detail: '550' } as const

test('a debtor is told by e-mail that a listing is gone, and it is on record by when that had to be', async () => {
  const { handled, kept, mails, facts, ways } = await told()
  assert.equal(handled, 'done')
  assert.deepEqual(ways, [byMail, 'email with its letter, 7'])
  const { letter, ...correction } = kept[1] ?? {}
  const id = correctionId({ listingId: 'L1', version: 2, recipient: 'debtor' })
  assert.deepEqual(correction, {
    id,
    register: 'production',
    clientId: 'cli_loja',
    recipient: 'debtor',
    listingId: 'L1',
    version: 2,
    wrongVersions: [1],
    dueOn: '2026-11-24',
    occurrenceId: undefined,
    way: 'email',
    createdAtMs: clockMs,
    toldAtMs: clockMs,
  })
  const recipient = { name: debt.name, document: debt.documento, ...email, address: undefined }
  const of = { creditorName: 'LOJA LTDA', contractId: 'CT-1', on: '2026-11-16', changes: undefined }
  assert.deepEqual(facts, [{ id, recipient, ...of }])
  const to = { name: debt.name, address: email.email }
  assert.deepEqual(mails, [{ id, to, subject: letter?.subject, text: letter?.text }])
})

test('of a change a debtor is told what differs from what was last shown', async () => {
  const { facts } = await told({ history: lowered })
  assert.deepEqual(facts[0]?.changes, [{ field: 'amount', before: '1520.33', after: '900.00' }])
})

test('of a change of which it is not known what was shown, before or now, that there was one', async () => {
  const { shown: _, ...unknown } = entry(4, { change: 'changed' })
  for (const history of [
    [entry(3, {}), ...lowered.slice(3)],
    [...lowered.slice(2, 3), unknown],
  ]) {
    const { facts, ways } = await told({ history })
    assert.deepEqual(facts[0]?.changes, [])
    assert.equal(ways.length, 2)
  }
})

test('of a higher value, or of a listing that nobody knows, a debtor is told nothing', async () => {
  const raised = [entry(1, showing('100.00')), entry(2, { ...showing('900.00'), change: 'changed' })]
  for (const one of [{ history: raised }, { listing: undefined }]) {
    const { handled, kept, mails } = await told(one)
    assert.deepEqual([handled, kept, mails], ['done', [], []])
  }
})

const sandbox = { register: 'cli_caixa' }
const isTaken = { reviewed: ['mailbox_shared' as const] }
const ways: readonly [who: string, Played, string[]][] = [
  ['in a sandbox is not written to, and counts as told by its clock', { listing: sandbox }, ['email, 9']],
  ['in a sandbox, with both addresses, too', { listing: { ...sandbox, ...toPost } }, ['email, 9']],
  ['in a sandbox, by a letter, too', { listing: { ...sandbox, ...noMail, ...toPost } }, ['letter, 9']],
  [
    'in a sandbox without an address is not told',
    { listing: { ...sandbox, ...noMail } },
    ['operator, untold'],
  ],
  ['without an e-mail address is told by a letter', { listing: { ...noMail, ...toPost } }, [byPost]],
  ['without any address is told by the operator', { listing: noMail }, ['operator, untold']],
  ['whose mail is refused is told by a letter', { listing: toPost, outcome: refused }, [byMail, byPost]],
  [
    'whose mail is refused, without another address, by the operator',
    { outcome: refused },
    [byMail, 'operator, untold'],
  ],
  ['whose mailbox is somebody else’s too is told by a letter', { listing: toPost, isShared: true }, [byPost]],
  [
    'whose mailbox is somebody else’s too, without another address, by the operator',
    { isShared: true },
    ['operator, untold'],
  ],
  [
    'whose shared mailbox the operator has taken is told by e-mail',
    { listing: { ...toPost, ...isTaken }, isShared: true },
    [byMail, 'email with its letter, 7'],
  ],
  [
    'whose server proves it is told as well',
    { outcome: proved, attempts: 500 },
    [byMail, 'email with its letter, 7'],
  ],
]
for (const [who, played, expected] of ways) {
  test(`a debtor ${who}`, async () => {
    const { handled, ways: kept, mails } = await told(played)
    assert.deepEqual([handled, kept], ['done', expected])
    assert.equal(mails.length, expected.includes(byMail) ? 1 : 0)
  })
}

test('until the operator has said how to contest, whoever can be written to waits', async () => {
  const waiting = await told({ isReady: false })
  assert.deepEqual([waiting.handled, waiting.ways], ['later', ['email, untold']])
  const nobody = await told({ isReady: false, listing: noMail })
  assert.deepEqual([nobody.handled, nobody.ways], ['done', ['operator, untold']])
})

const delays: readonly [SendDelay, number, 'later' | 'done'][] = [
  ['postponed', 79, 'later'],
  ['postponed', 80, 'done'],
  ['unreachable', 79, 'later'],
  ['unreachable', 80, 'done'],
  ['sender_refused', 500, 'later'],
  ['not_configured', 500, 'later'],
]
for (const [reason, attempts, end] of delays) {
  test(`a mail that is ${reason} for the ${attempts}th time is ${end === 'done' ? 'given up for a letter' : 'tried again'}`, async () => {
    const outcome = { kind: 'later', reason, detail: '450' } as const
    const { handled, ways } = await told({ listing: toPost, outcome, attempts })
    const letter = end === 'done' ? [byPost] : []
    assert.deepEqual([handled, ways], [end, [byMail, ...letter]])
  })
}
