import { policySchema } from '@lastro/contract/policies/policy.ts'
import type { Command } from 'commander'
import { jsonOption } from '../options.ts'
import { type Printing, print, say } from '../terminal.ts'
import { checkedFile, faultLines } from './policy-file.ts'
import { tryCommand } from './try-command.ts'

export function policyCommands(program: Command): void {
  const policy = program
    .command('policy')
    .description(
      say({ pt: 'Políticas: de um relatório a uma decisão', en: 'Policies: from a report to a decision' }),
    )
  policy
    .command('check')
    .description(
      say({
        pt: 'Confere políticas em arquivos JSON e diz o que há de errado; não precisa do serviço',
        en: 'Check policies in JSON files and say what is wrong; needs no service',
      }),
    )
    .argument('<files...>', say({ pt: 'Os arquivos', en: 'The files' }))
    .option(...jsonOption)
    .action(check)
  tryCommand(policy)
  policy
    .command('schema')
    .description(
      say({
        pt: 'Imprime o JSON Schema de uma política, para editores',
        en: 'Print the JSON Schema of a policy, for editors',
      }),
    )
    .action(() => print(JSON.stringify(policySchema, null, 2)))
}

/** Every file is looked at, so that one run says everything that is to be mended. */
async function check(files: readonly string[], { json }: Printing): Promise<void> {
  for (const file of files) {
    const checked = await checkedFile(file)
    const isFit = checked.kind === 'policy'
    const faults = isFit ? [] : checked.faults
    const warnings = isFit ? checked.warnings : []
    if (!isFit) process.exitCode = 1
    if (json) print(JSON.stringify({ file, fit: isFit, faults, warnings }))
    else print([`${file}: ${verdictText(isFit)}`, ...faultLines(faults), ...faultLines(warnings)].join('\n'))
  }
}

const verdictText = (isFit: boolean): string =>
  say(isFit ? { pt: 'em ordem', en: 'in order' } : { pt: 'não pode ser usada', en: 'cannot be used' })
