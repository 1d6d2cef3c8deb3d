import { reportBounce } from '@lastro/service/alerts/emails/report-bounce.ts'
import { isSealedElsewhere, resealSecrets } from '@lastro/service/alerts/webhooks/reseal-secrets.ts'
import { readReplacedSealKey, readSealKey } from '@lastro/service/sealing/seal-key.ts'
import { sealUnder } from '@lastro/service/sealing/sealed-secrets.ts'
import type { Command } from 'commander'
import { listingsOf } from './listings-of.ts'
import { clock, config, print, refuse, say, withStore, words } from './terminal.ts'

export function alertCommands(program: Command): void {
  program
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
    .action(bounced)
  program
    .command('webhooks')
    .description(say({ pt: 'Webhooks: a chave dos segredos', en: 'Webhooks: the key of their secrets' }))
    .command('reseal')
    .description(
      say({
        pt: 'Cifra os segredos de novo, sob LASTRO_SECRETS_KEY; a chave anterior vem em LASTRO_SECRETS_KEY_OLD',
        en: 'Encrypt the secrets anew, under LASTRO_SECRETS_KEY; the key before comes in LASTRO_SECRETS_KEY_OLD',
      }),
    )
    .action(reseal)
}

async function bounced(messageId: string, { reason }: { reason: string }): Promise<void> {
  const outcome = await withStore((store) => {
    const { nowMsIn } = listingsOf(store)
    return reportBounce({ ...store.alerts, clock, nowMsIn }, { messageId, detail: reason })
  })
  switch (outcome) {
    case 'recorded':
      return print(say({ pt: 'Registrado.', en: 'Recorded.' }))
    case 'unknown':
      return refuse({
        pt: 'Não há e-mail de alerta com este id, ou o endereço foi removido.',
        en: 'There is no alert by e-mail with this id, or its address was removed.',
      })
    case 'busy':
      return refuse({
        pt: 'O endereço está mudando; repita.',
        en: 'The address is being changed; repeat it.',
      })
  }
}

/** Without LASTRO_SECRETS_KEY_OLD the key before is the file in LASTRO_DATA, for whoever sets one for the first time. */
async function reseal(): Promise<void> {
  const { secretsKey, previousSecretsKey, dataDirectory } = config
  if (secretsKey === undefined) {
    refuse({
      pt: 'Defina LASTRO_SECRETS_KEY com a chave nova.',
      en: 'Set LASTRO_SECRETS_KEY to the new key.',
    })
  }
  const replaced = readReplacedSealKey(
    { secretsKey: previousSecretsKey, dataDirectory },
    'secrets of webhooks',
  )
  if (replaced === undefined) {
    return refuse({
      pt: `Defina LASTRO_SECRETS_KEY_OLD com a chave anterior: não há secrets.key em ${dataDirectory}.`,
      en: `Set LASTRO_SECRETS_KEY_OLD to the key before: there is no secrets.key in ${dataDirectory}.`,
    })
  }
  const keys = { previous: sealUnder(replaced), next: sealUnder(readSealKey(config, 'secrets of webhooks')) }
  try {
    const count = await withStore((store) => resealSecrets(store.webhooks, keys))
    print(
      say({
        pt: `${count} webhooks sob a chave nova. Inicie o serviço com ela, sem LASTRO_SECRETS_KEY_OLD.`,
        en: `${count} webhooks under the new key. Start the service with it, without LASTRO_SECRETS_KEY_OLD.`,
      }),
    )
  } catch (error) {
    if (!isSealedElsewhere(error)) throw error
    refuse({
      pt: 'Há segredos sob uma terceira chave; nada mudou. Confira LASTRO_SECRETS_KEY_OLD.',
      en: 'Some secrets are under a third key; nothing was changed. Check LASTRO_SECRETS_KEY_OLD.',
    })
  }
}
