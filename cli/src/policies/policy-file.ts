import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { type CheckedPolicy, checkPolicy } from '@lastro/rules/policies/check/check-policy.ts'
import { config, refuse, say } from '../terminal.ts'

/** Larger than any policy that passes its checks; what is larger is some other file. */
const bytesMax = 4 << 20

/** Reads a policy and checks it. What is no JSON at all is refused as a whole. */
export async function checkedFile(file: string): Promise<CheckedPolicy> {
  return checkPolicy(parsed(await contentOf(file), file))
}

async function contentOf(file: string): Promise<string> {
  const bytes = await readFile(resolve(config.callerDirectory, file)).catch(() => undefined)
  if (bytes === undefined)
    return refuse({
      pt: `${file} não pôde ser aberto. Confira o caminho.`,
      en: `${file} could not be opened. Check the path.`,
    })
  if (bytes.length > bytesMax)
    return refuse({
      pt: `${file} é grande demais para ser uma política.`,
      en: `${file} is too large to be a policy.`,
    })
  return bytes.toString()
}

/** The words of the parser are left out: they repeat what the file has. */
function parsed(text: string, file: string): unknown {
  try {
    // A byte order mark comes with files of some editors.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return refuse({ pt: `${file} não é JSON.`, en: `${file} is not JSON.` })
  }
}

/** One line for each: where, and what. */
export const faultLines = (faults: readonly PolicyFault[]): readonly string[] =>
  faults.map(({ at, message }) => `  ${at === '' ? '' : `${at}: `}${say(message)}`)
