import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { codesOf } from '@lastro/contract/codes-of.ts'
import {
  type ListingState,
  listingStates,
  type ReleaseReason,
  refusalReasons,
  releaseReasons,
  reviewCauses,
} from '@lastro/contract/listings/listing-codes.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import { parseDay } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, maskDocument } from '@lastro/rules/documents/document-number.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { type OperatorListingAct, operate } from '@lastro/service/features/listings/operate.ts'
import { reviewQueue } from '@lastro/service/features/listings/reviews/review-queue.ts'
import { showListing } from '@lastro/service/features/listings/routes/show-listing.ts'
import { systemUser } from '@lastro/service/program/system-user.ts'
import { type Command, Option } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { environmentOption, jsonOption, limitOption } from '../options.ts'
import {
  config,
  type Printing,
  print,
  refuse,
  say,
  table,
  tell,
  timeText,
  withStore,
  words,
} from '../terminal.ts'
import { listingsOf } from './listings-of.ts'
import { refusalOf } from './refusal-of.ts'

export function listingCommands(program: Command): void {
  const listings = program.command('listings').description(
    say({
      pt: 'Anotações de dívidas: análise, ordens judiciais, baixas',
      en: 'Listings of debts: review, court orders, releases',
    }),
  )
  reading(listings)
  acting(listings)
}

function reading(listings: Command): void {
  listings
    .command('list')
    .description(
      say({
        pt: 'Lista as anotações, da mais nova para a mais antiga',
        en: 'List the listings, newest first',
      }),
    )
    .addOption(environmentOption().default('production'))
    .addOption(
      new Option('--state <state>', say({ pt: 'Só neste estado', en: 'Only in this state' })).choices(
        Object.keys(listingStates),
      ),
    )
    .option(
      '--client <clientId>',
      say({
        pt: 'Só as deste cliente; no sandbox é obrigatório',
        en: 'Only those of this client; required in the sandbox',
      }),
    )
    .option(...limitOption)
    .option(...jsonOption)
    .action((options: ListOptions) => list({ ...options, state: options.state ?? 'any' }))
  listings
    .command('review')
    .description(
      say({
        pt: 'A fila de análise: o que espera por você, e por quê',
        en: 'The review queue: what waits for you, and why',
      }),
    )
    .addOption(environmentOption().default('production'))
    .option(
      '--client <clientId>',
      say({
        pt: 'Só as deste cliente; no sandbox é obrigatório',
        en: 'Only those of this client; required in the sandbox',
      }),
    )
    .option(...limitOption)
    .option(...jsonOption)
    .action((options: ListOptions) => list(options))
  const showing = listings
    .command('show')
    .description(
      say({
        pt: 'Mostra uma anotação inteira, com histórico e comunicados',
        en: 'Show a whole listing, with history and notices',
      }),
    )
    .argument('<id>')
    .option(...jsonOption)
  onRecord(showing, { operation: 'operadorAnotacoesLe', target: idOf, work: show })
}

const idOf = (id: string): string => id

const reasonText = { pt: 'O motivo, que fica no histórico', en: 'The reason, which stays in the history' }

function acting(listings: Command): void {
  const action = (name: string, description: { pt: string; en: string }): Command =>
    listings
      .command(name)
      .description(say(description))
      .argument('<id>')
      .option(
        '--actor <name>',
        say({
          pt: 'Quem age; o usuário do sistema quando ausente',
          en: 'Who acts; the system user when absent',
        }),
      )
      .option(
        '--seen <version>',
        say({
          pt: 'A versão que você viu (listings show): se já for outra, nada é feito',
          en: 'The version that you saw (listings show): if it is another by now, nothing is done',
        }),
      )
      .option(...jsonOption)
  const reason = (command: Command): Command =>
    command.requiredOption('--reason <text>', say(reasonText), words)

  acts(
    'operadorAnotacoesAprova',
    reason(action('approve', { pt: 'Aceita uma anotação em análise', en: 'Accept a listing under review' })),
    ({ reason: note }) => ({ kind: 'approve', note }),
  )
  acts(
    'operadorAnotacoesRecusa',
    reason(action('refuse', { pt: 'Recusa uma anotação em análise', en: 'Refuse a listing under review' })),
    ({ reason: note }) => ({ kind: 'refuse', note }),
  )
  acts(
    'operadorAnotacoesSuspende',
    action('suspend', { pt: 'Suspende por ordem judicial', en: 'Suspend by court order' }).requiredOption(
      '--order <text>',
      say({ pt: 'Processo e ordem', en: 'Case and order' }),
      words,
    ),
    ({ order }: Acting & { order: string }) => ({ kind: 'suspend', courtOrder: order }),
  )
  acts(
    'operadorAnotacoesRetoma',
    reason(action('resume', { pt: 'Encerra a suspensão', en: 'End the suspension' })),
    ({ reason: note }) => ({ kind: 'resume', note }),
  )
  acts(
    'operadorAnotacoesBaixa',
    reason(
      action('release', {
        pt: 'Baixa, também pelos motivos reservados ao birô',
        en: 'Release, for the reserved reasons too',
      }).addOption(
        new Option('--code <code>', say({ pt: 'O motivo da baixa', en: 'The reason of the release' }))
          .choices(codesOf(releaseReasons))
          .makeOptionMandatory(),
      ),
    ),
    ({ reason: note, code }: Acting & { code: ReleaseReason }) => ({ kind: 'release', reason: code, note }),
  )
  acts(
    'operadorAnotacoesPaga',
    reason(
      action('paid', {
        pt: 'Registra o pagamento: some dos relatórios já',
        en: 'Record the payment: gone from reports at once',
      }).requiredOption(
        '--on <day>',
        say({ pt: 'O dia, como 2026-03-10', en: 'The day, such as 2026-03-10' }),
      ),
    ),
    ({ reason: note, on }: Acting & { on: string }) => paid(on, note),
  )
  acts(
    'operadorAnotacoesResponde',
    reason(
      action('dispute', { pt: 'Responde a uma contestação', en: 'Answer a dispute' }).addOption(
        new Option(
          '--outcome <outcome>',
          say({ pt: 'Procede (upheld) ou não (rejected)', en: 'Whether it is upheld' }),
        )
          .choices(['upheld', 'rejected'])
          .makeOptionMandatory(),
      ),
    ),
    ({ reason: note, outcome }: Acting & { outcome: 'upheld' | 'rejected' }) => ({
      kind: 'dispute',
      outcome,
      note,
    }),
  )
  acts(
    'operadorAnotacoesLibera',
    reason(
      action('lift', {
        pt: 'Deixa voltar a dívida encerrada por justiça, fraude ou contestação',
        en: 'Let a debt come again that a court, a fraud or a dispute had ended',
      }).option(
        '--order <text>',
        say({ pt: 'A ordem judicial que o permite', en: 'The court order that allows it' }),
        words,
      ),
    ),
    lifting,
  )
}

function lifting({ reason: note, order }: Acting & { order?: string }): OperatorListingAct {
  return { kind: 'lift', note, courtOrder: order }
}

function acts<Options extends Acting>(
  operation: string,
  command: Command,
  asked: (options: Options) => OperatorListingAct,
): void {
  onRecord(command, {
    operation,
    target: idOf,
    work: (act, id: string, options: Options) => operated(act, id, options, asked(options)),
  })
}

type Acting = Printing & { actor?: string; seen?: string; reason: string }
type ListOptions = {
  env: Environment
  state?: ListingState | 'any'
  client?: string
  limit: string
  json?: true
}

async function list({ env, state, client, limit, json }: ListOptions): Promise<void> {
  if (env === 'sandbox' && client === undefined) {
    refuse({
      pt: 'No sandbox cada cliente tem as suas: diga qual com --client.',
      en: 'In the sandbox each client has its own: name one with --client.',
    })
  }
  if (!/^[1-9]\d{0,3}$/.test(limit)) {
    refuse({ pt: '--limit é um número de 1 a 9999.', en: '--limit is a number from 1 to 9999.' })
  }
  const asked = { environment: env, clientId: client, state, limit: Number(limit) }
  const found = await withStore(({ listings }) => reviewQueue(listings, asked))
  if (json) return print(JSON.stringify(found.map(line)))
  if (found.length === 0) return print(say({ pt: 'Nenhuma anotação.', en: 'No listing.' }))
  print(table(['id', 'state', 'document', 'amount', 'dueDate', 'receivedAt', 'why'], found.map(row)))
}

/** A document is shown masked: whoever needs it whole has `show`. */
const line = (one: Listing) => ({
  id: one.id,
  clientId: one.clientId,
  state: one.state,
  version: one.version,
  document: maskDocument(one.document as DocumentNumber),
  amount: moneyText(one.amountCents),
  dueDate: one.dueDate,
  receivedAt: timeText(one.createdAtMs),
  why: why(one),
})

const row = (one: Listing): string[] => {
  const { clientId: _, version: __, ...shown } = line(one)
  return Object.values(shown)
}

function why({ review, refusal, release }: Listing): string {
  if (review !== undefined) return say(reviewCauses[review])
  if (refusal !== undefined) return `${refusal} ${say(refusalReasons[refusal])}`
  return release === undefined ? '' : `${release} ${say(releaseReasons[release])}`
}

async function show({ store }: CommandAct, id: string, printing: Printing): Promise<void> {
  const shown = await showListing(listingsOf(store), id, config.language)
  if (shown === undefined) return unknownListing()
  return tell(printing, shown.view, JSON.stringify(shown.view, null, 2))
}

async function operated(
  { store }: CommandAct,
  id: string,
  { actor, seen, json }: Acting,
  operation: OperatorListingAct,
): Promise<void> {
  const operator = (actor ?? systemUser()).trim()
  if (!/^[\p{L}\p{N} ._@-]{1,60}$/u.test(operator)) {
    refuse({ pt: '--actor é um nome de 1 a 60 letras.', en: '--actor is a name of 1 to 60 letters.' })
  }
  const seenVersion = seen === undefined ? undefined : versionIn(seen)
  const outcome = await operate(listingsOf(store), { id, operator, seenVersion }, operation)
  switch (outcome.kind) {
    case 'unknown':
      return unknownListing()
    case 'busy':
      return refuse(problems.listing_busy.detail, 'listing_busy')
    case 'moved':
      return refuse(hasMoved, 'version_mismatch')
    case 'refused':
      return refusalOf(outcome.refused, outcome.state)
    case 'done': {
      const { state, version } = outcome.listing
      return tell({ json }, { id, state, version }, `${id}  ${state}  ${version}`)
    }
  }
}

const hasMoved = {
  pt: 'A anotação mudou desde que foi lida. Veja-a de novo com listings show, e a versão dela.',
  en: 'The listing has changed since it was read. See it again with listings show, and its version.',
}

function versionIn(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  return refuse({
    pt: '--seen é a versão que você viu, um número como 3.',
    en: '--seen is the version that you saw, a number such as 3.',
  })
}

function paid(text: string, note: string): OperatorListingAct {
  const paidOn = parseDay(text)
  if (paidOn !== undefined) return { kind: 'paid', paidOn, note }
  return refuse({ pt: '--on é um dia, como 2026-03-10.', en: '--on is a day, such as 2026-03-10.' })
}

const unknownListing = (): never =>
  refuse(
    {
      pt: 'Não há anotação com este id. Veja as que existem com: listings list',
      en: 'There is no listing with this id. See those there are with: listings list',
    },
    'listing_unknown',
  )
