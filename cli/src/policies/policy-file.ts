import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { policyBytesMax } from '@lastro/contract/policies/policy-limits.ts'
import type { CheckedPolicy } from '@lastro/rules/policies/check/check-policy.ts'
import { repeatedMember } from '@lastro/rules/text/member-names.ts'
import { checkApart, checkTermMs } from '@lastro/service/features/policies/check-apart.ts'
import { isWhole } from '@lastro/service/http/body/half-character.ts'
import { config, refuse, say } from '../terminal.ts'

const check = checkApart({ keepsAlive: true })

/**
 * Reads a policy file and checks it as the service does on saving, within the same limits. A file that the service
 * could not parse is refused.
 */
export async function checkedFile(file: string): Promise<CheckedPolicy> {
  const checked = await check(parsed(await contentOf(file), file))
  if (typeof checked !== 'string') return checked
  const seconds = checkTermMs / 1_000
  return refuse({
    pt: `A conferência de ${file} leva mais de ${seconds} segundos. Simplifique as regras.`,
    en: `${file} takes more than ${seconds} seconds to check. Simplify its rules.`,
  })
}

async function contentOf(file: string): Promise<string> {
  const bytes = await readFile(resolve(config.callerDirectory, file)).catch(() => undefined)
  if (bytes === undefined)
    return refuse({
      pt: `${file} não pôde ser aberto. Confira o caminho.`,
      en: `${file} could not be opened. Check the path.`,
    })
  if (bytes.length > policyBytesMax)
    return refuse({
      pt: `${file} é grande demais para ser uma política.`,
      en: `${file} is too large to be a policy.`,
    })
  if (!isUtf8(bytes)) return refuse({ pt: `${file} não está em UTF-8.`, en: `${file} is not in UTF-8.` })
  // Some editors begin a file with a byte order mark.
  return bytes.toString().replace(/^\uFEFF/, '')
}

/** The words of the parser are left out: they repeat what the file has. */
function parsed(text: string, file: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse({ pt: `${file} não é JSON.`, en: `${file} is not JSON.` })
  }
  const repeated = repeatedMember(text, value)
  if (repeated !== undefined)
    return refuse({
      pt: `${file}: ${repeated} aparece mais de uma vez. Deixe só um.`,
      en: `${file}: ${repeated} appears more than once. Keep one.`,
    })
  if (!isWhole(value))
    return refuse({
      pt: `${file} contém um caractere incompleto.`,
      en: `${file} contains an incomplete character.`,
    })
  return value
}

/** One line for each: where, and what. */
export const faultLines = (faults: readonly PolicyFault[]): readonly string[] =>
  faults.map(({ at, message }) => `  ${at === '' ? '' : `${at}: `}${say(message)}`)
