import { type Lastro, lastroClient } from '@lastro/client'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { type Policy, policySchema } from '@lastro/contract/policies/policy.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import type { ReportProductCode } from '@lastro/contract/reports/products.ts'
import type { Text } from '@lastro/contract/text.ts'
import {
  coverageWarning,
  listedCoverage,
  readSections,
} from '@lastro/rules/policies/check/coverage-warnings.ts'
import type { Command } from 'commander'
import { connectionTo } from '../integrator/connection-to.ts'
import { asked } from '../integrator/sandbox-caller.ts'
import { environmentOption, jsonOption } from '../options.ts'
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
        pt: 'Confere políticas em arquivos JSON; com --env, também se o serviço cobre as seções que elas leem',
        en: 'Check policies in JSON files; with --env, also whether the service covers the sections they read',
      }),
    )
    .argument('<files...>', say({ pt: 'Os arquivos', en: 'The files' }))
    .addOption(environmentOption())
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

type CheckOptions = Printing & { readonly env?: Environment }

/** Checks every file, so that one run reports everything that has to be corrected. */
async function check(files: readonly string[], { env, json }: CheckOptions): Promise<void> {
  const lastro = env && lastroClient(connectionTo(env))
  for (const file of files) {
    const checked = await checkedFile(file)
    const isFit = checked.kind === 'policy'
    const faults = isFit ? [] : checked.faults
    const uncovered = isFit && lastro !== undefined ? await coverageWarnings(lastro, checked.policy) : []
    const warnings = isFit ? [...checked.warnings, ...uncovered] : []
    if (!isFit) process.exitCode = 1
    const coverageKnown = isFit && lastro !== undefined
    if (json) print(JSON.stringify({ file, fit: isFit, faults, warnings, coverageKnown }))
    else print([`${file}: ${verdictText(isFit)}`, ...faultLines(faults), ...faultLines(warnings)].join('\n'))
  }
  if (lastro === undefined && !json) print(say(coverageUnknown))
}

const coverageUnknown: Text = {
  pt: 'Sem --env não é possível saber se o serviço cobre as seções que as políticas leem.',
  en: 'Without --env, this command cannot tell whether the service covers the sections that the policies read.',
}

async function coverageWarnings(lastro: Lastro, policy: Policy): Promise<readonly PolicyFault[]> {
  const listed = await asked(lastro.reports.additionals(policy.report.product as ReportProductCode))
  return readSections(policy).flatMap((read) => coverageWarning(read, listedCoverage(listed, read)))
}

const verdictText = (isFit: boolean): string =>
  say(isFit ? { pt: 'em ordem', en: 'in order' } : { pt: 'não pode ser usada', en: 'cannot be used' })
