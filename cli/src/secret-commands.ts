import {
  isSealedElsewhere,
  resealSecrets,
  sealsUnder,
} from '@lastro/service/features/sealing/reseal-secrets.ts'
import { readSealKey, replacedSealKeys } from '@lastro/service/features/sealing/seal-key.ts'
import type { Command } from 'commander'
import { type CommandAct, onRecord } from './on-record.ts'
import { jsonOption } from './options.ts'
import { config, type Printing, refuse, say, tell } from './terminal.ts'

export function secretCommands(program: Command): void {
  const command = program
    .command('secrets')
    .description(
      say({
        pt: 'Segredos de webhooks, de códigos de acesso e de fontes: a chave sob a qual estão cifrados',
        en: 'Secrets of webhooks, of sign-in codes and of sources: the key they are encrypted under',
      }),
    )
    .command('reseal')
    .description(
      say({
        pt: 'Cifra os segredos de novo, sob LASTRO_SECRETS_KEY; a chave anterior vem em LASTRO_SECRETS_KEY_OLD',
        en: 'Encrypt the secrets anew, under LASTRO_SECRETS_KEY; the key before comes in LASTRO_SECRETS_KEY_OLD',
      }),
    )
    .option(...jsonOption)
  onRecord(command, { operation: 'comandoSegredosCifra', work: reseal })
}

/** Without LASTRO_SECRETS_KEY_OLD the key before is the file in LASTRO_DATA, for whoever sets one for the first time. */
async function reseal({ store }: CommandAct, printing: Printing): Promise<void> {
  const { secretsKey, previousSecretsKey, dataDirectory } = config
  if (secretsKey === undefined) {
    refuse({
      pt: 'Defina LASTRO_SECRETS_KEY com a chave nova.',
      en: 'Set LASTRO_SECRETS_KEY to the new key.',
    })
  }
  const replaced = replacedSealKeys({ secretsKey: previousSecretsKey, dataDirectory })
  if (replaced === undefined) {
    return refuse({
      pt: `Defina LASTRO_SECRETS_KEY_OLD com a chave anterior: não há secrets.key em ${dataDirectory}.`,
      en: `Set LASTRO_SECRETS_KEY_OLD to the key before: there is no secrets.key in ${dataDirectory}.`,
    })
  }
  const keys = { previous: sealsUnder(replaced), next: sealsUnder((of) => readSealKey(config, of)) }
  try {
    const count = await resealSecrets(store.sealed, keys)
    tell(
      printing,
      { count },
      {
        pt: `Segredos sob a chave nova: ${count}. Inicie o serviço com ela, sem LASTRO_SECRETS_KEY_OLD.`,
        en: `Secrets under the new key: ${count}. Start the service with it, without LASTRO_SECRETS_KEY_OLD.`,
      },
    )
  } catch (error) {
    if (!isSealedElsewhere(error)) throw error
    refuse({
      pt: 'Há segredos sob uma terceira chave; nada mudou. Confira LASTRO_SECRETS_KEY_OLD.',
      en: 'Some secrets are under a third key; nothing was changed. Check LASTRO_SECRETS_KEY_OLD.',
    })
  }
}
