import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dayAt, parseDay, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import type { Letter } from '@lastro/rules/listings/notices/notice.ts'
import { reportDelivery } from '@lastro/service/features/listings/notices/report-delivery.ts'
import { type NoticeReport, reportNotice } from '@lastro/service/features/listings/notices/send-notice.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Command } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { clock, config, type Printing, refuse, say, tell, tellRecorded, words } from '../terminal.ts'
import { listingsOf } from './listings-of.ts'

export function noticeCommands(program: Command): void {
  const notices = program
    .command('notices')
    .description(
      say({ pt: 'Comunicados aos devedores: cartas e provas', en: 'Notices to debtors: letters and proofs' }),
    )
  const writing = notices
    .command('letters')
    .description(
      say({
        pt: 'Escreve um lote de cartas em PDF e a lista de postagem',
        en: 'Write a lot of letters as PDF, and the posting list',
      }),
    )
    .requiredOption('--lot <name>', say({ pt: 'O nome do lote', en: 'The name of the lot' }))
    .option('--to <directory>', say({ pt: 'Onde escrever', en: 'Where to write' }), 'cartas')
    .option('--limit <number>', say({ pt: 'Quantas, no máximo', en: 'How many at most' }), '1000')
    .option(...jsonOption)
  onRecord(writing, { operation: 'comandoCartasEscreve', target: lotNamed, work: letters })
  const posting = notices
    .command('posted')
    .description(
      say({
        pt: 'Confirma a postagem de um lote: o prazo dos devedores começa',
        en: 'Confirm that a lot was posted: the periods of its debtors begin',
      }),
    )
    .requiredOption('--lot <name>', say({ pt: 'O nome do lote', en: 'The name of the lot' }))
    .option(
      '--on <day>',
      say({ pt: 'O dia da postagem; hoje quando ausente', en: 'The day of posting; today when absent' }),
    )
    .option(...jsonOption)
  onRecord(posting, { operation: 'comandoCartasPostadas', target: lotNamed, work: posted })
  const delivered = notices
    .command('delivered')
    .description(
      say({
        pt: 'Registra a prova de entrega de um comunicado',
        en: 'Record the proof that a notice was delivered',
      }),
    )
    .argument('<noticeId>')
    .requiredOption('--proof <text>', say({ pt: 'A prova', en: 'The proof' }), words)
    .option(
      '--on <day>',
      say({ pt: 'O dia da entrega; hoje quando ausente', en: 'The day of delivery; today when absent' }),
    )
    .option(...jsonOption)
  onRecord(delivered, {
    operation: 'comandoComunicadoEntregue',
    target: (id: string) => id,
    work: (act, id: string, { proof, on, json }: Printing & { proof: string; on?: string }) =>
      report(act, id, { kind: 'delivered', proof, atMs: instantOn(on) }, { json }),
  })
  const failed = notices
    .command('failed')
    .description(
      say({
        pt: 'Registra que um comunicado voltou: um e-mail não vale mais; uma carta postada vale, e você a vê na análise',
        en: 'Record that a notice came back: an e-mail counts no more; a posted letter does, and waits for your review',
      }),
    )
    .argument('<noticeId>')
    .requiredOption('--reason <text>', say({ pt: 'O que houve', en: 'What happened' }), words)
    .option(...jsonOption)
  onRecord(failed, {
    operation: 'comandoComunicadoVoltou',
    target: (id: string) => id,
    work: (act, id: string, { reason, json }: Printing & { reason: string }) =>
      report(act, id, { kind: 'failed', detail: reason }, { json }),
  })
}

const lotNamed = ({ lot }: { lot: string }): string => lot

type LetterOptions = Printing & { lot: string; to: string; limit: string }

/** A lot is fixed in the store before it is written, so that a command cut short can be given again. */
async function letters({ store }: CommandAct, { lot, to, limit, json }: LetterOptions): Promise<void> {
  const { sender } = config.notices
  if (sender === undefined) {
    return refuse({
      pt: 'Falta LASTRO_NOTICE_SENDER: o nome e o endereço de quem envia, para as cartas.',
      en: 'LASTRO_NOTICE_SENDER is not set: name and return address, for the letters.',
    })
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/.test(lot)) {
    refuse({
      pt: '--lot tem letras, dígitos, ponto e hífen.',
      en: '--lot has letters, digits, dots and hyphens.',
    })
  }
  if (!/^[1-9]\d{0,4}$/.test(limit)) {
    refuse({ pt: '--limit é um número de 1 a 99999.', en: '--limit is a number from 1 to 99999.' })
  }
  const directory = resolve(config.callerDirectory, to)
  if (existsSync(join(directory, lot))) {
    refuse({ pt: `O lote já está em ${directory}.`, en: `The lot is already in ${directory}.` })
  }
  const { letters: notices, leftOut } = await lotOf(store, lot, Number(limit))
  const left =
    leftOut === 0
      ? { pt: '', en: '' }
      : {
          pt: `; ${leftOut} de fora: postadas, ou de dívidas pagas, suspensas ou encerradas desde então`,
          en: `; ${leftOut} left out: posted, or of debts that were paid, suspended or ended since`,
        }
  if (notices.length === 0) {
    const none = { pt: `Nenhuma carta à espera${left.pt}.`, en: `No letter is waiting${left.en}.` }
    return tell({ json }, { count: 0, leftOut }, none)
  }
  // Loaded only where it is used: no other command should wait for fonts.
  const { writeLetterLot } = await import('@lastro/service/features/notices/letter-lot.ts')
  const paper = { sender, writtenAtMs: clock.nowMs() }
  const { path, count } = await writeLetterLot({ name: lot, directory, paper }, notices)
  tell(
    { json },
    { count, path, leftOut },
    {
      pt: `${count} cartas em ${path}${left.pt}`,
      en: `${count} letters in ${path}${left.en}`,
    },
  )
}

type Lot = { readonly letters: readonly Letter[]; readonly leftOut: number }

/** Notices and corrections go to the post together. A lot that is given again has no letter that need not leave. */
async function lotOf(store: Store, lot: string, limit: number): Promise<Lot> {
  const { listings, corrections } = store
  const isKnown = (await listings.noticesInLot(lot)).length + (await corrections.lettersInLot(lot)).length > 0
  if (!isKnown) {
    const waiting = await listings.lettersWithoutLot(limit)
    const corrected = await corrections.lettersWithoutLot(limit - waiting.length)
    await listings.putInLot(idsOf(waiting), lot)
    await corrections.putInLot(idsOf(corrected), lot)
  }
  const { letters, leftOut } = await listings.lotAgain(lot)
  const notices = letters.map((one) => one.notice).filter((one) => one !== undefined)
  const corrected = (await corrections.lettersInLot(lot)).map((one) => one.letter)
  return { letters: [...notices, ...corrected], leftOut }
}

const idsOf = (all: readonly { readonly id: string }[]): readonly string[] => all.map(({ id }) => id)

type PostedOptions = Printing & { lot: string; on?: string }

async function posted({ store }: CommandAct, { lot, on, json }: PostedOptions): Promise<void> {
  const atMs = instantOn(on)
  const deps = listingsOf(store)
  const records = await store.listings.noticesInLot(lot)
  const corrections = await store.corrections.lettersInLot(lot)
  if (records.length + corrections.length === 0) {
    return refuse({ pt: 'Não há lote com este nome.', en: 'There is no lot by this name.' })
  }
  const counts = { recorded: 0, stale: 0, unknown: 0, busy: 0 }
  for (const { id, status } of records) {
    if (status === 'sent') {
      counts[await reportNotice(deps, id, { kind: 'delivered', proof: `posted in lot ${lot}`, atMs })] += 1
    }
  }
  for (const { id } of corrections) {
    const isTold = await store.corrections.told(id, { atMs, by: 'letter', note: `posted in lot ${lot}` })
    if (isTold) counts.recorded += 1
  }
  const { recorded, stale, busy } = counts
  tell({ json }, counts, {
    pt: `${recorded} postadas; ${stale} de anotações que já não as esperam`,
    en: `${recorded} posted; ${stale} of listings that no longer wait for them`,
  })
  if (busy > 0) {
    refuse(
      { pt: `${busy} não puderam ser registradas; repita.`, en: `${busy} could not be recorded; repeat it.` },
      'listing_busy',
    )
  }
}

async function report(
  { store }: CommandAct,
  noticeId: string,
  of: NoticeReport,
  printing: Printing,
): Promise<void> {
  const deps = { ...listingsOf(store), corrections: store.corrections }
  const outcome = await reportDelivery(deps, noticeId, of)
  switch (outcome) {
    case 'recorded':
      return tellRecorded(printing)
    case 'unknown':
      return refuse(
        { pt: 'Não há comunicado com este id.', en: 'There is no notice with this id.' },
        'notice_unknown',
      )
    case 'stale':
      return refuse(
        {
          pt: 'Nada da anotação depende deste comunicado, isto já se sabe, ou o dia está no futuro.',
          en: 'Nothing of its listing rests on this notice, this is known already, or the day is in the future.',
        },
        'notice_not_awaited',
      )
    case 'busy':
      return refuse(
        { pt: 'A anotação está mudando; repita.', en: 'The listing is being changed; repeat it.' },
        'listing_busy',
      )
  }
}

/** The beginning of a day, or now. */
function instantOn(text: string | undefined): number {
  if (text === undefined) return clock.nowMs()
  const day = parseDay(text)
  if (day === undefined || day > dayAt(clock.nowMs())) {
    return refuse({
      pt: '--on é um dia até hoje, como 2026-03-10.',
      en: '--on is a day up to today, such as 2026-03-10.',
    })
  }
  return startOfDayMs(day)
}
