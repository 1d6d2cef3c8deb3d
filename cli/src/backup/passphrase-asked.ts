import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { passphraseLengthMin } from '@lastro/service/program/config.ts'
import { config, refuse, say } from '../terminal.ts'

/** What the key of the secrets is sealed under: from the environment, or typed on a terminal, where a new one is typed twice. */
export async function passphraseAsked(which: 'new' | 'known'): Promise<string> {
  if (config.backupPassphrase !== undefined) return config.backupPassphrase
  if (!process.stdin.isTTY) {
    return refuse({
      pt: 'Defina LASTRO_BACKUP_PASSPHRASE, a frase sob a qual a chave dos segredos fica na cópia, ou deixe a chave fora com --without-key.',
      en: 'Set LASTRO_BACKUP_PASSPHRASE, the phrase under which the backup keeps the key of the secrets, or leave the key out with --without-key.',
    })
  }
  const passphrase = await typed(say({ pt: 'Frase da cópia: ', en: 'Passphrase of the backup: ' }))
  if (which === 'known') return passphrase
  if (passphrase.length < passphraseLengthMin) {
    refuse({
      pt: `A frase deve ter ao menos ${passphraseLengthMin} caracteres.`,
      en: `The passphrase must have at least ${passphraseLengthMin} characters.`,
    })
  }
  const again = await typed(say({ pt: 'A mesma frase, de novo: ', en: 'The same passphrase again: ' }))
  if (again !== passphrase) {
    refuse({ pt: 'As duas frases não são iguais.', en: 'The two passphrases are not the same.' })
  }
  return passphrase
}

/** Reads a line that does not appear on the screen. */
async function typed(question: string): Promise<string> {
  process.stderr.write(question)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
