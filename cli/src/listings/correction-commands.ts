import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { untoldReasons } from '@lastro/contract/operator/untold-reasons.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { maskDocumentsIn } from '@lastro/rules/documents/document-number.ts'
import { untoldView } from '@lastro/service/features/operator/routes/correction-routes.ts'
import type { Command } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { environmentOption, jsonOption, limitOption } from '../options.ts'
import { clock, type Printing, print, refuse, say, tellRecorded, withStore, words } from '../terminal.ts'

export function correctionCommands(program: Command): void {
  const corrections = program.command('corrections').description(
    say({
      pt: 'Correções que ninguém comunicou a quem viu o erro, ou ao devedor',
      en: 'Corrections that nobody has told to whoever was shown the error, or to the debtor',
    }),
  )
  corrections
    .command('list')
    .description(
      say({
        pt: 'Lista as que esperam por alguém, da mais antiga para a mais nova',
        en: 'List those that wait for somebody, the oldest first',
      }),
    )
    .addOption(environmentOption().default('production'))
    .option(...limitOption)
    .option(...jsonOption)
    .action(list)
  const telling = corrections
    .command('told')
    .description(say({ pt: 'Registra que uma foi comunicada', en: 'Record that one was told' }))
    .argument('<id>')
    .requiredOption('--note <text>', say({ pt: 'Como foi comunicada', en: 'How it was told' }), words)
    .option(...jsonOption)
  onRecord(telling, { operation: 'operadorCorrecoesComunica', target: (id: string) => id, work: told })
}

type ListOptions = { env: Environment; limit: string; json?: true }

async function list({ env, limit, json }: ListOptions): Promise<void> {
  if (!/^[1-9]\d{0,2}$/.test(limit)) {
    refuse({ pt: '--limit é um número de 1 a 999.', en: '--limit is a number from 1 to 999.' })
  }
  await withStore(async (store) => {
    const today = dayAt(clock.nowMs())
    const page = { environment: env, today, after: undefined, limit: Number(limit) }
    const found = (await store.corrections.untold(page)).map((one) => untoldView(one))
    if (json) return print(JSON.stringify({ corrections: found }))
    if (found.length === 0) return print(say({ pt: 'Nenhuma espera.', en: 'None waits.' }))
    for (const { id, recipient, clientId, listingId, dueOn, reason } of found) {
      print([id, recipient, clientId ?? '-', listingId, dueOn, say(untoldReasons[reason])].join('  '))
    }
  })
}

async function told(
  { store }: CommandAct,
  id: string,
  { note, json }: Printing & { note: string },
): Promise<void> {
  const by = { atMs: clock.nowMs(), by: 'operator', note: maskDocumentsIn(note) } as const
  if (await store.corrections.told(id, by)) return tellRecorded({ json })
  refuse(
    { pt: 'Não há correção à espera com este id.', en: 'There is no correction that waits with this id.' },
    'correction_unknown',
  )
}
