import { reportBounce } from '@lastro/service/features/alerts/emails/report-bounce.ts'
import type { Command } from 'commander'
import { listingsOf } from './listings/listings-of.ts'
import { type CommandAct, onRecord } from './on-record.ts'
import { jsonOption } from './options.ts'
import { clock, type Printing, refuse, say, tellRecorded, words } from './terminal.ts'

export function alertCommands(program: Command): void {
  const command = program
    .command('alerts')
    .description(say({ pt: 'Alertas por e-mail: devoluções', en: 'Alerts by e-mail: bounces' }))
    .command('bounced')
    .description(
      say({
        pt: 'Registra que um e-mail de alerta voltou; conta uma vez',
        en: 'Record that an alert by e-mail came back; it counts once',
      }),
    )
    .argument(
      '<messageId>',
      say({ pt: 'o que vem antes da @ no Message-ID', en: 'what stands before the @ in its Message-ID' }),
    )
    .requiredOption(
      '--reason <text>',
      say({ pt: 'O que o servidor disse', en: 'What the server said' }),
      words,
    )
    .option(...jsonOption)
  onRecord(command, {
    operation: 'comandoAlertaVoltou',
    target: (messageId: string) => messageId,
    work: bounced,
  })
}

type BouncedOptions = Printing & { reason: string }

async function bounced(
  { store }: CommandAct,
  messageId: string,
  { reason, json }: BouncedOptions,
): Promise<void> {
  const { nowMsIn } = listingsOf(store)
  const outcome = await reportBounce({ ...store.alerts, clock, nowMsIn }, { messageId, detail: reason })
  switch (outcome) {
    case 'recorded':
      return tellRecorded({ json })
    case 'unknown':
      return refuse(
        {
          pt: 'Não há e-mail de alerta com este id, ou o endereço foi removido.',
          en: 'There is no alert by e-mail with this id, or its address was removed.',
        },
        'message_unknown',
      )
    case 'busy':
      return refuse(
        { pt: 'O endereço está mudando; repita.', en: 'The address is being changed; repeat it.' },
        'alert_busy',
      )
  }
}
